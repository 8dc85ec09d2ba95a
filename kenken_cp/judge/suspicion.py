"""Which mistake, about the rules or in printing, explains what a solver answered."""

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain, islice

from kenken_cp.judge.answers import Claim
from kenken_cp.judge.comparison import said_of_count, said_of_uniqueness
from kenken_cp.judge.misprints import MISPRINTS, Misprint
from kenken_cp.judge.misreadings import (
    MISREADINGS,
    Misreading,
    TooLargeError,
    boards_allowed,
    is_allowed,
)
from kenken_cp.judge.results import Judged
from kenken_cp.judge.verdicts import Kind
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rules import Checker
from kenken_cp.text import board_name, plural

_MAX_VALUES_TRIED = 20_000
"""Values that are tried on a board for one mistake, which takes 0.05 s."""

_MAX_OTHERS = 60
"""Other puzzles on which a mistake is looked for: those nearest in size."""

_MAX_NAMED = 3
"""Mistakes that are named if they explain equally much; more of them say nothing."""


def suspicion(failure: Judged, run: Sequence[Judged], tried: Sequence[Judged], claim: Claim) -> str:
    """A sentence on the mistake, about numbers of solutions, their printing or the rules, that
    explains the answer to a puzzle and contradicts no other answer of a run, wrong or right; or on
    the size from which on all is wrong; empty if there is none, or the puzzle is too large to tell.

    Args:
        tried: smaller puzzles, of which the right answers may contradict a mistake. Where there are
            none, little could, and the mistake has to explain another wrong answer, too.
    """
    if _number_said(failure, claim) is not None and (sentence := _of_numbers(run, claim)):
        return sentence
    return (
        _of_printing(failure, run, tried)
        or _of_rules(failure, run, tried, claim)
        or _of_sizes(failure, run)
    )


def _of_printing(failure: Judged, run: Sequence[Judged], tried: Sequence[Judged]) -> str:
    """A sentence on a way of printing in which every grid was a solution."""
    if failure.verdict.kind is not Kind.WRONG_GRID:
        return ""
    results = {one.puzzle: one for one in (*tried, *run)} | {failure.puzzle: failure}
    printed = [(one, grids) for one in results.values() if (grids := _grids_printed(one))]
    # A cell alone is where it is, however a board is turned.
    if not any(len(one.puzzle.cells) > 1 for one, _ in printed if one is not failure):
        return ""
    clauses = [
        each.clause
        for each in MISPRINTS
        if all(_was_printed_so(each, one.puzzle, grids) for one, grids in printed)
    ]
    wrongs = [one for one in run if one.verdict.kind is not Kind.RIGHT]
    others = [one for one in wrongs if one.puzzle != failure.puzzle]
    explained = sum(1 for one in others if _grids_printed(one))
    return _sentence(clauses, explained, len(others))


def _grids_printed(judged: Judged) -> Sequence[Grid]:
    """The boards without open cells that were printed as answers; cells may be zero."""
    if judged.answers is not None and judged.answers.grids:
        return judged.answers.grids
    given = judged.verdict.given if judged.verdict.kind is Kind.WRONG_GRID else None
    return () if given is None else (given,)


def _was_printed_so(misprint: Misprint, puzzle: Puzzle, grids: Iterable[Grid]) -> bool:
    """Whether grids are solutions of a puzzle that were printed so."""
    check = Checker(puzzle)
    meant = [misprint.undone(grid) for grid in grids]
    return all(
        len(grid) == puzzle.rows and not check(tuple(chain.from_iterable(grid))) for grid in meant
    )


def _of_rules(failure: Judged, run: Sequence[Judged], tried: Sequence[Judged], claim: Claim) -> str:
    if not _is_explicable(failure, claim):
        return ""
    right = _nearest((one for one in (*run, *tried) if one.verdict.kind is Kind.RIGHT), failure)
    wrongs = [one for one in run if one.verdict.kind is not Kind.RIGHT]
    others = [one for one in wrongs if one.puzzle != failure.puzzle]
    wrong = _nearest((one for one in others if _is_explicable(one, claim)), failure)
    found: dict[int, list[str]] = {}
    for misreading in MISREADINGS:
        if _agrees(misreading, failure, claim):
            known = [_agrees(misreading, one, claim) for one in (*wrong, *right)]
            if False not in known:
                found.setdefault(known[: len(wrong)].count(True), []).append(misreading.clause)
    explained = max(found, default=0)
    clauses = [*dict.fromkeys(found.get(explained, []))]
    return _sentence(clauses, explained, len(others)) if tried or explained else ""


def _sentence(clauses: Sequence[str], explained: int, others: int) -> str:
    """Mistakes that explain an answer, and how many of the other wrong ones; empty if there are
    none, or too many to say anything.
    """
    if not 0 < len(clauses) <= _MAX_NAMED:
        return ""
    text = f"This answer would be right if {', or if '.join(clauses)}"
    if explained:
        number = plural(explained, "other wrong answer").removeprefix("1 ")
        text += f"; so would the {number}"
        text += " that could be checked" if explained < others else ""
    return f"{text}."


_MIN_OF_EACH = 2
"""Puzzles about which it is right, and wrong, at least, before a size is named."""


def _of_sizes(failure: Judged, run: Sequence[Judged]) -> str:
    """A sentence on the size up to which all is right, and beyond which nothing is. Puzzles without
    a solution say little: whoever finds nothing is right about them.
    """
    sizes: dict[bool, list[int]] = {True: [], False: []}
    for one in (one for one in run if one.solutions > 0):
        if one.verdict.kind in (Kind.TIMEOUT, Kind.MEMORY):
            return ""
        sizes[one.verdict.kind is Kind.RIGHT].append(max(one.puzzle.rows, one.puzzle.columns))
    right, wrong = sizes[True], sizes[False]
    if min(len(right), len(wrong)) < _MIN_OF_EACH or max(right) >= min(wrong):
        return ""
    if failure.verdict.kind in (Kind.TIMEOUT, Kind.MEMORY):
        return ""
    size = board_name(max(right), max(right))
    return (
        f"Of the puzzles with a solution it is right about all to {size}, and "
        "wrong about all larger ones: is an array, or a range of values, too small?"
    )


_WRONG_NUMBERS: tuple[tuple[str, Callable[[int], int]], ...] = (
    (
        "It gives each puzzle twice as many solutions as it has: is each found, or counted, twice?",
        lambda count: 2 * count,
    ),
    (
        "It gives each puzzle one solution more than it has: does it count from 1?",
        lambda count: count + 1,
    ),
    (
        "It gives each puzzle with several solutions one less than it has: is the last one lost?",
        lambda count: count - (count > 1),
    ),
)
"""How a solver may be wrong about the number of solutions, whatever the rules are."""


def _of_numbers(run: Sequence[Judged], claim: Claim) -> str:
    """A sentence on the numbers of solutions, if all of a run are wrong, or right, in one way, and
    in no other.
    """
    numbers = {
        (int(one.solutions), said)
        for one in run
        if one.solutions.exact and (said := _number_said(one, claim)) is not None
    }
    if len(numbers) < 2 or all(said == count for count, said in numbers):
        return ""
    fitting = [
        sentence
        for sentence, wrong in _WRONG_NUMBERS
        if all(said == wrong(count) for count, said in numbers)
    ]
    fitting += _of_a_bound(numbers)
    return fitting[0] if len(fitting) == 1 else ""


_SMALL_BOUNDS = {1: ("one solution", "at the first"), 2: ("two solutions", "at the second")}


def _of_a_bound(numbers: Collection[tuple[int, int]]) -> list[str]:
    """A sentence on the number beyond which a solver finds, or counts, no more. Beyond two, it has
    to be given of puzzles with different numbers of solutions.
    """
    most = max(said for _, said in numbers)
    beyond = {count for count, said in numbers if count > said}
    is_sure = most in _SMALL_BOUNDS or (most > 0 and len(beyond) > 1)
    if not is_sure or any(said != min(count, most) for count, said in numbers):
        return []
    solutions, where = _SMALL_BOUNDS.get(most, (f"{most} solutions", "there"))
    return [f"It gives no puzzle more than {solutions}: does it stop {where}?"]


def _number_said(judged: Judged, claim: Claim) -> int | None:
    """How many solutions a solver that claims to find, or count, all of them gives of a puzzle."""
    kinds = (Kind.RIGHT, Kind.MISSING, Kind.DUPLICATE, Kind.FALSE_NONE, Kind.WRONG_COUNT)
    if judged.answers is None or judged.verdict.kind not in kinds:
        return None
    if claim is Claim.GRIDS:
        return len(judged.answers.grids)
    return said_of_count(judged.answers) if claim is Claim.COUNT else None


def _nearest(results: Iterable[Judged], failure: Judged) -> list[Judged]:
    """The results on the puzzles nearest in size to one, one for each puzzle: what is right on
    boards of a few cells contradicts few mistakes that show on larger ones.
    """
    once = {one.puzzle: one for one in results}
    size = len(failure.puzzle.cells)
    return sorted(once.values(), key=lambda one: abs(len(one.puzzle.cells) - size))[:_MAX_OTHERS]


def _is_explicable(judged: Judged, claim: Claim) -> bool:
    """Whether an answer is wrong in a way to which a mistake about the rules may lead."""
    answers, kind = judged.answers, judged.verdict.kind
    if answers is None:
        return False
    if claim in (Claim.COUNT, Claim.UNIQUE):
        return kind in (Kind.WRONG_COUNT, Kind.FALSE_NONE, Kind.FALSE_UNIQUE)
    if kind is Kind.FALSE_NONE:
        return not answers.grids
    return kind in (Kind.WRONG_GRID, Kind.MISSING) and bool(answers.grids)


def _solutions(judged: Judged) -> Collection[Grid] | None:
    """All solutions of a puzzle; None if a verdict does not say so much."""
    known = set() if judged.verdict.expected is None else {judged.verdict.expected}
    if judged.verdict.kind is Kind.RIGHT and judged.answers is not None:
        known.update(judged.answers.grids)
    return known if judged.solutions.exact and judged.solutions == len(known) else None


def _agrees(misreading: Misreading, judged: Judged, claim: Claim) -> bool | None:
    """Whether an answer would be right under a misreading; None if that is not known."""
    puzzle, answers = judged.puzzle, judged.answers
    if answers is None:
        return None
    if not all(is_allowed(misreading, puzzle, grid) for grid in answers.grids):
        return False
    solutions = _solutions(judged) if misreading.narrows else None
    if solutions is None:
        allowed = boards_allowed(misreading, puzzle, _MAX_VALUES_TRIED)
    else:
        allowed = (grid for grid in solutions if is_allowed(misreading, puzzle, grid))
    try:
        if claim is Claim.FIRST:
            return bool(answers.grids) or next(allowed, None) is None
        if claim is Claim.GRIDS:
            given = set(answers.grids)
            return set(islice(allowed, len(given) + 1)) == given
        if claim is Claim.COUNT:
            said = said_of_count(answers)
            return said is not None and sum(1 for _ in islice(allowed, said + 1)) == said
        number = sum(1 for _ in islice(allowed, 2))
    except TooLargeError:
        return None
    said_so = said_of_uniqueness(answers)
    return said_so == ("none", "unique", "several")[number] or (
        said_so == "not unique" and number != 1
    )
