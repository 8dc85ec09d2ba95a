"""Writes ``puzzles/README.md`` from the puzzles themselves: ``python docs/puzzles.py``."""

from __future__ import annotations

from pathlib import Path

from kenken_cp import load

PUZZLES = Path(__file__).parent.parent / "puzzles"

HEAD = """# Puzzles

Each file begins with a comment that says where it is from, and states its number of solutions
(`solutions:`). The tests check every backend that finishes in time against it. There is one folder
for each size (rows x columns), and `rectangles/`, `ambiguous/` (several solutions), `impossible/`
(no solution) and `latin/` (boards to count). `python docs/puzzles.py` makes this list of them.

| file | what it is | solutions | source |
|---|---|---|---|
"""


def listed() -> str:
    """The text of ``puzzles/README.md``."""
    rows = []
    for path in sorted(PUZZLES.rglob("*.kk")):
        first, _ = path.read_text(encoding="utf-8").split("\n", 1)
        puzzle, name = load(path), path.relative_to(PUZZLES).as_posix()
        source = first.removeprefix("# ")
        rows.append(f"| [{name}]({name}) | {puzzle.title} | {puzzle.expected} | {source} |\n")
    return HEAD + "".join(rows)


if __name__ == "__main__":
    (PUZZLES / "README.md").write_text(listed(), encoding="utf-8")
