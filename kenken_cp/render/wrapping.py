"""Words above and below a board, in as many lines as they take at its width."""

from collections.abc import Iterator
from dataclasses import replace

from kenken_cp.render.shapes import Drawing, Line, Point, Rect, Role, Shape, Text, width_of

MARGIN = 4.0
"""Around the board: half the width of its border, and some air."""

_HEADING, LEADING = 16.0, 1.25
"""The size of a heading where there is room, and the distance of its lines in sizes."""

_LEAST_HEADING = 9.0
"""The size of a text down to which a long word stays whole."""

_BOLD = 1.08
"""How much wider bold letters are."""


def under_heading(drawing: Drawing, text: str) -> Drawing:
    """The drawing with a text above it, in as many lines as it takes; the same for an empty one."""
    heading = wrapped(text, drawing.width, _HEADING, _BOLD)
    if not heading:
        return drawing
    texts = [
        Text(MARGIN, MARGIN + y, size, line, Role.HEADING, whole=text) for y, size, line in heading
    ]
    down = LEADING * texts[0].size * len(texts) + MARGIN
    height = down + drawing.height
    board = [_lower(shape, down) for shape in drawing.shapes if shape.role is not Role.PAPER]
    paper = Rect(0, 0, drawing.width, height, Role.PAPER)
    return replace(drawing, height=height, shapes=(paper, *texts, *board))


def wrapped(text: str, width: float, most: float, wider: float) -> list[tuple[float, float, str]]:
    """A text in as many lines as it takes: for each how far below the first its baseline is, its
    size, and what stands in it.

    Args:
        width: of the drawing, margins included.
        most: the size where there is room.
        wider: how much wider the letters are than usual ones.
    """
    room = width - 2 * MARGIN
    longest = room / (wider * _LEAST_HEADING)
    if not (words := [part for word in text.split() for part in _broken(word, longest)]):
        return []
    size = min(most, *(room / (wider * width_of(word)) for word in words))
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if size * wider * width_of(longer) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    high = LEADING * size
    return [(high * (number + 0.75), size, line) for number, line in enumerate(lines)]


def _broken(word: str, longest: float) -> Iterator[str]:
    """The word, in parts where it is longer than a width."""
    part = ""
    for char in word:
        if part and width_of(part + char) > longest:
            yield part
            part = ""
        part += char
    yield part


def _lower(shape: Shape, down: float) -> Shape:
    if isinstance(shape, Line):
        start, end = (Point(x, y + down) for x, y in (shape.start, shape.end))
        return replace(shape, start=start, end=end)
    return replace(shape, y=shape.y + down)
