"""The hand-written solver: inference and search, with exchangeable parts.

A strategy says how far to infer, which cell to branch on, which value to try first, and which board
to go on with. The solver yields events; it prints nothing, and holds no more than its frontier.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Protocol

from kenken_cp.logic.candidates import Candidates, bits_of
from kenken_cp.logic.techniques import (
    TECHNIQUES,
    Find,
    Level,
    Step,
    cage_combinations,
    last_candidate,
    last_place,
    line_and_box,
    next_steps,
    take,
)
from kenken_cp.model.geometry import Cell, Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.registry import Registry
from kenken_cp.text import cell_name

Board = tuple[tuple[int | None, ...], ...]
"""A partial grid: None where a cell is open."""

CandidateBoard = tuple[tuple[tuple[int, ...], ...], ...]
"""The candidates of every cell, in rows."""


# --- events -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deduced:
    """A step has been taken."""

    step: Step
    open_cells: int


@dataclass(frozen=True, slots=True)
class Expanded:
    """A cell has been looked at: what it can hold, and the board with the first of that.

    Several values mean a guess; none, and no board after, a dead end. ``queue`` is how many other
    boards wait.
    """

    before: Board
    open_cells: int
    cell: Cell
    values: tuple[int, ...]
    after: Board | None
    queue: int


@dataclass(frozen=True, slots=True)
class Tried:
    """A board has been considered: ``value`` in ``cell``, ``depth`` choices below the root.

    ``broken`` says why it was turned back at once, if it was. Depth first, all boards below one
    come between it and its next sibling; best first, siblings come together.
    """

    board: Board
    cell: Cell
    value: int
    depth: int
    broken: str | None


@dataclass(frozen=True, slots=True)
class Round:
    """Placements found together: the board and candidates before, and the board after."""

    before: Board
    candidates: CandidateBoard
    placements: tuple[tuple[Cell, int], ...]
    after: Board


@dataclass(frozen=True, slots=True)
class DeadEnd:
    """A board that no solution extends, ``depth`` choices below the root; ``why`` says so."""

    board: Board
    depth: int
    why: str


@dataclass(frozen=True, slots=True)
class Stuck:
    """The techniques find nothing more, and the strategy does not guess."""

    board: Board
    candidates: CandidateBoard


@dataclass(frozen=True, slots=True)
class Found:
    """A solution."""

    grid: Grid


@dataclass(frozen=True, slots=True)
class Looked:
    """A board has been looked at; told in place of all else to whoever waits for solutions only."""


Event = Looked | Deduced | Expanded | Tried | Round | DeadEnd | Stuck | Found


# --- parts --------------------------------------------------------------------

CellOrder = Callable[[Candidates, frozenset[int]], int]
"""Chooses an open cell; it is also told which cells the latest choice has just narrowed."""

ValueOrder = Callable[[Candidates, int], list[int]]


def row_by_row(candidates: Candidates, _: frozenset[int]) -> int:
    """The first open cell in reading order."""
    return min(candidates.open_cells)


def fewest_candidates(candidates: Candidates, _: frozenset[int]) -> int:
    """The open cell with the fewest candidates; the first of these in reading order."""
    masks = candidates.masks
    return min(candidates.open_cells, key=lambda cell: (masks[cell].bit_count(), cell))


def fewest_then_latest(candidates: Candidates, latest: frozenset[int]) -> int:
    """The open cell with the fewest candidates; of these one that has just been narrowed."""
    masks = candidates.masks
    return min(
        candidates.open_cells,
        key=lambda cell: (masks[cell].bit_count(), cell not in latest, cell),
    )


def fewest_then_most_constraining(candidates: Candidates, _: frozenset[int]) -> int:
    """The open cell with the fewest candidates; of these the one with the most open peers."""
    masks, peers, open_cells = candidates.masks, candidates.layout.peers, candidates.open_cells

    def rank(cell: int) -> tuple[int, int, int]:
        return masks[cell].bit_count(), -sum(peer in open_cells for peer in peers[cell]), cell

    return min(open_cells, key=rank)


def ascending(candidates: Candidates, cell: int) -> list[int]:
    """A cell's candidates (bits), the smallest value first."""
    return list(bits_of(candidates.masks[cell]))


def least_constraining(candidates: Candidates, cell: int) -> list[int]:
    """A cell's candidates (bits), that first which the fewest open peers have too."""
    masks, peers = candidates.masks, candidates.layout.peers[cell]
    return sorted(
        bits_of(masks[cell]),
        key=lambda bit: sum(
            1 for peer in peers if peer in candidates.open_cells and masks[peer] & bit
        ),
    )


Assign = Callable[[Candidates, int, int], str | None]
"""Puts a value (bit) into an open cell; answers what that breaks, where it looks."""


def place(candidates: Candidates, cell: int, bit: int) -> str | None:
    """Takes the value from the cells that must differ; what that leads to shows later."""
    candidates.place(cell, bit)
    return None


def check_only(candidates: Candidates, cell: int, bit: int) -> str | None:
    """Takes nothing from anywhere: holds the value against the placed cells and the cage."""
    candidates.masks[cell] = bit
    candidates.open_cells.discard(cell)
    layout = candidates.layout
    for house in layout.houses_at[cell]:
        for other in layout.houses[house]:
            if other != cell and candidates.masks[other] == bit and _placed(candidates, other):
                return f"{cell_name(layout.cells[other])} is {layout.value(bit)}"
    number = layout.cage_at[cell]
    if number is not None and not _cage_possible(candidates, number):
        return f"{layout.puzzle.cages[number].clue} cannot be met"
    return None


def _placed(candidates: Candidates, cell: int) -> bool:
    return cell not in candidates.open_cells


def _cage_possible(candidates: Candidates, number: int) -> bool:
    """Whether some tuple of a cage agrees with its placed cells."""
    trial = candidates.copy()
    trial.live[number] = trial.layout.tuples[number]
    unions = trial.filter_cage(number)
    return unions is None or any(unions)


@dataclass(frozen=True, slots=True)
class Strategy:
    """How to solve.

    Args:
        name: what the command line calls it.
        summary: one line for people.
        techniques: what to infer with, from easy to hard, before each choice.
        assign: what putting a value into a cell does.
        cell_order: which cell to branch on.
        value_order: which value to try first.
        best_first: go on with the most promising board of all, not with the latest one; to tell,
            it infers from each as soon as it is made, and never keeps a dead one.
        guesses: whether to branch at all when the techniques find no more.
    """

    name: str
    summary: str
    techniques: tuple[Find, ...] = ()
    assign: Assign = place
    cell_order: CellOrder = fewest_candidates
    value_order: ValueOrder = ascending
    best_first: bool = False
    guesses: bool = True


def techniques_up_to(level: Level) -> tuple[Find, ...]:
    """The techniques of that level and below, from easy to hard."""
    return tuple(technique.find for technique in TECHNIQUES if technique.level <= level)


STRATEGIES: Registry[Strategy] = Registry(
    "strategy",
    records=(
        Strategy(
            "backtracking",
            "row by row, checking rows, columns and cages at each assignment",
            assign=check_only,
            cell_order=row_by_row,
        ),
        Strategy(
            "mcv-lcv",
            "forward checking; most constraining cell, least constraining value",
            (cage_combinations,),
            cell_order=fewest_then_most_constraining,
            value_order=least_constraining,
        ),
        Strategy(
            "propagation",
            "single candidates and cages propagated; fewest candidates first",
            (last_candidate, cage_combinations),
        ),
        Strategy(
            "best-first",
            "forward checking; a queue of boards, the most constrained cell of all first",
            (cage_combinations,),
            cell_order=fewest_then_latest,
            best_first=True,
        ),
        Strategy(
            "deduction",
            "every technique first, guessing only when stuck",
            techniques_up_to(Level.UNREASONABLE),
        ),
        Strategy(
            "patterns",
            "single candidates, single places, lines and boxes; never guesses",
            (last_candidate, last_place, cage_combinations, line_and_box),
            guesses=False,
        ),
    ),
)


def strategy_named(name: str) -> Strategy:
    """The strategy of that name.

    Raises:
        UnknownNameError: if there is none.
    """
    return STRATEGIES.named(name)


# --- the search ---------------------------------------------------------------


@dataclass(slots=True)
class _Node:
    """A board to go on with, or one that was turned back.

    Args:
        choice: the cell and bit that made it; None for the root.
        depth: how many choices made it.
        latest: the cells that the last choice narrowed.
        broken: why it was turned back, if it was.
        inferred: whether the techniques have done their work on it.
    """

    candidates: Candidates
    choice: tuple[int, int] | None = None
    depth: int = 0
    latest: frozenset[int] = frozenset()
    broken: str | None = None
    inferred: bool = False


class _Frontier(Protocol):
    """Boards to go on with."""

    def push_all(self, nodes: list[_Node]) -> None: ...

    def pop(self) -> _Node: ...

    def __bool__(self) -> bool: ...

    @property
    def waiting(self) -> int:
        """How many there are, without those turned back."""


class _Stack:
    """Depth first: the first of the latest boards."""

    def __init__(self) -> None:
        self._nodes: list[_Node] = []
        self.waiting = 0

    def push_all(self, nodes: list[_Node]) -> None:
        self._nodes += reversed(nodes)
        self.waiting += sum(node.broken is None for node in nodes)

    def pop(self) -> _Node:
        node = self._nodes.pop()
        self.waiting -= node.broken is None
        return node

    def __bool__(self) -> bool:
        return bool(self._nodes)


class _Queue:
    """Best first: the most constrained cell, then the fewest open cells, then the earliest."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, int, _Node]] = []
        self._serial = count()

    def push_all(self, nodes: list[_Node]) -> None:
        for node in nodes:
            candidates = node.candidates
            counts = [candidates.masks[cell].bit_count() for cell in candidates.open_cells]
            fewest = min(counts, default=0)
            entry = (fewest, len(counts), next(self._serial), node)
            heapq.heappush(self._heap, entry)

    def pop(self) -> _Node:
        return heapq.heappop(self._heap)[-1]

    def __bool__(self) -> bool:
        return bool(self._heap)

    @property
    def waiting(self) -> int:
        return len(self._heap)


def events(puzzle: Puzzle, strategy: Strategy, *, watched: bool = True) -> Iterator[Event]:
    """Solves, yielding what happens as it happens; all solutions, if the strategy guesses.

    Args:
        watched: whether all events are wanted; otherwise, for speed, only ``Found``, ``Stuck`` and
            ``Looked``.
    """
    frontier: _Frontier = _Queue() if strategy.best_first else _Stack()
    frontier.push_all([_Node(Candidates(puzzle))])
    while frontier:
        node = frontier.pop()
        candidates = node.candidates
        if not watched:
            yield Looked()
        if not node.inferred:
            yield from _consider(node, strategy, frontier.waiting, watched=watched)
        if node.broken is not None or candidates.dead:
            continue
        if candidates.solved:
            yield Found(candidates.grid)
        elif strategy.guesses:
            yield from _branch(node, strategy, frontier, watched=watched)
        else:
            yield Stuck(candidates.board, _candidate_board(candidates))


def _consider(node: _Node, strategy: Strategy, waiting: int, *, watched: bool) -> Iterator[Event]:
    """Looks at a board whose turn has come: infers what there is to infer, unless it is broken."""
    if watched:
        yield from _tried(node, node.candidates.board)
    if node.broken is None:
        board = yield from _infer(node.candidates, strategy, waiting, watched=watched)
        if watched and node.candidates.dead:
            yield from _dead_end(node, board, waiting)


def _branch(
    node: _Node, strategy: Strategy, frontier: _Frontier, *, watched: bool
) -> Iterator[Event]:
    """Chooses a cell, and puts a board for each of its values on the frontier."""
    candidates = node.candidates
    layout = candidates.layout
    cell = strategy.cell_order(candidates, node.latest)
    bits = strategy.value_order(candidates, cell)
    children = [_child(node, strategy.assign, cell, bit) for bit in bits]
    if strategy.best_first:
        for child in children:
            yield from _look_ahead(child, strategy, frontier.waiting, watched=watched)
    live = [child for child in children if child.broken is None]
    if not watched:
        frontier.push_all(live)
        return
    board = candidates.board
    values = tuple(
        layout.value(bit) for bit, child in zip(bits, children, strict=True) if child.broken is None
    )
    after = live[0].candidates.board if live else None
    waiting = frontier.waiting + max(len(live) - 1, 0)
    yield Expanded(board, len(candidates.open_cells), layout.cells[cell], values, after, waiting)
    if not live:
        if not strategy.best_first:
            for child in children:
                yield from _tried(child, child.candidates.board)
        yield DeadEnd(board, node.depth, f"nothing fits {cell_name(layout.cells[cell])}")
    # Depth first, a broken board takes its turn between its siblings, so as to be told there.
    frontier.push_all(live if strategy.best_first or not live else children)


def _child(node: _Node, assign: Assign, cell: int, bit: int) -> _Node:
    """The board with a value (bit) in a cell."""
    before, after = node.candidates, node.candidates.copy()
    broken = assign(after, cell, bit)
    peers = before.layout.peers[cell]
    narrowed = frozenset(peer for peer in peers if after.masks[peer] != before.masks[peer])
    return _Node(after, (cell, bit), node.depth + 1, narrowed, broken)


def _look_ahead(node: _Node, strategy: Strategy, waiting: int, *, watched: bool) -> Iterator[Event]:
    """Infers from a new board before it is queued, so that a dead one is turned back at once."""
    board = node.candidates.board
    told = []
    if node.broken is None:
        told = list(_infer(node.candidates, strategy, waiting, watched=watched))
        node.inferred = True
        if node.candidates.dead:
            node.broken = _contradiction(node.candidates, board)
    if watched:
        yield from _tried(node, board)
        yield from told


def _tried(node: _Node, board: Board) -> Iterator[Tried]:
    """The event of a choice, and of the board it made; none for the root."""
    if node.choice is not None:
        cell, bit = node.choice
        layout = node.candidates.layout
        yield Tried(board, layout.cells[cell], layout.value(bit), node.depth, node.broken)


def _infer(
    candidates: Candidates, strategy: Strategy, waiting: int, *, watched: bool
) -> Generator[Event, None, Board]:
    """Takes steps until the techniques find none; answers the board, as it was before any cell
    was left with nothing.
    """
    board = candidates.board if watched else ()
    while steps := next_steps(candidates, strategy.techniques):
        if not watched:
            for step in steps:
                take(candidates, step)
            yield Looked()
            continue
        before, possible = board, _candidate_board(candidates)
        placements: list[tuple[Cell, int]] = []
        for step in steps:
            open_cells = open_cells_of(board)
            if not take(candidates, step):
                continue
            if step.places:
                if not _all_hold(candidates, step.places):
                    break
                previous, board = board, candidates.board
                for cell, value in step.places:
                    yield Expanded(previous, open_cells, cell, (value,), board, waiting)
                placements += step.places
            yield Deduced(step, len(candidates.open_cells))
            if 0 in candidates.masks:
                break  # a dead end: the other steps were found before that, and are not worth it
        if placements:
            yield Round(before, possible, tuple(placements), board)
    return board


def _all_hold(candidates: Candidates, places: tuple[tuple[Cell, int], ...]) -> bool:
    """Whether placed cells have a value: one has none if a step beside it took that first."""
    size = candidates.layout.puzzle.size
    return all(candidates.masks[row * size + column] for (row, column), _ in places)


def _dead_end(node: _Node, board: Board, waiting: int) -> Iterator[Event]:
    cell = _empty_cell(node.candidates, board)
    if cell is not None:
        yield Expanded(board, open_cells_of(board), cell, (), None, waiting)
    yield DeadEnd(board, node.depth, _contradiction(node.candidates, board))


def _empty_cell(candidates: Candidates, board: Board) -> Cell | None:
    """The first open cell without a candidate."""
    for (row, column), mask in zip(candidates.layout.cells, candidates.masks, strict=True):
        if not mask and board[row][column] is None:
            return row, column
    return None


def _contradiction(candidates: Candidates, board: Board) -> str:
    """Why candidates are dead."""
    layout = candidates.layout
    cell = _empty_cell(candidates, board)
    if cell is None and () in candidates.live:
        return f"{layout.puzzle.cages[candidates.live.index(())]} cannot be met"
    if cell is None and layout.hopeless:
        return "the cages of whole lines miss their sum or product"
    return f"nothing fits {cell_name(cell or layout.cells[candidates.masks.index(0)])}"


def open_cells_of(board: Board) -> int:
    """How many cells of a board are open."""
    return sum(row.count(None) for row in board)


def _candidate_board(candidates: Candidates) -> CandidateBoard:
    size = candidates.layout.puzzle.size
    values = [candidates.layout.values(mask) for mask in candidates.masks]
    return tuple(tuple(values[start : start + size]) for start in range(0, size * size, size))
