"""The puzzles that calls of the command line are about, as somebody types them."""

from __future__ import annotations

from corpus import PUZZLES

EASY = str(PUZZLES / "4x4/cs332.kk")
THREE = str(PUZZLES / "ambiguous/5x5-three.kk")
NONE = str(PUZZLES / "impossible/4x4-line.kk")
LATIN4 = str(PUZZLES / "latin/latin-4.kk")
LATIN5 = str(PUZZLES / "latin/latin-5.kk")
KEEN = "3:a_3aba_,m3a5s1s1"
KEEN_SOLUTION = "132 213 321"
