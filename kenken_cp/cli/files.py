"""Files that a command writes: whole, or not at all."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from kenken_cp.cli.output import STANDARD_OUTPUT, complain, say
from kenken_cp.errors import KenKenError
from kenken_cp.text import path_name, plural, printable, printable_lines


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
        folder = Path(os.path.realpath(path)).parent
        if not folder.is_dir():
            raise KenKenError(f"{path_name(path)}: there is no folder {path_name(folder)}")
        if not os.access(path if path.exists() else folder, os.W_OK):
            raise KenKenError(f"{path_name(path)}: Permission denied")


def write(path: Path | None, content: str | bytes) -> None:
    """Writes a file, or, for ``-`` and None, a text to standard output."""
    if path is not None and path != STANDARD_OUTPUT:
        write_all({path: content})
        return
    assert isinstance(content, str), "-o - is a text for every command"
    # A title must not control the terminal.
    say((printable_lines(content) if sys.stdout.isatty() else content).removesuffix("\n"))


def write_all(contents: Mapping[Path, str | bytes]) -> None:
    """Writes files. Each is written beside its place first: all take their places, or none does."""
    aside: dict[Path, Path] = {}
    try:
        for path, content in contents.items():
            data = content.encode() if isinstance(content, str) else content
            with naming(path):
                if path.exists() and not path.is_file():  # a device, or a pipe
                    path.write_bytes(data)
                    continue
                target = Path(os.path.realpath(path))  # the file that a link leads to
                aside[target] = target.with_name(f".{target.name[:40]}.{os.getpid()}.part")
                aside[target].write_bytes(data)
                if target.exists():
                    shutil.copymode(target, aside[target])
        for target, written in list(aside.items()):
            with naming(target):
                written.replace(target)
            del aside[target]
    finally:
        for written in aside.values():
            written.unlink(missing_ok=True)


def numbered(path: Path, many: int) -> list[Path]:
    """FILE-1, FILE-2 and so on, or FILE for the only one."""
    if many == 1:
        return [path]
    return [path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(1, many + 1)]


def write_numbered(path: Path, contents: Sequence[str | bytes], what: str, *, quiet: bool) -> None:
    """Writes each into a file of its own, and says which these are if they are several."""
    files = numbered(path, len(contents))
    write_all(dict(zip(files, contents, strict=True)))
    if len(files) > 1 and not quiet:
        first, last = (printable(str(file)) for file in (files[0], files[-1]))
        complain(f"{first} to {last}: {plural(len(files), what)}")


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Turns what the system says into a KenKenError that names the file."""
    try:
        yield
    except OSError as error:
        raise KenKenError(f"{path_name(path)}: {error.strerror}") from None
