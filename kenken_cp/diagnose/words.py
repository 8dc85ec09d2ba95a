"""A diagnosis in words and pictures: one section for each thing that is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod

from kenken_cp.diagnose.ambiguity import Ambiguity, Change, Fewest
from kenken_cp.diagnose.contradiction import Conflict
from kenken_cp.diagnose.repairs import Repair, Suspect
from kenken_cp.diagnose.settling import shown_operators
from kenken_cp.logic.explain import Explanation
from kenken_cp.logic.sentences import any_of, names_by_kind
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.render.picture import Part, Picture
from kenken_cp.render.sections import Section
from kenken_cp.text import cell_name, listed, plural, short_cell_names, short_values

MAX_SHOWN = 6
"""Suspects, slips and groups that are shown; JSON has all of them."""

_MAX_ALTERNATIVES = 4
"""Alternatives of one group of cells that are shown."""

MAX_CELLS = 8
"""Cells of the largest group whose alternatives are shown."""

_ONE, _SEVERAL = "one solution", "several solutions"

_DIFFERENCES = "Where solutions differ"


def _cells_of(cages: Iterable[Cage]) -> frozenset[Cell]:
    return frozenset(cell for cage in cages for cell in cage.cells)


def _shown(items: Sequence[str]) -> tuple[str, ...]:
    """The first of many."""
    if len(items) <= MAX_SHOWN:
        return tuple(items)
    return (*items[:MAX_SHOWN], f"and {len(items) - MAX_SHOWN} more")


# --- no solution ---------------------------------------------------------------------------------


def of_suspects(suspects: Sequence[Suspect], puzzle: Puzzle, *, every: bool) -> Section:
    """The clues one of which may be wrong; ``every`` says that there are no others."""
    if len(suspects) == 1:
        others = "; it is the only such clue" if every else ""
        text = f"One clue may be wrong: removing it leaves a solution{others}."
    else:
        text = (
            f"One of these {len(suspects)} clues may be wrong: removing any one of them leaves a "
            "solution. The likeliest is first."
        )
    return Section(
        text,
        _shown([_suspect(suspect, puzzle) for suspect in suspects]),
        heading="Clues that may be wrong",
        cells=_cells_of(suspect.cage for suspect in suspects[:MAX_SHOWN]),
    )


def _suspect(suspect: Suspect, puzzle: Puzzle) -> str:
    if not suspect.fits:
        cells, values = len(suspect.cage.cells), len(puzzle.values)
        if puzzle.rules.distinct_cages and cells > values:
            why = f"no clue fits: {cells} cells cannot differ, as there are {values} values"
        else:
            why = "no other clue fits there"
        return f"{suspect.cage}: {why}"
    kinds = {True: _ONE, False: _SEVERAL, None: "solutions"}
    shown = suspect.fits[:MAX_SHOWN]
    fits = [
        f"{any_of(_fit(repair, suspect.cage) for repair in run)} ({kinds[unique]})"
        for unique, run in groupby(shown, key=lambda repair: repair.unique)
    ]
    others = "; or others" if len(suspect.fits) > len(shown) else ""
    return f"{suspect.cage}: is it {'; '.join(fits)}{others}?"


def _fit(repair: Repair, cage: Cage) -> str:
    """The clue that a repair gives a cage."""
    (found,) = [one for one in repair.puzzle.cages if one.cells == cage.cells]
    return found.clue


def fits_of(suspect: Suspect) -> list[str]:
    """The clues that would fit a suspect, the likeliest first."""
    return [_fit(repair, suspect.cage) for repair in suspect.fits]


def of_only_suspect(suspect: Suspect) -> str:
    """One line about the only suspect."""
    question = f": is it {_fit(suspect.fits[0], suspect.cage)}?" if suspect.fits else ""
    return f"{suspect.cage} is the only clue whose removal leaves a solution{question}"


def of_slips(slips: Sequence[Repair], *, alone: bool) -> Section:
    """Slips in drawing cages or placing givens; ``alone`` if no single clue explains it."""
    which = "one of these slips, the likeliest first" if len(slips) > 1 else "this slip"
    text = "No change of a single clue leaves a solution. The" if alone else "Or the"
    return _repairs(f"{text} mistake may be {which}:", slips, "Slips")


def of_possible(cages: Sequence[Cage]) -> Section:
    """Where the mistake lies if it is a single one, though no solution without it is known."""
    text = (
        f"If a single clue is wrong, it is {any_of(cages)}: changing any other alone does not help."
    )
    return Section(text, cells=_cells_of(cages))


def of_changes(changes: Sequence[Repair]) -> Section:
    """The fewest clues that have to change together."""
    fewest = len(changes[0].cages)
    text = f"At least {fewest} clues have to change"
    text += ", for instance these:" if len(changes) == 1 else ". The likeliest changes are first:"
    return _repairs(text, changes, "Clues to change")


def _repairs(text: str, repairs: Sequence[Repair], heading: str) -> Section:
    changed = (cage for repair in repairs[:MAX_SHOWN] for cage in repair.cages)
    items = _shown([_repair(repair) for repair in repairs])
    return Section(text, items, heading=heading, cells=_cells_of(changed))


def _repair(repair: Repair) -> str:
    if repair.unique is None:
        return repair.words
    return f"{repair.words} ({_ONE if repair.unique else _SEVERAL})"


def of_conflict(found: Conflict) -> Section:
    """The reason why there is no solution."""
    puzzle, cages, houses = found.puzzle, found.cages, found.houses
    if len(cages) == 1 and not houses:  # and no picture: there is nothing to be seen
        text = f"The reason: no values make {cages[0]}."
        return Section(text, heading="The reason", cells=_cells_of(cages))
    counts = [plural(len(cages), "clue")] * bool(cages)
    counts += [plural(len(houses), "house")] * bool(houses)
    size = " Perhaps not all of them are needed."
    if found.minimal:
        size = " None of them can be left out"
        smaller = "no smaller set" if found.smallest else "perhaps a smaller set"
        fewer = f"and {smaller} contradicts itself"
        size += f", {fewer}."
    proved = " Two engines have proved it." if found.reproved else ""
    items = [*map(str, cages), *names_by_kind(houses, puzzle)]
    return Section(
        f"The reason: {listed(counts)} contradict each other.{size}{proved}",
        (", ".join(items),),
        Picture(puzzle, part=Part(cages, houses)),
        "The reason",
    )


def of_deduction(found: Explanation) -> Section:
    """The steps from these constraints alone to a contradiction."""
    text = "Step by step, from these alone:"
    return Section(text, found.sentences, heading="Step by step", steps=found)


# --- several solutions ---------------------------------------------------------------------------


def of_two(puzzle: Puzzle, grids: Sequence[Grid]) -> Section:
    """How two solutions differ, where no more is known."""
    one, other = grids[:2]
    differing = [(r, c) for r, c in puzzle.cells if one[r][c] != other[r][c]]
    text = f"Two of them differ in {plural(len(differing), 'cell')} (marked):"
    return Section(text, (), _common(puzzle, one, differing), _DIFFERENCES)


def of_differing(found: Ambiguity, grid: Grid) -> Section:
    """The cells that differ in some solution, and how they change."""
    cells, puzzle = list(found.candidates), found.puzzle
    every = len(cells) == len(puzzle.cells)
    where = "every cell" if every else f"{plural(len(cells), 'cell')} (marked)"
    picture = None if every else _common(puzzle, grid, cells)
    if found.changes is None:
        text = f"There are too many solutions to list. They differ in {where}."
        return Section(text, (), picture, _DIFFERENCES)
    number = prod(len(change.alternatives) for change in found.changes)
    text = f"There are {number} solutions, which differ in {where}"
    if len(found.changes) > 1:
        text += f". The cells change in {len(found.changes)} independent groups"
    items = _shown([_change(change) for change in found.changes])
    return Section(f"{text}:", items, picture, _DIFFERENCES)


def _change(change: Change) -> str:
    cells, many = short_cell_names(change.cells), len(change.alternatives)
    if len(change.cells) > MAX_CELLS:
        return f"{cells} change together in {many} ways"
    ways = [short_values(values) for values in change.alternatives[:_MAX_ALTERNATIVES]]
    if many > _MAX_ALTERNATIVES:
        ways[-1] = f"... ({many} ways)"
    return f"{cells} may be {any_of(ways)}"


def _common(puzzle: Puzzle, grid: Grid, differing: Sequence[Cell]) -> Picture:
    """The picture of what solutions have in common."""
    some = frozenset(differing)
    common = [
        [None if (r, c) in some else value for c, value in enumerate(row)]
        for r, row in enumerate(grid)
    ]
    return Picture(puzzle, common, marked=some)


def of_settling(found: Ambiguity) -> Iterator[Section]:
    """What would leave one solution."""
    for fewest, nouns in (
        (found.givens, ("given", "givens")),
        (found.operators, ("shown operator", "shown operators")),
    ):
        if fewest is not None:
            items = _settling(fewest)
            if len(items) == 1:
                text = f"One {nouns[0]} leaves one solution"
            else:
                proved = "no fewer do" if fewest.proved else "perhaps fewer would"
                text = f"{len(items)} {nouns[1]} leave one solution, and {proved}"
            cells = _cells_of(fewest.operators).union(fewest.givens)
            heading = "What would settle it"
            yield Section(f"{text}:", (", ".join(items),), heading=heading, cells=cells)


def brief_settling(found: Ambiguity) -> str:
    """What would leave one solution, in a few words; empty if nothing is known."""
    fewest = found.operators or found.givens
    return "" if fewest is None else ", ".join(_settling(fewest))


def _settling(fewest: Fewest) -> list[str]:
    givens = [f"{cell_name(cell)} = {value}" for cell, value in fewest.givens.items()]
    return [*givens, *map(str, shown_operators(fewest))]


# --- one solution --------------------------------------------------------------------------------


def of_clues(puzzle: Puzzle, needed: Sequence[Cage], enough: Sequence[Cage]) -> Section:
    """Which clues could be left out."""
    heading = "Clues that can be left out"
    total, alone = plural(len(puzzle.cages), "clue"), len(puzzle.cages) - len(needed)
    if not alone:
        return Section("No clue can be left out.", heading=heading)
    spare = [cage for cage in puzzle.cages if cage not in enough]
    which = "Each" if alone == len(puzzle.cages) else f"Each of {alone}"
    return Section(
        f"{which} of the {total} can be left out by itself. These can be left out together, and "
        "then no others:",
        (", ".join(map(str, spare)),),
        heading=heading,
        cells=_cells_of(spare),
    )
