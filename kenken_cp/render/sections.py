"""Words and pictures below each other, as text and as HTML: what notebooks show."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kenken_cp.model.geometry import Cell
from kenken_cp.render.picture import Picture
from kenken_cp.render.svg import escaped, svg
from kenken_cp.render.text import drawn, fitting_style, with_signs

if TYPE_CHECKING:
    from kenken_cp.logic.explain import Explanation


@dataclass(frozen=True, slots=True)
class Section:
    """Something that is said, and drawn.

    Attributes:
        text: a sentence; it ends in a colon if there are items.
        items: lines of a list.
        picture: what is drawn below, if anything is.
        heading: a few words for it, on a page.
        cells: those that it is about, which a page points out.
        steps: the deduction that the items are of, which a page shows step by step.
    """

    text: str
    items: tuple[str, ...] = ()
    picture: Picture | None = None
    heading: str = "Result"
    cells: frozenset[Cell] = frozenset()
    steps: Explanation | None = None

    def __str__(self) -> str:
        style = fitting_style()
        lines = [self.text] if self.text else []
        lines += [f"  {item}" for item in self.items]
        picture = [drawn(self.picture, style)] if self.picture else []
        return "\n".join([*(with_signs(line, style) for line in lines), *picture])


def as_text(sections: Iterable[Section]) -> str:
    """Sections with a blank line between them."""
    return "\n\n".join(map(str, sections))


def as_html(sections: Iterable[Section]) -> str:
    """Sections as an HTML element."""
    return f'<div class="kk-sections">\n{"".join(map(_section, sections))}</div>\n'


def _section(section: Section) -> str:
    html = f"<p>{escaped(with_signs(section.text))}</p>\n" if section.text else ""
    if section.items:
        items = "".join(f"<li>{escaped(with_signs(item))}</li>\n" for item in section.items)
        html += f"<ul>\n{items}</ul>\n"
    return html if section.picture is None else html + svg(section.picture)
