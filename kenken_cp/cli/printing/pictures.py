"""Pictures of puzzles as files: one record for each ending that they may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kenken_cp.cli.printing.output import warn_of_letters
from kenken_cp.render.picture import Picture

if TYPE_CHECKING:
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

    return png(*_on_paper(pictures))


def _pdf(pictures: Sequence[Picture]) -> bytes:
    from kenken_cp.render.pdf import pdf

    return pdf(_on_paper(pictures))


def _on_paper(pictures: Sequence[Picture]) -> list[Drawing]:
    """The drawings, under their titles."""
    from kenken_cp.render.layout import layout, under_heading
    from kenken_cp.render.pdf_fonts import font_for

    titles = [picture.puzzle.title for picture in pictures]
    warn_of_letters(font_for(titles).lacking("".join(titles)))
    return [
        under_heading(layout(picture), title)
        for picture, title in zip(pictures, titles, strict=True)
    ]


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
