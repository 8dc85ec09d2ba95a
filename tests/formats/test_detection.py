"""Which format a text is meant as: by content, also when something in it is wrong."""

from __future__ import annotations

import random
import re
import string
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from kenken_cp.errors import FormatError, UnknownNameError
from kenken_cp.formats import FORMATS, Format, ReadPuzzle, detect, loads_all
from kenken_cp.formats.reading.detection import decided
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import CALCUDOKU, RuleSet
from kenken_cp.text import quoted

DATA = Path(__file__).parents[1] / "data" / "formats"


@pytest.mark.parametrize("format_", FORMATS, ids=lambda format_: format_.name)
def test_examples(format_: Format) -> None:
    assert detect(format_.example) is format_
    assert detect("\ufeff" + format_.example.replace("\n", "\r\n")) is format_
    assert [claimed.name for claimed in FORMATS if claimed.detect(format_.example)] == [
        format_.name
    ]
    assert len(loads_all(format_.example)) == 1
    assert FORMATS.named(format_.name) is format_


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("neknek.txt", "neknek"),
        ("cs332.hs", "cs332"),
        ("aikenken.txt", "aikenken"),
        ("native_berteun.txt", "native"),
        ("sudoku_table.txt", "sudoku"),
    ],
)
def test_files_of_other_people(file: str, name: str) -> None:
    assert detect((DATA / file).read_text("utf-8")).name == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("title: a puzzle without a picture\n", "native"),
        ("aab\ncdb\ncdd\n", "native"),  # no clues at all
        ("aab\ncdb\ncdd\n\na 3+\nb 1-\n", "native"),  # two missing
        ("aab\ncdb\ncddd\n\na 3+\nb 1-\nc 1-\nd 9\n", "native"),  # a row too long
        ("aab\ncdb\n\na 3+\nb 1-\nc 1-\nd 9\n", "native"),  # a row missing
        ("aab\ncdb\n\nz 3\na 3+\n", "native"),  # two rows of three, and only one of the clues
        ("size: 2x3\n...\n...\n", "native"),
        ("aabb\nccdd\na 3 mult\n", "native"),  # a clue of words, and no blank line
        ("a b\na b\nc 3\n\na 3+\nb 4+\nc 1\n", "native"),
        ("a\nbb\nbb\n\na 1\nbb 5+\n", "native"),  # one column, and a label of two letters
        ("rule: kenken\naab\ncdb\ncdd\n\na 3+\n", "native"),
        ("aaaa\n....\n....\n....\n\na 10+\n", "native"),  # three rows as in a Sudoku
        ("# 4\naabb\nccdd\neeff\ngghh\n\na 3+\n", "native"),  # a comment like a size of neknek
        ("boxes: 3x3\n" + ("1" + "." * 8 + "\n") * 9, "native"),  # nine characters, too
        ("1.3..\n.....\n.....\n.....\n.....\n", "native"),  # no Sudoku has this size
        ('{"size": 2, "cages": [}', "json"),
        ('[{"size": 2,\n', "json"),
        ("3:a_3aba_,m3a5s1", "keen"),  # a clue missing
        ("3:a_3Aba_,m3a5s1s1", "keen"),
        ("3:a_3aba_", "keen"),
        ("aab\ncdb\ncdd\n\na: 3+\nb: 1-\n", "native"),
        ("aab\ncdb\ncdd\n\na=3+, b=1-, c=2-, d=12*\n", "native"),
        ("aab\ncdb\ncdd\n\na3+\nb1-\n", "native"),
        ("aab\ncdb\ncdd\n\na *3\nb -1\n", "native"),
        ("a, a, b\nc, d, b\n\na: 3\n", "native"),
        ("AAB\nCDB\n\na 3+\nb 1-\n", "native"),  # capital letters above, small ones below
        ("5dn#123456789", "keen"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Solo\n", "solo"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :4:Loop\n", "keen"),
        ("3x3:d:k:3,4,5", "ps"),
        ("3x3::k:", "ps"),
        ("3x3:d:k:18:4619:\n4619:4619:", "ps"),
        ("SumoCueV1", "sumocue"),
        ("SumoCueV1D=3+0", "sumocue"),
        ("2 4 False\n", "killer-list"),
        ("3 27 True\n1 1 11\n", "killer-list"),
        (
            "G<<L<K<L<^G>^>^E^^>^IJ<G^<G^>^^I^<>^HC<C^<B^N^^G^<>^>^^E^<DF<^PG^<>^^J<^^<H<<>^",
            "arrows",
        ),
        ("5:0,0,3R,0", "unequal"),
        ("4dr:2/3/1//3/2///,a3b", "unequal"),
        ("SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\nGAME    :7:Unequal\n", "unequal"),
        ("3x3:a7b4", "solo"),
        ("9j:a7b4", "solo"),
        ("3x3kdu#123", "solo"),
        ("# 2\n+ 3 A1 Q\n", "neknek"),
        ("# 2\n& 3 A1 A2\n", "neknek"),
        ("+ 3 A1 A2\n- 1 B1 B2\n", "neknek"),  # no size
        ("k = [ Cage 3 Plus [(1, 1)", "cs332"),
        ("-- mine\nCage 3 Add [(1, 1)", "cs332"),
        ("# 3\nplus 3 A1 A2\n", "neknek"),
        ("3 + 0 1\n5 & 2 3\n", "aikenken"),
        ("1 . 0\n2 . 3\n", "aikenken"),
        ("1...\n..3.\n.4..\n...5\n", "sudoku"),
        ("1...\n..3.\n.4..\n", "sudoku"),
        ("53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n", "sudoku"),
        ("." * 20 + "1" * 60, "sudoku"),  # 80 characters
        ("." * 80 + "x", "sudoku"),
    ],
)
def test_what_was_meant(text: str, name: str) -> None:
    assert detect(text).name == name


def ambiguity(text: str, *more: Format) -> FormatError:
    with ExitStack() as stack:
        for known in more:
            stack.enter_context(FORMATS.registered(known))
        with pytest.raises(FormatError) as error:
            detect(text, "x")
    assert error.value.source == "x"
    return error.value


NEKNEK = "# 2\n+ 3 A1 A2\n- 1 B1 B2\n"


def turned(text: str, rules: RuleSet | None) -> Iterable[ReadPuzzle | FormatError]:
    """As neknek, if its letters were columns, of two rows and columns."""
    cells = {"A2": "B1", "B1": "A2"}
    if "A3" in text:
        raise FormatError("no third column", line=3)
    swapped = re.sub("A2|B1", lambda cell: cells[cell[0]], text)
    return FORMATS.named("neknek").read(swapped, rules)


TURNED = replace(FORMATS.named("neknek"), name="turned", read=turned)


def test_where_two_formats_differ_is_shown() -> None:
    error = ambiguity(NEKNEK, TURNED)
    assert error.message == (
        "this fits the formats neknek and turned: 3+ at r1c1 r1c2 as neknek but 3+ at r1c1 r2c1 as "
        "turned; no line decides, say which with --from"
    )
    under = replace(
        FORMATS.named("neknek"),
        name="others",
        read=lambda text, rules: FORMATS.named("neknek").read(text, rules or CALCUDOKU),
    )
    assert (
        "kenken rules as neknek but calcudoku rules as others" in ambiguity(NEKNEK, under).message
    )
    first = replace(
        FORMATS.named("neknek"),
        name="first",
        read=lambda text, rules: list(FORMATS.named("neknek").read(text, rules))[:1],
    )
    several = "a 2x2 board as neknek but no puzzle as first"
    assert several in ambiguity(NEKNEK * 2, first).message


def test_houses_of_one_kind_that_differ_are_named() -> None:
    def of(*cells: tuple[int, int]) -> Format:
        name = f"house{cells[1][1]}"
        puzzle = ReadPuzzle(Puzzle(3, houses=[cells]), rules_stated=True)
        return replace(TURNED, name=name, read=lambda _text, _rules: [puzzle])

    text, formats = "x", [of((0, 0), (1, 1)), of((0, 0), (1, 2))]
    with pytest.raises(FormatError, match="the house r1c1 r2c2 as house1 but the house r1c1 r2c3"):
        decided(formats, text, None)


def test_formats_that_read_the_same_are_no_ambiguity() -> None:
    with FORMATS.registered(TURNED):
        assert detect("# 2\n+ 3 A1\n+ 1 B2\n").name == "neknek"


def test_the_format_that_is_right_furthest_is_shown_if_none_is_right() -> None:
    text = (DATA / "indexgrid.txt").read_text("utf-8")
    assert "\n2 - 2\n" in text
    with pytest.raises(
        FormatError, match="in upc on line 5, and here in indexgrid: operator '@'"
    ) as caught:
        loads_all(text.replace("\n2 - 2\n", "\n2 @ 2\n"))
    assert (caught.value.line, caught.value.column) == (9, 3)


def test_the_place_is_shown_if_none_is_right() -> None:
    error = ambiguity(NEKNEK + "+ 3 B2 B3\n", TURNED)
    assert error.line == 4
    assert error.message.startswith(
        "this fits the formats neknek and turned, and is wrong in each, in turned on line 4, and "
        "here in neknek: "
    )
    assert error.message.endswith("; mend it, or say which with --from")


def test_the_line_that_only_one_can_read_decides() -> None:
    text = "# 3\n+ 3 A1 A2\n+ 3 A3 B3\n+ 2 B1\n"
    with FORMATS.registered(TURNED):
        assert detect(text).name == "neknek"


@pytest.mark.parametrize("size", [4, 9])
def test_an_empty_board_is_ambiguous(size: int) -> None:
    text = ("." * size + "\n") * size
    with pytest.raises(
        FormatError, match=r"fits the formats native and sudoku: .* but .*--from"
    ) as caught:
        detect(text, "empty.txt")
    assert caught.value.source == "empty.txt"
    assert loads_all(text, "native")[0].houses == ()
    assert len(loads_all(text, "sudoku")[0].houses) == size


@pytest.mark.parametrize("name", ["puzzles/4x4/cs332.kk", "nofile.json", "x.kk"])
def test_the_name_of_a_file_is_no_puzzle(name):
    message = f"{name!r} looks like the name of a file; expected the text of a puzzle"
    with pytest.raises(FormatError, match=re.escape(message)):
        detect(name)


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "hello world\nfoo bar\n",
        "#!/bin/sh\necho 4\n",
        "deadbeefdeadbeef\n",
        "|",
        "\\",
        "--",
    ],
)
def test_garbage(text: str) -> None:
    message = rf"no puzzle in any of {len(FORMATS)} known formats \(kenken-cp formats lists them\)"
    with pytest.raises(FormatError, match=message) as caught:
        detect(text)
    lines = text.split("\n")
    place = next(number for number, line in enumerate(lines, start=1) if line.strip())
    assert caught.value.line == place
    assert caught.value.column
    assert caught.value.message.startswith(quoted(lines[place - 1].strip(), 60))


@pytest.mark.parametrize(
    ("text", "line", "column", "nearest"),
    [
        ("Dear all,\nthe puzzles are in the other file.\n", 2, 1, "native: row 2 of the picture"),
        ("12:30\n", 1, 4, "keen: no comma; expected BLOCKS,CLUES"),
        ("x = [ Cge 3 Add [(1, 1)] ]", 1, 7, "cs332: 'Cge'; expected 'Cage'"),
        # no comment above "KenKen", as newdoku has it
        ("kk3 =\n[ Cge 3 Add [(1, 1)]\n]\n", 2, 3, "cs332: 'Cge'; expected 'Cage'"),
        ("8 + a\n", 1, 5, "aikenken: cell 'a'; expected an integer"),
        ("1..4\n..3..\n.4...\n...2\n", 2, 1, "sudoku: a row of 5 cells; expected 4"),
        (
            "1 1 2\n3 4 2\n3 4 4\n\n1 3+\n2 1-\n",
            5,
            1,
            "rooms: '1 3+'; expected a cage, as in '3: 12*'",
        ),
    ],
)
def test_the_nearest_format_and_where_it_fails(
    text: str, line: int, column: int | None, nearest: str
) -> None:
    with pytest.raises(FormatError) as caught:
        detect(text, "x.txt")
    assert f"no puzzle in a known format; the nearest is {nearest}" in caught.value.message
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.source == "x.txt"


def test_what_only_its_name_tells() -> None:
    with pytest.raises(FormatError, match="format is clear; it can be read with --from native"):
        detect("...\n...\n")
    assert loads_all("...\n...\n", "native")[0].size == (2, 3)


LONG = 10_000


def test_noise_is_dismissed_quickly() -> None:
    seeded = random.Random(7)
    noise = "".join(seeded.choices(string.printable, k=LONG))
    for text in (noise, "\n" * LONG + "x", "x" + " " * LONG + "y", "-" * LONG + "x", "1" * LONG):
        start = time.process_time()
        with pytest.raises(FormatError, match="no puzzle"):
            detect(text)
        # Hundredths of a second; more than linear would be minutes.
        assert time.process_time() - start < 20


def test_unknown_format() -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'xml'; known: native, json, keen"):
        FORMATS.named("xml")
