"""``frozen`` makes what the standard library's ``dataclass`` does, faster."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from functools import cached_property
from inspect import signature

import pytest

from kenken_cp.frozen import frozen


def plain():
    """A new class with all kinds of fields: decorators change what they are given."""

    class Plain:
        name: str
        size: int = 3
        label: str = field(default="", compare=False)
        notes: list[str] = field(default_factory=list, repr=False, compare=False)
        area: int = field(init=False)
        made: list[str] = field(default_factory=list, init=False, repr=False, compare=False)
        kind: str = field(default="kind", init=False)
        open: bool = field(default=False, kw_only=True)

        def __post_init__(self):
            object.__setattr__(self, "area", self.size**2)

    return Plain


class Shown:
    one: int

    def __repr__(self):
        return "shown"

    def __eq__(self, other):
        return True

    def __hash__(self):
        return 1


OURS = frozen(plain())
THEIRS = dataclass(frozen=True, slots=True)(plain())


def both(*arguments, **named):
    return OURS(*arguments, **named), THEIRS(*arguments, **named)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(("a",), {}), (("a", 4), {"open": True}), ((), {"name": "a", "notes": ["x"], "label": "y"})],
)
def test_the_same_fields_values_and_texts(arguments, named):
    ours, theirs = both(*arguments, **named)
    names = [each.name for each in fields(theirs)]
    assert [each.name for each in fields(ours)] == names
    assert [getattr(ours, name) for name in names] == [getattr(theirs, name) for name in names]
    assert (repr(ours), hash(ours)) == (repr(theirs), hash(theirs))
    assert list(signature(OURS).parameters) == list(signature(THEIRS).parameters)
    assert OURS.__match_args__ == THEIRS.__match_args__
    assert OURS.__slots__ == THEIRS.__slots__


@pytest.mark.parametrize(
    ("arguments", "named"), [((), {}), (("a", 1, "", [], True), {}), (("a",), {"b": 1})]
)
def test_the_same_is_refused(arguments, named):
    messages = []
    for made in (OURS, THEIRS):
        with pytest.raises(TypeError) as caught:
            made(*arguments, **named)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


def test_equal_if_what_is_compared_is_equal():
    assert OURS("a", label="x") == OURS("a", label="y")
    assert OURS("a") != OURS("a", 4)
    assert OURS("a") != THEIRS("a")


def test_nothing_can_be_changed():
    for made in both("a"):
        with pytest.raises(FrozenInstanceError):
            made.size = 4
        with pytest.raises(FrozenInstanceError):
            del made.size
        assert not hasattr(made, "__dict__")


@frozen
class Point:
    x: int
    y: int = 0


@frozen(eq=False, kw_only=True)
class Origin:
    at: Point


@frozen(slots=False)
class Circle:
    centre: Point
    radius: int

    @cached_property
    def area(self):
        return self.radius**2


def test_copies():
    point, circle = Point(1, 2), Circle(Point(1), 2)
    assert pickle.loads(pickle.dumps(point)) == copy.deepcopy(point) == copy.copy(point) == point
    assert pickle.loads(pickle.dumps(circle)) == circle
    assert circle.area == copy.copy(circle).area == replace(circle, centre=point).area == 4
    assert replace(point, y=3) == Point(1, 3)
    match point:
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_as_it_is_asked_for():
    assert Origin(at=Point(1)) != Origin(at=Point(1))
    with pytest.raises(TypeError):
        Origin(Point(1))
    shown = frozen(Shown)(1)
    assert (repr(shown), hash(shown), shown == 2) == ("shown", 1, True)
