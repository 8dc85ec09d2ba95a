"""What is printed, what a notebook shows, and what a message calls it."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest
from corpus import PUZZLES
from hypothesis import given

from kenken_cp import (
    Cage,
    Count,
    Level,
    Outcome,
    Picture,
    Puzzle,
    Status,
    each_solution,
    estimate,
    explain,
    frames,
    hint,
    load,
    prove,
    rate,
    solve,
    true_candidates,
    verify,
    why,
)
from kenken_cp.errors import KenKenError
from kenken_cp.model.rules import violations
from kenken_cp.render.board import differing
from kenken_cp.render.svg import svg
from kenken_cp.render.text import drawn, with_signs
from kenken_cp.search.gate import wrong_grid
from puzzles import examples, planted

SVG = "{http://www.w3.org/2000/svg}svg"
HOSTILE = "<script>alert('&')</script>\x1b[31m\n</svg>"
CS332 = load(PUZZLES / "4x4/cs332.kk")
FULL = Puzzle(
    9, [Cage([(r, c)], "=", (r + c) % 9 + 1) for r in range(9) for c in range(9)], title="Monday"
)
FOUR = load(PUZZLES / "ambiguous/6x6-four.kk")
NONE = replace(
    CS332, cages=(*CS332.cages[:-1], Cage(CS332.cages[-1].cells, "+", 3)), title="impossible"
)


@cache
def shown():
    """What is shown, by what it is."""
    return {
        "solved": solve(CS332),
        "several": solve(FOUR),
        "none": solve(NONE),
        "counted": each_solution(FOUR, lambda grid: None),
        "explained": explain(CS332),
        "not explained": explain(FOUR),
        "a hint": hint(CS332),
        "wrong": hint(CS332, [[1, *[None] * 3], *[[None] * 4] * 3]),
        "why several": why(FOUR),
        "why none": why(NONE),
        "candidates": true_candidates(FOUR),
        "no candidates": true_candidates(NONE),
    }


def parsed(html):
    """The element of an object; what is not well-formed is an error."""
    return ElementTree.fromstring(html)


def words(element):
    """What it says, outside of pictures."""
    return [text for one in element if one.tag != SVG for text in one.itertext() if text.strip()]


class TestRepr:
    @pytest.mark.parametrize(
        ("puzzle", "text"),
        [
            (CS332, "<Puzzle 4x4, 7 cages, kenken rules, 'CS 332 4x4'>"),
            (FULL, "<Puzzle 9x9, 81 givens, kenken rules, 'Monday'>"),
            (replace(FULL, level=str(Level.HARD)), "kenken rules, 'Monday', level 'hard'>"),
            (Puzzle((2, 3), rules="killer"), "<Puzzle 2x3, 0 cages, killer rules>"),
            (
                Puzzle(2, values=(0, 5), houses=[[(0, 0), (1, 1)]]),
                "<Puzzle 2x2, 0 cages, kenken rules, values 0 5, 1 extra house>",
            ),
        ],
    )
    def test_of_a_puzzle(self, puzzle, text):
        assert repr(puzzle).endswith(text)

    def test_is_a_line(self):
        found, none, certificate = shown()["explained"], shown()["why none"], prove(CS332)
        values = [
            *shown().values(),
            *(CS332.cages[0], Cage([(r, 0) for r in range(64)], "+", 1), Picture(FULL)),
            *(found.steps[0], frames(found)[1]),
            *(certificate, verify(certificate), verify(str(certificate).replace("2 ", "3 ", 1))),
            *(none.suspects, none.conflict, none.repairs[0], shown()["why several"].ambiguity),
            *(estimate(FOUR), FULL.rules, CS332.cages[0].operator),
            replace(FULL, title="long " * 1000, level="longer " * 1000),
        ]
        for value in values:
            assert len(repr(value)) < 200, value
            assert repr(value).isprintable()
        assert len(repr(rate(CS332))) < 400

    @given(found=planted())
    @examples(50)
    def test_of_any_puzzle(self, found):
        assert repr(found[0]).startswith(f"<Puzzle {found[0].size_name}, ")
        assert len(repr(found[0])) < 200


class TestPrint:
    def test_a_puzzle_is_drawn_under_its_name(self):
        assert str(CS332) == "CS 332 4x4\n" + drawn(Picture(CS332))
        assert str(Puzzle(1)).splitlines()[0] == "1x1 kenken puzzle"
        assert str(replace(CS332, title="a\x1b[31m\nb")).splitlines()[0] == "a [31m b"

    def test_an_outcome_is_drawn(self):
        marked = {
            (r, c) for r, c in FOUR.cells if len({g[r][c] for g in shown()["several"].grids}) > 1
        }
        first, second, sentence = str(shown()["several"]).split("\n\n")
        assert first == drawn(Picture(FOUR, shown()["several"].grids[0], marked=marked))
        assert second == drawn(Picture(FOUR, shown()["several"].grids[1], marked=marked))
        assert (
            sentence == "More than one solution: two of them are shown, * marks where they differ."
        )
        assert str(shown()["solved"]).endswith("┛\n\nThe only solution.")
        assert str(shown()["none"]) == "No solution."
        assert str(shown()["counted"]) == "4 solutions."

    def test_candidates_are_drawn(self):
        found = shown()["candidates"]
        marks = drawn(Picture(FOUR, candidates=found.table))
        assert str(found) == f"{marks}\n\n" + "\n  ".join(found.sentences)
        assert found.sentences[0] == "4 solutions"
        assert found.sentences[-1] == "r5c6: 2 in 2, 5 in 2"
        assert str(shown()["no candidates"]).endswith("\n\nThere is no solution.")

    @pytest.mark.parametrize(
        ("encoding", "corner"), [("ascii", "+"), ("utf-8", "┏"), ("cp1252", "+")]
    )
    def test_in_what_standard_output_can_show(self, monkeypatch, encoding, corner):
        out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        monkeypatch.setattr(sys, "stdout", out)
        print(CS332, shown()["solved"], shown()["candidates"], shown()["why several"], sep="\n")
        out.flush()
        assert out.buffer.getvalue().decode(encoding).splitlines()[1][0] == corner


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        ((Status.EXHAUSTED, 0, 0), "No solution."),
        ((Status.EXHAUSTED, 1, 1), "The only solution."),
        ((Status.EXHAUSTED, 1, 0), "1 solution."),
        ((Status.EXHAUSTED, 3, 3), "All 3 solutions are shown."),
        ((Status.EXHAUSTED, 3, 1), "3 solutions: one of them is shown."),
        ((Status.EXHAUSTED, 5, 2), "5 solutions: two of them are shown."),
        ((Status.LIMIT, 2, 2), "More than one solution: two of them are shown."),
        ((Status.LIMIT, 9, 3), "9+ solutions: 3 of them are shown."),
        ((Status.LIMIT, 1, 1), "1 solution found (stopped at the limit; there may be more)."),
        ((Status.TIMEOUT, 0, 0), "No solution found (timeout after 2.0 s; there may be some)."),
        (
            (Status.INTERRUPTED, 0, 0),
            "No solution found (interrupted after 2.0 s; there may be some).",
        ),
    ],
)
def test_what_is_said_of_an_outcome(outcome, sentence):
    status, count, grids = outcome
    counted = Count(count, exact=status is Status.EXHAUSTED)
    found = Outcome(
        status, counted, tuple(((n,),) for n in range(grids)), 2.0, "cover", "cover", {}
    )
    assert found.sentence == sentence


class TestNotebook:
    def test_a_puzzle_and_a_picture_are_svg(self):
        assert CS332._repr_svg_() == svg(Picture(CS332))
        picture = Picture(CS332, candidates=true_candidates(CS332).table)
        assert picture._repr_svg_() == svg(picture)

    @pytest.mark.parametrize(
        "name", ["explained", "not explained", "a hint", "wrong", "candidates"]
    )
    def test_sentences_and_a_board(self, name):
        found = parsed(shown()[name]._repr_html_())
        assert len(found.findall(SVG)) == 1
        said = [text for text in words(found) if not text.endswith(":")]
        assert said == list(map(with_signs, shown()[name].sentences))

    def test_cells_that_differ_are_marked(self):
        first = parsed(shown()["several"]._repr_html_()).find(SVG)
        marked = {one.get("data-cell") for one in first if one.get("class") == "kk-marked"}
        assert marked == {f"r{r + 1}c{c + 1}" for r, c in differing(shown()["several"].grids)}

    def test_a_hint_shows_where_to_look_and_gives_no_value_away(self):
        found = parsed(shown()["a hint"]._repr_html_()).find(SVG)
        looked = {one.get("data-cell") for one in found if one.get("class") == "kk-basis"}
        last = shown()["a hint"].steps[-1]
        assert {f"r{r + 1}c{c + 1}" for r, c in last.cells} <= looked
        assert not [one for one in found if one.get("class") == "kk-entry"]

    def test_frames_of_something_else(self):
        with pytest.raises(KenKenError, match=r"expected what explain\(puzzle\) or hint"):
            frames(FOUR)

    def test_frames_are_the_steps(self):
        found = shown()["explained"]
        start, *steps = frames(found)
        assert [one.heading for one in steps] == [step.technique for step in found.steps]
        for one in (start, *steps):
            element = parsed(one._repr_html_())
            text = with_signs(f"{one.heading}: {one.text}")
            assert (words(element), len(element.findall(SVG))) == ([text], 1)
            assert str(one).startswith(f"{text}\n")
        assert [one.text for one in frames(shown()["a hint"])][1:] == list(
            shown()["a hint"].sentences
        )

    def test_a_title_is_text(self):
        named = replace(FOUR, title=HOSTILE)
        assert "script" not in {one.tag.split("}")[-1] for one in parsed(named._repr_svg_()).iter()}
        for value in (
            solve(named),
            explain(named),
            hint(named),
            why(named),
            true_candidates(named),
        ):
            found = parsed(value._repr_html_())
            assert not [one for one in found.iter() if one.tag.endswith("script")]


class TestMessages:
    def test_an_internal_error_names_the_puzzle_in_a_line(self):
        grid = ((1, 1, 1, 1),) * 4
        error = wrong_grid(CS332.bare, "cover", violations(CS332, grid)[0], grid)
        assert str(error).startswith("cover gave a wrong grid for 4x4 kenken puzzle: row 1 has 1")
