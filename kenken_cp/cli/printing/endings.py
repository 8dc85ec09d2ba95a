"""Which format is written into a file where nobody has named one: that of the file's ending."""

from __future__ import annotations

from pathlib import Path

from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError
from kenken_cp.formats import FORMATS
from kenken_cp.text import listed, printable, quoted

_NATIVE = FORMATS.named("native").name

_GENERAL = ("", "txt")
"""Endings that say nothing: texts of all kinds have them."""


def format_for(
    to: str | None, path: Path | None, *, as_json: bool = False, models: bool = False
) -> str:
    """The name of the format: the one that is asked for, or else that which the ending of the file
    names, or native for one of texts of all kinds. A KenKenError for any other ending.

    Args:
        to: what is asked for, if anything is.
        as_json: whether events are written, of which the ending says nothing.
        models: whether models for other solvers are among the formats.
    """
    if to is not None:
        return to
    ending = "" if path is None or as_json else path.suffix[1:].lower()
    if ending in _GENERAL:
        return _NATIVE
    found = _ending_in(ending, models=models)
    if len(found) > 1:
        name = printable(str(path))
        raise KenKenError(
            f"--output {name}: {listed(found)} have this ending; expected --to with one of them"
        )
    if not found:
        raise _unknown(ending, path)
    return found[0]


_MODEL_ENDINGS = {"dimacs": "cnf"}
"""The endings of files of models that are not called as the model is."""


def _ending_in(ending: str, *, models: bool) -> list[str]:
    """The formats whose files end so, or the only one that is called so."""
    if FORMATS.get(ending) is not None:
        return [ending]
    found = [each.name for each in FORMATS if each.suffix == ending]
    if models and not found:
        found = [each for each in EXPORTS if ending in (each, _MODEL_ENDINGS.get(each))]
    return found


def _unknown(ending: str, path: Path | None) -> KenKenError:
    from kenken_cp.cli.printing.pictures import KINDS  # with what draws them

    name = printable(str(path))
    if f".{ending}" in KINDS:
        return KenKenError(
            f"--output {name}: the ending of a picture; expected --to FORMAT, or kenken-cp show, "
            "which draws puzzles"
        )
    return KenKenError(
        f"--output {name}: no format has the ending {quoted(f'.{ending}')}; expected --to FORMAT "
        "(see: kenken-cp formats)"
    )
