"""What shapes look like, by their roles: colours on light and on dark ground, lines, fonts.

No meaning is in a colour alone: crossed out candidates have a line through them, given values are
bold, and tints differ in lightness. The hues (blue, orange, yellow) are those that colour-blind
people distinguish (Okabe and Ito, "Color universal design", 2008).
"""

from dataclasses import dataclass

from kenken_cp.render.shapes import Role


@dataclass(frozen=True, slots=True)
class Ink:
    """What shapes of a role look like.

    Args:
        light, dark: the colour on light and on dark ground, as #rrggbb.
        width: of a line, in units of the layout; 0 for what is filled.
        dashes: lengths of a dash and of a gap; none for a line without gaps.
        bold: whether texts are.
        struck: whether a line goes through texts.
    """

    light: str
    dark: str
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    bold: bool = False
    struck: bool = False


INKS = {
    Role.PAPER: Ink("#ffffff", "#16181d"),
    Role.SHADE: Ink("#ececec", "#2b2f38"),
    Role.BASIS: Ink("#fff1b8", "#4d431a"),
    Role.MARKED: Ink("#ffd2b3", "#6b3410"),
    Role.PLACED: Ink("#bfe0ff", "#12446e"),
    Role.GRID: Ink("#b4b4b4", "#4a505c", 0.8),
    Role.DIAGONAL: Ink("#b4b4b4", "#4a505c", 1.6),
    Role.CAGE: Ink("#222222", "#c9ced8", 2.4),
    Role.DASHES: Ink("#555555", "#aab1be", 1.0, (3.0, 2.2)),
    Role.BOX: Ink("#000000", "#f2f4f8", 3.4),
    Role.CLUE: Ink("#222222", "#d7dbe3"),
    Role.GIVEN: Ink("#000000", "#ffffff", bold=True),
    Role.ENTRY: Ink("#004f8b", "#8cc8ff"),
    Role.CANDIDATE: Ink("#4a4a4a", "#b9bfca"),
    Role.ELIMINATED: Ink("#a83200", "#ff9e70", struck=True),
    Role.NAME: Ink("#555555", "#aab1be"),
    Role.WORDS: Ink("#000000", "#ffffff"),
}
