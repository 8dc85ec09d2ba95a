"""Ten megabytes of each format, or as many characters as are wanted: how long a character takes to
read, and how much memory; and how long rubbish takes to be refused.

Wanted are 5 s for ten megabytes of JSON, a puzzle a line, and 1 s for as much rubbish.

python benchmarks/reading.py [--characters N] [FORMAT ...]

Each text is written and read in processes of their own, so that what one takes is not counted for
another. Puzzles are taken one by one and not kept, as ``kenken-cp solve`` takes them.
"""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from itertools import cycle
from pathlib import Path
from time import process_time
from typing import Any

from kenken_cp import Cage, Puzzle
from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import FORMATS, detect, dumps, loads_each
from kenken_cp.generation import Recipe, random_puzzle
from kenken_cp.model.geometry import boxes
from kenken_cp.model.operators import OPERATORS
from kenken_cp.model.rule_sets import CALCUDOKU, KENKEN, KILLER, RuleSet

CHARACTERS = 10_000_000
CHARACTERS_PER_BOARD = 25_000
"""For each of these a text has one more puzzle that is not in it yet: more take long to make, and
clues repeat in any text.
"""
MIN_BOARDS = 40

KILLERS = ("ps", "sumocue", "arrows")
OF_CALCUDOKU = ("calcudoku", "lists")
OF_SUDOKUS = ("sudoku", "solo", "f-puzzles", "sudokupad")
NO_ARRAY = ("puzzlekit", "lists", "f-puzzles", "sudokupad")
"""Formats in JSON that have no array of puzzles, or that are not written."""

ONE_A_FILE = ("aikenken", "calcudoku", "numbered")
"""Formats whose texts hold one puzzle: many texts, one after the other."""

RUBBISH = {
    "words": "It was a dark and stormy night. ",
    "lines": "some words of 3 lines\n",
    "JSON": '{"name": "Tom", "age": 3}\n',
    "brackets": "[",
}
"""What is repeated in texts that are no puzzles."""

Fingerprint = tuple[int, int]
"""How many puzzles there are, and a hash of all their cages."""


# --- what is written -----------------------------------------------------------------------------


def killers(boards: int) -> Iterator[Puzzle]:
    recipe = Recipe(9, rules=KILLER, houses=boxes(9, 3, 3), cage_sizes=(2, 4))
    for seed in range(boards):
        yield random_puzzle(recipe, random.Random(seed))


def sudokus(boards: int) -> Iterator[Puzzle]:
    houses = boxes(9, 3, 3)
    for killer in killers(boards):
        givens = (Cage(cage.cells[:1], None, cage.cells[0][1] + 1) for cage in killer.cages)
        yield Puzzle(9, givens, houses=houses)


def plain(
    rules: RuleSet, sizes: Iterable[int], boards: int, operators: str = "+-*/"
) -> Iterator[Puzzle]:
    """With these operators, of sizes that take turns; none of them has more than 52 cages."""
    for seed, size in zip(range(boards), cycle(sizes), strict=False):
        recipe = Recipe(size, rules=rules, operators=operators, cage_sizes=(2, 4))
        yield random_puzzle(recipe, random.Random(seed))


def puzzles(name: str, boards: int) -> list[Puzzle]:
    """Those that the text of a format is made of."""
    if name in KILLERS:
        return list(killers(boards))
    if name in OF_SUDOKUS:
        return list(sudokus(boards))
    rules = CALCUDOKU if name in OF_CALCUDOKU else KENKEN
    if name in ONE_A_FILE:
        return list(plain(rules, (9, 12, 16), boards // 10))
    return list(plain(rules, (4, 5, 6, 7, 9) if name != "letters" else (4, 5, 6, 7), boards))


def array(texts: list[str]) -> str:
    """Texts of JSON as one array on a line."""
    return f"[{', '.join(text.strip() for text in texts)}]\n"


def layouts(name: str) -> dict[str, Callable[[list[str]], str] | None]:
    """How the texts of puzzles become one, by what is said of it; None where each stands alone."""
    if name in ONE_A_FILE:
        return {"one a text": None}
    found: dict[str, Callable[[list[str]], str] | None] = {"many": FORMATS.named(name).join}
    if name not in NO_ARRAY and FORMATS.named(name).example.startswith(("{", "[")):
        found["one line"] = array
    return found


def fingerprint(found: Iterable[Puzzle]) -> Fingerprint:
    """The same in every process."""
    code = {operator: number for number, operator in enumerate(OPERATORS)}
    count = whole = 0
    for puzzle in found:
        count += 1
        cages = ((c.cells, c.target, code[c.operator] if c.operator else -1) for c in puzzle.cages)
        whole = hash((whole, puzzle.rows, puzzle.columns, *cages))
    return count, whole


def write(characters: int, name: str, layout: str, path: Path) -> Fingerprint:
    """Writes a text of a format, and returns the fingerprint of its puzzles."""
    boards = puzzles(name, max(characters // CHARACTERS_PER_BOARD, MIN_BOARDS))
    texts = [dumps(board, name) for board in boards]
    times = characters // sum(map(len, texts)) + 1
    join = layouts(name)[layout]
    if join is None:
        path.write_text("\f".join(texts * times), "utf-8")
    else:
        path.write_text(join(texts * times), "utf-8")
    return fingerprint(board for _ in range(times) for board in boards)


# --- what is measured ----------------------------------------------------------------------------


def peak() -> int:
    """Bytes that the process has had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure(name: str, layout: str, path: Path) -> dict[str, Any]:
    """Reads the text: seconds of CPU to detect its format, to the first puzzle and to the last, and
    the bytes that it takes at most, the text among them.
    """
    before = peak()
    text = path.read_text("utf-8")
    start = process_time()
    texts = [text] if layouts(name)[layout] else text.split("\f")
    for each in texts:
        assert detect(each).name == name
    detected = process_time() - start
    first = 0.0
    spent = 0.0

    def timed() -> Iterator[Puzzle]:
        nonlocal first, spent
        for each in texts:
            start = process_time()
            reading = iter(loads_each(each, name))
            while True:
                puzzle = next(reading, None)
                spent += process_time() - start
                first = first or spent
                if puzzle is None:
                    break
                if isinstance(puzzle, FormatError):
                    raise puzzle
                yield puzzle.puzzle
                start = process_time()

    found = fingerprint(timed())
    return {
        "characters": len(text),
        "detected": detected,
        "first": first,
        "read": spent,
        "bytes": peak() - before,
        "fingerprint": found,
    }


def refuse(characters: int, unit: str) -> float:
    """Seconds of CPU until it is said that a text is no puzzle."""
    text = unit * (characters // len(unit) + 1)
    start = process_time()
    try:
        detect(text)
    except NoPuzzleError:
        return process_time() - start
    raise AssertionError(f"{unit!r} is no puzzle")


def child(*arguments: str) -> Any:
    """What this script prints in another process."""
    command = [sys.executable, __file__, *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)


def main() -> None:
    """Prints the table."""
    parser = ArgumentParser()
    parser.add_argument("--characters", type=int, default=CHARACTERS)
    parser.add_argument("formats", nargs="*")
    options = parser.parse_args()
    columns = "| | puzzles | detect, s | first, s | µs a character | memory |"
    sys.stdout.write(f"{columns}\n{'|---' * 6}|\n")
    for what, unit in RUBBISH.items() if not options.formats else ():
        seconds = child("--refuse", str(options.characters), unit)
        sys.stdout.write(f"| {what}, refused | 0 | {seconds:.2f} | | | |\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "text"
        for name in options.formats or [each.name for each in FORMATS if each.writer]:
            for layout in layouts(name):
                expected = child("--write", str(options.characters), name, layout, str(path))
                found = child("--read", name, layout, str(path))
                assert found["fingerprint"] == expected, (name, layout)
                size = found["characters"]
                row = (
                    f"{name}, {layout}",
                    f"{expected[0]}",
                    f"{found['detected']:.2f}",
                    f"{found['first']:.2f}",
                    f"{1e6 * found['read'] / size:.2f}",
                    f"{found['bytes'] / size:.1f}",
                )
                sys.stdout.write(f"| {' | '.join(row)} |\n")
                sys.stdout.flush()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--write", characters, name, layout, path]:
            print(json.dumps(write(int(characters), name, layout, Path(path))))
        case ["--refuse", characters, unit]:
            print(json.dumps(refuse(int(characters), unit)))
        case ["--read", name, layout, path]:
            print(json.dumps(measure(name, layout, Path(path))))
        case _:
            main()
