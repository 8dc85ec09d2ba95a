"""Tables in the source of pages: those of HTML and LaTeX, and files of OpenSudoku.

Their rows become lines with tabs between the cells, as when they are copied from what is shown.
Borders and colours, such as those around cages, are not read: a warning says so.
"""

import re
from collections.abc import Iterator
from html import unescape

from kenken_cp.formats.programs.values import Value
from kenken_cp.patterns import regex
from kenken_cp.text import plural

_MOST_CHARACTERS = 1_000_000
"""Of a page whose tables are read."""

_COMMENT = regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_COMMENT_OF_LATEX = regex(r"(?<!\\)%[^\n]*+")
_TABLE = regex(r"<table\b(?:[^<]++|<(?!/?table\b))*+</table>", re.IGNORECASE)
_ROW = regex(r"<tr\b((?:[^<]++|<(?!/?tr\b))*+)", re.IGNORECASE)
_CELL = regex(r"<t[dh]\b[^<>]*+>((?:[^<]++|<(?!/?t[dh]\b))*+)", re.IGNORECASE)
_INPUT = regex(
    r"<input\b(?![^<>]*?\btype\s*+=\s*+[\"']?+(?:hidden|checkbox|radio))"
    r"[^<>]*?\svalue\s*+=\s*+[\"']?+([^\"'\s>]*+)[^<>]*+>",
    re.IGNORECASE,
)
_TAG = regex(r"<(?!img\b)[^<>]*+>", re.IGNORECASE)
"""Not of a picture: it may be of a value or an operator, so that its cell is refused."""

_ENVIRONMENT = regex(
    r"\\begin\{(sudoku|tabular\*?|array)\}(?P<rows>(?:[^\\]++|\\(?!begin|end\{))*+)\\end\{\1\}"
)
_SPECIFICATION = regex(r"\A(?:\[\w\])?+\s*+\{(?:[^{}]++|\{[^{}]*+\})*+\}")
_RULE = regex(r"\\(?:hline|toprule|midrule|bottomrule|cline\{[^{}]*+\})")
_STYLE = regex(
    r"\\(?:(?:text|math)?(?:bf|it|rm|sf|sl|tt|up)(?:series|shape|family)?|text|mbox|emph|underline"
    r"|centering|tiny|(?:script|footnote|normal)size|small|[lL]arge|LARGE|[hH]uge|quad|hfill|strut"
    r")\b|\\[,;:! ]|[{}$~]"
)
"""What changes the look alone. Other commands stay, so that their cell is refused: they may stand
for a value, or hide one.
"""

_OPERATORS = {"times": "*", "ast": "*", "cdot": "*", "div": "/"}
_OPERATOR = regex(rf"\\({'|'.join(_OPERATORS)})\b")

_GAME = regex(r"<game\b[^<>]*?\sdata\s*+=\s*+[\"']([0-9.]{81})[\"']")
"""A puzzle of OpenSudoku. One that has been played has more in it, and is not read."""

_ANY_GAME = regex(r"<game\b")

_BORDERS = "its borders and colours, and the words around it, are not read"


def tables_in(text: str) -> Iterator[Value]:
    """The tables of a page of HTML, or of LaTeX, and all puzzles of OpenSudoku as one."""
    if "<" in text:
        page = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
        yield from _of_html(page)
    if "\\begin" in text and len(text) <= _MOST_CHARACTERS:
        yield from _of_latex(_COMMENT_OF_LATEX.sub("", text))


def _of_html(text: str) -> Iterator[Value]:
    if games := _GAME.findall(text):
        unread = len(_ANY_GAME.findall(text)) - len(games)
        doubt = f"{plural(unread, 'other game')} in this file cannot be read" if unread else ""
        yield _value(text, 0, "\n".join(games), doubt)
    for match in _TABLE.finditer(text) if len(text) <= _MOST_CHARACTERS else ():
        rows = [[_shown(cell) for cell in _CELL.findall(row)] for row in _ROW.findall(match[0])]
        yield _value(text, match.start(), _lines(rows), f"a table of HTML; {_BORDERS}")


def _of_latex(text: str) -> Iterator[Value]:
    for match in _ENVIRONMENT.finditer(text):
        if match[1] == "sudoku":  # of the package of this name: bars around each cell
            lines = [line.partition("|")[2] for line in match["rows"].split("\n")]
            rows = [line.split("|")[:-1] for line in lines]
        else:
            inside = _RULE.sub("", _SPECIFICATION.sub("", match["rows"]))
            rows = [row.split("&") for row in inside.split("\\\\")]
        rows = [[_typeset(cell) for cell in row] for row in rows]
        yield _value(text, match.start(), _lines(rows), f"a table of LaTeX; {_BORDERS}")


def _typeset(cell: str) -> str:
    """What a cell of LaTeX shows. Where markup was there is a blank: {1}{2} is not 12."""
    plain = _OPERATOR.sub(lambda match: _OPERATORS[match[1]], cell)
    return " ".join(_STYLE.sub(" ", plain).split())


def _shown(cell: str) -> str:
    """What a cell of HTML shows: text, or the value of a field. Where a tag was there is a blank:
    candidates in tags of their own are no number.
    """
    return " ".join(unescape(_TAG.sub(" ", _INPUT.sub(r" \1 ", cell))).split())


def _lines(rows: list[list[str]]) -> str:
    return "\n".join("\t".join(row) for row in rows if len(row) > 1)


def _value(text: str, at: int, rows: str, doubt: str) -> Value:
    above = text.count("\n", 0, at)
    return Value("", above + 1, "\n" * above + rows + "\n", 0, "", doubt=doubt)
