"""Files that a command writes: whole, or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import IO, Self

from kenken_cp.cli.printing.output import STANDARD_OUTPUT, json_wanted, say
from kenken_cp.clock import Clock
from kenken_cp.errors import KenKenError
from kenken_cp.search.interrupts import interruptible
from kenken_cp.text import path_name, printable, printable_lines


@contextmanager
def writing(path: Path | None) -> Iterator[Callable[[str], None]]:
    """A function that writes a text and a newline, at once, to a file or standard output.

    A file is written aside, and takes its place when everything is in it, or what there was before
    Ctrl-C: until then an older one stays as it was, and for good if nothing is written.
    """
    if path == STANDARD_OUTPUT:
        _expect_no_json()
    if path in (None, STANDARD_OUTPUT):
        yield _show if sys.stdout.isatty() else say
        return
    output = _OutputFile(path)

    def write(text: str) -> None:
        with naming(path):
            output.file.write(f"{text}\n".encode())
            output.file.flush()

    kept = True
    try:
        with naming(path):
            output.open()
        yield write
    except Exception:
        kept = False
        raise
    finally:
        with naming(path), output:
            if kept and output.finish():
                output.take_place()


@contextmanager
def writing_all(paths: Sequence[Path], *, binary: bool) -> Iterator[Callable[[Path, bytes], None]]:
    """A function that writes one of some files, whole. At the end all take their places, or none
    does: not if one cannot be written, and not on Ctrl-C. What is not written to stays as it was.

    Args:
        binary: whether they are no texts, which a terminal could show.
    """
    if STANDARD_OUTPUT in paths:
        _expect_no_json()
        if binary and sys.stdout.isatty():
            raise KenKenError("a terminal cannot show this; expected a pipe, or -o FILE")
        made: list[bytes] = []
        yield lambda _, content: made.append(content)
        for content in made:
            if binary:
                sys.stdout.buffer.write(content)
                sys.stdout.buffer.flush()
            else:
                (_show if sys.stdout.isatty() else say)(content.decode().removesuffix("\n"))
        return
    with ExitStack() as stack:
        outputs: dict[Path, _OutputFile] = {}
        finished: dict[Path, _OutputFile] = {}

        def open_at(path: Path) -> None:
            outputs[path] = stack.enter_context(_OutputFile(path))
            outputs[path].open()

        def write(path: Path, content: bytes) -> None:
            with naming(path):
                if path not in outputs:
                    open_at(path)
                outputs[path].file.write(content)
                if outputs[path].finish():
                    finished[path] = outputs[path]

        with naming(paths[0]):  # now, before what goes into it takes long to make
            open_at(paths[0])
        yield write
        for path, output in finished.items():
            with naming(path):
                output.take_place()


def numbered_files(path: Path, items: Sequence[object]) -> dict[int, Path]:
    """By the identity of each item its file: FILE-1, FILE-2 and so on, or FILE for the only one."""
    if len(items) < 2:
        return {id(item): path for item in items}
    names = (f"{path.stem}-{number}{path.suffix}" for number in count(1))
    return {id(item): path.with_name(name) for item, name in zip(items, names, strict=False)}


def say_numbered(files: Sequence[Path], what: str) -> None:
    """Says which files have been written, if they are several: nobody has named them so."""
    if len(files) > 1:
        first, last = (printable(str(file)) for file in (files[0], files[-1]))
        say(f"{first} to {last}: {len(files)} {what}")


def _expect_no_json() -> None:
    """KenKenError if events go to standard output, too."""
    if json_wanted():
        raise KenKenError("--json and a file - would both be on standard output; expected one")


def _show(text: str) -> None:
    """Prints a file on a terminal, which its titles must not control."""
    say(printable_lines(text))


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Turns what the system says into a KenKenError that names the file."""
    try:
        yield
    except OSError as error:
        raise KenKenError(f"{path_name(path)}: {error.strerror}") from None


class _OutputFile:
    """A new file beside the one at a path, whose place it may take; it goes at the end of a block.
    A device or a pipe keeps its place: it is written itself.

    It is opened in its block, with Ctrl-C held back, so that there is no moment at which it exists
    and nothing would remove it.

    Attributes:
        file: the new file, or the device, open for writing; an empty one in memory until then.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._aside: Path | None = None
        self.file: IO[bytes] = BytesIO()

    def __enter__(self) -> Self:
        return self

    def open(self) -> None:
        """Creates it. OSError if it cannot be created, or could not take its place."""
        if self._path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if self._path.exists() and not self._path.is_file():
            self.file = self._path.open("wb")
            return
        self._target = Path(os.path.realpath(self._path))  # the file that a link leads to
        if self._target.exists():
            with self._target.open("a"):  # refused for a file that may not be written
                pass
            self._mode = stat.S_IMODE(self._target.stat().st_mode)
        else:
            os.umask(mask := os.umask(0o077))
            self._mode = 0o666 & ~mask
        self._create()

    def _create(self) -> None:
        from tempfile import NamedTemporaryFile

        name = self._target.name[:40]  # a name has 255 bytes at most, and a character four
        with interruptible(Clock()) as clock:  # else Ctrl-C could leave a file nobody knows of
            self.file = NamedTemporaryFile(  # noqa: SIM115 - closed at the end of a block
                dir=self._target.parent, prefix=f".{name}.", suffix=".part", delete=False
            )
            self._aside = Path(self.file.name)
        if clock.status is not None:
            raise KeyboardInterrupt

    def finish(self) -> bool:
        """Closes it, and returns whether it holds anything that is to take the place."""
        with self.file:
            if self._aside is None or self.file.tell() == 0:
                return False
            self.file.flush()
            os.fsync(self.file.fileno())
            self._aside.chmod(self._mode)
        return True

    def take_place(self) -> None:
        """Makes it the file at the path."""
        Path(self.file.name).replace(self._target)

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # of a full disk, which was said
            self.file.close()
        if self._aside is not None:
            self._aside.unlink(missing_ok=True)
