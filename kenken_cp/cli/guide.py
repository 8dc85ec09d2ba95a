"""The command that prints the guides; each is a Markdown file of the package (``guides/``)."""

from typing import Annotated

import typer

from kenken_cp.cli.app import command
from kenken_cp.cli.output import say, say_table
from kenken_cp.errors import UnknownNameError


@command(example="judge | less")
def guide(
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A guide to print.")] = None,
) -> None:
    """Print a guide, or list them.

    The guides are Markdown. `judge` goes from a wrong solver to a right one in ten minutes.
    """
    texts = _texts()
    if name is None:
        say_table((known, text.partition("\n")[0].lstrip("# ")) for known, text in texts.items())
    elif name in texts:
        say(texts[name].removesuffix("\n"))
    else:
        raise UnknownNameError("guide", name, texts)


def _texts() -> dict[str, str]:
    """The guides by their names, in the order of these."""
    from importlib.resources import files  # not wanted by any other command

    found = (path for path in files("kenken_cp.cli").joinpath("guides").iterdir())
    named = {path.name.removesuffix(".md"): path for path in found if path.name.endswith(".md")}
    return {name: named[name].read_text(encoding="utf-8") for name in sorted(named)}
