"""The commands that list what there is to choose from."""

from typing import Annotated

from kenken_cp.cli.app import command
from kenken_cp.cli.options import option
from kenken_cp.cli.output import say, say_table
from kenken_cp.formats import FORMATS
from kenken_cp.model.operators import OPERATORS
from kenken_cp.search.backend import BACKENDS


@command(example="--all")
def backends(
    every: Annotated[bool, option("--all", "Those to check and compare with, too.")] = False,
) -> None:
    """List the engines that people choose, or all."""
    chosen = [backend for backend in BACKENDS if every or backend.usual]
    say_table((backend.name, backend.summary) for backend in chosen)
    if not every:
        say(f"and {len(BACKENDS) - len(chosen)} more to check and compare with: --all")


@command()
def formats() -> None:
    """List the file formats; each can be read and written."""
    say_table((known.name, known.summary) for known in FORMATS)


@command()
def operators() -> None:
    """List the operators, and what each makes of a cage."""
    say_table((known.symbol, known.name, known.meaning) for known in OPERATORS)


@command()
def techniques() -> None:
    """List the hand-written solver's techniques, the easiest first."""
    from kenken_cp.logic.techniques import TECHNIQUES

    say_table((known.name, str(known.level), known.summary) for known in TECHNIQUES)
