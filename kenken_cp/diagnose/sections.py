"""A diagnosis in words and pictures: a section for each thing that can be known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod

from kenken_cp.diagnose.ambiguity import Ambiguity, Group
from kenken_cp.diagnose.contradiction import Conflict
from kenken_cp.diagnose.repairs import Repair, Suspect
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

_LEFT = {True: "one solution", False: "several solutions", None: "solutions"}
"""What a repair leaves, by whether it leaves one."""

_DIFFERENCES = "Where solutions differ"


def _cells_of(cages: Iterable[Cage]) -> frozenset[Cell]:
    return frozenset(cell for cage in cages for cell in cage.cells)


def _shown(items: Sequence[str]) -> tuple[str, ...]:
    """The first of many."""
    if len(items) <= MAX_SHOWN:
        return tuple(items)
    return (*items[:MAX_SHOWN], f"and {len(items) - MAX_SHOWN} more")


# --- no solution ---------------------------------------------------------------------------------


def of_suspects(suspects: Sequence[Suspect], puzzle: Puzzle, *, every: bool) -> Iterator[Section]:
    """The clues one of which may be wrong, and the cages whose cells must be wrong as no clue fits
    them; ``every`` says that there are no others.
    """
    fitting = [suspect for suspect in suspects if suspect.fits != ()]
    unfitting = [suspect for suspect in suspects if suspect.fits == ()]
    only = "; it is the only such clue" if every and not unfitting else ""
    if fitting:
        text = f"One clue may be wrong: removing it leaves a solution{only}."
        if len(fitting) > 1:
            text = (
                f"One of these {len(fitting)} clues may be wrong: removing any one of them leaves "
                "a solution. The likeliest is first."
            )
        items = _shown([_suspect(suspect) for suspect in fitting])
        yield _about([suspect.cage for suspect in fitting], text, items, "Clues that may be wrong")
    if unfitting:
        text = (
            "Without one of these cages there is a solution, but with no clue for its cells, which "
            f"must differ under {puzzle.rules.name} rules:"
        )
        items = _shown([_unfitting(suspect.cage, puzzle) for suspect in unfitting])
        yield _about([suspect.cage for suspect in unfitting], text, items, "Cages that are wrong")


def _about(cages: Sequence[Cage], text: str, items: tuple[str, ...], heading: str) -> Section:
    return Section(text, items, heading=heading, cells=_cells_of(cages[:MAX_SHOWN]))


def _suspect(suspect: Suspect) -> str:
    if suspect.fits is None:
        return f"{suspect.cage}: which clue fits is not known"
    shown = suspect.fits[:MAX_SHOWN]
    fits = [
        f"{any_of(clues_of(run))} ({_LEFT[unique]})"
        for unique, run in groupby(shown, key=lambda repair: repair.unique)
    ]
    others = "" if suspect.has_all_fits and len(suspect.fits) == len(shown) else "; or others"
    return f"{suspect.cage}: is it {'; '.join(fits)}{others}?"


def _unfitting(cage: Cage, puzzle: Puzzle) -> str:
    if len(cage.cells) > len(puzzle.values):
        number = len(puzzle.values)
        return f"{cage}: {len(cage.cells)} cells cannot differ, as there are {number} values"
    return f"{cage}: in each solution without it a value repeats in its cells"


def clues_of(fits: Iterable[Repair]) -> list[str]:
    """The clues that repairs of one cage give it."""
    return [clue.clue for repair in fits for clue in repair.becomes]


def of_only_suspect(suspect: Suspect) -> str:
    """One line about the only suspect."""
    text = f"{suspect.cage} is the only clue whose removal leaves a solution"
    if suspect.fits == ():
        return f"{text}, and no other clue fits, as a value would repeat in its cells"
    return f"{text}: is it {clues_of(suspect.fits)[0]}?" if suspect.fits else text


def of_slips(slips: Sequence[Repair], *, alone: bool) -> Section:
    """Slips in drawing cages; ``alone`` if no single clue explains it."""
    which = "one of these slips, the likeliest first" if len(slips) > 1 else "this slip"
    text = "No change of a single clue leaves a solution. The" if alone else "Or the"
    return _repairs(f"{text} mistake may be {which}:", slips, "Slips")


def of_changes(changes: Sequence[Repair]) -> Section:
    """The fewest clues that have to change together."""
    text = f"At least {len(changes[0].cages)} clues have to change"
    text += ", for instance these:" if len(changes) == 1 else ". The likeliest changes are first:"
    return _repairs(text, changes, "Clues to change")


def _repairs(text: str, repairs: Sequence[Repair], heading: str) -> Section:
    changed = (cage for repair in repairs[:MAX_SHOWN] for cage in repair.cages)
    items = [
        repair.text if repair.unique is None else f"{repair.text} ({_LEFT[repair.unique]})"
        for repair in repairs
    ]
    return Section(text, _shown(items), heading=heading, cells=_cells_of(changed))


def of_conflict(conflict: Conflict) -> Section:
    """The reason why there is no solution."""
    puzzle, cages, houses = conflict.puzzle, conflict.cages, conflict.houses
    if len(cages) == 1 and not houses:  # and no picture: there is nothing to be seen
        text = f"The reason: no values make {cages[0]}."
        return Section(text, heading="The reason", cells=_cells_of(cages))
    counts = [plural(len(cages), "clue")] if cages else []
    counts += [plural(len(houses), "house")] if houses else []
    size = " Perhaps not all of them are needed."
    if conflict.minimal:
        smaller = "no smaller set" if conflict.smallest else "perhaps a smaller set"
        size = f" None of them can be left out, and {smaller} contradicts itself."
    proved = " Two engines have proved it." if conflict.reproved else ""
    items = [*map(str, cages), *names_by_kind(houses, puzzle)]
    return Section(
        f"The reason: {listed(counts)} contradict each other.{size}{proved}",
        (", ".join(items),),
        Picture(puzzle, part=Part(cages, houses)),
        "The reason",
    )


# --- several solutions ---------------------------------------------------------------------------


def of_two(puzzle: Puzzle, grids: Sequence[Grid]) -> Section:
    """How two solutions differ, where no more is known."""
    one, other = grids[:2]
    differing = [(r, c) for r, c in puzzle.cells if one[r][c] != other[r][c]]
    text = f"Two of them differ in {plural(len(differing), 'cell')} (marked):"
    return Section(text, (), _common(puzzle, one, differing), _DIFFERENCES)


def of_differing(ambiguity: Ambiguity, grid: Grid) -> Section:
    """The cells that differ in some solution, and how they change."""
    cells, puzzle, groups = list(ambiguity.candidates), ambiguity.puzzle, ambiguity.changes
    every = len(cells) == len(puzzle.cells)
    where = "every cell" if every else f"{plural(len(cells), 'cell')} (marked)"
    picture = None if every else _common(puzzle, grid, cells)
    if groups is None:
        text = f"There are too many solutions to list. They differ in {where}."
        return Section(text, (), picture, _DIFFERENCES)
    number = prod(len(group.alternatives) for group in groups)
    text = f"There are {number} solutions, which differ in {where}"
    if len(groups) > 1:
        text += f". The cells change in {len(groups)} independent groups"
    return Section(f"{text}:", _shown([*map(_group, groups)]), picture, _DIFFERENCES)


def _group(group: Group) -> str:
    cells, many = short_cell_names(group.cells), len(group.alternatives)
    if len(group.cells) > MAX_CELLS:
        return f"{cells} change together in {many} ways"
    ways = [short_values(values) for values in group.alternatives[:_MAX_ALTERNATIVES]]
    if many > _MAX_ALTERNATIVES:
        ways[-1] = f"... ({many} ways)"
    return f"{cells} may be {any_of(ways)}"


def _common(puzzle: Puzzle, grid: Grid, differing: Iterable[Cell]) -> Picture:
    """The picture of what solutions have in common."""
    marked = frozenset(differing)
    common = [
        [None if (r, c) in marked else value for c, value in enumerate(row)]
        for r, row in enumerate(grid)
    ]
    return Picture(puzzle, common, marked=marked)


def of_settling(ambiguity: Ambiguity) -> Section:
    """What would leave one solution."""
    givens = ambiguity.givens or {}
    text = "One given leaves one solution"
    if len(givens) > 1:
        proved = "no fewer do" if ambiguity.proved else "perhaps fewer would"
        text = f"{len(givens)} givens leave one solution, and {proved}"
    items, heading = (brief_settling(ambiguity),), "What would settle it"
    return Section(f"{text}:", items, heading=heading, cells=frozenset(givens))


def brief_settling(ambiguity: Ambiguity) -> str:
    """The givens that would leave one solution; empty if none are known."""
    givens = (ambiguity.givens or {}).items()
    return ", ".join(f"{cell_name(cell)} = {value}" for cell, value in givens)


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
