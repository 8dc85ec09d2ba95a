"""Puzzles to play, as one HTML page that needs nothing else: no network, no fonts, no other files.

It has one article for each puzzle, with the drawing of its board (``svg(..., complete=True)``),
a grid of cells over it, buttons, the rules, and the data of ``play.js``, as JSON in base64::

    {"key": "kenken-cp 5d1c...",          under which a browser keeps what is entered
     "values": [1, 2, 3],
     "cells": [["r1c1", ...], ...],       in rows
     "cages": [{"clue": "3−", "cells": ["r1c1", "r1c2"]}],
     "groups": [["r1c1", ...], ...],      cells that must all differ: houses, and cages in Killer
     "givens": [["r2c1", 2]],
     "solution": [["r1c1", 1], ...],
     "steps": [                           those of the explanation
        {"technique": "cage values",
         "look": "3− at r1c1 r1c2",
         "text": "3− at r1c1 r1c2 needs ...",
         "cells": ["r1c1"],               where to look
         "places": [["r1c1", 1]],
         "left": [["r1c2", [1, 4]]],      the candidates that it leaves to cells
         "rests": [[0, "r1c2", [2, 3]]],  steps (from 0) that it needs, and for which candidates
         "guess": true}]}                 if it is no deduction

The encoding keeps the solution, and steps that name values, from people who look at the source;
it is no protection.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from kenken_cp.logic.candidates import Candidates, filled
from kenken_cp.logic.explain import Explanation
from kenken_cp.logic.relevance import traced
from kenken_cp.logic.sentences import looks_at, sentence
from kenken_cp.logic.steps import GUESS
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.board import corner_clues, written
from kenken_cp.render.document import article, document
from kenken_cp.render.frames import cells_pointed_to
from kenken_cp.render.instructions import instructions
from kenken_cp.render.picture import Picture, no_candidates
from kenken_cp.render.records import names_of
from kenken_cp.render.svg import escaped, svg
from kenken_cp.render.text import with_signs
from kenken_cp.text import cell_name


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle to be played.

    Args:
        explained: the way to the only solution of the puzzle.
        title: by default the puzzle's name.
    """

    explained: Explanation
    title: str = ""


def play_page(games: Sequence[Game]) -> str:
    """The page, as the text of an HTML file.

    Args:
        games: at least one.

    Raises:
        PuzzleError: for a board with more pencil marks than a drawing may have.
    """
    names = [game.title or game.explained.puzzle.name for game in games]
    articles = [
        _article(game.explained, name, titled=len(games) > 1)
        for game, name in zip(games, names, strict=True)
    ]
    return document("play", names, articles)


def _article(explained: Explanation, name: str, *, titled: bool) -> str:
    puzzle = explained.puzzle
    board = filled(puzzle, {}).board
    picture = Picture(puzzle, board, candidates=no_candidates(puzzle), named=True)
    rows = (
        "".join(f'<div role="gridcell" data-choose="{name}"></div>' for name in names)
        for names in _rows_of_names(puzzle)
    )
    values = (
        f'<button type="button" data-enter="{value}">{written(value)}</button>'
        for value in puzzle.values
    )
    rules = (f'<p class="rules">{escaped(text)}</p>' for text in instructions({1: puzzle}))
    return article(
        "play.html",
        puzzle,
        name if titled else "",
        name=escaped(name),
        cells="\n".join(f'<div role="row">{row}</div>' for row in rows),
        drawing=svg(picture, complete=True),
        values="".join(values),
        rules="\n".join(rules),
        data=_hidden(_data(explained)),
    )


def _rows_of_names(puzzle: Puzzle) -> Iterator[list[str]]:
    """The names of the cells, in rows."""
    for row in range(puzzle.rows):
        yield [cell_name((row, column)) for column in range(puzzle.columns)]


def _hidden(data: dict[str, Any]) -> str:
    text = json.dumps(data, separators=(",", ":"), ensure_ascii=False)
    return b64encode(text.encode()).decode()


def _data(explained: Explanation) -> dict[str, Any]:
    puzzle, solution = explained.puzzle, explained.board
    start = filled(puzzle, {})
    at = start.instance.cells
    data = {
        "values": list(puzzle.values),
        "cells": list(_rows_of_names(puzzle)),
        "cages": list(_cages(puzzle)),
        "groups": [names_of(at[cell] for cell in group.cells) for group in start.instance.groups],
        "givens": _by_name(puzzle.givens.items()),
        "solution": _by_name((cell, solution[cell[0]][cell[1]]) for cell in puzzle.cells),
    }
    # The board is kept for this puzzle, whatever is said about it.
    key = f"kenken-cp {sha256(json.dumps(data).encode()).hexdigest()}"
    return {"key": key, **data, "steps": list(_steps(explained, start))}


def _cages(puzzle: Puzzle) -> Iterator[dict[str, Any]]:
    clues = corner_clues(puzzle)
    for cage in puzzle.cages:
        if clue := clues.get(min(cage.cells)):
            yield {"clue": clue.text, "cells": names_of(cage.cells)}


def _steps(explained: Explanation, start: Candidates) -> Iterator[dict[str, Any]]:
    puzzle, steps = explained.puzzle, explained.steps
    for step, rests in zip(steps, traced(start, steps), strict=True):
        guess = step.technique == GUESS
        yield {
            "technique": step.technique,
            "look": " ".join(names_of(step.cells)) if guess else with_signs(looks_at(step, puzzle)),
            "text": with_signs(sentence(step, puzzle)),
            "cells": names_of(cells_pointed_to(step)),
            "places": _by_name(step.places),
            "left": _by_name(step.left.items()),
            "rests": [[earlier, cell_name(cell), values] for earlier, cell, values in rests],
            "guess": guess,
        }


def _by_name(items: Iterable[tuple[Cell, Any]]) -> list[tuple[str, Any]]:
    return [(cell_name(cell), held) for cell, held in sorted(items)]
