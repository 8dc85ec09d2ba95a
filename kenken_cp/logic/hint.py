"""``hint``: what to do next on a board, or which of its entries are wrong."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from kenken_cp.encode.instance import instance
from kenken_cp.logic.candidates import AnyBoard, Board, Entries, entries_of, filled
from kenken_cp.logic.explain import easiest_guess
from kenken_cp.logic.relevance import relevant
from kenken_cp.logic.sentences import looks_at, sentence
from kenken_cp.logic.steps import TECHNIQUES, Step, Technique, next_steps, take
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.search.interrupts import in_time
from kenken_cp.search.outcome import Outcome
from kenken_cp.search.verbs import find_or_stop
from kenken_cp.text import cell_name, plural


@dataclass(frozen=True, slots=True)
class Wrong:
    """Entries that no solution has: each one by itself, or only all of them ``together``."""

    entries: Entries
    together: bool = False


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do next on a board; ``print`` it for sentences that give no value away, to which a
    notebook adds the board.

    Attributes:
        steps: the easiest deductions that place a value; the last of them places it.
        stuck: where no placement follows, or none is found: a cell with the fewest candidates, and
            these.
        value: what the only solution has in the cell where one is stuck.
        wrong: entries that no solution has.
        solutions: how many the puzzle has: 0, 1, or ``2+`` for several.
        entries: what the board holds.
    """

    puzzle: Puzzle
    solutions: Count
    steps: tuple[Step, ...] = ()
    stuck: tuple[Cell, tuple[int, ...]] | None = None
    value: int | None = None
    wrong: Wrong | None = None
    entries: Entries = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """What is entered, and what is given."""
        held = {**self.puzzle.givens, **self.entries}
        return instance(self.puzzle).grid([held.get(cell) for cell in self.puzzle.cells])

    @property
    def found(self) -> Literal["next", "stuck", "wrong", "solved", "none"]:
        """Which it is: ``none`` is a puzzle without a solution, ``solved`` a full board."""
        if not self.solutions:
            return "none"
        if self.wrong is not None:
            return "wrong"
        if self.steps:
            return "next"
        return "solved" if self.stuck is None else "stuck"

    @property
    def sentences(self) -> tuple[str, ...]:
        """Where to look, or what is wrong; no value is given away."""
        if self.steps:
            return tuple(f"Look at {looks_at(step, self.puzzle)}." for step in self.steps)
        if self.wrong is not None:
            entries = self.wrong.entries.items()
            names = ", ".join(f"{cell_name(cell)} = {value}" for cell, value in entries)
            claim = "No solution has all of" if self.wrong.together else "Wrong:"
            return (f"{claim} {names}.",)
        if self.stuck is not None:
            cell, values = self.stuck
            why = "No technique places another value; the puzzle has more than one solution."
            if self.solutions == 1:
                why = "No technique finds more."
            return (f"{why} Try the {plural(len(values), 'candidate')} of {cell_name(cell)}.",)
        return ("The board is solved." if self.solutions else "The puzzle has no solution.",)

    @property
    def revealed(self) -> tuple[str, ...]:
        """The sentences with what can be deduced there, or what to try."""
        if self.steps:
            return tuple(sentence(step, self.puzzle) for step in self.steps)
        if self.stuck is not None:
            values = ", ".join(map(str, self.stuck[1]))
            known = f"They are {values}." if self.value is None else f"It is {self.value}."
            return (*self.sentences, known)
        return self.sentences

    def __repr__(self) -> str:
        steps = f", {plural(len(self.steps), 'step')}" if self.steps else ""
        return f"<Hint {self.found}{steps}>"

    def _repr_html_(self) -> str:
        from kenken_cp.render.sections import hint_html  # a layer above this one

        return hint_html(self)

    def __str__(self) -> str:
        return "\n".join(self.sentences)


def hint(puzzle: Puzzle, board: AnyBoard | None = None, *, seconds: float | None = None) -> Hint:
    """What to look at next on a partly filled board, or which entry is wrong.

    Args:
        board: rows of values, None for open cells; 0 too, where it is no value. By default all are
            open.

    Raises:
        GridError: for a board of another shape, or an entry that is none of the values.
        LimitReachedError: if the time ran out, or on Ctrl-C.
        KenKenError: for a puzzle of several solutions that is too large, or has a cage that allows
            too much, to be stated as clauses, and a board with entries.
    """
    entries = entries_of(puzzle, board)
    with in_time(seconds):
        return hint_for(puzzle, entries, find_or_stop(puzzle, solutions=2, keep=2))


def hint_for(puzzle: Puzzle, entries: Entries, outcome: Outcome) -> Hint:
    """``hint``, where the puzzle is solved already; StoppedError if a limit came first."""
    nothing = Hint(puzzle, outcome.count, entries=entries)
    if not outcome.count:
        return nothing
    only = outcome.solution if outcome.unique else None
    is_known = any(
        all(grid[row][column] == value for (row, column), value in entries.items())
        for grid in outcome.grids
    )
    if not is_known and (wrong := find_wrong(puzzle, entries, only)):
        return replace(nothing, wrong=wrong)
    if filled(puzzle, entries).solved:
        return nothing
    steps, stuck = easiest_steps(puzzle, entries)
    value = None if only is None or stuck is None else only[stuck[0][0]][stuck[0][1]]
    return replace(nothing, steps=steps, stuck=stuck, value=value)


def easiest_steps(
    puzzle: Puzzle, entries: Entries, techniques: Iterable[Technique] = TECHNIQUES
) -> tuple[tuple[Step, ...], tuple[Cell, tuple[int, ...]] | None]:
    """The steps up to the easiest placement, which is the last of them, on a board that can be
    completed, and is not complete.

    Of the placements that the easiest steps lead to, it takes the one that needs the fewest. Where
    none follows there are no steps, but a cell with the fewest candidates, and these.
    """
    start = filled(puzzle, entries)
    candidates = start.copy()
    before: list[Step] = []
    while steps := next_steps(candidates, techniques):
        if steps[0].places:
            ways = [tuple(relevant(start, [*before, step])[0]) for step in steps]
            return min(ways, key=len), None
        before += [step for step in steps if take(candidates, step)]
    return (), easiest_guess(candidates)


def find_wrong(puzzle: Puzzle, entries: Entries, solution: Grid | None) -> Wrong | None:
    """What is wrong with a board; None if it can be completed.

    All entries that are wrong by themselves; failing these, some of which none can be spared.

    Args:
        solution: the only solution; None if there are several.
    """
    if solution is not None:
        differing = {(r, c): value for (r, c), value in entries.items() if solution[r][c] != value}
        return Wrong(differing) if differing else None
    if not entries:
        return None
    held = {**puzzle.givens, **entries}
    if len(held) == len(puzzle.cells) and not Checker(puzzle)([held[c] for c in puzzle.cells]):
        return None
    from kenken_cp.sat.oracle import Oracle  # loads a solver

    indexed = instance(puzzle)
    with Oracle(indexed) as oracle:

        def possible(some: Entries) -> bool:
            literals = [oracle.literal(indexed.index(cell), some[cell]) for cell in some]
            return oracle.find_grid((), literals) is not None

        if possible(entries):
            return None
        alone = {cell: value for cell, value in entries.items() if not possible({cell: value})}
        if alone:
            return Wrong(alone)
        together = dict(entries)
        for cell, value in entries.items():
            del together[cell]
            if possible(together):
                together[cell] = value
        return Wrong(together, together=True)
