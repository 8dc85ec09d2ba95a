"""Pictures of puzzles as files: one record for each ending that they may have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.cli.printing.fonts import settable, system_fonts
from kenken_cp.render.picture import Picture

if TYPE_CHECKING:
    from kenken_cp.render.pdf import Fonts
    from kenken_cp.render.shapes import Drawing


class Kind(NamedTuple):
    """A kind of file that pictures are written into.

    Attributes:
        drawn: pictures as such a file: all of them as pages, or the only one.
        has_pages: whether one file holds several puzzles.
        binary: whether it is no text.
    """

    drawn: Callable[[Sequence[Picture]], bytes]
    has_pages: bool
    binary: bool = False


def _svg(pictures: Sequence[Picture]) -> bytes:
    from kenken_cp.render.layout import layout, under_heading
    from kenken_cp.render.svg import element

    return element(under_heading(layout(pictures[0]), pictures[0].puzzle.title)).encode()


def _png(pictures: Sequence[Picture]) -> bytes:
    from kenken_cp.render.pdf import png

    fonts = _fonts()
    return png(*_on_paper(pictures, fonts), fonts=fonts)


def _pdf(pictures: Sequence[Picture]) -> bytes:
    from kenken_cp.render.pdf import pdf

    fonts = _fonts()
    return pdf(_on_paper(pictures, fonts), fonts=fonts)


def _fonts() -> Fonts:
    from kenken_cp.render.pdf import Fonts

    return Fonts(system_fonts)


def _on_paper(pictures: Sequence[Picture], fonts: Fonts) -> Iterator[Drawing]:
    """The drawings, under their titles; without those whose letters no font has."""
    from kenken_cp.render.layout import layout, under_heading
    from kenken_cp.render.pdf import composed

    for picture in pictures:
        title = settable(composed(picture.puzzle.title), fonts, what="title")
        yield under_heading(layout(picture), title)


def _html(pictures: Sequence[Picture]) -> bytes:
    from kenken_cp.render.frames import Frame
    from kenken_cp.render.page import Walkthrough, page

    return page([Walkthrough(one.puzzle, [Frame(one)]) for one in pictures]).encode()


KINDS = {
    ".svg": Kind(_svg, has_pages=False),
    ".png": Kind(_png, has_pages=False, binary=True),
    ".pdf": Kind(_pdf, has_pages=True, binary=True),
    ".html": Kind(_html, has_pages=True),
}
"""By the ending of the file."""
