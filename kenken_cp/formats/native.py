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
from itertools import chain, count, dropwhile, groupby, islice, product, takewhile
from string import ascii_lowercase
from typing import NamedTuple

from kenken_cp.caches import remembered
from kenken_cp.errors import FormatError
from kenken_cp.formats import mathdoku_yaml, sudoku
from kenken_cp.formats._clues import (
    LABEL,
    ClueReader,
    Entry,
    Meaning,
    clue_labels,
    folded,
    settled,
    two_meanings,
)
from kenken_cp.formats._directives import (
    NAMES,
    REGIONS,
    Directives,
    add_directive,
    apply_directives,
    split_row,
    write_directives,
    write_regions,
)
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._spellings import HIDDEN, clue_text
from kenken_cp.formats._stray import heading, in_brackets, is_heading, row_in_brackets
from kenken_cp.formats._words import (
    MAX_DIGITS,
    Word,
    every_line,
    new_word,
    parse_integer,
    parse_size,
)
from kenken_cp.formats._writable import values_text
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.geometry import MAX_SIZE, Cell, all_cells
from kenken_cp.model.operators import GIVEN, SUBTRACT
from kenken_cp.model.puzzle import Cage, Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.model.rules import violations
from kenken_cp.text import board_name, plural, quoted

NAME = "native"

_DIRECTIVE = re.compile(r"\s*(\w+(?:-[a-z]+)*)\s*:\s*(.*)", re.IGNORECASE)
_TAKEN_AS_IT_IS = re.compile(r"\s*(?:title|level)\s*:", re.IGNORECASE)
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
"""The first or last line of a block of code in Markdown."""

_MAX_LOOKED_AT = 400
"""Lines by which detection decides: there are clues below the rows of the largest board."""

_MAX_LINES = 40_000
"""Lines of a puzzle: more than a row, a clue for each cell and all houses that anyone has."""

_LINES_IN_VIEW = 5_000
"""Lines among which a puzzle nearly always has its end."""

_MAX_PICTURE = 1024
"""Lines among which a picture has its end, and whatever shows where that is."""

_MAX_ROW = 10_000
"""Characters of a row: many times what the labels of the largest board have."""

_SIGNS = re.compile(r"[#`~\x80-\U0010ffff]|---")
"""What is in every line that is more than it says, or perhaps in other signs."""

_NUMBER = re.compile(r"[0-9]+")
_FULL_WIDTH = {
    code + 0xFEE0: code for code in range(ord("!"), ord("~") + 1) if not chr(code).isalpha()
} | {ord("、"): ord(",")}
"""Digits and signs as East Asian keyboards write them; letters stay what they are."""


def _lines(lines: Iterable[str]) -> Iterator[Word | None]:
    """Lines without comments, and None where ``---`` stands between two puzzles; blank ones are
    kept, as they end a picture.
    """
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip()
        if _SIGNS.search(line):
            if not _TAKEN_AS_IT_IS.match(line):
                line = _COMMENT.sub("", line.translate(_FULL_WIDTH)).rstrip()
                line = "" if _FENCE.fullmatch(line) else line
            if line.strip() == "---":
                yield None
                continue
            if not line and raw.strip():
                continue
        yield new_word(Word, (line, number, 0))


def _directive(line: Word) -> tuple[Word, Word] | None:
    match = _DIRECTIVE.fullmatch(line.text) if ":" in line.text else None
    if match is None:
        return None
    name = match[1].lower() if match[1].lower() in NAMES else match[1]
    return line.part(name, match.start(1)), line.part(match[2], match.start(2))


def _is_directive(line: Word) -> bool:
    directive = _directive(line)
    return directive is not None and directive[0].text in NAMES


def _head_length(block: list[Word], start: int = 0) -> int:
    """How many lines of directives, their rows, and blank ones come first."""
    return len(list(_head(block, start)))


def _head(block: list[Word], start: int = 0) -> Iterator[tuple[Word, Word] | Word]:
    """Of each of these lines the name and the value of its directive, or the line."""
    in_rows = False
    for line in islice(block, start, None):
        directive = _directive(line)
        in_rows = directive[0].text == REGIONS if directive else in_rows and bool(line.text)
        if directive is None and line.text and not in_rows:
            return
        yield directive or line


@remembered(1 << 10, lambda _: 100)
def _is_short_symbol(text: str) -> bool:
    return bool(text == "." or LABEL.fullmatch(text) or _NUMBER.fullmatch(text))


def _is_symbol(word: Word) -> bool:
    return _is_row_of_symbols([word])


def _is_row_of_symbols(row: list[Word]) -> bool:
    for text in {word[0] for word in row}:
        if not (
            _is_short_symbol(text)
            if len(text) < 8
            else LABEL.fullmatch(text) is not None or _NUMBER.fullmatch(text) is not None
        ):
            return False
    return True


def _is_row(line: Word, columns: int) -> bool:
    row = split_row(line, columns)
    return len(row) == columns and _is_row_of_symbols(row)


def _first_block(text: str) -> Iterator[Word]:
    """The lines of the first puzzle, and of those between which nothing stands."""
    lines = dropwhile(lambda line: not (line and line.text), _lines(every_line(text)))
    return (line for line in takewhile(lambda line: line is not None, lines) if line is not None)


def detect(text: str) -> bool:
    """A directive, or a picture; without labels and clues only if it is no Sudoku.

    An empty board may be either, and both claim it. A wide board without clues shows itself by its
    ``size`` only: too many other texts have a few rows of words.
    """
    lines = list(islice((line for line in _first_block(text) if line.text), _MAX_LOOKED_AT))
    first = _directive(lines[0]) if lines else None
    if first and first[0].text in NAMES:
        return not mathdoku_yaml.detect(text)
    lines = list(dropwhile(_directive, lines))
    if not lines or len(lines[0].text) > _MAX_ROW:
        return False
    columns = len(split_row(lines[0]))
    clues = {index: labels for index, line in enumerate(lines) if (labels := _clued(line))}
    clues.pop(0, None)
    picture = lines[: min(clues, default=None)]
    split = (split_row(line, columns) for line in picture)
    rows = [row for row in split if len(row) == columns and _is_row_of_symbols(row)]
    symbols = [word.text for row in rows for word in row]
    if clues:
        clued = set(map(folded, chain.from_iterable(clues.values())))
        return 2 * len(rows) >= len(picture) and not clued.isdisjoint(map(folded, symbols))
    if len(rows) < columns or columns == 1:
        return False
    labels = [symbol for symbol in symbols if symbol[0].isalpha()]
    if labels:
        # Without a clue, only a label that comes twice tells a picture from a few words of prose.
        return len(set(labels)) < len(labels) and not sudoku.detect(text)
    return len(lines) == columns and (set(symbols) == {"."} or not sudoku.detect(text))


class _Part(NamedTuple):
    """The lines of one puzzle; and, if its picture is right, that and the reader of its clues.
    ``below``: whether no line separates it from the puzzle before it.
    """

    lines: list[Word]
    picture: list[list[Word]] | None = None
    clues: ClueReader | None = None
    below: bool = False

    def grid(self) -> list[list[int]] | None:
        """The values of a picture of nothing else, and no directives or clues; else None."""
        rows = [line for line in self.lines if line.text]
        if not self.picture or len(rows) != len(self.picture):
            return None
        words = [[word.text for word in row] for row in self.picture]
        if not all(text.isdecimal() and len(text) < MAX_DIGITS for row in words for text in row):
            return None
        return [list(map(int, row)) for row in words]


def read(text: str, rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """Every puzzle of the text."""
    return read_lines(every_line(text), rules)


def read_lines(lines: Iterable[str], rules: RuleSet | None) -> Iterator[ReadPuzzle | FormatError]:
    """The same of lines that are still to come: a puzzle is read once there is ``---`` below it."""
    part, above = None, None
    for part in _parts(lines):
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
    if part is None:
        raise FormatError("no puzzle, only comments; expected a picture of the cages")


def _is_open(puzzle: Puzzle) -> bool:
    """Whether a puzzle has cells that are not given."""
    return any(len(cage.cells) > 1 for cage in puzzle.cages) or bool(puzzle.free_cells)


def _check_solution(part: _Part, grid: list[list[int]], puzzle: Puzzle) -> None:
    """FormatError if the values that stand below a puzzle do not solve it."""
    place = next(line for line in part.lines if line.text)
    expected = "expected its solution, or --- before another puzzle"
    shape = len(grid), len(grid[0])
    if shape != (puzzle.rows, puzzle.columns):
        size = board_name(*shape)
        raise place.error(f"{size} values below a puzzle of {puzzle.size_name}; {expected}")
    if wrong := violations(puzzle, grid):
        raise place.error(f"values that do not solve the puzzle above: {wrong[0]}; {expected}")


def _parts(lines: Iterable[str]) -> Iterator[_Part]:
    """The lines of each puzzle; no more lines are in view than a puzzle may have."""
    for is_separator, group in groupby(_lines(lines), key=lambda line: line is None):
        if not is_separator:
            yield from _parts_of(line for line in group if line is not None)


def _parts_of(lines: Iterator[Word]) -> Iterator[_Part]:
    """The lines of each puzzle, where nothing stands between one and the next."""
    view: list[Word] = []
    wanted = _LINES_IN_VIEW
    below = False
    while True:
        view += islice(lines, wanted - len(view))
        if not any(line.text for line in view):
            return
        end, part = _first_part(view)
        if end is not None:
            yield part._replace(below=below)
            below = True
            del view[:end]
            wanted = _LINES_IN_VIEW
        elif len(view) < wanted:
            yield part._replace(below=below)
            return
        elif wanted >= _MAX_LINES:
            raise view[0].error(f"a puzzle of more than {_MAX_LINES} lines; expected less")
        else:
            wanted *= 2


def _first_part(block: list[Word]) -> tuple[int | None, _Part]:
    """The first puzzle of some lines, and how many it has if there is another one after it."""
    head = _head_length(block)
    directives = filter(None, map(_directive, block[:head]))
    sizes = [value for name, value in directives if name.text == "size"]
    lines = block[head : head + _MAX_PICTURE]
    try:
        picture = _read_picture(lines, parse_size(sizes[0]) if sizes else None) if lines else []
    except FormatError:  # which is met again where the puzzle is read
        end = _next_head(block, head)
        return end, _Part(block[:end])
    cells = Counter(word.text for row in picture for word in row)
    unclued = {text: count for text, count in cells.items() if LABEL.fullmatch(text)}
    clues = ClueReader(dict(unclued))
    end, clued = None, 0
    for index in range(head + len(picture), len(block)):
        may_start = not unclued or ":" in block[index].text  # as nearly no line of clues does
        if may_start and _starts_puzzle(block, index, complete=not unclued):
            end = index
            break
        if unclued:
            labels = clues.labels_of(block[index])
            clued += bool(labels)
            if clued > MAX_SIZE**2:
                raise block[index].error(
                    f"more than {MAX_SIZE**2} clues below a picture; expected one for each cage"
                )
            for label in labels:
                unclued.pop(label, None)
    return end, _Part(block[:end], picture or None, clues)


def _next_head(block: list[Word], start: int) -> int | None:
    """Where, after a line of a puzzle, the directives of another one begin."""
    for index in range(start + 1, len(block)):
        if _starts_puzzle(block, index, complete=False):
            return index
    return None


def _starts_puzzle(block: list[Word], index: int, *, complete: bool) -> bool:
    """Whether another puzzle begins at a line after a picture; ``complete`` if every label of the
    picture has its clue. Clues and directives that are mistyped, or out of place, begin none.
    """
    line = block[index]
    if _is_directive(line):
        index += _head_length(block, index)
        if index >= len(block) or not _only_clues(block[index]):
            return index < len(block)
        # A given among labels, ``a 3``, is no clue if a row without clues follows it.
        columns = len(split_row(block[index]))
        rows = block[index : index + 2]
        return all(_is_row(row, columns) for row in rows) and not _clued(rows[-1])
    if not complete or not line.text or _only_clues(line):
        return False
    columns = len(split_row(line))
    wanted = min(columns, 2)
    rows = block[index : index + wanted]
    return len(rows) == wanted and all(_is_row(row, columns) for row in rows)


def _read_puzzle(part: _Part, rules: RuleSet | None) -> ReadPuzzle:
    block = part.lines
    head = block[: _head_length(block)]
    lines = block[len(head) :]
    directives: Directives = {}
    for line, said in zip(head, _head(block), strict=True):
        if isinstance(said, Word):
            if said.text:
                directives[REGIONS].append(said)
            continue
        name, value = said
        if name.text not in NAMES and _clued(line):
            raise name.error("the clues before the picture; expected the picture first")
        if name.text not in NAMES and not value.text:
            raise line.error(heading(line.text))
        add_directive(directives, name, value)
    if not lines and REGIONS in directives:
        raise block[-1].error("no picture after the regions; expected a blank line, then its rows")
    if not lines:
        raise block[-1].error("no picture; expected rows of labels")
    size = parse_size(directives["size"][0]) if "size" in directives else None
    picture = part.picture or _read_picture(lines[:_MAX_PICTURE], size)
    if len(picture) == sudoku.SAMURAI_ROWS and sudoku.is_samurai(
        [[word.text for word in row] for row in picture]
    ):
        raise lines[0].error(sudoku.SAMURAI)
    draft = Draft(lines[0].line)
    clues = _add_cages(draft, picture, lines[len(picture) :], part.clues)
    found = apply_directives(draft, (len(picture), len(picture[0])), directives, rules)
    puzzle = found.puzzle
    for word in chain.from_iterable(picture) if 0 not in puzzle.values else ():
        if word.text[0] == "0" and re.fullmatch("0+", word.text):
            values = values_text(puzzle.values)
            raise word.error(f"0 in the picture, with values {values}; expected . for a free cell")
    for entry, meaning in clues:
        if len(entry.meanings) == 1 or meaning.target >= 0:
            continue
        cells = sum(word.text == entry.label.text for row in picture for word in row)
        if not _reaches_below_0(puzzle, cells):
            raise two_meanings(entry, cells)  # the number would be one that nothing makes
    return found


def _reaches_below_0(puzzle: Puzzle, cells: int) -> bool:
    """Whether a cage of that many cells with a hidden operator could have a negative target."""
    differences = SUBTRACT in puzzle.rules.possible_operators(cells)
    return puzzle.values[0] < 0 or (cells > 2 and differences)


def _read_picture(lines: list[Word], size: tuple[int, int] | None) -> list[list[Word]]:
    """The rows of the picture that some lines begin with."""
    columns = size[1] if size else len(split_row(lines[0]))
    if columns > MAX_SIZE:
        raise lines[0].error(f"a row of {columns} cells; expected 1 to {MAX_SIZE}")
    row_count = _picture_height(lines, columns, size[0] if size else None)
    if row_count > MAX_SIZE:
        raise lines[MAX_SIZE].error(f"a picture of more than {MAX_SIZE} rows")
    picture = [split_row(line, columns) for line in lines[:row_count]]
    for number, (line, row) in enumerate(zip(lines, picture, strict=False), start=1):
        if len(row) == columns and _is_row_of_symbols(row):
            continue
        _refuse_stray(lines, number - 1)
        if len(row) != columns:
            raise line.error(
                f"row {number} of the picture has {plural(len(row), 'cell')}; expected {columns}"
            )
        for word in row:
            if not _is_symbol(word):
                raise word.error(
                    f"{quoted(word.text)} in the picture; expected a label, a number or '.'"
                )
    if size and row_count < size[0]:
        raise lines[min(row_count, len(lines) - 1)].error(
            f"the picture ends after row {row_count}; expected {size[0]}, as the size is "
            f"{board_name(*size)}"
        )
    return picture


def _refuse_stray(lines: list[Word], at: int) -> None:
    """Raises the error of what is no row at a line of a picture, if it shows what it is."""
    if (row := row_in_brackets(lines[at].text)) is not None:
        raise lines[at].error(in_brackets(row))
    if at > 1 or not is_heading(lines[0].text):
        return
    rows = list(islice((line for line in lines[1:] if line.text and not _clued(line)), 2))
    width = len(split_row(rows[0])) if rows else 0
    if width > 1 and all(_is_row(row, width) for row in rows):
        raise lines[0].error(heading(lines[0].text))


def _picture_height(lines: list[Word], columns: int, expected: int | None) -> int:
    """The rows of the picture that some lines begin with; never more than expected."""
    for index, line in enumerate(lines[: MAX_SIZE + 1]):
        if not line.text or index == expected or (index and _is_directive(line)):
            return index
        if (
            expected is None
            and index
            and _clued(line)
            and (not _is_row(line, columns) or _begins_clues(lines, index, columns))
        ):
            return index
    return min(len(lines), MAX_SIZE + 1)


def _begins_clues(lines: list[Word], index: int, columns: int) -> bool:
    """Whether a line such as ``a 3``, in two or three columns, is the first clue, and no row.

    A clue is the last line of its label, or of those before another puzzle: a clue for each label
    of the picture, then something that is none.
    """
    later = set(_clued(lines[index]))
    for line in islice(lines, index + 1, None):
        if not later:
            break
        later.difference_update(_clued(line))
    once = later  # what is left has no other clue
    if len(once) == len(set(_clued(lines[index]))):
        return True
    clue_lines = list(takewhile(bool, map(_clued, islice(lines, index, None))))
    clues = list(chain.from_iterable(clue_lines))
    labels = set(_labels(split_row(line, columns) for line in lines[:index]))
    if len(clues) != len(labels) or set(clues) != labels:
        return False
    end = index + len(clue_lines)
    following = next((line for line in islice(lines, end, None) if line.text), None)
    return (
        following is not None
        and not _clued(following)
        and _in_rows(islice(lines, end, None), labels - once)
    )


def _in_rows(lines: Iterable[Word], labels: set[str]) -> bool:
    """Whether each of the labels, which have clues in these lines, is in another line of theirs,
    too: else the clue is of rows that came before.
    """
    left = Counter(dict.fromkeys(labels, 2))
    for line in lines:
        if not left:
            break
        for label in {*_clued(line), *(word.text for word in split_row(line))} & left.keys():
            left[label] -= 1
            if not left[label]:
                del left[label]
    return not left


def _clued(line: Word) -> list[str]:
    """The labels that have a clue on a line, if it looks like one of clues."""
    return clue_labels(line.text)


def _only_clues(line: Word) -> bool:
    """Whether a line is one of clues, and not the row of a picture ``aa 1 ab 2``."""
    labels = _clued(line)
    return len(labels) == 1 or (len(labels) > 1 and not _is_row(line, len(split_row(line))))


def _labels(rows: Iterable[Iterable[Word]]) -> Iterator[str]:
    """The labels of the cells of some rows."""
    return (word.text for row in rows for word in row if LABEL.fullmatch(word.text))


def _row_meant(picture: list[list[Word]]) -> str:
    """What a row may have been meant as, if a picture has one that is no row; else nothing."""
    size, *rows = ("".join(word.text for word in row) for row in picture)
    if re.fullmatch("[0-9]+x[0-9]+", size):
        return f"; is {quoted(size)} the size? expected {quoted(f'size: {size}')}"
    for number, row in enumerate(rows, start=1):
        labels = Counter(_labels(picture[:number]))
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
        if ":" in line.text and _is_directive(line):
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
            draft.add([cell], GIVEN, parse_integer(word, "given"), word)
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
    words = ("".join(word) for n in count(1) for word in product(ascii_lowercase, repeat=n))
    labels = dict(zip(labelled, words, strict=False))
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
