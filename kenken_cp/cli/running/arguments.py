"""The puzzles that a command is given: the options that say which, and how they are read."""

import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from kenken_cp.cli.app import leave
from kenken_cp.cli.options.common import SEED, option
from kenken_cp.cli.options.groups import Group
from kenken_cp.cli.printing.output import complain, report_error
from kenken_cp.cli.reading.inputs import Incoming, Named, SkippedFiles, Unread, read_puzzles
from kenken_cp.cli.reading.texts import text_or_itself
from kenken_cp.cli.running.outcomes import error_code, warn
from kenken_cp.encode.instance import instance
from kenken_cp.errors import KenKenError
from kenken_cp.formats.grids import read_board
from kenken_cp.text import plural

if TYPE_CHECKING:
    from kenken_cp.logic.candidates import Board

_READING = "Reading"
"""The section of their options in the help."""

_PUZZLES = typer.Argument(
    metavar="PUZZLE...", help="A file, a folder, a one-line puzzle, or - for standard input."
)
_PUZZLE = typer.Argument(
    metavar="PUZZLE", help="A file, - for standard input, or a one-line puzzle."
)


class Reading(Group):
    """How puzzles are read."""

    from_: Annotated[
        str | None,
        option(
            "--from FORMAT",
            "Input format (see: kenken-cp formats).  [default: detected]",
            section=_READING,
        ),
    ] = None
    rules: Annotated[
        str | None, option("--rules NAME", "Override the rule set: {rule sets}.", section=_READING)
    ] = None


class Puzzles(Reading):
    """Any number of puzzles."""

    puzzle: Annotated[list[str] | None, _PUZZLES] = None
    fail_fast: Annotated[
        bool,
        option(
            "--fail-fast",
            "Stop at the first puzzle that cannot be read or processed.",
            section=_READING,
        ),
    ] = False
    skipped: Annotated[
        bool,
        option("--skipped", "List the files in folders that hold no puzzle.", section=_READING),
    ] = False

    @cached_property
    def named(self) -> Incoming:
        """Every puzzle, in the order of the arguments; raises as ``read_puzzles``. If it is to fail
        fast, the first that cannot be read ends it, before anything is answered.
        """
        items = read_puzzles(self.puzzle or [], self.from_, self.rules, skip=self._say_skipped)
        found = Incoming(items, fail_fast=self.fail_fast)
        for item in found.ahead() if self.fail_fast else ():
            if isinstance(item, Unread):
                _end(item)
        return found

    def _say_skipped(self, skipped: SkippedFiles) -> None:
        if skipped.reading_on:
            if sys.stderr.isatty():
                files = plural(skipped.of, "file")
                complain(f"kenken-cp: {skipped.folder}: no puzzle in {files} so far; reading on")
        elif self.skipped:
            for item in skipped.files:
                complain(f"kenken-cp: {item.error}")
        elif 0 < len(skipped.files) < skipped.of:
            number, example = len(skipped.files), Path(skipped.files[0].name).name
            hold = f"{number} of {plural(skipped.of, 'file')} hold{'s' * (number == 1)} no puzzle"
            complain(f"kenken-cp: {skipped.folder}: {hold}, such as {example} (list: --skipped)")

    def read(self, *, quiet: bool) -> list[Named]:
        """Those that can be read; the others are reported, and unless it is ``quiet`` what is odd
        about those.
        """
        for item in self.named.ahead():
            if isinstance(item, Unread):
                _report(item)
            elif not quiet:
                warn(item)
        return [item for item in self.named.ahead() if isinstance(item, Named)]

    @property
    def all_read(self) -> bool:
        """Whether there is none that cannot be read."""
        return not any(isinstance(item, Unread) for item in self.named.ahead())


def _report(item: Unread) -> None:
    report_error(item.error, error_code(item.error), item.name)


def _end(item: Unread) -> NoReturn:
    _report(item)
    leave(error_code(item.error))


def the_only(found: Incoming, why: str) -> Named:
    """The puzzle; a KenKenError if there are several. If it cannot be read, it ends here."""
    items = found.ahead()
    if len(items) > 1:
        raise KenKenError(f"{len(items)} puzzles; expected one {why}")
    (item,) = items
    if isinstance(item, Unread):
        _end(item)
    return item


class OneArgument(Reading):
    """One argument: a puzzle, or a file that may have several."""

    puzzle: Annotated[str | None, _PUZZLE] = None

    @cached_property
    def named(self) -> Incoming:
        """The puzzles; raises as ``read_puzzles``."""
        arguments = [] if self.puzzle is None else [self.puzzle]
        return Incoming(read_puzzles(arguments, self.from_, self.rules))


def board_of(puzzles: Puzzles | OneArgument, argument: str | None) -> "Board | None":
    """The board that is filled in, as rows, None for open cells, if there is one; a KenKenError if
    there are several puzzles.
    """
    if argument is None:
        return None
    puzzle = the_only(puzzles.named, "with a board").puzzle
    entries = read_board(text_or_itself(argument), puzzle.size, puzzle.values)
    return instance(puzzle).grid([entries.get(cell) for cell in puzzle.cells])


class JudgedPuzzles(Puzzles):
    """Puzzles of one's own, of suites, and random ones."""

    suite: Annotated[
        list[str] | None,
        option(
            "--suite NAME",
            "Puzzles that come with kenken-cp: {suites}; repeatable.  "
            "[default: smoke; none beside other puzzles]",
        ),
    ] = None
    fuzz: Annotated[int, option("--fuzz N", "Add N random puzzles.", min=0)] = 0
    seed: Annotated[int, SEED] = 1
    max_size: Annotated[
        int, option("--max-size N", "Size of the largest random puzzles.", min=2, max=16)
    ] = 6
