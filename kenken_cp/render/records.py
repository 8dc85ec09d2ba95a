"""Cages, steps and events of the hand-written solver as what JSON can hold.

Cells are called by their names, ``r1c2``.
"""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar

from kenken_cp.logic.events import DeadEnd, Deduced, Event, Expanded, Found, Round, Tried
from kenken_cp.logic.sentences import name_of
from kenken_cp.logic.steps import Step
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import cell_name

_Held = TypeVar("_Held")

_KINDS = {Found: "solution", DeadEnd: "dead-end"}
"""What events are called under ``kind``, where it is not the name of their class."""


def names_of(cells: Iterable[Cell]) -> list[str]:
    """The names of cells, each once, in reading order."""
    return [*map(cell_name, sorted(set(cells)))]


def by_cell_name(held: Iterable[tuple[Cell, _Held]]) -> dict[str, _Held]:
    """What cells hold, or lose, by their names."""
    return {cell_name(cell): value for cell, value in held}


def cage_record(cage: Cage) -> dict[str, Any]:
    """A cage: its clue, and its cells by their names."""
    return {"clue": cage.clue, "cells": names_of(cage.cells)}


def event_name(kind: type[Event]) -> str:
    """What events of a class are called."""
    return _KINDS.get(kind, kind.__name__.lower())


def event_record(event: Event, puzzle: Puzzle) -> dict[str, Any]:
    """An event as what JSON can hold: cells by name (``r1c2``), boards as rows with null."""
    record = {field.name: getattr(event, field.name) for field in fields(event)}
    match event:
        case Deduced():
            record = {**step_record(event.step, puzzle), "open_cells": event.open_cells}
        case Expanded() | Tried():
            record["cell"] = cell_name(event.cell)
        case Round():
            record["placements"] = by_cell_name(event.placements)
    return {"kind": event_name(type(event)), **record}


def step_record(step: Step, puzzle: Puzzle) -> dict[str, Any]:
    """A step as what JSON can hold: what it does, and of what it follows."""
    return {
        "technique": step.technique,
        "places": by_cell_name(step.places),
        "eliminates": by_cell_name(step.eliminates),
        "cells": list(map(cell_name, step.cells)),
        "values": step.values,
        "houses": [name_of(house, puzzle) for house in step.houses],
        "cages": list(map(cage_record, step.cages)),
        "total": step.total,
    }
