"""Files that a command writes: in which format, and whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from kenken_cp.cli.options import written_names
from kenken_cp.cli.output import STANDARD_OUTPUT, Output, say
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.formats import FORMATS
from kenken_cp.formats.record import Holds
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import path_name, plural, printable_lines


def expect_writable(path: Path | None, *, as_json: bool = False) -> None:
    """KenKenError, before any work is done for it, if a file cannot be written."""
    if path is None:
        return
    if path == STANDARD_OUTPUT:
        if as_json:
            raise KenKenError("--json and -o - would both be on standard output; expected one")
        return
    with naming(path):
        if path.is_dir():
            raise KenKenError(f"{path_name(path)}: a folder; expected the name of a file")
        folder = Path(os.path.realpath(path)).parent  # where it is written first
        if not folder.is_dir():
            raise KenKenError(f"{path_name(path)}: there is no folder {path_name(folder)}")
        places = [path] if path.exists() else []
        if path.is_file() or not places:
            places.append(folder)
        if not all(os.access(each, os.W_OK) for each in places):
            raise KenKenError(f"{path_name(path)}: Permission denied")


def write(path: Path | None, content: str | bytes) -> None:
    """Writes a file, or, for ``-`` and None, a text to standard output. A file is written beside
    its place first: whatever comes between, it is written whole or not at all.
    """
    if path is None or path == STANDARD_OUTPUT:
        assert isinstance(content, str), "-o - is a text for every command"
        # A title must not control the terminal.
        say((printable_lines(content) if sys.stdout.isatty() else content).removesuffix("\n"))
        return
    data = content.encode() if isinstance(content, str) else content
    with naming(path):
        if path.exists() and not path.is_file():  # a device, or a pipe
            path.write_bytes(data)
            return
        target = Path(os.path.realpath(path))  # the file that a link leads to
        aside = target.with_name(f".{target.name[:40]}.{os.getpid()}.part")
        try:
            aside.write_bytes(data)
            if target.exists():
                shutil.copymode(target, aside)
            aside.replace(target)
        finally:
            aside.unlink(missing_ok=True)


def write_numbered(
    path: Path, contents: Sequence[str | bytes], what: str, output: Output
) -> list[Path]:
    """Writes each into a file of its own, FILE-1, FILE-2 and so on, and says which these are; the
    only one into FILE. Returns the files.
    """
    if len(contents) == 1:
        write(path, contents[0])
        return [path]
    numbers = range(1, len(contents) + 1)
    files = [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in numbers]
    for file, content in zip(files, contents, strict=True):
        write(file, content)
    output.note(f"{files[0]} to {files[-1]}: {plural(len(files), what)}")
    return files


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Turns what the system says into a KenKenError that names the file."""
    try:
        yield
    except OSError as error:
        raise KenKenError(f"{path_name(path)}: {error.strerror}") from None


class Writer(NamedTuple):
    """How puzzles are written: in a format, or as models for other solvers.

    Attributes:
        write: writes one puzzle.
        holds: what a format can hold; None for models, which hold everything.
        separator: what stands between two puzzles of one text; None if a text holds only one.
    """

    name: str
    write: Callable[[Puzzle], str]
    holds: Holds | None
    separator: str | None

    def expect_room(self, path: Path | None, *, as_json: bool) -> None:
        """KenKenError if several puzzles cannot be written there, together or into files of their
        own; as JSON each is an event.
        """
        if self.separator is not None or (as_json and path is None):
            return
        if path in (None, STANDARD_OUTPUT) or (path.exists() and not path.is_file()):
            raise KenKenError(
                f"several puzzles, and the {self.name} format holds one a file; expected -o FILE, "
                "which makes a file of each"
            )


def write_puzzles(path: Path | None, texts: Sequence[str], writer: Writer, output: Output) -> None:
    """Writes puzzles into one file, or each into one of its own if a text holds only one."""
    if writer.separator is None:
        write_numbered(path or STANDARD_OUTPUT, texts, "puzzle", output)
    else:
        write(path, writer.separator.join(texts))


def writer_of(to: str | None, path: Path | None) -> Writer:
    """The writer of ``--to``; without it that of the file's ending, native for .txt or none.
    KenKenError for any other ending, and for a format that does not exist or is not written.
    """
    ending = "" if path is None else path.suffix[1:].lower()
    usual = {"": "native", "txt": "native", "cnf": "dimacs"}.get(ending, ending)
    name = usual if to is None else to
    if name in EXPORTS:
        return Writer(name, EXPORTS[name], None, None)
    known = FORMATS.get(name)
    if to is None and known is None:
        known = next((each for each in FORMATS if each.suffix == ending), None)
        if known is None:
            see = "see: kenken-cp list formats; for pictures: kenken-cp show -o FILE"
            raise KenKenError(f"--output {path_name(path)}: expected --to FORMAT ({see})")
    if known is None:
        raise UnknownNameError("format", name, written_names())
    if known.writer is None:
        raise KenKenError(f"the {known.name} format is only read, not written")
    return Writer(known.name, known.write, known.holds, known.separator)
