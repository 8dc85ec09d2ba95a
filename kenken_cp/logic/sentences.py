"""Steps in sentences: the phrases that the techniques share, and the text of explanations.

A step's own sentence is written by its technique (``Technique.describe``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from kenken_cp.logic.steps import GUESS, TECHNIQUES, Contradiction, Describe, Step
from kenken_cp.model.geometry import Cell, House
from kenken_cp.model.operators import Operator
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.text import cell_name, cell_names, house_name, listed

# --- phrases -------------------------------------------------------------------------------------


def one_by_one(sentence: Callable[[Step, Puzzle], str]) -> Describe:
    """For a technique each of whose steps is a sentence of its own."""
    return lambda run, puzzle: [sentence(step, puzzle) for step in run]


def name_of(house: House, puzzle: Puzzle) -> str:
    """A house of a puzzle, as people name it."""
    return house_name(house, puzzle.rows, puzzle.columns)


def names_of(houses: Sequence[House], puzzle: Puzzle) -> str:
    """Houses in a sentence: ``row 3``, ``rows 1-3``, ``columns 2 and 5``."""
    return listed(names_by_kind(houses, puzzle))


def names_by_kind(houses: Iterable[House], puzzle: Puzzle) -> list[str]:
    """The parts of ``names_of``: the rows, the columns, and each other house by itself."""
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


def conclusion(step: Step) -> str:
    """What a step means for the cells it narrows: what they are, or what they are not."""
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


def total_of(
    operator: Operator, houses: Sequence[House], cages: Sequence[Cage], puzzle: Puzzle
) -> str:
    """``the sum of rows 1 and 2 is 12; the cages inside make 10``."""
    values = [value for _ in houses for value in puzzle.values]
    inside = f"the cages inside make {operator.evaluate([cage.target for cage in cages])}"
    if len(cages) == 1:
        inside = f"{cages[0]} is inside"
    whole = operator.evaluate(values)
    return f"the {operator.noun} of {names_of(houses, puzzle)} is {whole}; {inside}"


def so_single(step: Step) -> str:
    """The end of a sentence that has said what goes, not yet which cells that decides."""
    single = [
        f"{cell_name(cell)} is {values[0]}"
        for cell, values in step.left.items()
        if len(values) == 1
    ]
    return f"; {listed(single)}." if single else "."


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


def values_in_cells(step: Step) -> str:
    """``3 or 6 in r1c1 or r1c2``, for each set of values that goes."""
    return any_of(
        f"{any_of(values)} in {any_of(map(cell_name, cells))}"
        for values, cells in by_values(step.eliminates)
    )


def contradiction_name(shown: Contradiction, puzzle: Puzzle, *, would: str = "is") -> str:
    """What shows that there is no solution."""
    if shown.cage is not None:
        return f"nothing {would} left that makes {shown.cage}"
    if shown.house is not None:
        return f"no place {would} left for {shown.value} in {name_of(shown.house, puzzle)}"
    if shown.lines is not None:
        operator, _, _, houses, cages = shown.lines
        return f"{total_of(operator, houses, cages, puzzle)}, and no cell is left"
    assert shown.cell is not None
    text = f"no value {would} left for {cell_name(shown.cell)}"
    same = _given_the_same(shown.cell, puzzle)
    return text if same is None else f"{text}, as {cell_name(same)} is given the same"


def _given_the_same(given: Cell, puzzle: Puzzle) -> Cell | None:
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


def _sentences(technique: str, run: Sequence[Step], puzzle: Puzzle) -> list[str]:
    if technique == GUESS:
        return list(map(_guess_sentence, run))
    return TECHNIQUES.named(technique).describe(run, puzzle)


def _guess_sentence(step: Step) -> str:
    ((cell, value),) = step.places
    name = cell_name(cell)
    return (
        f"From here on deduction does not suffice: {name} can be {any_of(step.values)}. "
        f"Of these only {name} = {value} works out."
    )


def looks_at(step: Step, puzzle: Puzzle) -> str:
    """Where to look in order to find a step, without what is found there."""
    if look_at := TECHNIQUES.named(step.technique).look_at:
        return look_at(step, puzzle)
    houses = [names_of(step.houses, puzzle)] if step.houses else []
    return ", ".join([*map(str, step.cages), *houses])


def look_at_cells(step: Step, _: Puzzle) -> str:
    """A hint that names the cells of the step."""
    return cell_names(step.cells)


def margin_width() -> int:
    """Columns that the names of techniques take beside the sentences."""
    return max(map(len, TECHNIQUES.names())) + 2
