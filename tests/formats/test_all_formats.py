"""What holds of every format: its signature and no other claims its texts; no text is slow."""

import re
import time
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pytest
from corpus import DATA, shipped
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp import count
from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats import FORMATS, Format, detect, dumps, formats_claiming, loads, loads_all
from kenken_cp.formats.json_values import first_value
from kenken_cp.model.rules import has_same_meaning

ALL = list(FORMATS)
each_format = pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
SLOW = [
    unit * (30_000 // len(unit))
    for unit in (
        *(" ", "\t", "\n", "\u00a0", "[", "]", "{", "(", ")", "<", "1", "0", "a", "A", "."),
        *("#", "-", "0,", '"', "1 ", "a ", " \n", "a3", "_", "%", "\\", "1\n", "a\n", "9:", "{-"),
    )
]
FIXTURES = {
    path.name: text
    for path in sorted((DATA / "formats").iterdir())
    if path.name not in ("README.md", "keen.jsonl", "kiguli.json", "killers.txt")
    for text in [path.read_text(encoding="utf-8")]
}
OTHERS = {"letters_digits.ken": "native"} | dict.fromkeys(
    ("letters_killer.txt", "letters_kk.txt", "prolog.pl", "prolog_words.pl"), ""
)
"""Files that are not what they are called by: those without a format were read once."""

NOTHING = [
    "Dear all,\n\nplease find the report attached.\n\nBest wishes,\nTom\n",
    "From: a@b.org\nTo: c@d.org\nSubject: 3 puzzles\n\nHello\n",
    "title: My novel\n\nIt was a dark night. a 3\n",
    "the cat sat\nthe dog ran\n\nand 3 mice\n",
    "8 * 0 0 rr\n",
    "e2e4 e7e5\ng1f3 b8c6\n",
    "2026-11-28 12:00:01 INFO start 3\n2026-11-28 12:00:02 WARN stop 4\n",
    "INFO start 3\nWARN stop 4\nINFO 12:00\n",
    "import os\nimport sys\n\nprint(1)\n",
    "#include <stdio.h>\nint main() { return 0; }\n",
    "def solve(board):\n    return board\n",
    "<!DOCTYPE html>\n<html>\n<body>\n<p>4 x 4</p>\n</body>\n</html>\n",
    "name,age\nTom,3\nAnn,4\n",
    "key: value\nother: 3\n",
    '{"name": "Tom", "age": 3}\n',
    '[{"id": 1}, {"id": 2}]\n',
    "[1, 2, 3]\n",
    "1 2 3\n",
    "3\n",
    "123\n231\n312\n",
    "no solution\n",
    "+---+---+\n|   |   |\n+---+---+\n",
    "https://example.org/?id=3\n",
    "---\n",
]
"""Texts that are no puzzles."""


@each_format
def test_example(known: Format) -> None:
    assert all(count(each, limit=1) for each in loads_all(known.example, known.name))
    assert formats_claiming(known.example) == [known]


@pytest.mark.parametrize("name", FIXTURES)
def test_a_file_is_claimed_by_its_format_alone(name: str) -> None:
    expected = OTHERS.get(name, name.partition(".")[0].partition("_")[0])
    assert [known.name for known in formats_claiming(FIXTURES[name])] == [expected] * bool(expected)


@each_format
@pytest.mark.parametrize(
    "first", [0, *(pytest.param(first, marks=pytest.mark.slow) for first in (1, 2, 3))]
)
def test_what_is_written_is_read_back(known: Format, first: int) -> None:
    for puzzle in list(shipped().values())[first::4]:
        try:
            text = known.write(puzzle)
        except FormatError:
            continue
        assert formats_claiming(text) == [known]
        back = loads(text, known.name)
        assert (back.size, back.values, back.houses) == (puzzle.size, puzzle.values, puzzle.houses)
        assert back.cages == puzzle.cages
        assert has_same_meaning(puzzle, back.rules)
        several = known.separator is not None and loads_all(known.join([text, text]), known.name)
        assert several in (False, [back, back])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("native", "1234\n3412\naabb\nccdd\n\na 3+\nb 7+\nc 7+\nd 3+\n"),
        ("native", "1...\n..1.\naabb\nccdd\n\na 3+\nb 7+\nc 7+\nd 12+\n"),
        ("native", f"abc{'.' * 9}\n" * 12 + "\na 78+\nb 78+\nc 78+\n"),
        ("letters", "6\n123456\n2.4.6.\n" + "ABCDEF\n" * 4 + "A + 15\nB + 11\nC + 14\n"),
        ("native", "# comment\n\n" * 400 + FORMATS.named("native").example),
        ("native", "\ufeff" + FORMATS.named("native").example.replace("\n", "\r")),
        ("solo", "2x2:c3a2d4a4c\n\x1a\r\n"),
    ],
)
def test_a_text_is_claimed_by_its_format_alone(name: str, text: str) -> None:
    assert [known.name for known in formats_claiming(text)] == [name]
    with suppress(FormatError):  # of the labels of letters, which have no clue here
        assert len(loads_all(text)) == 1


@pytest.mark.parametrize("name", ["native", "cs332", "prolog"])
def test_only_the_beginning_of_a_text_is_looked_at(name: str) -> None:
    assert formats_claiming("\n" * 100_000 + FORMATS.named(name).example) == []


def test_nothing_of_a_text_in_json_is_kept() -> None:
    with pytest.raises(NoPuzzleError):
        detect('{"a": 1}')
    assert first_value.cache_info().currsize == 0


def test_a_text_that_two_formats_claim_is_refused() -> None:
    text = FORMATS.named("native").example
    with (
        FORMATS.registered(replace(FORMATS.named("native"), name="twin")),
        pytest.raises(FormatError, match="this may be native and twin alike; say which with"),
    ):
        loads(text)
    assert detect(text).name == "native"


@given(st.text(max_size=200))
def test_a_random_text_is_claimed_by_none(text: str) -> None:
    assert formats_claiming(text) == []


@given(st.text("ab 12\n.#:,-+*[](){}", max_size=60))
def test_a_text_of_signs_is_read_or_refused(text: str) -> None:
    with suppress(FormatError):
        loads_all(text)


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_no_puzzle_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(NoPuzzleError) as caught:
        loads_all(text)
    assert re.match(r"(JSON of )?no known format[;,]", str(caught.value))
    assert "\n" not in str(caught.value)


def test_a_message_is_made_from_the_whole_text() -> None:
    value = '{"notes": [' + ", ".join(['"' + "x" * 90 + '"'] * 1000) + "]}"
    for text, message in (
        (value, "JSON of no known format, with 'notes'; known: native, json,"),
        (value[:-1], "line 1, column "),
        ('{"size": 2, "cages": []' + " " * 60_000, "line 1, column 60024: not JSON: expecting"),
    ):
        with pytest.raises(FormatError) as caught:
            detect(text)
        assert str(caught.value).startswith(message)
        assert isinstance(caught.value, NoPuzzleError) == (text == value)


@pytest.mark.slow
@each_format
def test_no_text_is_slow(known: Format) -> None:
    """Time in proportion: 90,000 characters take a tenth of a second on a quiet machine, and took
    some seconds where a pattern began anew at each blank.
    """
    for text in SLOW:
        start = time.process_time()
        for changed in (text, known.example + text, text + known.example):
            known.signature(changed)
            with suppress(FormatError):
                loads_all(changed, known.name)
        assert time.process_time() - start < 1, text[:2]


@pytest.mark.slow
@each_format
def test_no_long_run_within_a_text_is_slow(known: Format) -> None:
    """As above; each of these took some seconds where a pattern began anew within the run."""
    for place, sign in product(range(0, min(45, len(known.example)), 3), " 1"):
        changed = known.example[:place] + 40_000 * sign + "+" + known.example[place:]
        start = time.process_time()
        known.signature(changed)
        with suppress(FormatError):
            loads_all(changed, known.name)
        assert time.process_time() - start < 2, (place, sign)


@pytest.mark.parametrize("below", ["", "\n"])
def test_a_picture_below_a_puzzle_is_one_error_and_no_answer(below: str) -> None:
    """As ``cdok generate`` prints one."""
    picture = "+---+---+\n|   |   |\n+   +   +\n|   |   |\n+---+---+\n"
    for text in ("A+3 A\nB-1 B\n", FORMATS.named("native").example):
        loads_all(text)
        with pytest.raises(FormatError, match="expected"):
            loads_all(text + below + picture)


@pytest.mark.parametrize("name", ["native", "json"])
def test_titles_have_no_control_characters(name: str) -> None:
    text = dumps(replace(loads("size: 1\n1\n"), title="a\x1b[31m\tb"), name)
    assert text.isascii()
    assert "\x1b" not in text
    assert loads(text).title.split() == ["a", "[31m", "b"]
