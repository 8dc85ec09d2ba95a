"""The commands that list what there is to choose from."""

from kenken_cp.cli.app import command
from kenken_cp.cli.output import say_table
from kenken_cp.formats import FORMATS
from kenken_cp.model.rule_sets import RULE_SETS
from kenken_cp.search.backend import BACKENDS


@command()
def backends() -> None:
    """List the engines."""
    say_table((backend.name, backend.summary) for backend in BACKENDS)


@command()
def formats() -> None:
    """List the file formats; each can be read and written."""
    say_table((known.name, known.summary) for known in FORMATS)


@command()
def rules() -> None:
    """List the rule sets."""
    say_table((known.name, known.summary) for known in RULE_SETS)


@command()
def techniques() -> None:
    """List the hand-written solver's techniques, the easiest first."""
    from kenken_cp.logic.techniques import TECHNIQUES

    say_table((known.name, str(known.level), known.summary) for known in TECHNIQUES)
