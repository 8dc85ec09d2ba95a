"""Options that commands take together, in groups (``Group``): a command is called with each group
that it takes, filled.
"""

import gc
import signal
from collections.abc import Callable
from inspect import Parameter, Signature, get_annotations, signature
from typing import Any, dataclass_transform, get_type_hints

from kenken_cp.cli.signals import end_like_ctrl_c
from kenken_cp.errors import KenKenError


@dataclass_transform(kw_only_default=True, frozen_default=True)
class Group:
    """Options that commands take together: the annotated names of a class and of those it is
    derived from, as Typer reads them (``Annotated[str, typer.Option(...)] = default``).

    It is not ``dataclasses`` that makes them: that takes longer than most commands work.
    """

    def __init__(self, **options: Any) -> None:
        known = _annotations(type(self))
        assert options.keys() <= known.keys(), options
        for name in known:
            vars(self)[name] = options[name] if name in options else getattr(self, name)
        self.__post_init__()

    def __post_init__(self) -> None:
        """What can be checked without the puzzles."""


def excluding(one: str, other: str) -> KenKenError:
    """What is said of two options that cannot both be given."""
    return KenKenError(f"{one} and {other} exclude each other; expected one of them")


def _annotations(group: type[Group]) -> dict[str, Any]:
    """The names of its options, first those of what it is derived from."""
    found: dict[str, Any] = {}
    for each in reversed(group.__mro__):
        found |= get_annotations(each)
    return found


def with_single_options(function: Callable[..., None]) -> Callable[..., None]:
    """The function as Typer wants it: one parameter an option."""
    groups: dict[str, type[Group]] = {}
    parameters: list[Parameter] = []
    hints = get_type_hints(function, include_extras=True)
    for parameter in signature(function).parameters.values():
        hint = hints[parameter.name]
        if isinstance(hint, type) and issubclass(hint, Group):
            groups[parameter.name] = hint
            for name, annotation in get_type_hints(hint, include_extras=True).items():
                default = getattr(hint, name, Parameter.empty)
                parameters.append(
                    Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
                )
        else:
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))

    usual = {parameter.name: parameter.default for parameter in parameters}

    def call(**options: Any) -> None:
        _listen()
        if "timeout" in options:  # of a command that reads puzzles
            from kenken_cp.cli.reading.texts import SECONDS_TO_READ

            seconds = options["timeout"]
            SECONDS_TO_READ.set(None if seconds == usual["timeout"] else seconds)
        for argument, group in groups.items():
            values = {name: options.pop(name) for name in _annotations(group)}
            options[argument] = group(**values)
        function(**options)

    call.__name__, call.__doc__ = function.__name__, function.__doc__
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return call


def _listen() -> None:
    """From here on there is something to keep, or to say: Ctrl-C ends the command in an orderly
    way, and garbage is collected. Until then ``__main__.main`` has switched off both.
    """
    if not gc.isenabled():
        gc.freeze()  # what was imported stays
        gc.enable()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    end_like_ctrl_c()
