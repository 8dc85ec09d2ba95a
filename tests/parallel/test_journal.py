"""Results in files, and work that is resumed."""

import errno
import json
import os
import random
import sys
from pathlib import Path
from unittest import mock

import pytest
from corpus import counted
from kenken_cp.search.protocol import Limits

from kenken_cp import Cage, Puzzle, load
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import (
    CheckStated,
    CountAll,
    CountWithOperators,
    EstimateAll,
    InlineExecutor,
    Journal,
    Pool,
    Rate,
    Solve,
    count_cubes,
    cubes,
    each_outcome,
)

ENDLESS = Puzzle(9)
PUZZLES = [puzzle for puzzle in counted() if puzzle.rows <= 5][:10]
INLINE = Pool(InlineExecutor(), 1)


TASKS = [
    Solve("cover", 2),
    CountAll("cover"),
    CountAll("cover", 3),
    CountWithOperators("cover"),
    Rate(),
    Rate(reasons=True),
    EstimateAll(9.0),
]


@pytest.mark.parametrize("task", [*TASKS, CheckStated("cover")], ids=repr)
def test_what_is_kept_is_what_was_found(task):
    puzzles = [*PUZZLES, load("puzzles/6x6/unreasonable.kk"), Puzzle(3)]
    for puzzle, result in zip(puzzles, each_outcome(puzzles, task, INLINE), strict=True):
        if (facts := task.to_json(result)) is not None:
            assert task.from_json(json.loads(json.dumps(facts)), puzzle) == result


def test_what_was_cut_short_is_not_kept():
    assert CountAll("cp-sat").to_json(CountAll("cp-sat", None, 0.01)(ENDLESS)) is None
    assert Rate().to_json(Rate(1e-9)(load("puzzles/6x6/unreasonable.kk"))) is None
    assert CountAll("cover").to_json(CountAll("cover", 2)(ENDLESS)) is not None


def test_nothing_is_done_twice(tmp_path):
    path = tmp_path / "results"
    puzzles = PUZZLES[:6]
    task = CountAll("cover")
    with Journal(path, task, puzzles) as journal:
        outcomes = each_outcome(puzzles, task, INLINE, journal=journal)
        first = [next(outcomes) for _ in range(3)]
        outcomes.close()
    with Journal(path, task, puzzles) as journal:
        assert sorted(journal.results) == [0, 1, 2]
        again = list(each_outcome(puzzles, task, INLINE, journal=journal))
    assert again[:3] == first
    with Journal(path, CountAll("cover", None, 9.0), puzzles) as journal:
        assert list(journal.results.values()) == again


def test_a_line_half_written_is_dropped(tmp_path):
    path = tmp_path / "results"
    puzzles = PUZZLES[:3]
    task = CountAll("cover")
    with Journal(path, task, puzzles) as journal:
        list(each_outcome(puzzles, task, INLINE, journal=journal))
    whole = path.read_bytes()
    for cut in (0, 1, 40, len(whole) - 1, len(whole) - 60):
        path.write_bytes(whole[:cut])
        with Journal(path, task, puzzles) as journal:
            known = len(journal.results)
            assert known == max(whole[:cut].count(b"\n") - 1, 0)
            done = list(each_outcome(puzzles, task, INLINE, journal=journal))
        assert [one.count for one in done] == [puzzle.expected for puzzle in puzzles]
        assert path.read_bytes().count(b"\n") == 4
        with Journal(path, task, puzzles) as journal:
            assert [journal.results[number] for number in range(3)] == done


def test_two_at_a_time_do_not_share_a_file(tmp_path):
    """Each would add all results, and neither could be resumed."""
    path, task, puzzles = tmp_path / "results", CountAll("cover"), PUZZLES[:3]
    with Journal(path, task, puzzles) as journal:
        with pytest.raises(KenKenError, match="results: in use by another command"):
            Journal(path, task, puzzles)
        list(each_outcome(puzzles, task, INLINE, journal=journal))
    with Journal(path, task, puzzles) as journal:
        assert len(journal.results) == 3


def unsupported(*_):
    raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))


@pytest.mark.parametrize(
    "module", [None, mock.Mock(flock=unsupported, LOCK_EX=2, LOCK_NB=4)], ids=["system", "files"]
)
def test_without_locks(module, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", module)
    path, task, puzzles = tmp_path / "results", CountAll("cover"), PUZZLES[:3]
    for known in (0, 3):
        with Journal(path, task, puzzles) as journal:
            assert len(journal.results) == known
            list(each_outcome(puzzles, task, INLINE, journal=journal))


def test_of_cubes(tmp_path):
    parts = cubes(Puzzle(4), 30)
    task = CountAll("cover")
    for known in (0, len(parts)):
        with Journal(tmp_path / "results", task, parts) as journal:
            assert len(journal.results) == known
            outcome = count_cubes(parts, Limits(), backend="cover", journal=journal, pool=INLINE)
        assert str(outcome.count) == "576"


def test_a_file_of_something_else_is_left_alone(tmp_path):
    path = tmp_path / "results"
    task = CountAll("cover")
    with Journal(path, task, [Puzzle(2)]):
        pass
    kept = path.read_bytes()
    for other in (
        (CountAll("cp-sat"), [Puzzle(2)]),
        (CountAll("cover", 5), [Puzzle(2)]),
        (Solve("cover", 5), [Puzzle(2)]),
        (task, [Puzzle(3)]),
        (task, [Puzzle(2), Puzzle(2)]),
    ):
        with pytest.raises(KenKenError, match="results of other puzzles or other options"):
            Journal(path, *other)
    assert path.read_bytes() == kept
    path.write_text("abbc\naddc\n")
    with pytest.raises(KenKenError, match="no file of results"):
        Journal(path, task, [Puzzle(2)])
    assert path.read_text() == "abbc\naddc\n"


def test_every_difference_between_puzzles_is_another_work(tmp_path):
    """However long a cage is, and whatever a message would leave out of it."""
    line = [(0, column) for column in range(64)]
    others = {
        "cells": Puzzle(64, [Cage([*line[:-1], (1, 63)], "+", 2080)]),
        "target": Puzzle(64, [Cage(line, "+", 2081)]),
        "operator": Puzzle(64, [Cage(line, None, 2080)]),
        "values": Puzzle(64, [Cage(line, "+", 2080)], values=range(64)),
        "houses": Puzzle(64, [Cage(line, "+", 2080)], houses=[[(0, 0), (1, 1)]]),
        "rules": Puzzle(64, [Cage(line, "+", 2080)], rules="killer"),
        "count": Puzzle(64, [Cage(line, "+", 2080)], expected=1),
    }
    path, task = tmp_path / "results", CountAll("cover")
    with Journal(path, task, [Puzzle(64, [Cage(line, "+", 2080)], title="named")]):
        pass
    with Journal(path, task, [Puzzle(64, [Cage(line, "+", 2080)], title="other")]):
        pass
    for other in others.values():
        with pytest.raises(KenKenError, match="results of other puzzles"):
            Journal(path, task, [other])


def test_only_a_regular_file_will_do(tmp_path):
    """Others may never end, or wait for ever: nothing is read from them."""
    os.mkfifo(tmp_path / "fifo")
    for path in (tmp_path / "fifo", tmp_path, Path("/dev/zero"), Path("/dev/null")):
        with pytest.raises(KenKenError, match=f"{path}: not a regular file"):
            Journal(path, CountAll("cover"), [Puzzle(2)])


def test_a_large_file_of_something_else_is_not_read(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(KenKenError, match="no file of results"):
        Journal(path, CountAll("cover"), [Puzzle(2)])


def test_a_line_that_does_not_end_is_read_no_further(tmp_path, monkeypatch):
    path = kept(tmp_path, CountAll("cover"), [Puzzle(2)])
    monkeypatch.setattr("kenken_cp.parallel.journal.MAX_LINE_BYTES", 1000)
    with path.open("ab") as file:
        file.truncate(1 << 40)
    with pytest.raises(KenKenError, match=f"{path}:3: not a result .* longer than 1000 bytes"):
        Journal(path, CountAll("cover"), [Puzzle(2)])


def test_what_could_not_be_read_again_is_not_kept(tmp_path, monkeypatch):
    task = Solve("cover", 600)
    monkeypatch.setattr("kenken_cp.parallel.journal.MAX_LINE_BYTES", 1000)
    path = kept(tmp_path, task, [Puzzle(4), Puzzle(2)])
    with Journal(path, task, [Puzzle(4), Puzzle(2)]) as again:
        assert list(again.results) == [1]


def test_a_full_disk_leaves_no_half_line(tmp_path, monkeypatch):
    path = kept(tmp_path, CountAll("cover"), [Puzzle(2), Puzzle(3)], only=1)
    before = path.read_bytes()
    task = CountAll("cover")
    with Journal(path, task, [Puzzle(2), Puzzle(3)]) as full:
        write = full._file.write
        monkeypatch.setattr(full, "_file", mock.Mock(wraps=full._file))
        full._file.write.side_effect = lambda line: write(line[:20])
        with pytest.raises(KenKenError, match=f"{path}: no space left"):
            full.add(1, task(Puzzle(3)))
    assert path.read_bytes() == before


def kept(folder, task, puzzles, only=None):
    """A file with the results of a task, or only of the first puzzles."""
    path = folder / "results"
    with Journal(path, task, puzzles) as new:
        for index, puzzle in enumerate(puzzles[:only]):
            new.add(index, task(puzzle))
    return path


def test_a_line_of_other_work_is_not_believed(tmp_path):
    """The same item, with a right checksum: but the checksum is of the work too."""
    for name in "ab":
        (tmp_path / name).mkdir()
    task = CountAll("cover")
    path = kept(tmp_path / "a", task, [Puzzle(2)])
    other = kept(tmp_path / "b", task, [Puzzle(3)])
    first, _ = path.read_bytes().splitlines(keepends=True)
    _, line = other.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + line)
    with pytest.raises(KenKenError, match=f"{path}:2: .* does not match its checksum"):
        Journal(path, task, [Puzzle(2)])


def test_a_second_result_is_not_believed(tmp_path):
    path = kept(tmp_path, CountAll("cover"), [Puzzle(2)])
    _, line = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(path.read_bytes() + line)
    with pytest.raises(KenKenError, match=f"{path}:3: .* a second result of item 0"):
        Journal(path, CountAll("cover"), [Puzzle(2)])


@pytest.mark.parametrize("task", TASKS, ids=repr)
@pytest.mark.parametrize("seed", [1, pytest.param(range(2, 12), marks=pytest.mark.complete)])
def test_no_damage_changes_a_result(tmp_path, task, seed):
    """Bytes changed, left out, repeated or added: an error, or the results as they were."""
    puzzles = [*PUZZLES[:2], Puzzle(2)]
    path = kept(tmp_path, task, puzzles)
    whole = path.read_bytes()
    with Journal(path, task, puzzles) as again:
        true = again.results
    for number in [seed] if isinstance(seed, int) else seed:
        rng = random.Random(number)
        for _ in range(20):
            start = rng.randrange(len(whole))
            end = start + rng.choice([0, 1, 1, 1, rng.randrange(200)])
            new = rng.choice(
                [b"", rng.randbytes(1), rng.choice(b"0123456789-e.,[]{}\n ").to_bytes()]
            )
            damaged = whole[:start] + new + whole[end:]
            path.write_bytes(damaged)
            try:
                with Journal(path, task, puzzles) as again:
                    assert again.results.items() <= true.items(), damaged
            except KenKenError as error:
                assert str(path) in str(error)  # noqa: PT017 - it may or may not be raised


WRONG = [None, True, -5, 1e3, 0.5, 10**9, "", "1", "exhausted", [], [[]], {}, [1], {"a": 1}]
"""Values, most of which are wrong in any place."""

UNKNOWABLE = {
    Solve: {"seconds", "statistics"},
    CountAll: {"seconds", "statistics", "count"},
    CountWithOperators: {"seconds", "statistics", "count", "with_operators"},
    Rate: {"guesses", "techniques"},
    EstimateAll: {"seconds", "probes", "count", "low", "high"},
}
"""Fields in which another number may be as true, for all that is known without doing the work."""


def damaged(facts):
    """Facts with one value wrong, left out or too much, at any depth; and the field it is in."""
    for key in facts if isinstance(facts, dict) else range(len(facts)):
        value = facts[key]
        inner = [changed for _, changed in damaged(value)] if isinstance(value, dict | list) else []
        for wrong in [*WRONG, *inner]:
            if json.dumps(wrong) != json.dumps(value):
                yield key, _with(facts, key, wrong)
        left = facts.copy()
        del left[key]
        yield key, left
    if isinstance(facts, dict):
        yield "more", {**facts, "more": 1}


def _with(facts, key, value):
    changed = facts.copy()
    changed[key] = value
    return changed


@pytest.mark.parametrize("task", TASKS, ids=repr)
def test_every_field_of_every_record_is_checked(task):
    """Even with a right checksum: what passes is what such a task may write."""
    for puzzle in (PUZZLES[0], Puzzle(2)):
        facts = json.loads(json.dumps(task.to_json(task(puzzle))))
        for field, changed in damaged(facts):
            try:
                found = task.from_json(changed, puzzle)
            except ValueError as error:
                assert len(str(error)) < 300  # noqa: PT017 - a few may pass
            else:
                assert json.dumps(task.to_json(found)) == json.dumps(changed)
                assert field in UNKNOWABLE[type(task)], changed
    for wrong in WRONG:
        with pytest.raises(ValueError, match="expected"):
            task.from_json(wrong, Puzzle(2))


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"grids": [[[2, 1], [2, 1]], [[1, 2], [2, 1]]]}, "column 1 has 2 more than once"),
        ({"grids": [[[1, 2], [2, 1]], [[1, 2], [2, 1]]]}, "a grid comes twice"),
        ({"grids": [[[1, 2], [2, 1]]]}, "the number of grids 1; expected an integer, from 2 to 2"),
        ({"grids": [[[1, 2]], [[2, 1]]]}, "expected 2x2 integers"),
        ({"grids": [[[1, 2], [2, True]], [[2, 1], [1, 2]]]}, "expected 2x2 integers"),
        ({"count": 1, "grids": [[[1, 2], [2, 1]]]}, "status 'limit'; expected 'exhausted'"),
        ({"count": 3}, "count 3; expected an integer, from 0 to 2"),
        ({"status": "interrupted"}, "status 'interrupted'; expected 'limit'"),
        ({"exact": True}, "exact True; expected False"),
        ({"backend": "cp-sat"}, "backend 'cp-sat'; expected 'cover'"),
        ({"seconds": -1}, "seconds -1; expected a number, 0 or more"),
        ({"seconds": float("nan")}, "seconds nan; expected a number"),
    ],
    ids=str,
)
def test_a_result_that_cannot_be_is_named(tmp_path, changes, why):
    """The line has a right checksum, and breaks the rules."""
    path, task = tmp_path / "results", Solve("cover", 2)
    with Journal(path, task, [Puzzle(2)]) as new:
        facts = task.to_json(task(Puzzle(2))) | changes
        new._append(new._line(json.dumps({"item": 0, "result": facts}).encode()))
    with pytest.raises(KenKenError, match=f"{path}:2: not a result of this work: .*{why}"):
        Journal(path, task, [Puzzle(2)])


@pytest.mark.parametrize(
    "text",
    ["[]", "{}", '{"item": 1, "result": {}}', '{"item": 0.0, "result": {}}', "x", "[" * 10**5],
    ids=lambda text: text[:30],
)
def test_a_line_that_is_no_result_is_named(tmp_path, text):
    """With a right checksum, and without."""
    task = CountAll("cover")
    for signed in (True, False):
        path = tmp_path / f"results-{signed}"
        with Journal(path, task, [Puzzle(2)]) as new:
            new._append(new._line(text.encode()) if signed else text.encode() + b"\n")
        with pytest.raises(KenKenError, match=f"{path}:2: not a result"):
            Journal(path, task, [Puzzle(2)])
