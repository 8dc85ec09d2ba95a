"""How each verb ends where the time, or Ctrl-C, comes before the answer, as the README has it."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from inspect import signature

import pytest
from clocks import limited, seconds_per_look
from corpus import shipped

import kenken_cp
from kenken_cp import LimitReachedError, Status
from kenken_cp.clock import StoppedError

pytestmark = pytest.mark.usefixtures("interruptible")

HARD = "9x9/hard.kk"

RAISING = [
    *("count", "is_unique", "explain", "hint", "candidates", "true_candidates", "rate"),
    *("prove", "verify", "estimate", "generate"),
]
"""Verbs whose result cannot say that it is incomplete."""

STATUS = ["solve", "each_solution", "solutions", "why"]
"""Verbs whose result has a status."""

AT_ONCE = ["warnings"]
"""It says what it has found in time."""


CERTIFICATE = str(kenken_cp.prove(shipped()["ambiguous/3x3-12.kk"]))


def called(verb, **limits):
    """A verb about something that takes a while."""
    about = [{"verify": CERTIFICATE, "generate": 6}.get(verb, shipped()[HARD])]
    if verb == "each_solution":
        about.append(lambda _: None)
    return getattr(kenken_cp, verb)(*about, **limits)


@contextmanager
def ctrl_c_at_checkpoint(number):
    """Has Ctrl-C come at a checkpoint."""
    passed = 0

    def why_stop():
        nonlocal passed
        passed += 1
        if passed == number:
            signal.raise_signal(signal.SIGINT)

    with limited(why_stop):
        yield


def test_every_verb_with_a_limit_of_time_is_tested():
    public = [getattr(kenken_cp, name) for name in kenken_cp.__all__ if name.islower()]
    limited_verbs = {one.__name__ for one in public if "seconds" in signature(one).parameters}
    assert limited_verbs == {*RAISING, *STATUS, *AT_ONCE}


@pytest.mark.parametrize("verb", RAISING)
def test_the_time_is_an_error(verb):
    with pytest.raises(LimitReachedError, match="timeout after") as raised:
        called(verb, seconds=1e-9)
    assert raised.value.status is Status.TIMEOUT


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("verb", RAISING)
def test_ctrl_c_is_an_error(verb, number):
    with (
        pytest.raises(LimitReachedError, match="interrupted after") as raised,
        ctrl_c_at_checkpoint(number),
    ):
        called(verb)
    assert raised.value.status is Status.INTERRUPTED


@pytest.mark.parametrize("verb", STATUS)
def test_the_time_is_a_status(verb):
    found = called(verb, seconds=1e-9)
    if verb == "solutions":
        assert list(found) == []
    assert found.status is Status.TIMEOUT


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("verb", ["solve", "each_solution", "why"])
def test_ctrl_c_is_a_status(verb, number):
    with ctrl_c_at_checkpoint(number):
        assert called(verb).status is Status.INTERRUPTED


def test_of_an_estimate_in_time_the_probes_until_then_count(monkeypatch):
    seconds_per_look(monkeypatch, 0.002)  # enough for some probes
    found = kenken_cp.estimate(kenken_cp.Puzzle(9), seconds=5, probes=10**9)
    assert 0 < found.probes < 10**9
    assert found.low <= found.count


def test_a_limit_from_outside_ends_a_verb_as_everything_else():
    """It is for whoever has set it: nobody may take it for the limit of the verb."""
    with pytest.raises(StoppedError) as stopped, limited(lambda: "enough"):
        called("rate", seconds=60)
    assert stopped.value.status is Status.INTERRUPTED
