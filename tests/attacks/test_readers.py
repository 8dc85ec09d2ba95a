"""Mutated texts of every format: each is read, or refused in one clear sentence."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from attacks.bounds import ends
from attacks.mutations import mutated
from corpus import DATA, counted, shipped

from kenken_cp.errors import FormatError, GridError, PuzzleError
from kenken_cp.formats import FORMATS, detect, dumps, loads, loads_all, loads_each
from kenken_cp.formats.grids import read_board, read_grids
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import has_same_meaning
from puzzles import random_puzzle

REFUSALS = (FormatError, PuzzleError)


@cache
def valid_texts(complete: bool) -> dict[str, list[str]]:
    """Texts of each format, by its name: of small random puzzles, or of those of this project."""
    if complete:
        corpus = (*shipped().values(), *counted()[:40])
        puzzles = [puzzle for puzzle in corpus if puzzle.rows <= 9]
    else:
        random = Random("readers")
        puzzles = [random_puzzle(random, 16) for _ in range(24)]
    found: dict[str, list[str]] = {}
    for format_ in FORMATS:
        written = []
        for puzzle in puzzles:
            with suppress(FormatError):  # of what the format cannot express
                written.append(format_.write(puzzle))
        found[format_.name] = [format_.example, *written]
        if format_.separator is not None and written:
            found[format_.name].append(format_.join(written[:3]))
    for file in ("aikenken.txt", "cs332.hs", "neknek.txt", "sudoku_table.txt"):
        text = (DATA / "formats" / file).read_text(encoding="utf-8")
        if complete or len(text) < 1000:
            found[detect(text).name].append(text)
    return found


def check_message(text: str, message: str) -> None:
    """One sentence, whatever the text is."""
    assert message.isprintable(), (text, message)
    assert len(message) < 500, (text, message)


def attack_reader(name: str, text: str, *others: str) -> int:
    """How many puzzles are in a text that claims to be of a format; what is read, is read again,
    written in that format and in others.
    """
    with ends(text):
        try:
            puzzles = loads_all(text, name)
        except REFUSALS as error:
            check_message(text, str(error))
            return 0
        for puzzle in puzzles:
            attack_writers(puzzle, {name, *others}, text)
        return len(puzzles)


def attack_writers(puzzle: Puzzle, names: set[str], text: str) -> None:
    """What is written is read as the same puzzle, by the format and by whatever recognises it."""
    for target in names:
        try:
            written = dumps(puzzle, target)
        except FormatError:
            # These two hold every puzzle but one with a target of a hundred digits.
            largest = max((abs(cage.target) for cage in puzzle.cages), default=0)
            assert target not in ("native", "json") or largest >= 10**99, (text, target)
            continue
        for back in (loads(written, target), loads(written)):
            assert replace(back, rules=puzzle.rules) == puzzle, (text, written)
            assert has_same_meaning(puzzle, back.rules), (text, written)


def attack_detection(text: str) -> None:
    """A text whose format is found out is read as that format reads it."""
    with ends(text):
        try:
            name = detect(text).name
        except FormatError:
            return
        outcomes = []
        for given in (None, name):
            try:
                outcomes.append(loads_all(text, given))
            except REFUSALS as error:
                outcomes.append(str(error))
        assert outcomes[0] == outcomes[1], text


@pytest.mark.parametrize("name", FORMATS.names())
@pytest.mark.parametrize(
    ("complete", "texts"), [(False, 20), pytest.param(True, 30, marks=pytest.mark.slow)]
)
def test_mutated_texts(name, complete, texts):
    random = Random(f"{name} {complete}")
    valid = valid_texts(complete)
    others = [text for some in valid.values() for text in some[:5]]
    assert all(attack_reader(name, text) for text in valid[name])
    drawn = found = 0
    while drawn < texts or not 0 < found < drawn:  # until some are right, and some are wrong
        assert drawn < 20 * texts
        drawn += 1
        text = mutated(random, random.choice(valid[name]), others)
        found += bool(attack_reader(name, text, "native", "json"))
        attack_detection(text)


@pytest.mark.parametrize("name", FORMATS.names())
@pytest.mark.parametrize(
    "texts", [10, pytest.param(10_000 // len(FORMATS.names()) + 1, marks=pytest.mark.slow)]
)
def test_many_mutated_texts_are_read_or_refused(name, texts):
    """As above, without what is made of the puzzles: of these texts there are many more."""
    random = Random(f"{name} {texts}")
    valid = valid_texts(complete=False)
    others = [text for some in valid.values() for text in some[:5]]
    wrong = 0
    for _ in range(texts):
        text = mutated(random, random.choice(valid[name]), others)
        with ends(text):
            try:
                for each in loads_each(text, random.choice((name, name, None))):
                    if isinstance(each, FormatError):
                        raise each
            except REFUSALS as error:
                check_message(text, str(error))
                wrong += 1
    assert wrong > texts / 4


DIGITS_THAT_SAY_NOTHING = {
    "cs332": r"\bk+\d+",  # the name of a list is a title
    "gauguin": r'"id": \d+',
    "penpa": r'\A.*|(?<=", )\d',  # the size of the picture, the style of a number
    "puzzlekit": r'"[^"]*":|"count": \d+',
    "walls": r"\AA\n(?:[0-9 ]+\n)+",  # the answer, which is not looked at
    "upc": r"^\d(?= \d+ 1 )",  # the operator of a single cell
}


@pytest.mark.parametrize("name", FORMATS.names())
def test_no_digit_of_a_puzzle_is_ignored(name):
    """With another digit in its place a text is another puzzle, or none."""
    for text in valid_texts(complete=False)[name][:6]:
        before = [each.bare for each in loads_all(text, name)]
        ignored = re.compile(DIGITS_THAT_SAY_NOTHING.get(name, r"\A(?!\A)"), re.MULTILINE)
        spans = [match.span() for match in ignored.finditer(text)]
        for at, char in enumerate(text):
            if char.isdecimal() and not any(start <= at < end for start, end in spans):
                other = text[:at] + ("2" if char == "1" else "1") + text[at + 1 :]
                with suppress(*REFUSALS):
                    assert [each.bare for each in loads_all(other, name)] != before, (text, other)


@pytest.mark.parametrize("reader", [read_grids, read_board], ids=lambda reader: reader.__name__)
@pytest.mark.parametrize(
    ("seed", "texts"), [(1, 100), pytest.param(2, 10_000, marks=pytest.mark.slow)]
)
def test_mutated_grids(reader, seed, texts):
    random = Random(f"{reader.__name__} {seed}")
    valid = [
        "132 213 321",
        "1 3 2\n2 1 3\n3 2 1\n",
        "[[1, 3, 2], [2, 1, 3], [3, 2, 1]]",
        "┏━━━┓\n┃1 3 2┃\n┃2 1 3┃\n┃3 2 1┃\n┗━━━┛",
        "1.. ..3 .2." if reader is read_board else "132213321",
    ]
    arguments = (3, (1, 2, 3)) if reader is read_board else (3,)
    found = 0
    for _ in range(texts):
        text = mutated(random, random.choice(valid), valid)
        with ends(text):
            try:
                grid = reader(text, *arguments)
            except GridError as error:
                check_message(text, str(error))
                continue
        found += 1
        if reader is read_grids:
            assert {len(row) for board in grid for row in board} == {3}
            assert read_grids("\n\n".join(map(str, grid)), 3) == grid
        else:
            assert set(grid.values()) <= {1, 2, 3}
    assert texts / 20 < found < texts, "some of the texts are right, and some are wrong"
