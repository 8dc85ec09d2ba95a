"""What is remembered is bounded by what it holds, and forgetting changes no answer."""

import gc
import weakref
from threading import Thread

import pytest

from kenken_cp import Cage, Puzzle, caches, count
from kenken_cp.caches import computed_once, emptied_by, hold, remembered
from kenken_cp.encode.instance import instance, once_an_instance


@pytest.fixture
def small(monkeypatch):
    """A hundred bytes, of which none are held."""
    hold(caches.MAX_BYTES + 1)
    monkeypatch.setattr(caches, "MAX_BYTES", 100)
    monkeypatch.setattr(caches, "_empty", [])


def remembering(most, size):
    """A function that remembers its results, and the arguments that it was called with."""
    called = []

    @remembered(most, size)
    def found(argument):
        called.append(argument)
        return argument

    return found, called


@pytest.mark.usefixtures("small")
def test_results_are_forgotten_when_they_hold_too_much():
    found, called = remembering(1000, lambda result: result)
    assert [found(30), found(31), found(30), found(31)] == [30, 31, 30, 31]
    assert called == [30, 31]
    found(40)  # too many bytes: all are forgotten, but for this one
    assert [found(40), found(30)] == [40, 30]
    assert called == [30, 31, 40, 30]


@pytest.mark.usefixtures("small")
def test_all_caches_share_the_bound():
    (one, called), (other, _) = remembering(9, lambda _: 60), remembering(9, lambda _: 60)
    emptied = []
    emptied_by(lambda: emptied.append(True))
    one(1)
    assert not emptied
    other(2)
    assert emptied == [True]
    one(1)
    assert called == [1, 1]


@pytest.mark.usefixtures("small")
def test_the_latest_are_remembered_up_to_a_number():
    found, called = remembering(2, lambda _: 0)
    for argument in (1, 2, 3, 2, 1):
        found(argument)
    assert called == [1, 2, 3, 1]


def test_an_instance_keeps_what_was_found_of_it():
    called = []

    @once_an_instance
    def found(of, *, more):
        called.append((of, more))
        return more

    one, other = (instance(Puzzle(2, title=title)) for title in ("one", "other"))
    assert [found(one, more=1), found(one, more=2), found(other, more=1)] == [1, 2, 1]
    assert [found(one, more=1), found(other, more=1)] == [1, 1]
    assert called == [(one, 1), (one, 2), (other, 1)]


def test_giant_relations_are_freed(monkeypatch):
    """No cache holds the automata of a thousand giant cages."""
    monkeypatch.setattr(caches, "MAX_BYTES", 1 << 20)
    held = weakref.WeakSet()
    for target in range(60, 80):
        puzzle = Puzzle(32, [Cage([(0, 0), (0, 1), (1, 0)], "+", target)])
        relation = instance(puzzle).cages[0].relation
        assert relation.mdd.possible
        held.add(relation)
        del relation
    gc.collect()
    assert len(held) < 8


def test_forgetting_changes_no_count(monkeypatch):
    puzzle = Puzzle(4, [Cage([(0, 0), (0, 1), (1, 0)], "*", 8), Cage([(2, 2), (3, 3)], None, 3)])
    expected = count(puzzle)
    monkeypatch.setattr(caches, "MAX_BYTES", 0)
    for backend in ("cover", "logic", "cp-sat"):
        assert count(Puzzle(4, puzzle.cages), backend=backend) == expected


class Squared:
    """A number, with its square as an attribute."""

    computed = 0

    def __init__(self, number):
        self.number = number

    @computed_once
    def square(self):
        """Its square."""
        Squared.computed += 1
        return self.number**2


def test_an_attribute_is_computed_once():
    four = Squared(4)
    before = Squared.computed
    assert [four.square, four.square, Squared(3).square] == [16, 16, 9]
    assert Squared.computed == before + 2
    assert Squared.square.__doc__ == "Its square."


def test_one_thread_computes_while_another_does():
    """With ``cached_property`` of Python 3.11 the second waits until the first is done."""
    done_meanwhile = []

    class Value:
        def __init__(self, other=None):
            self.other = other

        @computed_once
        def value(self):
            if self.other is not None:
                thread = Thread(target=lambda: self.other.value, daemon=True)
                thread.start()
                thread.join(10)
                done_meanwhile.append(not thread.is_alive())
            return 7

    assert Value(Value()).value == 7
    assert done_meanwhile == [True]
