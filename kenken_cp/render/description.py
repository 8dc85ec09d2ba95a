"""A picture in words, for whoever cannot see it."""

from kenken_cp.clock import checkpoint
from kenken_cp.render.board import drawn_houses, has_cages
from kenken_cp.render.picture import Picture
from kenken_cp.render.text import undrawn, with_signs
from kenken_cp.text import cell_names, plural, short_values


def described(picture: Picture) -> str:
    """The board, its houses and cages, and what stands in its rows."""
    puzzle, regions = picture.puzzle, drawn_houses(picture.puzzle).regions
    sentences = [f"{puzzle.rows} by {puzzle.columns} board, {puzzle.rules.name} rules."]
    if not puzzle.has_usual_values:
        sentences.append(f"Values {short_values(puzzle.values)}.")
    if regions:
        sentences.append(f"{plural(len(regions), 'box', 'boxes')}.")
    sentences += undrawn(puzzle)
    if has_cages(puzzle):
        sentences += [with_signs(f"{cage}.") for cage in puzzle.cages]
    for row in range(puzzle.rows):
        checkpoint()
        cells = []
        for column in range(puzzle.columns):
            value, left = picture.shown((row, column)), picture.candidates_of((row, column))
            possible = f"possible {' '.join(map(str, left))}" if left else "open"
            cells.append(possible if value is None else str(value))
        if set(cells) != {"open"}:
            sentences.append(f"Row {row + 1}: {', '.join(cells)}.")
    if picture.marked:
        sentences.append(f"Marked: {cell_names(sorted(picture.marked))}.")
    return " ".join(sentences)
