"""Files that a command writes: in which format, and whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kenken_cp.cli.output import STANDARD_OUTPUT, Output, say
from kenken_cp.encode.exports import EXPORTS
from kenken_cp.errors import KenKenError, UnknownNameError
from kenken_cp.formats import FORMATS, Format
from kenken_cp.text import listed, path_name, plural, printable_lines


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
        if not path.parent.is_dir():
            raise KenKenError(f"{path_name(path)}: there is no folder {path_name(path.parent)}")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
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


def format_of(to: str | None, path: Path | None, *, more: Iterable[str] = ()) -> Format:
    """The format of ``--to``; without it that of the file's ending, native for .txt or none.
    KenKenError for any other ending, and for a format that is not written, which lists those that
    are, and what ``more`` the command writes.
    """
    written = [known for known in FORMATS if known.writer is not None]
    if to is not None:
        if to in EXPORTS:
            raise KenKenError(f"--to {to}: a model for other solvers, which only convert writes")
        known = FORMATS.get(to)
        if known is None:
            raise UnknownNameError("format", to, [*(each.name for each in written), *more])
        if known.writer is None:
            raise KenKenError(f"--to {to}: a format that is only read, not written")
        return known
    ending = "" if path is None else path.suffix[1:].lower()
    if ending in ("", "txt"):
        return FORMATS.named("native")
    found = [each for each in written if each.name == ending]
    found = found or [each for each in written if each.suffix == ending]
    if len(found) == 1:
        return found[0]
    names = listed((each.name for each in found), "or") or "FORMAT"
    see = "" if found else " (see: kenken-cp list formats; for pictures: kenken-cp show -o FILE)"
    raise KenKenError(f"--output {path_name(path)}: expected --to {names} with this ending{see}")
