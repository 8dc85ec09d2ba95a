"""The fonts of the system, for texts that Helvetica has no letters for."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from kenken_cp.cli.printing.output import complain
from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.text import path_name

if TYPE_CHECKING:
    from kenken_cp.render.pdf import FontFile, Fonts

_MAX_BYTES = 1 << 26
"""Bytes of a font: the largest, of all Chinese characters, have half of that."""

_SECONDS = 20.0
"""Seconds that the system may take to list its fonts; the first time it looks at all of them."""

_REGULAR = "80"
"""The weight of a regular font, as fontconfig counts."""


def _font_file(path: Path, index: int = 0) -> FontFile:
    """A file as a font; KenKenError if it cannot be read."""
    from kenken_cp.render.pdf import FontFile

    try:
        with path.open("rb") as file:
            data = file.read(_MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a NUL byte in its name
        why = getattr(error, "strerror", None) or str(error)
        raise KenKenError(f"{path_name(path)}: {why}") from None
    if len(data) > _MAX_BYTES:
        raise KenKenError(f"{path_name(path)}: more than {_MAX_BYTES >> 20} MB; no font")
    return FontFile(str(path), data, index)


def settable(text: str, fonts: Fonts, *, what: str) -> str:
    """A text, or an empty one, which is said, if no font has its letters.

    Args:
        what: the text, such as ``title``.

    Raises:
        MissingExtraError: as of ``Fonts``.
    """
    try:
        fonts.setting(text, bold=True)
    except MissingExtraError:
        raise
    except KenKenError as error:
        why, _, _ = str(error).partition(";")
        complain(f"kenken-cp: a {what} is left out: {why}")
        return ""
    return text


def system_fonts(text: str) -> Iterator[FontFile]:
    """The TrueType fonts of the system that have all letters of a text, by fontconfig: upright ones
    without serifs first. None where fontconfig is not installed.
    """
    letters = " ".join(f"{ord(char):x}" for char in sorted(set(text)))
    wanted = f":fontformat=TrueType:charset={letters}"
    shown = "%{slant}\t%{weight}\t%{width}\t%{family[0]}\t%{index}\t%{file}\n"
    try:
        done = subprocess.run(
            ["fc-list", wanted, "--format", shown],
            capture_output=True,
            timeout=_SECONDS,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return
    lines = done.stdout.decode(errors="replace").splitlines()
    for line in sorted((line for line in lines if line.count("\t") == 5), key=_preference):
        *_, index, path = line.split("\t")
        with suppress(KenKenError, ValueError):
            yield _font_file(Path(path), int(index))


def _preference(line: str) -> tuple[object, ...]:
    slant, weight, width, family, _, path = line.split("\t")
    name = family.lower()
    return (
        (slant, weight, width) != ("0", _REGULAR, "100"),
        "mono" in name,
        "sans" not in name and "gothic" not in name,
        slant != "0",
        name,
        path,
    )
