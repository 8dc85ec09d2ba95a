"""Output without what is written around an answer: colours, tags of HTML, names of collections, the
times and levels of logs. What is left has a row of a board a line where the output showed one.
"""

import re
from collections.abc import Callable

from kenken_cp.judge.recognition import Meaning, Recognition

Replacement = Callable[[str], str]


def plain_text(text: str) -> str:
    """The text with everything in ``REPLACEMENTS`` replaced."""
    for record in REPLACEMENTS:
        text = record.pattern(text)
    return text


def _record(
    name: str, pattern: str, by: str, example: str, value: str, sign: str = ""
) -> Recognition[Replacement]:
    """A record of what is replaced by what; ``sign`` is in every text that has any of it."""
    compiled = re.compile(pattern, re.MULTILINE)

    def replaced(text: str) -> str:
        return compiled.sub(by, text) if sign in text else text

    return Recognition(name, Meaning.REPLACED, replaced, example, value)


def _function(
    name: str, function: Replacement, example: str, value: str
) -> Recognition[Replacement]:
    return Recognition(name, Meaning.REPLACED, function, example, value)


_SIGN_BARS = re.compile(r"^[ \t]*+#(?:[ \t]*+[\w.]{1,9}[ \t]*+#)+[ \t]*+$", re.MULTILINE)
_OBJECT = re.compile(r"[({]\s*+(?=[\"']?[A-Za-z])([^(){}\[\]]{5,200})[)}]")
_FIELD = re.compile(r"\b([A-Za-z]{1,6})[\"']?\s*[:=]\s*[\"']?(-?\d{1,18})\b")
_SIDES = (("row", "col"), ("row", "column"), ("r", "c"), ("i", "j"))
_VALUES = ("value", "val", "v", "number", "num", "digit", "n")


def _cells_of_objects(text: str) -> str:
    """Objects of a row, a column and a value as ``r1c2 = 3``; those of x and y as ``A1: 3``, with a
    letter for x: as with such names, their order shows which of them is the row.
    """
    found: dict[str, dict[str, int]] = {}
    for match in _OBJECT.finditer(text):
        if match[0] not in found:
            fields = _FIELD.findall(match[1])
            found[match[0]] = {name.lower(): int(number) for name, number in fields}
    corner = min((min(f["x"], f["y"]) for f in found.values() if {"x", "y"} <= f.keys()), default=0)

    def cell(match: re.Match[str]) -> str:
        fields = found[match[0]]
        value = next((fields[name] for name in _VALUES if name in fields), None)
        if value is None:
            return match[0]
        for row, column in _SIDES:
            if row in fields and column in fields:
                return f" r{fields[row]}c{fields[column]} = {value} "
        x, y = (fields.get(name, 99) - corner for name in "xy")
        return f" {chr(ord('A') + x)}{y + 1}: {value} " if max(x, y) < 26 else match[0]

    return _OBJECT.sub(cell, text) if found else text


_FULL_WIDTH = {ord("\uff10") + digit: str(digit) for digit in range(10)}


def _with_usual_digits(text: str) -> str:
    return text if text.isascii() else text.translate(_FULL_WIDTH)


_TIME = (
    r"(?:\d{4}[-/.]\d\d[-/.]\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?+(?:Z|[ ]?[+-]\d\d:?\d\d\b)?+"
)
_ATTRIBUTES = r"(?:\s++[\w:-]++=[^<>]*+)?\s*+/?+"
"""Of a tag; an object of Python is printed like one, but has no equals sign."""

_LEVEL = r"(?i:trace|debug|verbose|info|notice|note|warn|warning)\b"
_LOGGED_WORD = (
    r"(?:[-|:>]{1,3}|\[[^\]\[\n]{0,40}?[A-Za-z][^\]\[\n]{0,40}\]:?"
    r"|[\w.$/:-]{0,60}?[A-Za-z]{2}[\w.$/:()-]{0,60}\]?)(?=\s)[ \t]*+"
)
_NO_MORE_WORDS = r"(?=[^A-Za-z\n]*+(?:\b[A-Za-z]\b[^A-Za-z\n]*+)*+$)"
"""Single letters may be values beyond 9."""

REPLACEMENTS: tuple[Recognition[Replacement], ...] = (
    _record(
        "what clears the screen, or moves the cursor to a place",
        r"\x1b\[[0-9;]*+[HJf]",
        r"\n",
        "3 4\n1 2\x1b[2J\x1b[H3 4\n2 1",
        "3 4\n1 2\n\n3 4\n2 1",
        "\x1b",
    ),
    _record(
        "colours, and what moves the cursor",
        r"\x1b\[[0-9;?]*+[ -/]*+[@-~]|\x1b\][^\x07\x1b\n]*+(?:\x07|\x1b\\)|\x1b[()]?[A-Za-z0-9=>]",
        "",
        "\x1b[1;31m3\x1b[0m 4",
        "3 4",
        "\x1b",
    ),
    _function("full-width digits", _with_usual_digits, "\uff13\uff14", "34"),
    _record("the end of a line on Windows", r"\r\n?", r"\n", "3 4\r\n1 2\r\n", "3 4\n1 2\n", "\r"),
    _record(
        "the end of a row in HTML or XML",
        r"</?(?i:tr|row|br|p|li|div|h[1-6]|table|thead|tbody|grid|board|solution|pre|head|body"
        rf"|title){_ATTRIBUTES}>",
        r"\n",
        "<tr>3 4</tr><tr>1 2</tr>",
        "\n3 4\n\n1 2\n",
        "<",
    ),
    _record(
        "a cell of XML by its attributes",
        r"<\w{1,20} row=\"(\d{1,9})\" col(?:umn)?=\"(\d{1,9})\" val(?:ue)?=\"(\d{1,18})\" ?/>",
        r" r\1c\2 = \3 ",
        '<cell row="1" col="2" value="3"/>',
        " r1c2 = 3 ",
        "<",
    ),
    _record(
        "a cell in HTML or XML",
        rf"</?(?i:td|th|cell|value|v|c|span|int){_ATTRIBUTES}>|&nbsp;",
        " ",
        '<td class="a">3</td><td>4</td>',
        " 3  4 ",
    ),
    _record(
        "another tag of HTML or XML",
        rf"</?[A-Za-z][\w:-]*+{_ATTRIBUTES}>",
        "",
        "<b>3</b> <font color='red'>4</font>",
        "3 4",
        "<",
    ),
    _function(
        "an object of a cell",
        _cells_of_objects,
        '[{"x": 0, "y": 0, "value": 3}, {"x": 1, "y": 0, "value": 4}]',
        "[ A1: 3 ,  B1: 4 ]",
    ),
    _record(
        "a text of several lines in JSON",
        r"[\"']((?:[\w. |,;/+-]{1,200}\\n){1,64}[\w. |,;/+-]{0,200})[\"']",
        r"\n\1\n",
        r'{"n": 1, "grid": "3 4\n1 2"}',
        '{"n": 1, "grid": \n3 4\n1 2\n}',
        "\\n",
    ),
    _record(
        "the end of a line in a text of JSON",
        r"(?<=[\w.|+-])\\n(?=[\w.|+-])",
        r"\n",
        r"3 4\n1 2",
        "3 4\n1 2",
        "\\n",
    ),
    _function(
        "bars of number signs",
        lambda text: _SIGN_BARS.sub(lambda line: line[0].replace("#", "|"), text),
        "# 3 # 4 #",
        "| 3 | 4 |",
    ),
    _record(
        "the letter of a line in the output of SAT solvers",
        r"^v (?=[ \t]*+-?\d[-\d \t]*+$)",
        "",
        "v 3 4",
        "3 4",
        "v ",
    ),
    _record(
        "a number of numpy",
        r"\bnp\.u?int\d{0,3}\((-?\d{1,18})\)",
        r"\1",
        "[np.int64(3), np.int64(4)]",
        "[3, 4]",
        "np.",
    ),
    _record(
        "the name of a collection, before its brackets",
        r"\b(?:Array(?:List|Buffer|Seq)?|List|Vector|IndexedSeq|Seq|array|list|tuple|vec!)"
        r"[ ]?(?=[(\[{])|#(?:\dA)?(?=[(\[])",
        "",
        "List(List(3, 4), List(1, 2))",
        "((3, 4), (1, 2))",
    ),
    _record(
        "the shape of an array of MiniZinc, before its list",
        r"\barray\dd\((?:\d{1,9}\.\.\d{1,9}, ?){1,6}(?=\[)",
        "",
        "grid = array2d(1..1, 1..1, [1]);",
        "grid = [1]);",
        "..",
    ),
    _record(
        "a collection of JavaScript with its length",
        r"\b(?:\w{1,20}Array|Array|Set)\(\d{1,9}\) ?(?=[\[{])",
        "",
        "[ Uint8Array(2) [ 3, 4 ], Set(2) { 1, 2 } ]",
        "[ [ 3, 4 ], { 1, 2 } ]",
        ") ",
    ),
    _record(
        "an array of OCaml or F#",
        r"\[\|(?=[^|\[\]]*+\|\])|(?<=\[)(?<!\[\[)\|(?=\s*+\[\|)",
        "[",
        "[|3; 4|]",
        "[3; 4|]",
        "[|",
    ),
    _record(
        "a nested item of PHP", r"^[ \t]*+(?:\[\w{1,9}\] => )?+Array$", "", "Array", "", "Array"
    ),
    _record(
        "the index of an item of PHP",
        r"^[ \t]*+\[\w{1,9}\] => (?=-?\d+$)",
        "",
        "        [0] => 3",
        "3",
        "=>",
    ),
    _record(
        "the first line of a record of java.util.logging",
        r"^[A-Z][a-z]{2} \d{1,2}, \d{4},? \d{1,2}:\d\d:\d\d\s[AP]M .*\n",
        "",
        "Nov 22, 2026 1:02:03 AM Solver print\n3 4",
        "3 4",
        "M ",
    ),
    _record(
        "what glog writes before a line",
        r"^[IW]\d{4,8} \d\d:\d\d:\d\d[.]\d+ +\d+ [\w.-]{1,60}:\d+\] ?",
        "",
        "I1122 01:02:03.456789  1234 solver.cc:57] 3 4",
        "3 4",
        "] ",
    ),
    _record(
        "what slog and logrus write before a line",
        r"^(?:\w{1,20}=[^\s=]{1,60} ){0,6}msg=(?=\")",
        "",
        'level=info msg="3 4"',
        '"3 4"',
        "msg=",
    ),
    _record(
        "the time, and what follows it before a row in a log",
        rf"^[ \t]*+\[?{_TIME}\]?[ \t]++(?:{_LOGGED_WORD}){{0,6}}{_NO_MORE_WORDS}",
        "",
        "12:34:56.789 [main] INFO com.example.Solver - 3 4",
        "3 4",
        ":",
    ),
    _record(
        "the time before a line of a log",
        rf"^[ \t]*+(?:\[{_TIME}[^\]\n]{{0,60}}\]|{_TIME})[ \t]++",
        "",
        "[2026-11-22T01:02:03Z INFO  solver] No solution",
        "No solution",
        ":",
    ),
    _record(
        "the level before a line of a log",
        rf"^[ \t]*+(?:\[{_LEVEL}\]|{_LEVEL}:(?:[\w.]{{1,60}}:)?+)[ \t]*+",
        "",
        "INFO:root:3 4",
        "3 4",
    ),
    _record(
        "a level and a blank before a row",
        rf"^[ \t]*+{_LEVEL}[ \t]++(?:-[ \t]++)?+{_NO_MORE_WORDS}",
        "",
        "INFO - 3 4",
        "3 4",
    ),
    _record(
        "a prompt",
        r"\b(?i:please|enter|type|input)\b[^:?>\n]{0,60}[:?>](?=[ \t]*+\S)[ \t]*+",
        r"\n",
        "Enter the size: Enter cages: 3 4",
        "\n\n3 4",
    ),
    _record("bold in Markdown", r"\*\*(\w{1,18})\*\*", r"\1", "| **1** | 3 |", "| 1 | 3 |", "**"),
    _record(
        "the frame of a digit as a picture", "\ufe0f?\u20e3", " ", "3\ufe0f\u20e3", "3 ", "\u20e3"
    ),
    _record(
        "the dashes of a list in YAML",
        r"^[ \t]*+(?:-[ \t]++)++(?=\[)",
        "",
        "- - [3, 4]\n  - [1, 2]",
        "[3, 4]\n[1, 2]",
        "- ",
    ),
    _record("a line of a table in LaTeX", r"\\hline\b", "", "3 & 4 \\hline", "3 & 4 ", "\\hline"),
    _record(
        "the name of a program before a row",
        rf"^\[[A-Za-z][\w .:-]{{1,40}}\]:?[ \t]++{_NO_MORE_WORDS}",
        "",
        "[solver] 3 4",
        "3 4",
        "[",
    ),
)
"""In this order: each is given what the one before left. None of them takes more than linear time,
whatever the text is.
"""
