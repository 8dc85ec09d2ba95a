"""Solvers with one classic error each: every one is caught, and shown on a small board."""

from __future__ import annotations

import json
import sys
import threading
import time
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest
from clocks import seconds_per_look
from corpus import PUZZLES, ROOT
from judge.faulty_solver import ERRORS, answer

from kenken_cp import InternalError, Puzzle, load, loads, violations
from kenken_cp.formats import dumps
from kenken_cp.judge.answers import Answers, Claim, read_answers
from kenken_cp.judge.judging import Judgement, cross_checked, smallest_failure
from kenken_cp.judge.processes import RunEnd, RunLimits
from kenken_cp.judge.results import Judged, Skipped
from kenken_cp.judge.solvers import Engine, solver_named
from kenken_cp.judge.terms import Terms
from kenken_cp.judge.truth import truth_of
from kenken_cp.judge.verdicts import Kind, Reply, Verdict
from kenken_cp.search.backend import BACKENDS

FAULTY = Path(__file__).parent / "faulty_solver.py"
SHIPPED = (
    "5x5/cs332.kk",
    "6x6/easy.kk",
    "5x5/easy.kk",
    "ambiguous/5x5-three.kk",
    "ambiguous/3x3-12.kk",
    "impossible/4x4-line.kk",
    "latin/latin-1.kk",
    "latin/sudoku-4.kk",
    "4x4/cs332.kk",
)
# No two values of a line make 1; but 3/2 does, if the rest is forgotten.
TRUNCATED = loads("aab\nccb\nddd\n\na 1/\nb 3+\nc 2-\nd 6+\n")
NAMED = [(name, load(PUZZLES / name)) for name in SHIPPED]


def faulty(error, seconds=30.0, memory=None):
    terms = Terms("json", RunLimits(seconds, memory))
    return solver_named(f"{sys.executable} -S -E '{FAULTY}' {error} {{input}}", terms)


class InProcess:
    """The faulty solver in this process, where what it would do to another is not the point."""

    def __init__(self, error):
        self.name = error

    def __call__(self, puzzle, stop):
        text = dumps(puzzle.bare, "json")
        printed = "\n".join(answer(json.loads(text), self.name))
        return Reply(read_answers(printed, puzzle, text), 0.001, shown=printed)


NEEDS_A_PROCESS = {"right", "twice", "loops", "crashes", "hog"}


def faulty_or_in_process(error, seconds):
    return faulty(error, seconds) if error in NEEDS_A_PROCESS else InProcess(error)


def judged(solver, claim=None, named=NAMED):
    judgement = Judgement(named, solver, claim=claim)
    return list(judgement), judgement.claim


def test_the_right_one_is_right():
    found, claim = judged(faulty("right"), named=[*NAMED, ("truncated", TRUNCATED)])
    assert claim is Claim.GRIDS
    assert [
        (one.name, one.verdict.detail) for one in found if one.verdict.kind is not Kind.RIGHT
    ] == []
    assert [one.name for one in found] == [*SHIPPED, "truncated"]
    levels = {one.name: one.level for one in found}
    assert (levels["ambiguous/3x3-12.kk"], levels["impossible/4x4-line.kk"]) == ("several", "none")
    assert levels["latin/latin-1.kk"] == "easy"


CAUGHT = {
    "no-columns": (None, {Kind.WRONG_GRID}),
    "no-repeats": (None, {Kind.FALSE_NONE, Kind.MISSING}),
    "ordered": (None, {Kind.FALSE_NONE, Kind.MISSING}),
    "truncating": (None, {Kind.WRONG_GRID}),
    "first": (Claim.GRIDS, {Kind.MISSING}),
    "twice": (None, {Kind.DUPLICATE}),
    "loops": (None, {Kind.TIMEOUT}),
    "crashes": (None, {Kind.CRASH}),
    "off-by-one": (Claim.GRIDS, {Kind.UNREADABLE, Kind.FALSE_NONE}),
    "unique": (None, {Kind.FALSE_UNIQUE}),
    "wrong-count": (None, {Kind.WRONG_COUNT}),
    "none": (Claim.GRIDS, {Kind.FALSE_NONE}),
}


SLOW = {  # boards on which an error gives up to 161280 grids
    "no-columns": {"ambiguous/5x5-three.kk", "latin/sudoku-4.kk"},
    "off-by-one": {"latin/sudoku-4.kk"},
}
LONG = {"no-columns", "off-by-one"}  # seconds each


def test_every_error_has_its_verdict():
    assert CAUGHT.keys() | {"right", "count", "hog"} == ERRORS.keys()
    kinds = set().union(*(kinds for _, kinds in CAUGHT.values()))
    assert kinds | {Kind.RIGHT, Kind.MEMORY} == set(Kind)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        pytest.param(*item, marks=pytest.mark.complete if item[0] in LONG else [])
        for item in CAUGHT.items()
    ],
    ids=CAUGHT,
)
def test_every_error_is_caught_and_shown_on_a_small_board(error, expected, monkeypatch):
    seconds_per_look(monkeypatch, 0.05, import_module("kenken_cp.judge.shrink"))
    claim, kinds = expected
    named = [*NAMED, ("truncated", TRUNCATED)] if error == "truncating" else NAMED
    named = [(name, puzzle) for name, puzzle in named if name not in SLOW.get(error, ())]
    solver = faulty_or_in_process(error, 0.5 if error == "loops" else 30.0)
    found, claim = judged(solver, claim, named)
    failures = [one for one in found if one.verdict.kind is not Kind.RIGHT]
    assert {failure.verdict.kind for failure in failures} <= kinds
    assert all(failure.verdict.detail for failure in failures)
    smallest = smallest_failure(failures[0], solver, claim, seconds=2.0).judged
    assert smallest.verdict.kind is failures[0].verdict.kind
    assert smallest.puzzle.size <= 4
    grid = smallest.verdict.given
    if smallest.verdict.kind is Kind.WRONG_GRID:
        assert str(violations(smallest.puzzle, grid)[0]) in smallest.verdict.detail
    (again,) = Judgement([("again", smallest.puzzle)], solver, claim=claim)
    assert again.verdict.kind is smallest.verdict.kind


def test_memory():
    found, _ = judged(faulty("hog", memory=64 << 20), named=NAMED[:1])
    assert found[0].verdict.kind is Kind.MEMORY


class Scripted:
    """A solver with given answers, as quick as threads allow."""

    name = "scripted"

    def __init__(self, answers):
        self._answers = answers

    def __call__(self, puzzle, stop):
        time.sleep(0.01 * (puzzle.rows % 3))
        return Reply(self._answers(puzzle), 0.001)


def all_of(puzzle):
    return tuple(sorted(truth_of(puzzle).grids))


LATIN = [("one", Puzzle(1)), ("two", Puzzle(2)), ("three", Puzzle(3)), ("two again", Puzzle(2))]


@pytest.mark.parametrize(
    ("answers", "claim"),
    [
        (lambda p: Answers(grids=all_of(p)), Claim.GRIDS),
        (lambda p: Answers(grids=all_of(p)[:1]), Claim.FIRST),
        (lambda p: Answers(count=len(all_of(p))), Claim.COUNT),
        # What a number looks like on a board of one cell.
        (
            lambda p: Answers(grids=all_of(p) if p.size == 1 else (), count=len(all_of(p))),
            Claim.COUNT,
        ),
        (lambda p: Answers(unique=len(all_of(p)) == 1), Claim.UNIQUE),
        (lambda p: Answers(grids=all_of(p)[:1], unique=len(all_of(p)) == 1), Claim.UNIQUE),
    ],
)
def test_what_it_claims_is_worked_out(answers, claim):
    judgement = Judgement(LATIN, Scripted(answers))
    assert [one.verdict.kind for one in judgement] == [Kind.RIGHT] * 4
    assert judgement.claim is claim


def test_one_that_ever_enumerates_is_held_to_it():
    lazy = Scripted(lambda p: Answers(grids=all_of(p) if p.size == 3 else all_of(p)[:1]))
    judgement = Judgement(LATIN, lazy)
    kinds = [one.verdict.kind for one in judgement]
    assert kinds == [Kind.RIGHT, Kind.MISSING, Kind.RIGHT, Kind.MISSING]


def test_verdicts_come_as_soon_as_they_are_certain():
    asked = []

    def answers(puzzle):
        asked.append(puzzle.size)
        return Answers(grids=all_of(puzzle)[:1])

    one, two = ("one", Puzzle(1)), ("two", Puzzle(2))
    verdicts = iter(Judgement([one, one, two, two], Scripted(answers), jobs=1))
    assert next(verdicts).name == "one"
    assert len(asked) < 4 or asked == [1, 1, 2, 2]
    assert [one.name for one in verdicts] == ["one", "two", "two"]


def test_nonsense_is_reported_as_no_grid_until_more_is_known():
    class Mumbling:
        name = "mumbling"

        def __call__(self, puzzle, stop):
            return Reply(Answers(), 0.0, shown="mumble")

    (found,) = Judgement(NAMED[:1], Mumbling())
    assert found.verdict.detail == "no complete 5x5 grid: printed 'mumble'"


def test_the_order_is_that_of_the_input_whatever_the_jobs():
    named = [(f"{size}/{n}", Puzzle(size)) for n in range(8) for size in (3, 1, 2)]
    found = list(Judgement(iter(named), Scripted(lambda p: Answers(grids=all_of(p))), jobs=5))
    assert [one.name for one in found] == [name for name, _ in named]
    assert {one.verdict.kind for one in found} == {Kind.RIGHT}


class TestFunctions:
    """What a function keeps: each is called for the larger of the puzzles beside its own, too."""

    @pytest.fixture
    def judgement(self, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{Path(__file__).parent}")

        def judge(function, sizes, jobs=1, claim=Claim.FIRST):
            solver = solver_named(f"sample_callables:{function}", Terms(limits=RunLimits(60)))
            named = [(f"{at}: {size}", Puzzle(size)) for at, size in enumerate(sizes)]
            return list(Judgement(named, solver, claim=claim, jobs=jobs))

        return judge

    @pytest.mark.parametrize("sizes", [(2, 3), (3, 2)])
    def test_a_table_that_is_too_small_shows_in_any_order(self, judgement, sizes):
        found = judgement("size_of_the_first", sizes)
        (wrong,) = [one for one in found if one.verdict.kind is not Kind.RIGHT]
        assert wrong.puzzle.size == 2
        assert "right; called next for" in wrong.verdict.detail
        assert wrong.other[1].size == 3
        assert wrong.answers is None

    @pytest.mark.parametrize("jobs", [1, 4])
    def test_the_jobs_do_not_matter(self, judgement, jobs):
        found = judgement("size_of_the_first", (3, 1, 1, 2, 1), jobs)
        assert [one.verdict.kind.value for one in found] == [
            "right",
            "false-none",
            "false-none",
            "right",
            "false-none",
        ]
        assert [one.other and one.other[0] for one in found] == [None, "0: 3", "3: 2", None, "3: 2"]

    def test_what_one_puzzle_shows_needs_no_other(self, judgement):
        found = judgement("accumulates", (2, 3), claim=Claim.GRIDS)
        assert [one.verdict.kind for one in found] == 2 * [Kind.DUPLICATE]
        assert [one.other for one in found] == [None, None]
        assert "called again for the same puzzle, it is not" in found[0].verdict.detail


def test_what_a_format_cannot_say_is_skipped():
    terms = Terms("sudoku", RunLimits(30))
    found = list(Judgement(NAMED[:1], solver_named("true", terms)))
    assert isinstance(found[0], Skipped)
    assert "sudoku" in found[0].reason


def test_leaving_early_ends_what_is_under_way():
    begun, stopped = threading.Event(), threading.Event()

    def slow(puzzle, stop):
        if puzzle.size > 1:
            begun.set()
            while not stop:
                time.sleep(0.01)
            stopped.set()
            return Reply(Answers(), 1.0, RunEnd.STOPPED)
        return Reply(Answers(grids=all_of(puzzle)), 0.001)

    slow.name = "slow"
    verdicts = iter(Judgement([("one", Puzzle(1)), ("two", Puzzle(2))], slow, claim=Claim.GRIDS))
    assert next(verdicts).verdict.kind is Kind.RIGHT
    assert begun.wait(60)
    verdicts.close()
    assert stopped.is_set()


def test_bugs_of_ours_are_not_hidden(monkeypatch):
    import kenken_cp.judge.judging as judging

    def disagree(puzzle, stop, seconds):
        raise InternalError("two engines disagree")

    monkeypatch.setattr(judging, "truth_of", disagree)
    with pytest.raises(InternalError):
        list(Judgement(LATIN, Scripted(lambda p: Answers())))


class TestTime:
    """Solver and truth share the time that a puzzle may take, but for one second."""

    def judged(self, monkeypatch, reply, **limits):
        import kenken_cp.judge.judging as judging

        asked, now = [], 0.0

        def truth(puzzle, stop, seconds):
            asked.append(seconds)

        def solver(puzzle, stop):
            nonlocal now
            now += 0.05
            return reply

        solver.name = "solver"
        monkeypatch.setattr(judging, "truth_of", truth)
        monkeypatch.setattr(judging, "time", SimpleNamespace(perf_counter=lambda: now))
        (found,) = Judgement([("one", Puzzle(2))], solver, **limits)
        return found, *asked

    def test_the_truth_has_what_the_solver_left(self, monkeypatch):
        right = Reply(Answers(grids=all_of(Puzzle(2))), 0.05)
        found, seconds = self.judged(monkeypatch, right, seconds=5.0)
        assert seconds == pytest.approx(5.95)
        assert isinstance(found, Skipped)
        assert found.reason == "its solutions are not known after 6 s"
        _, seconds = self.judged(monkeypatch, right, seconds=0.01)
        assert seconds == 1.0
        _, seconds = self.judged(monkeypatch, right, seconds=1e6)
        assert seconds == 60.0

    def test_what_did_not_end_needs_no_truth(self, monkeypatch):
        late = Reply(Answers(), 0.05, RunEnd.TIMEOUT)
        found, _ = self.judged(monkeypatch, late, seconds=0.05)
        assert (found.verdict.kind, found.level, found.known) == (Kind.TIMEOUT, "not rated", False)
        assert (found.solutions, found.solutions.exact) == (0, False)

    def test_the_truth_ends_with_it(self):
        """Neither engine would end by itself."""
        started = time.monotonic()
        found = truth_of(Puzzle(16), seconds=0.2)
        assert found is None or not found.count.exact
        assert time.monotonic() - started < 20

    def test_known_solutions_of_a_large_board_fit_memory(self):
        from kenken_cp.judge.truth import max_solutions

        assert [max_solutions(Puzzle(size)) for size in (1, 9, 64)] == [10_000, 10_000, 488]


def test_a_failure_that_does_not_come_again_stays_as_it_was():
    puzzle = Puzzle(3)
    crash = Judged(
        "x",
        puzzle,
        "s",
        Verdict(Kind.CRASH, "exit code 1"),
        "several",
        truth_of(puzzle).count,
        1,
        1,
    )
    fine = Scripted(lambda p: Answers(grids=all_of(p)))
    found = smallest_failure(crash, fine, Claim.GRIDS, seconds=0.5)
    assert found.judged is crash
    assert found.open_question.startswith(
        "It did not fail so when it was given this puzzle again. The verdict was then right. Does"
    )
    assert "depend on chance" in found.open_question


def late(puzzle):
    verdict = Verdict(Kind.TIMEOUT, "still running after 10 s")
    return Judged("x", puzzle, "s", verdict, "several", truth_of(puzzle).count, 10, 1)


def test_a_timeout_that_does_not_come_again_may_be_a_busy_machine():
    fine = Scripted(lambda p: Answers(grids=all_of(p)))
    found = smallest_failure(late(Puzzle(3)), fine, Claim.GRIDS, seconds=0.5)
    assert "this puzzle again. The verdict was then right after 1.0 ms. Is" in found.open_question
    assert "chance" not in found.open_question


def test_a_smaller_puzzle_that_takes_less_than_the_limit_is_not_this_puzzle():
    """A puzzle is searched for with a shorter limit, under which smaller ones are too slow, too."""

    def slow(puzzle, stop):
        return Reply(Answers(), 1.0, RunEnd.TIMEOUT)

    slow.name = "slow"
    fine = Scripted(lambda p: Answers(grids=all_of(p)))
    failure = late(Puzzle(3))
    found = smallest_failure(failure, fine, Claim.GRIDS, slow, seconds=0.5)
    assert found.judged is failure
    assert found.open_question == "No smaller puzzle was found that takes it so long."


def test_a_failure_by_chance_is_said_to_be_one():
    class Forgetful:
        """It finds nothing in its first three runs, and all solutions later."""

        name, runs = "forgetful", 0

        def __call__(self, puzzle, stop):
            self.runs += 1
            grids = all_of(puzzle) if self.runs > 3 else ()
            return Reply(Answers(grids=grids, none=not grids), 0.01)

    solver = Forgetful()
    (failure,) = Judgement([("one", Puzzle(1))], solver, claim=Claim.GRIDS)
    found = smallest_failure(failure, solver, Claim.GRIDS, seconds=5)
    assert found.judged.verdict.kind is Kind.FALSE_NONE
    assert "It was not so in 3 of 4 more runs." in found.open_question
    assert "depend on chance" in found.open_question


class TestCrossCheck:
    def test_engines_agree(self, monkeypatch):
        # The 5x5 has more solutions than these.
        monkeypatch.setattr("kenken_cp.judge.truth.MAX_SOLUTIONS", 100)
        engines = ["cp-sat", "logic", "brute-force", "mcv-lcv"]
        named = [("6x6", load(PUZZLES / "6x6/easy.kk")), ("two", Puzzle(2)), ("5x5", Puzzle(5))]
        found = list(cross_checked(named, engines, seconds=90, able_only=True))
        assert BACKENDS.named("brute-force").max_cells < 25
        assert [(one.name, one.solver) for one in found[:4]] == [
            ("6x6", "cp-sat"),
            ("6x6", "logic"),
            ("6x6", "mcv-lcv"),
            ("two", "cp-sat"),
        ]
        assert {one.verdict.kind for one in found} == {Kind.RIGHT}
        assert [str(one.solutions) for one in found if one.solver == "cp-sat"] == ["1", "2", "100+"]

    def test_an_engine_that_misses_some_is_reported(self, monkeypatch):
        from kenken_cp.backends import brute_force
        from kenken_cp.search.protocol import Ended as SearchEnded
        from kenken_cp.search.protocol import Status

        def blind(puzzle, visit, limits):
            for grid in (((1, 2), (2, 1)), ((1, 2), (1, 2))):
                visit(grid)
            return SearchEnded(Status.EXHAUSTED)

        engines = ["brute-force", "cp-sat"]
        monkeypatch.setattr(brute_force, "search", blind)
        wrong, right = cross_checked([("two", Puzzle(2))], engines, seconds=90, able_only=True)
        assert (wrong.verdict.kind, right.verdict.kind) == (Kind.WRONG_GRID, Kind.RIGHT)
        monkeypatch.setattr(brute_force, "search", lambda *_: SearchEnded(Status.EXHAUSTED))
        none, _ = cross_checked([("two", Puzzle(2))], engines, seconds=90, able_only=True)
        assert none.verdict.kind is Kind.FALSE_NONE

    def test_a_timeout_is_no_wrong_answer(self, monkeypatch):
        seconds_per_look(monkeypatch, 0.1)
        named = [("9x9", load(PUZZLES / "9x9/hard.kk"))]
        names = ["brute-force", "cp-sat"]
        first, second = cross_checked(named, names, seconds=90, able_only=False)
        assert (first.verdict.kind, second.verdict.kind) == (Kind.TIMEOUT, Kind.RIGHT)
        assert first.solutions == 1

    def test_the_engines_share_the_time(self, monkeypatch):
        """Those before it leave an engine what they do not use; none is left without any."""
        given = []

        def asked(engine, puzzle, stop):
            given.append(engine.seconds)
            taken = {"logic": engine.seconds, "cover": 100}.get(engine.name, 0)
            now[0] += taken
            return Reply(Answers(claim=Claim.GRIDS, none=True), taken)

        now = [0.0]
        monkeypatch.setattr("kenken_cp.judge.judging.time.perf_counter", lambda: now[0])
        monkeypatch.setattr(Engine, "__call__", asked)
        names = ["logic", "cp-sat", "mcv-lcv", "cover", "propagation"]
        list(cross_checked([("two", Puzzle(2))], names, seconds=10, able_only=True))
        assert given == [2, 2, pytest.approx(8 / 3), 4, 0.05]


WIDE = [
    ("2x3", loads("aab\nccb\n\na 3+\nb 4+\nc 5+\n")),
    ("free", Puzzle((2, 3))),
    ("3x2", loads("ab\nab\ncc\n\na 1-\nb 1-\nc 4+\n")),
    ("none", loads("aab\nccb\n\na 2+\nb 4+\nc 5+\n")),
]


class TestRectangles:
    @pytest.mark.parametrize("format", [None, "json"])
    def test_a_right_one_is_right(self, format, monkeypatch):
        monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{Path(__file__).parent}")
        terms = Terms(format, RunLimits(60), argument="puzzle")
        found, claim = judged(solver_named("sample_callables:enumerates", terms), named=WIDE)
        assert [(one.name, one.verdict.kind) for one in found] == [
            (name, Kind.RIGHT) for name, _ in WIDE
        ]
        assert claim is Claim.GRIDS
        assert [int(one.solutions) for one in found][1::2] == [12, 0]

    def test_our_engines_agree(self):
        engines = ["cp-sat", "brute-force", "logic"]
        found = list(cross_checked(WIDE, engines, seconds=90, able_only=True))
        assert {one.verdict.kind for one in found} == {Kind.RIGHT}
        assert len(found) == 3 * len(WIDE)

    def test_what_misses_some_is_shown_on_a_smaller_rectangle(self):
        lazy = Scripted(lambda p: Answers(grids=all_of(p)[:1]))
        found, _ = judged(lazy, Claim.GRIDS, [("2x4", Puzzle((2, 4)))])
        (failure,) = found
        assert failure.verdict.kind is Kind.MISSING
        smallest = smallest_failure(failure, lazy, Claim.GRIDS, seconds=5)
        assert len(smallest.judged.puzzle.cells) == 2

    @pytest.mark.parametrize("format", ["keen", "neknek", "cs332", "aikenken", "sudoku"])
    def test_formats_without_rectangles_skip_them(self, format):
        found, claim = judged(solver_named("true", Terms(format)), named=WIDE[:1])
        assert [type(one) for one in found] == [Skipped]
        assert "2x3" in found[0].reason
        assert claim is not None


class Echoing:
    """Prints the puzzle again, then as many of the lines that are asked for as there are."""

    name = "echoing"

    def __init__(self, printed):
        self.printed = printed

    def __call__(self, puzzle, stop):
        given = dumps(puzzle.bare, "sudoku")
        text = given + self.printed(sorted(truth_of(puzzle).grids))
        return Reply(read_answers(text, puzzle, given), 0.001, shown=text)


FULL = loads("1234341221434321", "sudoku")
NAMED_SUDOKUS = [("full", FULL), ("open", loads("12343412........", "sudoku"))]


def in_lines(grids):
    return "".join("".join(map(str, chain.from_iterable(grid))) + "\n" for grid in grids)


@pytest.mark.parametrize(
    ("printed", "claim", "wrong"),
    [
        (lambda grids: f"{len(grids)} solutions\n", Claim.COUNT, []),
        (lambda grids: in_lines(grids) + f"{len(grids)} solutions\n", Claim.GRIDS, []),
        (lambda grids: f"{len(grids) - 1} solutions\n", Claim.COUNT, ["full", "open"]),
        (lambda grids: "no solution\n", Claim.FIRST, ["full", "open"]),
    ],
)
def test_a_full_board_may_be_the_puzzle_or_its_solution(printed, claim, wrong):
    """Nothing tells the two apart where a program prints the board once, and a number below it."""
    judgement = Judgement(NAMED_SUDOKUS, Echoing(printed))
    results = list(judgement)
    assert judgement.claim is claim
    assert [one.name for one in results if one.verdict.kind is not Kind.RIGHT] == wrong


def test_a_full_board_that_is_its_solution():
    """The line that was given is printed as the solution, and a number below it."""

    class Plain(Echoing):
        def __call__(self, puzzle, stop):
            grids = sorted(truth_of(puzzle).grids)
            text = in_lines(grids) + f"{len(grids)} solutions\n"
            return Reply(read_answers(text, puzzle, dumps(puzzle.bare, "sudoku")), 0.001)

    results = list(Judgement(NAMED_SUDOKUS, Plain(in_lines)))
    assert {one.verdict.kind for one in results} == {Kind.RIGHT}
