"""Pictures as SVG: one element that stands alone in a file, in a page or in a notebook.

It has no scripts, fonts or files from elsewhere. Shapes have classes by their roles; those of cells
have ``data-cell="r1c2"``, and pencil marks ``data-value="3"``.
"""

from html import escape

from kenken_cp.clock import checkpoint
from kenken_cp.errors import expect_bool
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.render.layout import layout
from kenken_cp.render.picture import Picture
from kenken_cp.render.shapes import INKS, Drawing, Ink, Line, Rect, Role, Shape, Text
from kenken_cp.text import cell_name, printable

_FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def svg(picture: Picture | Puzzle, *, complete: bool = False) -> str:
    """The picture as an SVG element.

    Args:
        picture: or a puzzle, of which nothing but its clues is drawn.
        complete: whether every cell has all that it may ever show, for a page that changes it;
            what is not shown yet has the class ``kk-off``.
    """
    if not isinstance(picture, Picture):
        expect_puzzle(picture)
        picture = Picture(picture)
    expect_bool(complete, "complete")
    return element(layout(picture, complete=complete))


def element(drawing: Drawing) -> str:
    """A drawing as an SVG element."""
    width, height = _number(drawing.width), _number(drawing.height)
    shapes = "\n".join(map(_shape, drawing.shapes))
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" class="kk" role="img" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}">
<title>{escaped(drawing.title)}</title>
<desc>{escaped(drawing.description)}</desc>
<style>{STYLE}</style>
{shapes}
</svg>
"""


def escaped(text: str) -> str:
    """A text as SVG and HTML hold it: control characters are not allowed there."""
    return escape(printable(text))


def _shape(shape: Shape) -> str:
    match shape:
        case Line(x1, y1, x2, y2):
            return f'<line class="kk-{shape.role}"{_numbers(x1=x1, y1=y1, x2=x2, y2=y2)}/>'
        case Rect():
            places = _numbers(x=shape.x, y=shape.y, width=shape.width, height=shape.height)
            return f"<rect {_class(shape)}{places}{_data(shape)}/>"
        case Text():
            checkpoint()
            places = _numbers(x=shape.x, y=shape.y, font_size=shape.size)
            anchor = ' text-anchor="middle"' if shape.centred else ""
            start = f"<text {_class(shape)}{places}{anchor}{_data(shape)}>"
            return f"{start}{escaped(shape.text)}</text>"


def _class(shape: Rect | Text) -> str:
    return f'class="kk-{shape.role}{"" if shape.shown else " kk-off"}"'


def _numbers(**attributes: float) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{_number(value)}"' for name, value in attributes.items()
    )


def _data(shape: Rect | Text) -> str:
    data = "" if shape.cell is None else f' data-cell="{cell_name(shape.cell)}"'
    if isinstance(shape, Text) and shape.value is not None:
        data += f' data-value="{shape.value}"'
    return data


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


# --- style ---------------------------------------------------------------------------------------


def _rule(role: Role, ink: Ink) -> str:
    properties = _colours(ink, dark=False)
    if ink.width:
        properties.append(f"stroke-width: {_number(ink.width)}")
        if ink.dashes:
            properties.append(f"stroke-dasharray: {' '.join(map(_number, ink.dashes))}")
        else:
            properties.append("stroke-linecap: square")
    if ink.bold:
        properties.append("font-weight: bold")
    if ink.struck:
        properties.append("text-decoration: line-through")
    return f".kk-{role} {{ {'; '.join(properties)} }}"


def _colours(ink: Ink, *, dark: bool) -> list[str]:
    colour = ink.dark if dark else ink.light
    if ink.ring is not None:
        return [f"fill: {colour}", f"stroke: {ink.ring[dark]}"]
    return [f"{'stroke' if ink.width else 'fill'}: {colour}"]


_LIGHT = "\n".join(_rule(role, ink) for role, ink in INKS.items())
_DARK = "\n".join(
    f"  .kk-{role} {{ {'; '.join(_colours(ink, dark=True))} }}" for role, ink in INKS.items()
)

STYLE = f"""
.kk {{ font-family: {_FONTS} }}
.kk-off {{ display: none }}
{_LIGHT}
@media screen and (prefers-color-scheme: dark) {{
{_DARK}
}}
"""
"""The style sheet of every SVG."""
