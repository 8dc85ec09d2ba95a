"""A thousand drawings of 9x9 boards in each way there is: the table of the README.

PYTHONPATH=tests python benchmarks/drawing.py
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import cycle, islice
from statistics import fmean, median
from time import process_time
from xml.etree import ElementTree

from corpus import keen

from kenken_cp import candidates, load, solve
from kenken_cp.render.board import corner_clues, has_cages
from kenken_cp.render.layout import layout
from kenken_cp.render.pdf import pdf, png
from kenken_cp.render.picture import Picture
from kenken_cp.render.svg import svg
from kenken_cp.render.text import drawn

DRAWINGS, PAGES, IMAGES = 1000, 100, 20
"""How many are drawn as text and as SVG, for pages and as PDF, and as PNG."""

WAYS: dict[str, tuple[Callable[[Picture], str | bytes], int]] = {
    "text": (drawn, DRAWINGS),
    "SVG": (svg, DRAWINGS),
    "SVG for a page": (lambda picture: svg(picture, complete=True), PAGES),
    "PDF": (lambda picture: pdf([layout(picture)]), PAGES),
    "PNG": (lambda picture: png(layout(picture)), IMAGES),
}


def pictures() -> dict[str, list[Picture]]:
    """By what they show: the puzzle, its solution, and what its easiest steps leave."""
    puzzles = [puzzle for name, puzzle, _ in keen() if puzzle.size == 9]
    puzzles += [load(f"puzzles/9x9/{name}.kk") for name in ("killer", "sudoku-stuck", "products")]
    return {
        "puzzle": [Picture(puzzle) for puzzle in puzzles],
        "with its solution": [Picture(puzzle, solve(puzzle).solution) for puzzle in puzzles],
        "with candidates": [
            Picture(puzzle, candidates=candidates(puzzle, level="easy")) for puzzle in puzzles
        ],
    }


def expect(way: str, picture: Picture, drawing: str | bytes) -> None:
    """An assertion that a drawing shows what it is to show."""
    if way == "text":
        assert sum(shown_in(picture).values()) == len(re.findall(r"\d+[+×÷−]?", str(drawing)))
    elif way == "SVG":
        root = ElementTree.fromstring(drawing)
        found = [one.get("class", "").removeprefix("kk-") for one in root if one.text]
        for role, number in shown_in(picture).items():
            assert found.count(role) == number, (role, number)
    else:
        start = drawing if isinstance(drawing, bytes) else drawing.encode()
        assert start.startswith((b"<svg", b"%PDF", b"\x89PNG"))
        assert len(drawing) > 1000


def shown_in(picture: Picture) -> dict[str, int]:
    """How many texts of each kind a picture has."""
    puzzle, caged = picture.puzzle, has_cages(picture.puzzle)
    values = {cell: picture.value(cell) for cell in puzzle.cells}
    if not caged:
        values |= picture.givens
    filled = {cell for cell, value in values.items() if value is not None}
    givens = {cell for cell in filled if values[cell] == picture.givens.get(cell)}
    return {
        "clue": len(corner_clues(puzzle)),
        "given": len(givens),
        "entry": len(filled) - len(givens),
        "candidate": sum(
            len(picture.candidates_of(cell)) for cell in puzzle.cells if cell not in filled
        ),
    }


def measured(way: str, shown: list[Picture]) -> Iterator[float]:
    """Milliseconds of CPU that each drawing takes."""
    draw, number = WAYS[way]
    for picture in islice(cycle(shown), number):
        started = process_time()
        drawing = draw(picture)
        yield 1000 * (process_time() - started)
        expect(way, picture, drawing)


def main() -> None:
    """Prints the table: seconds of 1000 drawings, and median and slowest in milliseconds."""
    found = pictures()
    lines = ["| | " + " | ".join(found) + " |", "|---" * (len(found) + 1) + "|"]
    for way in WAYS:
        cells = []
        for shown in found.values():
            times = list(measured(way, shown))
            each = f"{median(times):.2f} / {max(times):.1f}"
            thousand = fmean(times)  # milliseconds of one are seconds of a thousand
            cells.append(f"{thousand:.1f} s ({each})")
        lines.append(f"| {way} | " + " | ".join(cells) + " |")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
