"""What to say of a text in which no format recognises a puzzle: what it looks like and what to
write instead, or else which format it is nearest to and where that one fails.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import islice, pairwise

from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.formats._words import Word, numbered_lines
from kenken_cp.formats.cage_lines.lines import NoHeadError
from kenken_cp.formats.json.boards import nearest_by_keys
from kenken_cp.formats.pictures.clues import clue_labels
from kenken_cp.formats.programs.literals import UnendedError, literal
from kenken_cp.formats.programs.values import program, unended_value
from kenken_cp.formats.reading.around import heading, in_brackets, is_heading, row_in_brackets
from kenken_cp.formats.reading.bytes import normalised
from kenken_cp.formats.record import Format
from kenken_cp.formats.sudokus.killers import LEAST_SIZE
from kenken_cp.model.geometry import all_cells, cells_by_owner, connected_components
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import listed, quoted

_PICTURE = "expected a picture of the board, a letter for each cage, then clues as in 'a 3+'"
_LEAST_TOKENS = 2
"""Words and signs that a reader must have understood: fewer are in every text."""

_MAX_EXAMINED = 20_000
"""Characters by which it is decided what to say: each reader is asked, where none reads on."""

_MAX_WORDS = 6
"""Lines of words above a puzzle."""

_MAX_SHOWN = 3
"""Rows of a text that a message shows."""

_BAR = regex(r"[|│┃║¦]")
_RULE = regex(r"(?=[^-+=_─━═]*+[-+=_─━═])[-+=|_~:.\s\u2500-\u257f]++")
_CELL = r"[A-Za-z]\d+"
_CELLS = rf"(?P<cells>{_CELL}(?:[\s,;]+{_CELL})*+)"
_CLUE = r"(?P<clue>\d{1,9}\s*(?:[^\w\s,;:()\[\]]|[xX](?!\w))?|[^\w\s,;:()\[\]][\s,]*\d{1,9})"
_LIST = (
    regex(rf"\s*{_CLUE}[\s:=@,\[(-]+{_CELLS}[\s\])]*"),
    regex(rf"[\s\[(]*{_CELLS}[\s:=@,\])-]+{_CLUE}\s*"),
)
_SEPARATORS = ((",", "commas"), (";", "semicolons"), ("\t", "tabs"))
_HEADING = regex(r"\s*[\"']?[A-Za-z][\w ]{1,20}[\"']?\s*")
_COMMENT = regex(r"\s*#(?!\s*\d+\s*$)")
"""A line of comment; but ``# 5`` is the size of a neknek table."""

_FILE_NAME = regex(r"[^\s:;,=*+]*\w\.[A-Za-z][A-Za-z0-9]{0,7}")
_MARKUP = regex(r"\s*<(\?xml|!doctype|!--|[a-z][\w.:-]*+(?=[\s/>]))", re.IGNORECASE)
_HTML = ("!doctype", "!--", "html", "head", "body", "table", "div", "p")
_LANGUAGES = {
    "LaTeX": regex(r"\\(?:documentclass|usepackage|begin|section)\b"),
    "PHP": regex(r"\s*+<\?php\b"),
}
"""How texts begin of which only values and tables are read."""

_FACTS = regex(r"(?:\s*+[a-z]\w*+\((?:[^()]++|\([^()]*+\))++\)\s*+\.)++\s*+(?:%.*+)?+")
_PROGRAM_DATA = regex(r"\s*(?:\{\s*['\w]|\[\s*['\w\[(-]|\(\s*[\[(])")


def refusal(text: str, formats: Iterable[Format]) -> FormatError:
    """The error of a text that none of the formats recognises."""
    formats = list(formats)
    unended = unended_value(text)
    if unended is not None:
        return unended
    text = text[: text.find("\n", _MAX_EXAMINED) + 1 or _MAX_EXAMINED][: 2 * _MAX_EXAMINED]
    first = next(numbered_lines(text), Word("", 1)).stripped
    if (in_json := nearest_by_keys(text, formats)) is not None:
        return _as_nearest(first, in_json, first_error(in_json, text))
    found = _words_above(text, formats) or first_try(text)
    if found is not None:
        return found
    furthest, nearest = 0, None
    # The first, native, takes nearly any words: where another comes as far, that one is likelier.
    for format_ in (*formats[1:], *formats[:1]):
        error = first_error(format_, text)
        if error is None:
            return _as_nearest(first, format_, None)
        tokens = 0 if isinstance(error, NoHeadError) else _tokens_before(text, error)
        if tokens > furthest:
            furthest, nearest = tokens, (format_, error)
    if nearest is None or furthest < _LEAST_TOKENS:
        known = f"any of {len(formats)} known formats (kenken-cp formats lists them)"
        return first.error(f"{quoted(first.text, 60)}; no puzzle in {known}")
    return _as_nearest(first, *nearest)


def _as_nearest(first: Word, nearest: Format, error: FormatError | None) -> FormatError:
    """The error of a text by that of the nearest format, if that does not read it."""
    if error is None:
        how = f"it can be read with --from {nearest.name}"
        return first.error(f"no puzzle whose format is clear; {how}")
    message = f"no puzzle in a known format; the nearest is {nearest.name}: {error.message}"
    return FormatError(message, line=error.line, column=error.column)


def first_try(text: str) -> FormatError | None:
    """The error of a text that looks like something people try, or like something else they have;
    it says what to write instead.
    """
    lines = [line.stripped for line in numbered_lines(text)]
    for shape in _SHAPES if lines else ():
        found = shape(lines)
        if found is not None:
            return found
    return None


def _words_above(text: str, formats: Sequence[Format]) -> FormatError | None:
    """Words above what can be read; None if it cannot, or if there are none."""
    lines = list(islice(numbered_lines(text), _MAX_WORDS + 1))
    for above, line in pairwise(lines):
        if not is_heading(above.text):
            return None
        rest = text.split("\n", line.line - 1)[-1]
        with suppress(FormatError):  # of a text with nothing but its marks
            rest = normalised(rest, None)
            if any(known.detect(rest) and first_error(known, rest) is None for known in formats):
                return lines[0].first.error(heading(lines[0].text))
    return None


def first_error(
    format_: Format, text: str, rules: RuleSet | None = None, most: int | None = None
) -> FormatError | None:
    """What is wrong with a text in a format; None if it has only puzzles, that many of them looked
    at.
    """
    found = None
    try:
        for found in islice(format_.read(text, rules), most):
            if isinstance(found, FormatError):
                return found
    except FormatError as error:
        return error
    except KenKenError as error:  # without a place
        return FormatError(str(error))
    return None if found else FormatError("no puzzle")


def _tokens_before(text: str, error: FormatError) -> int:
    """How much of a text is right: the words and signs before the place of an error."""
    lines = text.split("\n")[: error.line or 0]
    if lines:
        lines[-1] = lines[-1][: max((error.column or 0) - 1, 0)]
    read = (line for line in lines if not _COMMENT.match(line))
    return sum(len(re.findall(r"\w+|[^\w\s]", line)) for line in read)


# --- what people have, and what they try ---------------------------------------------------------


def _markup(lines: Sequence[Word]) -> FormatError | None:
    for name, begins in _LANGUAGES.items():
        if begins.match(lines[0].text):
            return lines[0].error(f"{name}, and no puzzle in it that can be read; {_PICTURE}")
    match = _MARKUP.match(lines[0].text)
    if match is None:
        return None
    tags = re.findall(r"<(\w+)", "\n".join(line.text for line in lines[:20]).lower())
    if "svg" in tags:
        what = "an SVG drawing"
    elif "html" in tags or match[1].lower() in _HTML:
        what = "an HTML page"
    else:
        return lines[0].error(f"XML, which is not read; {_PICTURE}")
    return lines[0].error(f"{what}, and no puzzle; expected the text of a puzzle, copied from it")


def _model(lines: Sequence[Word]) -> FormatError | None:
    """A model or data of MiniZinc: every statement ends with a semicolon, the first begins with a
    type or a name, and there is an array or a constraint. Or one of Essence, which says so, or
    gives it a name.
    """
    said = [line.text.strip() for line in lines if not line.text.lstrip().startswith(("%", "$"))]
    text = "\n".join(said)
    begins = re.match(r'\w++\s*+=|include\s*+"|(?:var\s++)?+int\s*+:|array\s*+\[', text)
    holds = re.search(r"\[\||array2d|=\s*+\[|^(?:constraint|solve)\b", text, re.MULTILINE)
    if text.endswith(";") and begins and holds:
        return lines[0].error(f"a model or data of MiniZinc, which is not read; {_PICTURE}")
    if re.match(r"language\s++ESSENCE|letting\s++\w++\s++be\b", text, re.IGNORECASE):
        return lines[0].error(f"a model or data of Essence, which is not read; {_PICTURE}")
    return None


def _facts(lines: Sequence[Word]) -> FormatError | None:
    """Facts of Prolog, or of answer set programming, of which several make a cage: half of the
    lines, or more, and rules below them.
    """
    said = [line for line in lines if not line.text.lstrip().startswith(("%", "#const"))]
    facts = [line for line in said if _FACTS.fullmatch(line.text)]
    if not facts or facts[0] is not said[0] or 2 * len(facts) < len(said):
        return None
    return said[0].error(
        "facts of a logic program; expected one for each cage, as in cage(add, 3, [(1,1), (1,2)])."
    )


def _rows_in_brackets(lines: Sequence[Word]) -> FormatError | None:
    rows = [row_in_brackets(line.text) for line in lines[:2]]
    if None in rows or len(rows) < 2:
        return None
    return lines[0].error(in_brackets(str(rows[0])))


def _program_data(lines: Sequence[Word]) -> FormatError | None:
    text = "\n".join(line.text for line in lines)
    if not _PROGRAM_DATA.match(text):
        return None
    try:
        literal(text, 0)
    except UnendedError as error:
        return lines[0].error(error.message)
    except FormatError:
        pass
    return lines[0].error(
        "data, but not as the json format has it; expected objects such as "
        '{"size": 2, "cages": [{"cells": [[0, 0], [0, 1]], "op": "+", "target": 3}]}'
    )


def _list_of_cages(lines: Sequence[Word]) -> FormatError | None:
    found: list[tuple[Word, str, list[str]]] = []
    for line in lines[:100]:
        match = next(filter(None, (pattern.fullmatch(line.text) for pattern in _LIST)), None)
        if match is not None:
            cells = ["".join(cell.split()) for cell in re.findall(_CELL, match["cells"])]
            found.append((line, re.sub(r"[\s,]", "", match["clue"]), cells))
    if not found or 2 * len(found) < min(len(lines), 100):
        return None
    if len(found) < len(lines) and all(len(cells) == 1 for *_, cells in found):
        return None  # labels such as C1 of a picture above them
    size = re.fullmatch(r"\s*(\d{1,2})\s*", lines[0].text)
    if size and found[0][0] is lines[1] and not found[0][1][0].isdecimal():
        expected = f"expected {quoted(f'# {size[1]}')} if the letter of a cell is its row (neknek)"
        return lines[0].error(f"a size without its sign; {expected}")
    line, clue, cells = next((one for one in found if len(one[2]) > 1), found[0])
    names = listed(cells if len(cells) <= 2 * _MAX_SHOWN else [*cells[:_MAX_SHOWN], "the others"])
    return line.error(
        f"cages as lists of cells; expected a picture of the board with a letter, say a, in "
        f"{names}, and below it the line {quoted('a ' + clue)}"
    )


def _cells_between_bars(row: str) -> list[str]:
    outer = rf"^{_BAR.pattern}|{_BAR.pattern}$"
    return [cell.strip() for cell in _BAR.split(re.sub(outer, "", row.strip()))]


def _drawn_table(lines: Sequence[Word]) -> FormatError | None:
    rules = [line for line in lines if _RULE.fullmatch(line.text)]
    rows = [line for line in lines if len(_BAR.findall(line.text)) > 1 and line not in rules]
    drawn = len(rows) + len(rules)
    others = sum(not clue_labels(line.text) for line in lines) - drawn
    if len(rows) < 2 or drawn < others:
        return None
    table = [_cells_between_bars(row.text) for row in rows]
    cells = table[0]
    if cells and all(re.fullmatch(r"[^\W\d_]\w*|\d+|\.", cell) for cell in cells):
        by_boxes = all(len("".join(row)) == len(rows) for row in table)
        spaced = not by_boxes and any(len(cell) > 1 for row in table for cell in row)
        written = (" " if spaced else "").join(cells)
        return rows[0].error(
            "a drawn table; expected the rows without lines between their cells, "
            f"{quoted(written)} for this one"
        )
    clues = [cell for row in rows for cell in re.findall(r"\d+\s*[-+*/×÷−xX]", row.text)]
    expected = _PICTURE.replace("3+", "".join(clues[0].split())) if clues else _PICTURE
    return rows[0].error(f"a drawn table, in which a program cannot see the cages; {expected}")


def _rows_on_one_line(lines: Sequence[Word]) -> FormatError | None:
    parts = re.split(r"[|/\\;]", lines[0].text)
    if len(parts) > 1 and all(re.fullmatch(r"\s*\w(?:[\s,]+\w)+\s*", part) for part in parts):
        words = [re.sub(r"[\s,]", "", part) for part in parts]
    else:
        words = [word for word in re.split(r"[|/\\;,\s]+", lines[0].text) if word]
    square = [len(line.text.split()) for line in lines[: len(words)]]
    if len(words) > 2 and square == [len(words)] * len(words):
        return None  # a picture whose labels have several characters
    rows: list[str] = []
    for word in words:
        if len(word) != len(words[0]) or not re.fullmatch(r"[^\W_]+|[^\W_.]*\.[^\W_]*\.*", word):
            break
        rows.append(word)
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    cells = cells_by_owner("".join(rows), all_cells(len(rows), len(rows[0])))
    letters = {label: places for label, places in cells.items() if label.isalpha()}
    rest = " ".join(words[len(rows) :])
    clues = [clue_labels(text) for text in [rest, *(other.text for other in lines[1:20])]]
    clued = {label for labels in clues for label in labels}
    # Words of a sentence have letters here and there; a cage has its cells side by side.
    connected = all(len(connected_components(places)) == 1 for places in letters.values())
    if not letters or not (
        clued & set(letters) or (connected and len(cells) < len(rows) * len(rows[0]))
    ):
        return None
    shown = ", then ".join(map(quoted, rows[:_MAX_SHOWN])) + ", ..." * (len(rows) > _MAX_SHOWN)
    typed = [line.text for line in lines[1:20] if len(clue_labels(line.text)) == 1]
    typed += re.findall(r"^[^\W\d_]\s?\d+\s?[^\w\s](?!\S)", rest)
    return lines[0].error(
        "the rows of a picture on one line; expected each on a line of its own, "
        f"{shown}, then the clues, as in {quoted((typed or [f'{min(letters)} 11+'])[0])}"
    )


def _bare_size(lines: Sequence[Word]) -> FormatError | None:
    size = re.fullmatch(
        r"\s*(?:size\s*=?)?\s*(\d+(?:\s*x\s*\d+)?)\s*", lines[0].text, re.IGNORECASE
    )
    if size is None or not any(clue_labels(line.text) for line in lines[1:]):
        return None
    return lines[0].error(f"a size without its name; expected {quoted(f'size: {size[1]}')}")


def _clues_in_cells(lines: Sequence[Word]) -> FormatError | None:
    clue = re.compile(r"\d+\s*[-+*/×÷−xX]|[-+*/×÷−xX]\s*\d+")
    words = [word for line in lines for word in re.split(r"[\s,;|]+", line.text)]
    clues = [word for word in words if clue.fullmatch(word)]
    if (
        len(lines) < 2
        or 3 * len(clues) < len(words)
        or not all(re.fullmatch(rf"{clue.pattern}|\d+|[._-]", word) for word in words)
    ):
        return None
    expected = _PICTURE.replace("3+", clues[0])
    return lines[0].error(f"clues in the cells of the board; {expected}")


def _clues_first(lines: Sequence[Word]) -> FormatError | None:
    first = clue_labels(lines[0].text)
    later = {char for line in lines[1:] if not clue_labels(line.text) for char in line.text}
    if not first or not later.issuperset(first):
        return None
    return lines[0].error(
        "the clues before the picture; expected the picture first, then the clues"
    )


def _file_name(lines: Sequence[Word]) -> FormatError | None:
    if len(lines) > 1 or not _FILE_NAME.fullmatch(lines[0].text):
        return None
    return lines[0].error(
        f"{quoted(lines[0].text, 60)} looks like the name of a file; expected the text of a puzzle "
        "(in Python, load reads a file)"
    )


def _sums_alone(lines: Sequence[Word]) -> FormatError | None:
    """Cages with sums and without operators, on a board that is too small for the sums to show a
    Killer Sudoku: they may be hidden operators as well.
    """
    cells = r"\d++,\d++(?:[\s;]++\d++,\d++)*+"
    cages = rf"\s*+(?:\d++[\s;:=]++{cells}|{cells}[\s;:=]++\d++)\s*+"
    if not all(re.fullmatch(cages, line.text) for line in lines):
        return None
    return lines[0].error(
        f"cages without operators; sums alone show a Killer Sudoku from {LEAST_SIZE} rows on; "
        "expected the native format with 'rules: killer', or operators, as in '0,0 0,1 3+'"
    )


def _numbers(lines: Sequence[Word]) -> FormatError | None:
    """A grid without anything to find out, or a table that is none."""
    if not all(re.fullmatch(r"[\d\s,;]+", line.text) for line in lines):
        return None
    if sum(len(re.findall(r"\d", line.text)) for line in lines) < 4:
        return None
    widest = max(len(re.findall(r"\d+", line.text)) for line in lines)
    if widest == 1:  # digits without blanks
        widest = max(len(line.text.strip()) for line in lines)
    if len(lines) > widest:
        return lines[0].error(
            "nothing but numbers, in no order that is known; expected cages with their operators, "
            "or a Sudoku with . for empty cells"
        )
    return lines[0].error(
        "a grid of numbers, and no puzzle: a solution, perhaps, which check --grid takes; "
        "expected cages with clues, or a Sudoku with . for empty cells"
    )


def _headed_table(lines: Sequence[Word]) -> FormatError | None:
    """A table whose headings, which are words, stand above rows with numbers."""
    for separator, name in _SEPARATORS:
        headings = lines[0].text.split(separator)
        rows = [line.text for line in lines[1 : _MAX_SHOWN + 1]]
        alike = all(row.count(separator) == len(headings) - 1 > 0 for row in rows)
        numbers = all(re.search("[0-9]", row) for row in rows)
        if rows and alike and numbers and all(map(_HEADING.fullmatch, headings)):
            expected = "expected a row for each cage, below headings such as cells,target,operator"
            return lines[0].error(f"a table of values separated by {name}; {expected}")
    return None


def _separated_values(lines: Sequence[Word]) -> FormatError | None:
    for separator, name in _SEPARATORS:
        counts = {line.text.count(separator) for line in lines}
        if len(lines) > 1 and len(counts) == 1 and min(counts) > 0:
            return lines[0].error(f"a table of values separated by {name}; {_PICTURE}")
    return None


def _sentence(lines: Sequence[Word]) -> FormatError | None:
    """Words above something, with the sign that ends a sentence."""
    text = lines[0].text.rstrip()
    ends = len(text.split()) > 2 and text.endswith((":", ".", "!", "?"))
    return lines[0].first.error(heading(text)) if ends and is_heading(text) and lines[1:] else None


_SHAPES: tuple[Callable[[Sequence[Word]], FormatError | None], ...] = (
    _file_name,
    _markup,
    _model,
    _drawn_table,
    program,
    _facts,
    _rows_in_brackets,
    _program_data,
    _headed_table,
    _list_of_cages,
    _rows_on_one_line,
    _bare_size,
    _clues_in_cells,
    _clues_first,
    _sums_alone,
    _numbers,
    _separated_values,
    _sentence,
)
