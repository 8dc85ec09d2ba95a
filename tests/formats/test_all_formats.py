"""What holds of every format: its signature and no other claims its texts; no text is slow."""

import time
from contextlib import suppress

import pytest
from corpus import shipped
from hypothesis import given
from hypothesis import strategies as st

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, Format, detect, fitting, loads, loads_all
from kenken_cp.formats.record import never

ALL = list(FORMATS)
SLOW = [unit * 60_000 for unit in (" ", "\t", "\n", "[", "{", "(", "1", "a", "0,", '"', "1 ", "a ")]


@pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
def test_example(known: Format) -> None:
    assert loads_all(known.example, known.name)
    assert known.signature is never or fitting(known.example) == [known]


@pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
def test_what_is_written_is_read_back(known: Format) -> None:
    for puzzle in shipped().values():
        try:
            text = known.write(puzzle)
        except FormatError:
            continue
        assert known.signature is never or detect(text) is known
        back = loads(text, known.name)
        assert (back.size, back.values, back.houses) == (puzzle.size, puzzle.values, puzzle.houses)
        assert back.cages == puzzle.cages


@given(st.text(max_size=200))
def test_a_random_text_is_claimed_by_none(text: str) -> None:
    assert not [known.name for known in fitting(text) if known.name != "native"]


@pytest.mark.parametrize("known", ALL, ids=lambda known: known.name)
@pytest.mark.parametrize("text", SLOW, ids=lambda text: repr(text[:2]))
def test_no_text_is_slow(known: Format, text: str) -> None:
    start = time.process_time()
    for changed in (text, known.example + text, text + known.example):
        known.signature(changed)
        with suppress(FormatError):
            loads_all(changed, known.name)
    assert time.process_time() - start < 1
