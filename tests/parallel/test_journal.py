"""Results in files, and work that is resumed."""

import pytest
from corpus import counted

from kenken_cp import Puzzle, load
from kenken_cp.errors import KenKenError
from kenken_cp.parallel import (
    CountAll,
    InlineExecutor,
    Journal,
    Pool,
    Rate,
    Solve,
    count_cubes,
    cubes,
    each_outcome,
)
from kenken_cp.search.protocol import Limits

ENDLESS = Puzzle(9)
PUZZLES = [puzzle for puzzle in counted() if puzzle.rows <= 5][:10]
INLINE = Pool(InlineExecutor(), 1)


@pytest.mark.parametrize("task", [Solve("cover", 2), CountAll("cover"), Rate()], ids=repr)
def test_what_is_kept_is_what_was_found(task):
    puzzles = [*PUZZLES, load("puzzles/6x6/unreasonable.kk"), Puzzle(3)]
    for result in each_outcome(puzzles, task, INLINE):
        facts = task.to_json(result)
        assert task.from_json(facts) == result


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
    with pytest.raises(KenKenError, match="directory"):
        Journal(tmp_path, task, [Puzzle(2)])


@pytest.mark.parametrize("line", ["[]", "{}", '{"item": 1, "result": {}}', '{"item": 9}', "x"])
def test_a_damaged_line_is_named(tmp_path, line):
    path = tmp_path / "results"
    with Journal(path, CountAll("cover"), [Puzzle(2)]):
        pass
    with path.open("a") as file:
        file.write(f"{line}\n")
    with pytest.raises(KenKenError, match=f"{path}:2: not a result"):
        Journal(path, CountAll("cover"), [Puzzle(2)])
