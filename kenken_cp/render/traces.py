"""Traces: the events of the hand-written solver as text for people.

A style is a function from events to chunks of text, one for each thing worth showing. It keeps
no more than the last event, so that the trace of any search streams.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from textwrap import wrap

from kenken_cp.logic.candidates import Board, CandidateBoard
from kenken_cp.logic.events import DeadEnd, Deduced, Event, Expanded, Found, Round, Stuck, Tried
from kenken_cp.logic.sentences import by_values
from kenken_cp.logic.steps import TECHNIQUES, Step
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.registry import Registry
from kenken_cp.render.text import ASCII, in_boxes, plain
from kenken_cp.text import cell_name, cell_names

_WIDTH = 80
"""Columns of the terminals and listings that traces are read on."""

Render = Callable[[Iterable[Event], Puzzle], Iterator[str]]
"""(events, their puzzle) -> chunks of text, each of whole lines without the last line's end."""


# --- which events are shown ----------------------------------------------------------------------


def with_open_cells(events: Iterable[Event], counts: Collection[int]) -> Iterator[Event]:
    """Only the events about boards with that many open cells; solutions and ``Stuck`` in any case.

    A dead end has as many open cells as the expansion that led to it, so both are shown or neither.
    """
    for event in events:
        match event:
            case Expanded() | Deduced():
                shown = event.open_cells in counts
            case Tried() | DeadEnd():
                shown = _open_cells(event.board) in counts
            case Round():
                shown = _open_cells(event.before) in counts
            case Found() | Stuck():
                shown = True
        if shown:
            yield event


def _open_cells(board: Board) -> int:
    return sum(row.count(None) for row in board)


# --- the course wiki's layouts -------------------------------------------------------------------


def wiki(
    events: Iterable[Event], puzzle: Puzzle, *, blank: str = "_", before: bool = True
) -> Iterator[str]:
    """The board after each expansion, and ``before`` it if wanted; ``blank`` is an open cell."""

    def indented(board: Board) -> list[str]:
        text = plain(puzzle, board).replace(".", blank)  # no value is written with a full stop
        return [f"  {row}" for row in text.splitlines()]

    explained = None  # the board that has just been shown to have a cell without values
    for event in events:
        match event:
            case Expanded(cell=(row, column)):
                explained = event.before if event.after is None else None
                arrow = f"({row + 1},{column + 1}) -> [{','.join(map(str, event.values))}]"
                lines = [f"\tOpen cells: {event.open_cells}", f"\t{arrow}"]
                if before:
                    lines = indented(event.before) + lines
                if event.after is not None:
                    lines += [*indented(event.after), f"\tQueue length: {event.queue}"]
                elif not before:
                    lines += indented(event.before)  # the board that the dead end is on
                yield "\n".join([*lines, ""])
            case DeadEnd():
                lines = [" Dead end", ""]
                if event.board != explained:
                    count = f"\tOpen cells: {_open_cells(event.board)}"
                    lines = [*indented(event.board), count, f"\t{event.why}", "", *lines]
                yield "\n".join(lines)
            case Found():
                yield "\n".join([*indented(event.grid), ""])
            case Stuck():
                yield "\n".join([*indented(event.board), "", " Stuck", ""])


_wiki_after = partial(wiki, blank=".", before=False)

# --- the tree of boards --------------------------------------------------------------------------

_MAX_FLAT_SIDE = 5
"""Rows, and columns, of the largest boards that are written on one line, before their words."""

_MAX_INDENT = 12
"""Depth up to which words are indented; of a deeper board only the number shows how deep it is."""


def tree(events: Iterable[Event], puzzle: Puzzle) -> Iterator[str]:
    """Every board considered: its depth, the board, and, indented by depth, what was put where.

    Large boards stand below their words; those that were pruned at once are not shown.
    """
    digits = len(str(len(puzzle.cells)))
    one_digit = all(0 <= value <= 9 for value in puzzle.values)
    flat = max(puzzle.rows, puzzle.columns) <= _MAX_FLAT_SIDE and one_digit
    solutions = 0

    def node(depth: int | None, board: Board, said: str, *, pruned: bool = False) -> str:
        margin = " " * digits if depth is None else str(depth).rjust(digits)
        indent = " " * min(depth or 0, _MAX_INDENT)
        rows = plain(puzzle, board).splitlines()
        if flat:
            in_one_line = " ".join(row.replace(" ", "") for row in rows)
            before = f"{margin}  {in_one_line}  {indent}"
            return "\n".join(
                wrap(said, _WIDTH, initial_indent=before, subsequent_indent=" " * len(before))
            )
        below = [] if pruned else [" " * (digits + 2) + row for row in rows]
        return "\n".join([f"{margin}  {indent}{said}", *below])

    yield node(0, ((None,) * puzzle.columns,) * puzzle.rows, "start")
    for event in events:
        match event:
            case Tried():
                pruned = event.broken is not None
                yield node(event.depth, event.board, _choice(event, "  "), pruned=pruned)
            case DeadEnd():
                yield node(event.depth, event.board, f"dead end: {event.why}")
            case Found():
                solutions += 1
                yield node(None, event.grid, f"solution {solutions}")
            case Stuck():
                yield node(None, event.board, "stuck")


# --- rounds --------------------------------------------------------------------------------------


def rounds(events: Iterable[Event], puzzle: Puzzle) -> Iterator[str]:
    """In rounds: the board, the candidates, the placements, and the board after."""
    givens = puzzle.givens.keys()
    number = 0
    for event in events:
        match event:
            case Round() if {cell for cell, _ in event.placements} <= givens:
                yield _titled("Givens", _board_lines(event.after, puzzle))
            case Round():
                number += 1
                placements = ", ".join(f"{cell_name(c)} = {value}" for c, value in event.placements)
                yield _titled(
                    f"Round {number}",
                    _board_lines(event.before, puzzle),
                    "Candidates",
                    _candidate_lines(event.candidates, event.before, puzzle),
                    "Placements",
                    wrap(placements, _WIDTH - 2),
                    "After",
                    _board_lines(event.after, puzzle),
                )
            case Tried():
                yield f"Guess {_choice(event)}\n"
            case DeadEnd():
                yield _titled(f"Dead end: {event.why}", _board_lines(event.board, puzzle))
            case Found():
                yield _titled("Solved", _board_lines(event.grid, puzzle))
            case Stuck():
                left = _candidate_lines(event.candidates, event.board, puzzle)
                board = _board_lines(event.board, puzzle)
                yield _titled("Could not solve. The board left", board, "Its candidates", left)


def _choice(event: Tried, between: str = "; ") -> str:
    """What was put where, and why that was given up if it was at once."""
    pruned = f"{between}pruned: {event.broken}" if event.broken else ""
    return f"{cell_name(event.cell)} = {event.value}{pruned}"


def _titled(*titles_and_lines: str | list[str]) -> str:
    """Titles, and indented under each its lines; ends with an empty line."""
    lines: list[str] = []
    for part in titles_and_lines:
        lines += [part] if isinstance(part, str) else [f"  {line}" for line in part]
    return "\n".join([*lines, ""])


def _board_lines(board: Board, puzzle: Puzzle) -> list[str]:
    texts = [["." if value is None else str(value) for value in row] for row in board]
    return _table(texts, puzzle)


def _candidate_lines(candidates: CandidateBoard, board: Board, puzzle: Puzzle) -> list[str]:
    """A table of candidates, ``-`` where a cell is placed; a list of them, ``r1c2:3,14``, if that
    is too wide.
    """
    joint = "" if all(0 <= value <= 9 for value in puzzle.values) else ","
    rows = [
        [
            joint.join(map(str, left)) or "none" if value is None else "-"
            for left, value in zip(candidates[row], board[row], strict=True)
        ]
        for row in range(puzzle.rows)
    ]
    table = _table(rows, puzzle)
    if max(map(len, table)) <= _WIDTH - 2:
        return table
    lines = []
    for row, texts in enumerate(rows):
        named = [f"{cell_name((row, c))}:{text}" for c, text in enumerate(texts) if text != "-"]
        wrapped = wrap("  ".join(named), _WIDTH - 2, subsequent_indent="  ", break_long_words=False)
        lines += wrapped
    return lines


def _table(texts: Sequence[Sequence[str]], puzzle: Puzzle) -> list[str]:
    """Aligned columns, with rules between boxes."""
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    aligned = ([text.ljust(w) for text, w in zip(row, widths, strict=True)] for row in texts)
    return [line.translate(ASCII).rstrip() for line in in_boxes(aligned, widths, puzzle)]


# --- steps ---------------------------------------------------------------------------------------


def steps(events: Iterable[Event], puzzle: Puzzle) -> Iterator[str]:
    """One line for each step, guess, dead end and solution."""
    solutions = 0
    for event in events:
        match event:
            case Deduced():
                yield _line(event.step.technique, _effect(event.step))
            case Expanded() if len(event.values) > 1:
                values = " or ".join(map(str, event.values))
                yield _line("guess", f"{cell_name(event.cell)} is {values}")
            case Tried():
                yield _line(f"try, depth {event.depth}", _choice(event))
            case DeadEnd():
                yield _line("dead end", event.why)
            case Found():
                solutions += 1
                yield _titled(f"solution {solutions}", plain(puzzle, event.grid).splitlines())
            case Stuck():
                yield _titled("stuck", plain(puzzle, event.board).splitlines())


def _line(name: str, text: str) -> str:
    margin = max(map(len, TECHNIQUES.names())) + 2
    return "\n".join(
        wrap(text, _WIDTH, initial_indent=name.ljust(margin), subsequent_indent=" " * margin)
    )


def _effect(step: Step) -> str:
    """What a step places and eliminates, cells that lose the same values together."""
    parts = [f"{cell_name(cell)} = {value}" for cell, value in step.places]
    for values, cells in by_values(step.eliminates):
        parts.append(f"{cell_names(cells)} not {' '.join(map(str, values))}")
    return ", ".join(parts)


# --- the styles ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TraceStyle:
    """A layout of traces.

    Args:
        strategies: the strategies whose events it shows best, and so their default.
    """

    name: str
    summary: str
    render: Render
    strategies: tuple[str, ...] = ()


STYLES: Registry[TraceStyle] = Registry(
    "style",
    records=(
        TraceStyle("wiki", "the board before and after each expansion", wiki, ("best-first",)),
        TraceStyle("wiki-after", "the board after each expansion", _wiki_after, ("deduction",)),
        TraceStyle(
            "tree", "every board considered, and why it was left", tree, ("backtracking", "mcv-lcv")
        ),
        TraceStyle("rounds", "board, candidates, placements, board", rounds, ("patterns",)),
        TraceStyle("steps", "one line a step", steps, ("propagation",)),
    ),
)


def style_for(strategy_name: str) -> TraceStyle:
    """The style in which a strategy is shown by default: ``steps``, if none names it."""
    return next((s for s in STYLES if strategy_name in s.strategies), STYLES.named("steps"))
