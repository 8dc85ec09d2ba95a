"""The command that prints the guides; each is a file of the package (``guides/``), in Markdown or a
notebook.
"""

import re
import sys
from typing import Annotated

import typer

from kenken_cp.cli.app import command
from kenken_cp.cli.printing.output import filled, say, say_table
from kenken_cp.errors import UnknownNameError


def _names(incomplete: str) -> list[str]:
    return [name for name in _texts() if name.startswith(incomplete)]


_NAME = typer.Argument(metavar="NAME", help="A guide to print.", autocompletion=_names)


@command(example="json | less")
def guide(name: Annotated[str | None, _NAME] = None) -> None:
    """Print a guide, or list them.

    The guides are Markdown; `notebook` is a Jupyter notebook, to be written to a file that ends in
    `.ipynb`.
    """
    texts = _texts()
    if name is None:
        say_table((known, _title(text)) for known, text in texts.items())
    elif name in texts:
        text = texts[name].removesuffix("\n")
        say(_refilled(text) if sys.stdout.isatty() and text.startswith("#") else text)
    else:
        raise UnknownNameError("guide", name, texts)


_CODE = re.compile(r"(?ms)(^```.*?^```$)")
_NO_ITEM = r"(?!- |\d+\. |[#|]|    )"
_PROSE = re.compile(rf"(?m)^(- |\d+\. |{_NO_ITEM})(\S.*(?:\n{_NO_ITEM} *\S.*)*)")
"""In Markdown a block of code, and a paragraph or an item of a list, after its mark."""


def _refilled(text: str) -> str:
    """Markdown with its prose as wide as the terminal; headings, code and tables stay."""

    def prose(found: re.Match[str]) -> str:
        return filled(" ".join(found[2].split()), found[1], " " * len(found[1]))

    parts = _CODE.split(text)
    return "".join(
        part if number % 2 else _PROSE.sub(prose, part) for number, part in enumerate(parts)
    )


def _texts() -> dict[str, str]:
    """The guides by their names, in the order of these."""
    from importlib.resources import files  # not wanted by any other command

    found = (path for path in files("kenken_cp.cli").joinpath("guides").iterdir())
    parts = ((*path.name.rpartition("."), path) for path in found)
    named = {name: path for name, _, ending, path in parts if ending in ("md", "ipynb")}
    return {name: named[name].read_text(encoding="utf-8") for name in sorted(named)}


def _title(text: str) -> str:
    """The first heading."""
    match = re.search(r"(?m)^\W*# (.*?)(?:\\n.*)?$", text)
    return match[1] if match else ""
