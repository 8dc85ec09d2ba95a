"""Steps in sentences: the phrases that the techniques share, and the text of explanations.

A step's own sentence is written by its technique (``Technique.sentence``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from string import Formatter

from kenken_cp.logic.steps import GUESS, TECHNIQUES, Contradiction, Step, Words
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import cell_name, cell_names, house_name, listed

# --- phrases -------------------------------------------------------------------------------------


def name_of(house: House, puzzle: Puzzle) -> str:
    """A house of a puzzle, as people name it."""
    return house_name(house, puzzle.rows, puzzle.columns)


def house_names(houses: Sequence[House], puzzle: Puzzle) -> str:
    """Houses in a sentence: ``row 3``, ``rows 1-3``, ``columns 2 and 5``."""
    return listed(names_by_kind(houses, puzzle))


def names_by_kind(houses: Iterable[House], puzzle: Puzzle) -> list[str]:
    """The parts of ``house_names``: the rows, the columns, and each other house by itself."""
    parts: list[str] = []
    names = (name_of(house, puzzle).split(" ", 1) for house in houses)
    for kind, run in groupby(names, key=itemgetter(0)):
        places = [place for _, place in run]
        if len(places) == 1 or kind not in ("row", "column"):
            parts += [f"{kind} {place}" for place in places]
        elif len(places) > 2 and int(places[-1]) - int(places[0]) == len(places) - 1:
            parts.append(f"{kind}s {places[0]}-{places[-1]}")
        else:
            parts.append(f"{kind}s {listed(places)}")
    return parts


def any_of(items: Iterable[object]) -> str:
    """``1, 2 or 3``."""
    return listed(items, "or")


def cells_of(cells: Iterable[Cell]) -> str:
    """``r1c1, r1c2 and r1c3``."""
    return listed(map(cell_name, cells))


def eliminated(step: Step) -> list[int]:
    """The values that go, wherever they go from."""
    return sorted({value for _, values in step.eliminates for value in values})


def by_values(
    items: Iterable[tuple[Cell, tuple[int, ...]]],
) -> list[tuple[tuple[int, ...], list[Cell]]]:
    """Cells that the same values belong to, together."""
    cells: dict[tuple[int, ...], list[Cell]] = {}
    for cell, values in items:
        cells.setdefault(values, []).append(cell)
    return list(cells.items())


def _conclusion(step: Step) -> str:
    claims: dict[tuple[bool, tuple[int, ...]], list[Cell]] = {}
    for cell, gone in step.eliminates:
        left = step.left[cell]
        is_shorter = len(left) == 1 or 0 < len(left) < len(gone)
        claim = (True, left) if is_shorter else (False, gone)
        claims.setdefault(claim, []).append(cell)
    return listed(
        f"{cells_of(cells)} {'is' if len(cells) == 1 else 'are'} {'' if holds else 'not '}"
        + any_of(values)
        for (holds, values), cells in sorted(claims.items(), key=lambda item: not item[0][0])
    )


def _gone_in_cells(step: Step) -> str:
    return any_of(
        f"{any_of(values)} in {any_of(map(cell_name, cells))}"
        for values, cells in by_values(step.eliminates)
    )


def _so_single(step: Step) -> str:
    left = step.left.items()
    single = [f"{cell_name(cell)} is {values[0]}" for cell, values in left if len(values) == 1]
    return f"; {listed(single)}" if single else ""


PHRASES: dict[str, Callable[[Step, Puzzle], str]] = {
    "cage": lambda step, _: str(step.cages[0]),
    "other cage": lambda step, _: str(step.cages[1]),
    "house": lambda step, puzzle: name_of(step.houses[0], puzzle),
    "houses": lambda step, puzzle: house_names(step.houses, puzzle),
    "first half": lambda step, puzzle: house_names(step.houses[: len(step.houses) // 2], puzzle),
    "second half": lambda step, puzzle: house_names(step.houses[len(step.houses) // 2 :], puzzle),
    "cages and houses": lambda step, puzzle: listed(
        [*map(str, step.cages), *names_by_kind(step.houses, puzzle)]
    ),
    "cells": lambda step, _: cells_of(step.cells),
    "any cell": lambda step, _: any_of(map(cell_name, step.cells)),
    "cell names": lambda step, _: cell_names(step.cells),
    "values": lambda step, _: listed(step.values),
    "total": lambda step, _: str(step.total),
    "noun": lambda step, _: step.operator.noun if step.operator else "",
    "gone": lambda step, _: listed(eliminated(step)),
    "any gone": lambda step, _: any_of(eliminated(step)),
    "gone in cells": lambda step, _: _gone_in_cells(step),
    "conclusion": lambda step, _: _conclusion(step),
    "so single": lambda step, _: _so_single(step),
}
"""What templates may say of a step. Of its eliminations: ``{conclusion}`` is what its cells are, or
are not; ``{so single}``, where it has been said what goes, which cells that decides: ``; r1c1 is
3``.
"""


def filled_in(words: Words, step: Step, puzzle: Puzzle) -> str:
    """The words about a step."""
    if not isinstance(words, str):
        return words(step, puzzle)
    names = {name for _, name, _, _ in Formatter().parse(words) if name}
    return words.format(**{name: PHRASES[name](step, puzzle) for name in names})


def total_of(
    operator: Operator, houses: Sequence[House], cages: Sequence[Cage], puzzle: Puzzle
) -> str:
    """``the sum of rows 1 and 2 is 12; the cages inside make 10``."""
    values = [value for _ in houses for value in puzzle.values]
    inside = f"the cages inside make {operator.evaluate([cage.target for cage in cages])}"
    if len(cages) == 1:
        inside = f"{cages[0]} is inside"
    whole = operator.evaluate(values)
    return f"the {operator.noun} of {house_names(houses, puzzle)} is {whole}; {inside}"


def contradiction_name(shown: Contradiction, puzzle: Puzzle, *, would: str = "is") -> str:
    """What shows that there is no solution."""
    if shown.cage is not None:
        return f"nothing {would} left that makes {shown.cage}"
    if shown.house is not None:
        return f"no place {would} left for {shown.value} in {name_of(shown.house, puzzle)}"
    if shown.lines is not None:
        operator, houses, cages = shown.lines.operator, shown.lines.houses, shown.lines.cages
        return f"{total_of(operator, houses, cages, puzzle)}, and no cell is left"
    assert shown.cell is not None
    text = f"no value {would} left for {cell_name(shown.cell)}"
    same = given_the_same(shown.cell, puzzle)
    return text if same is None else f"{text}, as {cell_name(same)} is given the same"


def given_the_same(given: Cell, puzzle: Puzzle) -> Cell | None:
    """For a given, another one of a common house with the same value, if there is one."""
    for cell, value in puzzle.givens.items():
        is_same = cell != given and value == puzzle.givens.get(given)
        if is_same and any(cell in house and given in house for house in puzzle.all_houses):
            return cell
    return None


# --- texts ---------------------------------------------------------------------------------------


def paragraphs(steps: Iterable[Step], puzzle: Puzzle) -> Iterator[tuple[str, list[str]]]:
    """The sentences, as (technique, sentences) for each run of steps of one technique.

    A cell that is said to be left with one value is not mentioned again when it is placed.
    """
    known: set[Cell] = set()

    def is_news(step: Step) -> bool:
        if step.places:
            return not known.issuperset(cell for cell, _ in step.places)
        known.update(cell for cell, values in step.left.items() if len(values) == 1)
        return True

    for technique, run in groupby(filter(is_news, steps), key=lambda step: step.technique):
        yield technique, _sentences(technique, list(run), puzzle)


def sentence(step: Step, puzzle: Puzzle) -> str:
    """A step in words. Every elimination that leaves a cell one value says so."""
    return " ".join(_sentences(step.technique, [step], puzzle))


def _sentences(name: str, run: Sequence[Step], puzzle: Puzzle) -> list[str]:
    if name == GUESS:
        return list(map(_guess_sentence, run))
    technique = TECHNIQUES.named(name)
    if not technique.run_on:
        return [filled_in(technique.sentence, step, puzzle) for step in run]
    first, *others = run
    begun = filled_in(technique.sentence, first, puzzle).removesuffix(".")
    return [begun + "".join(filled_in(technique.run_on, each, puzzle) for each in others) + "."]


def _guess_sentence(step: Step) -> str:
    ((cell, value),) = step.places
    name = cell_name(cell)
    return (
        f"From here on deduction does not suffice: {name} can be {any_of(step.values)}. "
        f"Of these only {name} = {value} works out."
    )


def looks_at(step: Step, puzzle: Puzzle) -> str:
    """Where to look in order to find a step, without what is found there."""
    return filled_in(TECHNIQUES.named(step.technique).look_at, step, puzzle)
