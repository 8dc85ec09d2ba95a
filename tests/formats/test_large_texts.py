"""Large texts: read piece by piece, and refused at once where they are no puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, Format, detect, loads_all, loads_each
from kenken_cp.formats._words import every_line
from kenken_cp.formats.reading import detection
from kenken_cp.formats.reading.refusal import first_error
from kenken_cp.formats.record import ReadPuzzle
from kenken_cp.model.rule_sets import RuleSet

JOINED = [format_ for format_ in FORMATS if format_.join and format_.name != "penpa"]
MARK = "neither a puzzle nor a comment\n"

LONG = 4_000
HOSTILE = {
    "brackets": "[" * LONG,
    "objects": '{"a":' * LONG,
    "a number": "9" * LONG,
    "a number in JSON": '{"size": ' + "9" * LONG + ', "cages": []}',
    "JSON cages": '{"size": 9, "cages": ['
    + ", ".join(f'{{"cells": [[{n}, 0]], "op": "=", "target": 1}}' for n in range(9000)),
    "JSON cells": '{"size": 9, "cages": [{"op": "+", "target": 3, "cells": [' + "[0, 0], " * LONG,
    "a cage of JSON": '{"9": [[{"op": "add", "target": 3, "cells": ['
    + ", ".join(["[0, 0]"] * LONG)
    + "]}]]}",
    "one clue": "ab\nab\n\n" + "a 3+\n" * LONG,
    "clues on a line": "ab\nab\n\n" + "a 3+, " * LONG,
    "clues before others": "a:3 " * 5 + "\n" + "a:3 " * LONG,
    "cells of two digits": "2 - 11 21\n" * LONG,
    "terms": "cage(div, 2, [[0, 0], [0, 1]]).\n" * LONG,
    "many terms": "t(9,[" + ",".join(["+(3,[[1|1],[1|2]])"] * 9000) + "]).",
    "items of YAML": "size: 9\ncages:\n" + "- cells: [A1, B1]\n  op: +\n" * 9000,
    "cells in YAML": "size: 9\ncages:\n- cells: [" + "A1, " * 9000 + "]\n",
    "rows": "ab\n" * LONG,
    "empty boards": "# 3\n" * 3 * LONG,
    "letters": "a" * LONG,
    "pairs": "a b " * LONG,
    "numbers": "1 2 " * LONG,
    "dots": "." * LONG,
    "bars": "|" * LONG,
    "white space": " " * LONG + "x",
    "empty lines above a size": "\n" * LONG + "4 4\n",
    "ends of lines": "a\r" * LONG,
    "marks": "\ufeff" * LONG + "x",
    "digits": "ab\nab\n\n" + "a ٣+\n" * LONG,
    "a surrogate": "x" * LONG + "\ud800",
    "comments": "# x\n" * LONG,
    "fences": "```\n" * LONG,
    "backquotes": "`" * LONG,
    "lines of cages": "# 9\n" + "+ 3 A1 A2\n" * LONG,
    "cells": "3 + " + "0 1 " * LONG,
    "Haskell": "Cage 3 Add [" + "(1, 1), " * LONG,
    "edges": "9:" + "a" * LONG + ",a1",
    "clues of a game": "3:a_3aba_," + "a1" * LONG,
    "the line of a game": "2x2:" + "c3a2d4a4" * 8 * LONG,
    "the line of an app": "0:00000101" + ":0,3,1" * 10 * LONG,
    "a saved game": "SAVEFILE:41:x\nGAME:4:Solo\nPARAMS:3:2x2\nDESC:400000:" + "_" * 400_000,
    "columns": "puzz_color,puzz_hint\n" + "x,1\n" * LONG,
    "lists": "[[9], [" + "11, " * LONG + "3, 0]]",
    "houses": "house: r1c1 r2c2\n" * LONG,
    "values": "values: " + "1 " * LONG + "\nab\nab\n",
}


@pytest.mark.parametrize("format_", JOINED, ids=lambda format_: format_.name)
def test_the_first_puzzle_comes_before_what_is_wrong_further_on(format_: Format) -> None:
    assert format_.join is not None
    good = format_.join([format_.example] * 200)
    reading = iter(loads_each(good + MARK, format_.name))
    first = next(reading)
    assert isinstance(first, ReadPuzzle)
    assert first.puzzle == loads_all(format_.example, format_.name)[0]


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_one_short_message(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text)
    assert len(str(caught.value)) < 700
    assert "\n" not in str(caught.value)


SEVERAL_THOUSAND = 4_200
MORE_CAGES = {
    "native": "abbc\naddc\n" * 2 + "a: 3+\n" * SEVERAL_THOUSAND + "a: 3+ 3+ 3+\n",
    "keen": "3:a_3aba_," + "a3" * SEVERAL_THOUSAND + "q",
    "prolog": "t(9, [" + "+(3, [[1|1], [1|2]]), " * SEVERAL_THOUSAND + "nonsense]).",
    "kiguli": "["
    + '{"cells": [[0, 0], [0, 1]], "op": "add", "target": 3}, ' * SEVERAL_THOUSAND
    + '{"cells": 5, "op": "add", "target": 3}]',
    "mathdoku-yaml": "size: 9\ncages:\n"
    + "- cells: [A1, B1]\n  value: 3\n  op: +\n" * SEVERAL_THOUSAND
    + "- cells: [A1, ]]\n",
}
"""More cages than any board has, and behind them what is no cage."""


@pytest.mark.parametrize("name", MORE_CAGES)
def test_cages_are_counted_while_they_are_read(name: str) -> None:
    for chosen in (name, None):
        with pytest.raises(FormatError, match="more than 4096"):
            loads_all(MORE_CAGES[name], chosen)


def test_a_sequence_of_many_puzzles() -> None:
    """Cages and cells are counted, puzzles are not."""
    puzzle = "- size: 1\n  cages:\n  - cells: [A1]\n    value: 1\n"
    assert len(loads_all(puzzle * SEVERAL_THOUSAND)) == SEVERAL_THOUSAND


@pytest.mark.complete
@pytest.mark.parametrize("name", FORMATS.names())
def test_one_short_message_in_each_format(name: str) -> None:
    for label in ("brackets", "one clue", "pairs", "letters", "marks"):
        text = HOSTILE[label]
        try:
            found = [each for each in loads_each(text, name) if isinstance(each, FormatError)]
        except FormatError as error:
            found = [error]
        assert all(len(str(error)) < 700 for error in found), label


@pytest.mark.parametrize("length", [1 << 13, 1 << 14, (1 << 14) + 1])
def test_lines_are_those_between_newlines_wherever_they_are_cut(length: int) -> None:
    text = "\n" + "x" * (length - 2) + "\n\n" + "y\n" * length
    assert list(every_line(text)) == text.split("\n")


def test_what_is_wrong_far_below_has_its_line() -> None:
    lines = ["3:a_3aba_,m3a5s1s1"] * 3000
    lines[2500] = "3:a_3aba_,m3a5s1q1"
    errors = [each for each in loads_each("\n".join(lines)) if isinstance(each, FormatError)]
    assert [(error.line, error.column) for error in errors] == [(2501, 17)]


def test_a_format_that_soon_fails_is_decided_against_by_the_first_puzzles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The rest is read once only: where it is wrong, that is said by the one that is left."""
    text = "2 - 1 3\n" * 4 * 200 + "2 - 1\n"
    read: list[str] = []
    sudoku = FORMATS.named("sudoku").read

    def counting(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
        for each in sudoku(text, rules):
            read.append("puzzle" if isinstance(each, ReadPuzzle) else "error")
            yield each

    monkeypatch.setattr(
        detection,
        "first_error",
        lambda known, *more: first_error(
            replace(known, read=counting) if known.name == "sudoku" else known, *more
        ),
    )
    assert detect(text).name == "sudoku"
    assert len(read) < 150
