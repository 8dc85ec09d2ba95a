"""Results in files, and work that is resumed."""

import os
import random
from functools import partial
from itertools import islice
from pathlib import Path
from unittest import mock

import pytest
from corpus import counted

from kenken_cp import Cage, Puzzle, load
from kenken_cp.errors import KenKenError, LimitReachedError
from kenken_cp.logic.rate import rate
from kenken_cp.parallel.batches import each_result
from kenken_cp.parallel.journal import Journal
from kenken_cp.parallel.workers import Workers
from kenken_cp.search.limits import Limits
from kenken_cp.search.verbs import count_solutions, find_solutions, solve

PUZZLES = [puzzle for puzzle in counted() if puzzle.rows <= 5][:6]
HERE = Workers(1)

COUNT = partial(count_solutions, limits=Limits(), backend="cover")
SOLVE = partial(find_solutions, limits=Limits(2), backend="cover", keep=2)
TASKS = [SOLVE, COUNT, partial(count_solutions, limits=Limits(3), backend="cover"), partial(rate)]


def kept(path, task, puzzles):
    """The results of a task, kept in a file."""
    with Journal(path, task, puzzles) as journal:
        return list(each_result(puzzles, task, HERE, journal=journal))


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task.func.__name__}")
def test_what_is_read_is_what_was_kept(task, tmp_path):
    puzzles = [*PUZZLES, load("puzzles/6x6/unreasonable.kk"), Puzzle(2)]
    results = kept(tmp_path / "kept", task, puzzles)
    with Journal(tmp_path / "kept", task, puzzles) as again:
        assert again.results == dict(enumerate(results))
    counts = [result.count for result in results if hasattr(result, "grids")]
    assert [count.exact for count in counts] == [
        again.results[number].count.exact for number in range(len(counts))
    ]


def test_what_was_cut_short_is_not_kept(tmp_path):
    with Journal(tmp_path / "kept", COUNT, [Puzzle(9)]) as journal:
        journal.add(0, count_solutions(Puzzle(9), Limits(seconds=0.01), backend="brute-force"))
        journal.add(0, LimitReachedError("timeout"))
    with Journal(tmp_path / "kept", COUNT, [Puzzle(9)]) as journal:
        assert journal.results == {}


def test_an_outcome_is_kept_without_its_puzzle(tmp_path):
    outcome = solve(Puzzle(2))
    assert outcome.puzzle
    with Journal(tmp_path / "kept", partial(solve), [Puzzle(2)]) as journal:
        journal.add(0, outcome)
    with Journal(tmp_path / "kept", partial(solve), [Puzzle(2)]) as journal:
        assert journal.results == {0: outcome}


def test_nothing_is_done_twice(tmp_path):
    path = tmp_path / "kept"
    with Journal(path, COUNT, PUZZLES) as journal:
        first = list(islice(each_result(PUZZLES, COUNT, HERE, journal=journal), 3))
    longer = partial(count_solutions, limits=Limits(seconds=9.0), backend="cover")
    with Journal(path, longer, PUZZLES) as journal:
        assert sorted(journal.results) == [0, 1, 2]
    again = kept(path, COUNT, PUZZLES)
    assert again[:3] == first
    assert [outcome.count for outcome in again] == [puzzle.expected for puzzle in PUZZLES]
    assert path.read_bytes().count(b"\n") == 1 + len(PUZZLES)


def test_a_torn_line_is_dropped_and_done_again(tmp_path):
    path = tmp_path / "kept"
    outcomes = kept(path, COUNT, PUZZLES[:3])
    whole = path.read_bytes()
    for cut in (0, 1, 40, *range(len(whole) - 150, len(whole), 7), len(whole) - 1):
        path.write_bytes(whole[:cut])
        with Journal(path, COUNT, PUZZLES[:3]) as journal:
            assert len(journal.results) == max(whole[:cut].count(b"\n") - 1, 0)
        again = kept(path, COUNT, PUZZLES[:3])
        assert [outcome.count for outcome in again] == [outcome.count for outcome in outcomes]
        assert path.read_bytes().count(b"\n") == 4
        with Journal(path, COUNT, PUZZLES[:3]) as journal:
            assert len(journal.results) == 3


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "kept"
    kept(path, COUNT, [Puzzle(2)])
    content = path.read_bytes()
    for task, puzzles in (
        (COUNT, [Puzzle(3)]),
        (COUNT, [Puzzle(2), Puzzle(2)]),
        (COUNT, [Puzzle(2, [Cage([(0, 0)], "given", 1)])]),
        (SOLVE, [Puzzle(2)]),
        (partial(count_solutions, limits=Limits(), backend="cp-sat"), [Puzzle(2)]),
        (partial(count_solutions, limits=Limits(5), backend="cover"), [Puzzle(2)]),
        (partial(COUNT.func, Puzzle(2), **COUNT.keywords), [Puzzle(2)]),
    ):
        with pytest.raises(KenKenError, match="kept: results of other puzzles, options or version"):
            Journal(path, task, puzzles)
        assert path.read_bytes() == content
    for seconds in (5, 9):
        with Journal(tmp_path / "rated", partial(rate, seconds=seconds), [Puzzle(2)]):
            pass
    named = Puzzle(2, title="named", level="easy", expected=2)
    with Journal(path, COUNT, [named]) as journal:
        assert len(journal.results) == 1


def test_two_files_of_the_same_work_may_be_joined(tmp_path):
    paths = [tmp_path / name for name in ("one", "other", "both")]
    with Journal(paths[0], COUNT, PUZZLES) as one, Journal(paths[1], COUNT, PUZZLES) as other:
        one.add(0, COUNT(PUZZLES[0]))
        other.add(1, COUNT(PUZZLES[1]))
        expected = {0: COUNT(PUZZLES[0]).count, 1: COUNT(PUZZLES[1]).count}
    paths[2].write_bytes(paths[0].read_bytes() + paths[1].read_bytes())
    with Journal(paths[2], COUNT, PUZZLES) as both:
        assert {number: each.count for number, each in both.results.items()} == expected


def test_a_file_of_another_version_is_refused(tmp_path):
    path = tmp_path / "kept"
    kept(path, COUNT, [Puzzle(2)])
    path.write_bytes(path.read_bytes().replace(b'"version": 5', b'"version": 4'))
    with pytest.raises(KenKenError, match="version; expected those of this very command"):
        Journal(path, COUNT, [Puzzle(2)])


def test_only_a_regular_file_will_do(tmp_path):
    """Others may never end, or wait for ever: nothing is read from them."""
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(KenKenError, match=f"{path}: not a regular file"):
            Journal(path, COUNT, [Puzzle(2)])
    with pytest.raises(KenKenError, match="No such file"):
        Journal(tmp_path / "no" / "file", COUNT, [Puzzle(2)])
    with (tmp_path / "large").open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(KenKenError, match="no file of results"):
        Journal(tmp_path / "large", COUNT, [Puzzle(2)])


def test_a_full_disk_leaves_no_half_line(tmp_path, monkeypatch):
    path = tmp_path / "kept"
    with Journal(path, COUNT, PUZZLES) as full:
        full.add(0, COUNT(PUZZLES[0]))
        before = path.read_bytes()
        write = full._file.write
        monkeypatch.setattr(full, "_file", mock.Mock(wraps=full._file))
        full._file.write.side_effect = lambda line: write(line[:20])
        with pytest.raises(KenKenError, match=f"{path}: no space left"):
            full.add(1, COUNT(PUZZLES[1]))
    assert path.read_bytes() == before


@pytest.mark.parametrize("task", [SOLVE, COUNT, TASKS[3]], ids=["solve", "count", "rate"])
def test_no_damage_changes_a_result(task, tmp_path):
    """Bytes changed, left out, repeated or added: an error, or the results as they were."""
    path, puzzles = tmp_path / "kept", [*PUZZLES[:2], Puzzle(2)]
    true = dict(enumerate(kept(path, task, puzzles)))
    whole, rng = path.read_bytes(), random.Random(1)
    for _ in range(100):
        start = rng.randrange(len(whole))
        end = start + rng.choice([0, 1, 1, 1, rng.randrange(200)])
        new = rng.choice([b"", rng.randbytes(1), rng.choice(b"0123456789-e.,[]{}\r\n ").to_bytes()])
        path.write_bytes(damaged := whole[:start] + new + whole[end:])
        try:
            with Journal(path, task, puzzles) as again:
                assert again.results.items() <= true.items(), damaged
        except KenKenError as error:
            assert str(path) in str(error)  # noqa: PT017 - it may or may not be raised
