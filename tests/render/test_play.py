"""Pages to play on: what their scripts are given, and that it is hidden from eyes."""

from __future__ import annotations

import json
import re
from base64 import b64decode

from corpus import shipped
from hypothesis import assume, given

from kenken_cp import Puzzle, explain
from kenken_cp.render.play import Game, play_page
from puzzles import examples, planted

EASY = shipped()["4x4/cs332.kk"]


def page_of(*puzzles):
    return play_page([Game(explain(puzzle)) for puzzle in puzzles])


def facts_of(page):
    """The data of each game."""
    found = re.findall(r'<script type="text/plain">(.*?)</script>', page)
    return [json.loads(b64decode(text)) for text in found]


def test_what_a_game_knows():
    (facts,) = facts_of(page_of(EASY))
    assert facts["values"] == [1, 2, 3, 4]
    assert facts["cells"][1] == ["r2c1", "r2c2", "r2c3", "r2c4"]
    assert facts["cages"][1] == {"clue": "3−", "cells": ["r1c2", "r1c3"]}
    assert len(facts["groups"]) == 8
    assert facts["givens"] == []
    assert facts["solution"][:4] == [["r1c1", 3], ["r1c2", 4], ["r1c3", 1], ["r1c4", 2]]
    step = facts["steps"][0]
    assert step == {
        "technique": "cage values",
        "look": "3− at r1c2 r1c3",
        "text": "3− at r1c2 r1c3 needs 1 and 4.",
        "cells": ["r1c2", "r1c3"],
        "places": [],
        "left": [["r1c2", [1, 4]], ["r1c3", [1, 4]]],
        "rests": [],
        "guess": False,
    }


def test_a_cell_to_choose_for_each_cell_and_a_button_for_each_value():
    page = page_of(Puzzle((1, 2), [], (-1, 3)))
    rows = re.findall(r'<div role="row">(.*)</div>', page)
    assert [re.findall(r'data-choose="(.*?)"', row) for row in rows] == [["r1c1", "r1c2"]]
    assert re.findall(r'data-enter="(.*?)">(.*?)<', page) == [("-1", "−1"), ("3", "3")]


def test_the_solution_is_not_readable():
    explained = explain(EASY)
    page = page_of(EASY)
    assert not any(sentence in page for sentence in explained.sentences)
    drawn = re.findall(r'<text class="kk-(?:entry|given)[^>]*>([^<]*)<', page)
    assert drawn == [""] * 16


def test_cages_of_killer_are_groups():
    (facts,) = facts_of(page_of(shipped()["9x9/killer.kk"]))
    cages = [cage["cells"] for cage in facts["cages"] if len(cage["cells"]) > 1]
    assert cages
    assert all(cage in facts["groups"] for cage in cages)


def test_a_title_does_no_harm():
    page = page_of(Puzzle(EASY.size, EASY.cages, title="</script><script>alert('x')</script>"))
    assert "<script>alert" not in page
    assert "<h2>" not in page  # the only title is that of the page


def test_the_board_is_kept_under_what_the_puzzle_says_and_nothing_else():
    titled = Puzzle(EASY.size, EASY.cages, title="Another title")
    other = shipped()["4x4/hard.kk"]
    keys = [facts["key"] for facts in facts_of(page_of(EASY, titled, other))]
    assert keys[0] == keys[1] != keys[2]


@examples(20)
@given(planted())
def test_steps_rest_on_earlier_ones_and_fill_the_board(case):
    explained = explain(case[0])
    assume(explained.solutions == 1)
    (facts,) = facts_of(play_page([Game(explained)]))
    solution = dict(facts["solution"])
    filled = dict(facts["givens"])
    for number, step in enumerate(facts["steps"]):
        filled |= dict(step["places"])
        assert all(earlier < number for earlier, _, _ in step["rests"])
        for cell, left in step["left"]:
            assert solution[cell] in left
        for _, cell, gone in step["rests"]:
            assert solution[cell] not in gone
    assert filled == solution
