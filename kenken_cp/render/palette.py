"""What shapes look like, by their roles: colours on light and on dark ground, lines, fonts.

No meaning is in a colour alone: crossed out candidates have a line through them, given values are
bold, a cell that is filled has a line around it, one that is marked has dots. The hues (blue,
orange, yellow) are those that colour-blind people distinguish (Okabe and Ito, "Color universal
design", 2008).
"""

from dataclasses import KW_ONLY, dataclass

from kenken_cp.render.shapes import Role


@dataclass(frozen=True, slots=True)
class Ink:
    """What shapes of a role look like.

    Args:
        light, dark: the colour on light and on dark ground, as #rrggbb.
        ring: of what is filled, the colours of the line around it, if it has one.
        width: of a line, in units of the layout; 0 for what is filled and has none around it.
        dashes: lengths of a dash and of a gap; none for a line without gaps.
        bold: whether texts are.
        struck: whether a line goes through texts.
    """

    light: str
    dark: str
    ring: tuple[str, str] | None = None
    _: KW_ONLY
    width: float = 0.0
    dashes: tuple[float, float] | None = None
    bold: bool = False
    struck: bool = False


INKS = {
    Role.PAPER: Ink("#ffffff", "#16181d"),
    Role.SHADE: Ink("#ececec", "#2b2f38"),
    Role.BASIS: Ink("#ffeca1", "#4d431a"),
    Role.MARKED: Ink("#ffdcc4", "#5c2d0e", ("#b33a00", "#ff9e70"), width=2.0, dashes=(2.0, 3.0)),
    Role.PLACED: Ink("#cfe7ff", "#0f3a5e", ("#0062ad", "#6cb8ff"), width=2.0),
    Role.GRID: Ink("#b4b4b4", "#4a505c", width=0.8),
    Role.DIAGONAL: Ink("#c4ccd6", "#4f5b70", width=1.6),
    Role.CAGE: Ink("#222222", "#c9ced8", width=2.4),
    Role.DASHES: Ink("#555555", "#aab1be", width=1.0, dashes=(3.0, 2.2)),
    Role.BOX: Ink("#000000", "#f2f4f8", width=3.4),
    Role.CLUE: Ink("#222222", "#d7dbe3"),
    Role.GIVEN: Ink("#000000", "#ffffff", bold=True),
    Role.ENTRY: Ink("#004f8b", "#8cc8ff"),
    Role.CANDIDATE: Ink("#4a4a4a", "#b9bfca"),
    Role.ELIMINATED: Ink("#a83200", "#ff9e70", struck=True),
    Role.NAME: Ink("#555555", "#aab1be"),
    Role.WORDS: Ink("#000000", "#ffffff"),
    Role.HEADING: Ink("#000000", "#ffffff", bold=True),
}
