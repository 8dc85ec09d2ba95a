"""The project's own format, ``.kk``: a picture of the cages, then their clues.

    # 4x4, one solution
    title: example
    a b b c
    a d d c
    e e d f
    g g g f

    a 1-
    b 3-
    ...

``#`` starts a comment, at the start of a line or after white space. Then come, in this order:

1. Directives, ``name: value``. ``title``, and ``level``, how hard it is said to be: taken as they
   are. ``size``: ``4x6``, rows x columns, or ``6``. ``rules``: the name of a rule set. ``values``:
   ``0..5`` or ``1 2 3 5 7``. ``boxes``: ``2x3``, rows x columns. ``diagonals``, ``windoku``,
   ``anti-knight``, ``anti-king``: ``yes`` or ``no``. ``house``: the cells of any other extra house,
   ``r1c1 r2c2``; the only one that may come again. ``solutions``: how many there are, ``8`` or
   ``3+``. ``regions``: nothing, but below it stand rows like those of the picture, to a blank line
   or the next directive: cells of one word, a letter or a number, are a house, such as an irregular
   box; ``.`` is a cell in none.
2. The picture, a line for each row: words, with commas or without, or the characters of a single
   word. A word that starts with a letter is a label, a number is a given, ``.`` is a cell in no
   cage. Where no ``size`` is given, the first row fixes the columns, and the picture ends at a
   blank line or the first clue.
3. For each label a line ``label clue``. A clue is a target and an operator; a bare number is a
   given on one cell, and has a hidden operator on more, which ``?`` after it says too.

This is how it is written. What is read besides, where it can have no other meaning:

- ``a: 12*``, ``a = 12*``, ``a - 12*``, ``a12*``; the operator first, ``a *12``; several clues on a
  line, with commas, semicolons or white space between them.
- Operators by their names, as ``12 times``, in capitals too, and all their spellings: ``×``, ``÷``.
- A table as spreadsheets save it, with commas, semicolons or tabs, each cell perhaps in quotation
  marks: a row of the picture in each of its rows, then ``a,12*`` or ``a,12,*``.
- Digits and signs of full width; names of directives in capitals; lines of three backquotes or
  tildes, as around code in Markdown, are comments.

``a -3`` is a negative target if the other clues have their operators last, and such a target can
be made; it is ``3-`` if they have them first. ``a :3`` is refused, as ``:`` divides; ``a: 3`` is
not. ``a12`` is a clue only where it cannot be a row: below a blank line it can not.

Several puzzles stand in one file with ``---`` on a line between them. Without it a puzzle begins
where, after all clues of the one before, directives and a picture come, or a picture alone: files
may be put together as they are. A picture of values alone is the solution of the puzzle above it,
and refused if it is none.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, dropwhile, islice, pairwise, takewhile

from kenken_cp.errors import FormatError
from kenken_cp.formats import mathdoku_yaml, sudoku
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import HIDDEN, clue_text
from kenken_cp.formats._words import Word, every_line
from kenken_cp.formats._writable import values_text
from kenken_cp.formats.pictures.clues import (
    ClueReader,
    Entry,
    Meaning,
    clue_labels,
    folded,
    settled,
    two_meanings,
)
from kenken_cp.formats.pictures.directives import (
    NAMES,
    REGIONS,
    Directives,
    add_directive,
    apply_directives,
    split_row,
    words_in_order,
    write_directives,
    write_regions,
)
from kenken_cp.formats.pictures.lines import directive_of, head_lines, is_directive, plain_lines
from kenken_cp.formats.pictures.parts import Part, parts
from kenken_cp.formats.pictures.picture import (
    MAX_PICTURE,
    check_rows,
    columns_of,
    is_row_of_symbols,
    labels_of,
    read_picture,
)
from kenken_cp.formats.programs.values import begins_statement
from kenken_cp.formats.reading.around import heading
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.formats.sudokus.cells import BOX_SHAPES, SAMURAI, SAMURAI_ROWS, is_samurai
from kenken_cp.model.geometry import Cell, all_cells
from kenken_cp.model.operators import GIVEN, SUBTRACT
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.model.rules import violations
from kenken_cp.text import board_name, quoted

NAME = "native"

_MAX_LOOKED_AT = 400
"""Lines by which detection decides: there are clues below the rows of the largest board."""

_MAX_ROW = 10_000
"""Characters of a row: many times what the labels of the largest board have."""


def _first_block(text: str) -> Iterator[Word]:
    """The lines of the first puzzle, and of those between which nothing stands."""
    lines = dropwhile(lambda line: not (line and line.text), plain_lines(every_line(text)))
    return (line for line in takewhile(lambda line: line is not None, lines) if line is not None)


def detect(text: str) -> bool:
    """A directive, or a picture; without labels and clues only if it is no Sudoku.

    An empty board may be either, and both claim it. A wide board without clues shows itself by its
    ``size`` only: too many other texts have a few rows of words.
    """
    lines = list(islice((line for line in _first_block(text) if line.text), _MAX_LOOKED_AT))
    first = directive_of(lines[0]) if lines else None
    if first and first[0].text in NAMES:
        return not mathdoku_yaml.detect(text)
    lines = list(dropwhile(directive_of, lines))
    return bool(lines) and len(lines[0].text) <= _MAX_ROW and _begins_picture(lines, text)


def _begins_picture(lines: list[Word], text: str) -> bool:
    """Whether the first lines of a text are a picture; with clues some of its rows may be wrong."""
    columns = columns_of(lines)
    clues = {at: labels for at, line in enumerate(lines) if (labels := clue_labels(line.text))}
    clues.pop(0, None)
    clued = set(map(folded, chain.from_iterable(clues.values())))
    if begins_statement(lines[0].text) and folded(lines[0].text.split()[0]) not in clued:
        return False
    picture = lines[: min(clues, default=None)]
    split = (split_row(line, columns) for line in picture)
    rows = [row for row in split if len(row) == columns and is_row_of_symbols(row)]
    symbols = [word.text for row in rows for word in row]
    if clues:
        above = next(  # a blank line, or clues that might be rows: a x2
            (
                at
                for at, (one, next_) in enumerate(pairwise(picture), 1)
                if next_.line > one.line + 1
            ),
            len(picture),
        )
        return 2 * len(rows) >= above and not clued.isdisjoint(map(folded, symbols))
    if len(rows) < columns or columns == 1:
        return False
    labels = [symbol for symbol in symbols if symbol[0].isalpha()]
    if labels:  # only one that comes twice tells a picture without a clue from a few words of prose
        return len(set(labels)) < len(labels) and not sudoku.detect(text)
    # A board with givens is taken for a Sudoku, in whatever way its rows are written.
    return len(lines) == columns and (set(symbols) == {"."} or columns not in BOX_SHAPES)


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of the text."""
    return read_lines(every_line(text), rules)


def read_lines(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The same of lines that are still to come: a puzzle is read once there is ``---`` below it."""
    above = None
    for part in parts(lines):
        try:
            if above and part.below and (grid := part.grid()):
                _check_solution(part, grid, above)
                continue
            found = _read_puzzle(part, rules)
        except FormatError as error:
            above = None
            yield error
        else:
            above = found.puzzle if _is_open(found.puzzle) else None
            yield found


def _is_open(puzzle: Puzzle) -> bool:
    """Whether a puzzle has cells that are not given."""
    return any(len(cage.cells) > 1 for cage in puzzle.cages) or bool(puzzle.free_cells)


def _check_solution(part: Part, grid: list[list[int]], puzzle: Puzzle) -> None:
    """FormatError if the values that stand below a puzzle do not solve it."""
    place = next(line for line in part.lines if line.text)
    expected = "expected its solution, or --- before another puzzle"
    shape = len(grid), len(grid[0])
    if shape != (puzzle.rows, puzzle.columns):
        size = board_name(*shape)
        raise place.error(f"{size} values below a puzzle of {puzzle.size_name}; {expected}")
    if wrong := violations(puzzle, grid):
        raise place.error(f"values that do not solve the puzzle above: {wrong[0]}; {expected}")


def _read_puzzle(part: Part, rules: RuleSet | None) -> ReadPuzzle:
    directives, lines = _read_head(part.lines)
    size = directives["size"][0].sides() if "size" in directives else None
    picture = part.picture or read_picture(lines[:MAX_PICTURE], size)
    if len(picture) == SAMURAI_ROWS and is_samurai(
        [[word.text for word in row] for row in picture]
    ):
        raise lines[0].first.error(SAMURAI)
    draft = Draft(lines[0].line)
    clues = _add_cages(draft, picture, lines[len(picture) :], part.clues)
    if size is None:
        check_rows(picture)
    found = apply_directives(draft, (len(picture), len(picture[0])), directives, rules)
    _check_zeros(picture, found.puzzle)
    if not directives:
        _check_numbers(picture, found.puzzle)
    for entry, meaning in clues:
        if len(entry.meanings) > 1 and meaning.target < 0:
            cells = sum(word.text == entry.label.text for row in picture for word in row)
            if not _reaches_below_0(found.puzzle, cells):
                raise two_meanings(entry, cells)  # the number would be one that nothing makes
    return found


def _read_head(block: list[Word]) -> tuple[Directives, list[Word]]:
    """The directives of a puzzle, and the lines from its picture on, of which there must be one."""
    head = list(head_lines(block))
    lines = block[len(head) :]
    directives: Directives = {}
    for line, said in zip(block, head, strict=False):
        if isinstance(said, Word):
            if said.text:
                directives[REGIONS].append(said)
            continue
        name, value = said
        if name.text not in NAMES and clue_labels(line.text):
            raise name.error("the clues before the picture; expected the picture first")
        if name.text not in NAMES and not value.text:
            raise line.first.error(heading(line.text))
        add_directive(directives, name, value)
    if not lines and REGIONS in directives:
        raise block[-1].error("no picture after the regions; expected a blank line, then its rows")
    if not lines:
        raise block[-1].error("no picture; expected rows of labels")
    return directives, lines


def _check_zeros(picture: list[list[Word]], puzzle: Puzzle) -> None:
    """FormatError for a 0 in the picture that is no value: it may be meant as an empty cell."""
    for word in chain.from_iterable(picture) if 0 not in puzzle.values else ():
        if word.text[0] == "0" and re.fullmatch("0+", word.text):
            values = values_text(puzzle.values)
            raise word.error(f"0 in the picture, with values {values}; expected . for a free cell")


def _check_numbers(picture: list[list[Word]], puzzle: Puzzle) -> None:
    """FormatError for a picture of numbers alone that break the rules: they may be those of cages,
    whose clues are missing.
    """
    if not all(word.text.isdecimal() for word in chain.from_iterable(picture)):
        return
    grid = [[int(word.text) for word in row] for row in picture]
    if wrong := violations(puzzle, grid):
        raise picture[0][0].error(
            f"a grid of numbers that is no solution: {wrong[0]}; expected . for empty cells, or "
            "the clue of each number, if it is that of a cage"
        )


def _reaches_below_0(puzzle: Puzzle, cells: int) -> bool:
    """Whether a cage of that many cells with a hidden operator could have a negative target."""
    differences = SUBTRACT in puzzle.rules.possible_operators(cells)
    return puzzle.values[0] < 0 or (cells > 2 and differences)


def _row_meant(picture: list[list[Word]]) -> str:
    """What a row may have been meant as, if a picture has one that is no row; else nothing."""
    size, *rows = ("".join(word.text for word in row) for row in picture)
    if re.fullmatch("[0-9]+x[0-9]+", size):
        return f"; is {quoted(size)} the size? expected {quoted(f'size: {size}')}"
    for number, row in enumerate(rows, start=1):
        labels = Counter(labels_of(picture[:number]))
        if ClueReader(labels).labels_of(Word(row, 1)):
            return f"; is {quoted(row)} a clue? expected a blank line before the clues"
    return ""


def _read_clues(
    lines: Iterable[Word], cells: Mapping[str, int], clues: ClueReader
) -> dict[str, tuple[Entry, Meaning]]:
    """Each clue, with what it means, by label; ``cells``: how many each label has."""
    entries: dict[str, Entry] = {}
    for line in lines:
        if not line.text:
            continue
        if ":" in line.text and is_directive(line):
            raise line.first.error("a directive after the picture; expected before it")
        for entry in clues.entries(line):
            label = entry.label
            if label.text in entries:
                first = entries[label.text].label
                raise label.error(
                    f"a second clue for {quoted(label.text)}; the first is on line {first.line}, "
                    f"column {first.column}"
                )
            entries[label.text] = entry
    return {
        entry.label.text: (entry, meaning) for entry, meaning in settled(entries.values(), cells)
    }


def _add_cages(
    draft: Draft, picture: list[list[Word]], lines: Iterable[Word], reader: ClueReader | None
) -> Iterable[tuple[Entry, Meaning]]:
    """Adds the givens of a picture, and the cages of its labels with their clues on the lines after
    it, which it returns.
    """
    cages: dict[str, list[Cell]] = defaultdict(list)
    for cell, word in zip(
        all_cells(len(picture), len(picture[0])), chain.from_iterable(picture), strict=True
    ):
        text = word[0]
        if text[0].isdecimal():
            draft.add([cell], GIVEN, word.integer("given"), word)
        elif text != ".":
            cages[text].append(cell)
    counts = {label: len(cells) for label, cells in cages.items()}
    clues = _read_clues(lines, counts, reader or ClueReader(counts))
    for label, cells in cages.items():
        if label not in clues:
            r, c = cells[0]
            raise picture[r][c].error(f"label {quoted(label)} has no clue{_row_meant(picture)}")
    for label, (entry, meaning) in clues.items():
        draft.add(cages[label], meaning.operator, meaning.target, entry.clue, label)
    return clues.values()


def write(puzzle: Puzzle) -> str:
    """The puzzle, with a packed picture if every word has one character.

    FormatError only for an operator or a target that could not be read back.
    """
    labelled = [cage for cage in puzzle.cages if not _in_picture(cage, puzzle)]
    labels = dict(zip(labelled, words_in_order(), strict=False))
    directives = write_directives(puzzle)
    if not labels and not directives:
        # So that the text cannot be taken for a Sudoku.
        directives = [f"rules: {puzzle.rules.name}"]
    if rows := write_regions(puzzle):
        directives += [f"{REGIONS}:", *rows]  # last: a blank line ends them
    clues = {cage: _clue_text(cage) for cage in puzzle.cages}
    width = max(map(len, labels.values()), default=0)
    parts = [
        directives,
        _picture_rows(puzzle, labels),
        [f"{label:<{width}} {clues[cage]}" for cage, label in labels.items()],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def _clue_text(cage: Cage) -> str:
    """The clue of a cage; ``-3`` alone, on several cells, could be read as ``3-``."""
    hidden_negative = cage.operator is None and cage.target < 0
    return clue_text(cage, NAME) + (HIDDEN if hidden_negative else "")


def _in_picture(cage: Cage, puzzle: Puzzle) -> bool:
    """Whether a cage is a number in the picture; a lone number of two digits would be two cells,
    and a 0 that is no value an empty cell.
    """
    return (
        cage.operator is GIVEN
        and (cage.target > 0 or cage.target == 0 in puzzle.values)
        and (len(puzzle.cells) > 1 or cage.target < 10)
    )


def _picture_rows(puzzle: Puzzle, labels: dict[Cage, str]) -> list[str]:
    picture = [["."] * puzzle.columns for _ in range(puzzle.rows)]
    for cage in puzzle.cages:
        for row, column in cage.cells:
            picture[row][column] = labels.get(cage) or str(cage.target)
    width = max(len(word) for row in picture for word in row)
    if width == 1:
        return ["".join(row) for row in picture]
    return [" ".join(word.ljust(width) for word in row).rstrip() for row in picture]


FORMAT = Format(
    name=NAME,
    summary="a picture of the cages, then their clues (.kk)",
    example="aab\ncdb\ncdd\n\na 3+\nb 1-\nc 2-\nd 12*\n",
    detect=detect,
    read=read,
    write=write,
    join="---\n".join,
    suffix="kk",
    read_lines=read_lines,
    separator="---",
)
