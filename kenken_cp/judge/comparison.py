"""The verdict on a reply: by what it says, compared with the true solutions, and by its ending."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from kenken_cp.judge.answers import Answers, Claim, read_otherwise
from kenken_cp.judge.endings import of_crash, of_stopped
from kenken_cp.judge.misprints import MAX_CELLS_BY_CHANCE, misprint
from kenken_cp.judge.truth import Truth
from kenken_cp.judge.verdicts import RIGHT, Kind, Reply, Verdict
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.render.picture import CellValues
from kenken_cp.text import board_name, plural, short_cell_names


def verdict(puzzle: Puzzle, truth: Truth, reply: Reply, claim: Claim) -> Verdict:
    """Compares a reply with the true solutions.

    An exit code other than 0 is ignored where the answer is right, and nothing says that the
    program broke down: many programs exit so to say that there is no solution. Otherwise the exit
    code is the better explanation, and the verdict is a crash. So it is, whatever the exit code, if
    an error was reported that was not caught.
    """
    found = _of_answers(puzzle, truth, reply, claim)
    if early := of_stopped(reply, found):
        return early
    if crash := of_crash(puzzle, reply, found):
        return crash
    is_known = found is RIGHT or (found.kind is Kind.UNREADABLE and reply.answers.grids)
    if not is_known and (advice := doubt(puzzle, truth, reply, claim)):
        return Verdict(Kind.UNREADABLE, advice)
    return found


def doubt(puzzle: Puzzle, truth: Truth, reply: Reply, claim: Claim) -> str:
    """What to print otherwise, if the answers of a reply would be right when they are read in
    another way; an empty text if that is not so.
    """
    for advice, answers in read_otherwise(reply.answers.text, puzzle):
        if answers.say_something and answers.grids != reply.answers.grids:
            other = replace(reply, answers=answers)
            if _of_answers(puzzle, truth, other, claim) is RIGHT:
                return advice
    return ""


def _of_answers(puzzle: Puzzle, truth: Truth, reply: Reply, claim: Claim) -> Verdict:
    answers = reply.answers
    if reply.problem:
        return _wrong_grid(puzzle, truth, answers) or Verdict(Kind.UNREADABLE, reply.problem)
    if answers.denies_all and truth.count == 0:
        printed = plural(len(answers.grids), "grid")
        text = f"printed {printed}, and says that there is no solution"
        return Verdict(Kind.UNREADABLE, text)
    # The number that a program counts looks like a grid on a board of one cell.
    is_number = claim is Claim.COUNT and len(puzzle.cells) == 1
    if not is_number and (broken := _wrong_grid(puzzle, truth, answers)):
        return broken
    if claim is Claim.COUNT:
        return _of_count(truth, reply)
    if claim is Claim.UNIQUE:
        return _of_uniqueness(truth, reply)
    if not answers.grids:
        return _of_silence(puzzle, truth, reply)
    if claim is Claim.GRIDS and (lacking := _of_all(truth, answers)) is not RIGHT:
        return lacking
    return _of_stated_count(truth, answers)


def _wrong_grid(puzzle: Puzzle, truth: Truth, answers: Answers) -> Verdict | None:
    check = Checker(puzzle)
    for number, grid in enumerate(answers.grids, 1):
        if broken := check(flat := tuple(chain.from_iterable(grid))):
            total = len(answers.grids)
            which = f" (grid {number} of {total})" if total > 1 else ""
            expected = min(truth.grids, default=None)
            text = f"{broken[0]}{which}"
            if question := misprint(answers.grids, truth.grids):
                text += f"; {question}"
            elif len(flat) > MAX_CELLS_BY_CHANCE and _are_all(answers.grids[number:], truth):
                text += "; those after it are right: if it is no answer, do not print it"
            return Verdict(Kind.WRONG_GRID, text, expected, grid, broken[0].cells)
    return None


def _are_all(grids: Sequence[Grid], truth: Truth) -> bool:
    """Whether these are the solutions, and there are some."""
    return bool(grids) and truth.count.exact and truth.grids == {*grids}


def _of_all(truth: Truth, answers: Answers) -> Verdict:
    """Grids that all satisfy the rules, and should be every solution, each once."""
    times = Counter(answers.grids)
    lacking = max(0, truth.count - len(times))
    if lacking:
        shown = min(truth.grids.difference(times))
        least = "" if truth.count.exact else "at least "
        text = f"{least}{lacking} of {truth.count} solutions missing"
        if len(times) == 1 < len(answers.grids):
            text += f"; it printed the same grid {len(answers.grids)} times: {_KEEPS_ONE}"
        elif answers.is_cut:
            text += "; its output says that items are left out: print each separately, or as JSON"
        elif answers.cleared:
            zeros = plural(answers.cleared, "board")
            text += f"; it printed {zeros} of zeros below a grid: {_CLEARS_BOARD}"
        elif truth.count.exact and answers.number == truth.count:
            text += "; it says how many there are: if it shows only some, judge it with"
            text += " --answers count"
        elif len(times) in _USUAL_LIMITS:
            text += f"; it printed {len(times)}: does it stop there?"
        return Verdict(Kind.MISSING, text, expected=shown, given=answers.grids[0])
    (grid, repeats) = times.most_common(1)[0]
    if repeats > 1:
        repeated = len(answers.grids) - len(times)
        repeat = "repeats" if repeated == 1 else "repeat"
        text = f"{len(answers.grids)} grids, of which {repeated} {repeat} an earlier one"
        return Verdict(Kind.DUPLICATE, text, given=grid)
    return RIGHT


def _of_stated_count(truth: Truth, answers: Answers) -> Verdict:
    """Right grids, beside which a number may be stated: that of all solutions, or of the grids."""
    said, printed = answers.count, len(answers.grids)
    right = plural(printed, "right grid")
    if answers.denies_all:
        text = f"printed {right}, and says that there is none"
        return Verdict(Kind.FALSE_NONE, text, given=answers.grids[0])
    if answers.unique and truth.count > 1:
        return Verdict(Kind.FALSE_UNIQUE, f"printed {right}, and says unique; {truth.text}")
    if answers.no_more and truth.count > len(set(answers.grids)):
        text = f"printed {right}, and says that there are no more; {truth.text}"
        return Verdict(Kind.WRONG_COUNT, text)
    if answers.more is not None and not _is_count(answers.more + len(set(answers.grids)), truth):
        text = f"printed {right}, and says that there are {answers.more} more; {truth.text}"
        return Verdict(Kind.WRONG_COUNT, text)
    if answers.exact is not None and not _is_count(answers.exact, truth):
        text = f"printed {right}, and says {answers.exact} in all; {truth.text}"
        return Verdict(Kind.WRONG_COUNT, text)
    if said is None:
        said = answers.bare_total
    if said is None or said in (printed, len(set(answers.grids))) or _is_count(said, truth):
        return RIGHT
    return Verdict(Kind.WRONG_COUNT, f"printed {right}, and says {said}; {truth.text}")


def _is_count(said: int, truth: Truth) -> bool:
    return said == truth.count if truth.count.exact else said >= truth.count


def _of_silence(puzzle: Puzzle, truth: Truth, reply: Reply) -> Verdict:
    """No grid where one, or all, were expected: that says none, in words or by saying nothing."""
    answers, size = reply.answers, puzzle.size_name
    if answers.other_shape is not None:
        other = board_name(*answers.other_shape)
        return Verdict(Kind.UNREADABLE, f"printed a {other} grid for a {size} puzzle")
    expected = min(truth.grids, default=None)
    number = 0 if answers.none else answers.number
    counts = bool(number) or (number is None and answers.unique is True)
    says_some = counts or (number is None and (answers.some or answers.yes))
    if answers.unfinished and (says_some or (truth.count != 0 and number is None)):
        found = _of_open_boards(puzzle, truth, answers.unfinished, expected)
        hint = _ONLY_COUNTS if counts else ""
        return replace(found, detail=found.detail + hint)
    if answers.of_symbols and number != 0:
        text = f"printed a {size} board of letters or words: print numbers"
        hint = _ONLY_COUNTS if counts else ""
        return Verdict(Kind.UNREADABLE, text + hint, expected)
    if truth.count == 0:
        return _of_some(reply) if says_some or (answers.error and number is None) else RIGHT
    hint = ""
    if answers.yes or answers.no:
        hint = " (If it says whether there is exactly one, judge it with --answers unique.)"
    if number == 0 and answers.count is None and answers.unfinished and len(puzzle.cells) == 1:
        text = f"printed 0: {_LONE_ZERO}"
        return Verdict(Kind.WRONG_GRID, text, expected, ((0,),), puzzle.cells)
    if number == 0 or answers.blank:
        if reply.exchange is not None and reply.exchange.only_printed:
            hint += "; a function has to return its answer: what it prints is not read"
        says = "says there is no solution" if number == 0 else "printed nothing"
        return Verdict(Kind.FALSE_NONE, f"{says}; {truth.text}{hint}", expected)
    if number and not answers.is_object:
        text = f"says {number}, but printed no complete {size} grid: {reply.excerpt}"
        return Verdict(Kind.UNREADABLE, text, expected)
    what = "an object without its values, " if answers.is_object else ""
    text = f"no complete {size} grid: printed {what}{reply.excerpt}{hint}"
    return Verdict(Kind.UNREADABLE, text, expected)


def _of_some(reply: Reply) -> Verdict:
    """No grid, and none was expected; but what is said is not that there is none."""
    answers = reply.answers
    is_bare = not answers.error and not any(map(str.isalpha, reply.shown))
    if answers.error or is_bare:
        text = "neither gave a grid nor said that there is none: printed"
        return Verdict(Kind.UNREADABLE, f"{text} {reply.excerpt}")
    says = "that there is a solution" if answers.number is None else str(answers.number)
    return Verdict(Kind.WRONG_COUNT, f"says {says}; there is no solution")


_ONLY_COUNTS = " (If it only counts, judge it with --answers count.)"
_LONE_ZERO = "is there no solution, do its values count from 0, or is its board cleared?"
_USUAL_LIMITS = frozenset(
    bound - less
    for bound in (50, 100, 128, 200, 256, 500, 512, 1000, 1024, 2000, 2048, 4096, 5000, 8192)
    for less in (0, 1)
)
"""How many solutions a program may have room for; a smaller number may be so by chance."""
_CLEARS_BOARD = "does it keep the board that it later clears?"
_KEEPS_ONE = "does it keep one board, and no copies of it?"


def _of_open_boards(
    puzzle: Puzzle, truth: Truth, boards: Sequence[CellValues], expected: Grid | None
) -> Verdict:
    """Boards with open cells alone: a trace of which the end is missing, or, where the cells are
    zeros or every board is the same, what is left of a board that was changed after it was found.
    """
    board, size, number = boards[-1], puzzle.size_name, len(boards)
    if not any(board):
        text = "it printed an empty list: does it keep the board that it later empties?"
        return Verdict(Kind.WRONG_GRID, text, expected)
    cells = {(r, c): value for r, row in enumerate(board) for c, value in enumerate(row)}
    zeros = tuple(cell for cell, value in cells.items() if value == 0)
    is_open = None in cells.values()
    asked = "" if is_open else misprint([_as_grid(board)], truth.grids)
    if len(zeros) == len(cells):
        what = f"a {size} board of zeros"
        if number > 1:
            what = f"{number} {size} boards, the last of zeros"
        # On a board of one cell it may be either.
        question = f"{asked.removesuffix('?')}, or {_CLEARS_BOARD}" if asked else _CLEARS_BOARD
    elif asked:
        what, question = f"a {size} board with {plural(len(zeros), 'zero')}", asked
    elif number > 1 and len(set(boards)) == 1:
        what = f"the same {size} board {number} times, with cells open"
        question = _KEEPS_ONE
    elif is_open:
        text = f"no complete {size} grid: printed only boards with open cells"
        return Verdict(Kind.UNREADABLE, text, expected)
    elif {cell: value for cell, value in cells.items() if value} == puzzle.givens:
        what = f"a {size} board of the givens and zeros"
        question = "is that the puzzle, or a board that it later clears?"
    else:
        what = f"a {size} board with {plural(len(zeros), 'zero')} ({short_cell_names(zeros)})"
        question = "does it print a board before it is filled, or after it is cleared?"
    given = None if is_open else _as_grid(board)
    return Verdict(Kind.WRONG_GRID, f"it printed {what}: {question}", expected, given, zeros)


def _as_grid(board: CellValues) -> Grid:
    return tuple(tuple(value or 0 for value in row) for row in board)


def _of_count(truth: Truth, reply: Reply) -> Verdict:
    said = said_of_count(reply.answers)
    if said is None:
        return Verdict(Kind.UNREADABLE, f"no number of solutions: printed {reply.excerpt}")
    if _is_count(said, truth):
        return RIGHT
    kind = Kind.WRONG_COUNT if said else Kind.FALSE_NONE
    text = f"says {said}; {truth.text}"
    if said in _USUAL_LIMITS and said < truth.count:
        text += "; does it stop counting there?"
    return Verdict(kind, text, min(truth.grids, default=None))


def said_of_count(answers: Answers) -> int | None:
    """How many solutions a solver that counts says there are; None if it does not."""
    if answers.count is not None:
        return answers.count
    if answers.none:
        return 0
    return 1 if answers.total is None and answers.unique else answers.total


def _of_uniqueness(truth: Truth, reply: Reply) -> Verdict:
    says = said_of_uniqueness(reply.answers)
    if says is None:
        text = "says neither unique, several nor none: printed"
        return Verdict(Kind.UNREADABLE, f"{text} {reply.excerpt}")
    true = "none" if truth.count == 0 else "unique" if truth.count == 1 else "several"
    if says == true or (says == "not unique" and true != "unique"):
        return RIGHT
    kind = {"none": Kind.FALSE_NONE, "unique": Kind.FALSE_UNIQUE}.get(says, Kind.WRONG_COUNT)
    return Verdict(kind, f"says {says}; {truth.text}", min(truth.grids, default=None))


def said_of_uniqueness(answers: Answers) -> str | None:
    """none, unique, several or not unique, as a solver says it; None if it says nothing of that."""
    if answers.several:
        return "several"
    if answers.unique is not None:
        return "unique" if answers.unique else "not unique"
    if answers.yes != answers.no:
        return "unique" if answers.yes else "not unique"
    if answers.none or answers.number == 0:
        return "none"
    if answers.number is not None:
        return "unique" if answers.number == 1 else "several"
    return None
