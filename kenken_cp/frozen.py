"""``frozen``: a replacement for ``dataclass(frozen=True, slots=True)`` that makes classes faster.

The standard library compiles six methods for each class. With some forty classes, of more than a
millisecond each, that was a fifth of the time of a small puzzle on the command line. Here only
``__init__`` is compiled. The other methods just use the names of the fields, so a class is made in
a quarter of the time. The classes work like any dataclass: with ``fields``, ``replace``, ``match``,
``copy`` and ``pickle``.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform, overload

_T = TypeVar("_T")


@overload
def frozen(cls: type[_T], /) -> type[_T]: ...


@overload
def frozen(
    *, eq: bool = True, init: bool = True, kw_only: bool = False, slots: bool = True
) -> Callable[[type[_T]], type[_T]]: ...


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    cls: type[Any] | None = None,
    /,
    *,
    eq: bool = True,
    init: bool = True,
    kw_only: bool = False,
    slots: bool = True,
) -> Any:
    """Makes a class a frozen dataclass with slots. The arguments are those of ``dataclass``."""

    def make(plain: type[Any]) -> type[Any]:
        made: Any = dataclass(init=False, repr=False, eq=False, kw_only=kw_only, slots=slots)(plain)
        methods: dict[str, Callable[..., Any]] = {"__repr__": _repr}
        if eq:
            methods |= _comparisons(made)
        if init:
            methods["__init__"] = _init(made)
        for name, method in methods.items():
            if name not in plain.__dict__:  # the class may define its own
                setattr(made, name, method)
        made.__setattr__, made.__delattr__ = _set, _delete
        if slots:
            made.__getstate__, made.__setstate__ = _state, _set_state
        return made  # type: ignore[no-any-return]

    return make if cls is None else make(cls)


def _init(made: type[Any]) -> Callable[..., None]:
    names: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": MISSING}
    parameters: dict[bool, list[str]] = {False: [], True: []}
    body = []
    for each in fields(made):
        name, default, value = each.name, "", each.name
        if each.default is not MISSING:
            names[f"_{name}"], default = each.default, f"_{name}"
        elif each.default_factory is not MISSING:
            names[f"_{name}"], default = each.default_factory, "_MISSING"
            value = f"_{name}() if {name} is _MISSING else {name}"
        if each.init:
            parameters[bool(each.kw_only)].append(f"{name}={default}" if default else name)
        elif default:
            value = f"_{name}()" if default == "_MISSING" else default
        else:
            continue  # __post_init__ sets it
        body.append(f" _set(self, {name!r}, {value})")
    if hasattr(made, "__post_init__"):
        body.append(" self.__post_init__()")
    listed = ", ".join(
        ["self", *parameters[False], *"*" * any(parameters[True]), *parameters[True]]
    )
    exec(f"def __init__({listed}):\n" + "\n".join(body or [" pass"]), names)
    init: Callable[..., None] = names["__init__"]
    init.__annotations__ = {each.name: each.type for each in fields(made) if each.init}
    init.__qualname__ = f"{made.__qualname__}.__init__"  # which errors name
    return init


def _comparisons(made: type[Any]) -> dict[str, Callable[..., Any]]:
    compared = [each.name for each in fields(made) if each.compare]
    # ``attrgetter`` returns a tuple only for two names or more.
    key: Callable[[Any], Any] = attrgetter(*compared) if len(compared) > 1 else _key(compared)

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807 - so it is called
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(key(self))

    return {"__eq__": __eq__, "__hash__": __hash__}


def _key(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    return lambda instance: tuple(getattr(instance, name) for name in names)


def _repr(self: Any) -> str:
    shown = (f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _set(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each.name) for each in fields(self)]


def _set_state(self: Any, state: list[Any]) -> None:
    for each, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, value)
