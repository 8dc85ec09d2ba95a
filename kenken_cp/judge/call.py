"""The program that calls somebody's Python function with a puzzle and writes down what it returns.

It is run as ``python -m kenken_cp.judge.call FUNCTION FORMAT [INPUT OUTPUT]``, in a process of its
own for each puzzle; without files it only imports the function. What is returned is written as the
answers are that ``answers`` reads: None as ``none``, a number as a count, True or False as whether
there is one solution, text as it is, and everything else as JSON.
"""

import inspect
import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from operator import attrgetter
from pathlib import Path
from types import ModuleType
from typing import Any

from kenken_cp.formats import loads


def main(arguments: list[str]) -> None:
    """Calls a function as the module's docstring says; exits with a message if it cannot."""
    target, format_name, *files = arguments
    place, _, name = target.rpartition(":")
    is_file = place.endswith(".py")
    module = _module_of(Path(place).resolve()) if is_file else import_module(place)
    function = attrgetter(name)(module)
    takes_text = _takes_text(function) or bool(format_name)
    if not files:
        return
    given, answer = map(Path, files)
    text = given.read_text(encoding="utf-8")
    puzzle = text if takes_text else loads(text, "json")
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115 - what it prints is not its answer
    answer.write_text(answer_of(function(puzzle)), encoding="utf-8")


def _module_of(path: Path) -> ModuleType:
    """The module in a file, whatever its name is; it may import what lies beside it."""
    sys.path.insert(0, str(path.parent))
    name = f"solver_{path.stem}" if path.stem in sys.modules else path.stem
    spec = spec_from_file_location(name, path)
    assert spec is not None, "its name ends in .py"
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _takes_text(function: Callable[..., Any]) -> bool:
    """Whether the one parameter of a function is annotated as text; exits if it has not one."""
    try:
        signature = inspect.signature(function)
        signature.bind(None)
    except ValueError:  # a function in C, that does not tell
        return False
    except TypeError as error:
        sys.exit(f"expected a function of one argument, the puzzle: {error}")
    first = next(iter(signature.parameters.values()))
    return first.annotation in (str, "str")


def answer_of(value: object) -> str:
    """What a function returned, as a program would print it."""
    value = _in_lists(value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "unique" if value else "not unique"
    if isinstance(value, str):
        return value
    return json.dumps(value, default=repr)


def _in_lists(value: object) -> object:
    """A value in lists and numbers: also of arrays of numpy, tuples and iterators."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, Mapping):
        return {str(key): _in_lists(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [_in_lists(each) for each in value]
    return value


if __name__ == "__main__":
    main(sys.argv[1:])
