"""Values as programs write them, in JSON: those of Python and JavaScript, of C, C++, Java, C#, Go,
Kotlin, Rust and Swift, of PHP, Perl, Ruby, Lua, R and Julia. Names of types and of what makes a
value are left out.

cages = [('+', 3, [(0, 0), (0, 1)]), ...]                  # and comments
std::vector<Cage> cages = {{3, {{0, 0}, {0, 1}}}, ...};
let cages = vec![Cage { op: Op::Add, target: 3, cells: vec![(0, 0), (0, 1)] }, ...];
List<Cage> cages = List.of(new Cage(Op.ADD, 3, new int[][] {{0, 0}, {0, 1}}), ...);
cages := []Cage{{Op: "+", Target: 3, Cells: [][2]int{{0, 0}, {0, 1}}}, ...}
$cages = [['op' => '+', 'target' => 3, 'cells' => [[0, 0], [0, 1]]], ...];
cages <- list(list(op = "+", target = 3, cells = list(c(1, 1), c(1, 2))), ...)
"""

import json
import re
from dataclasses import dataclass, field

from kenken_cp.errors import FormatError
from kenken_cp.formats.json.values import error_at
from kenken_cp.patterns import any_of, regex

_PATH = r"[^\W\d]\w*+(?:(?:::|\.)[^\W\d]\w*+)*+"
_GENERIC = r"(?:<[\w\s.:,?*&\[\]<>]{0,80}?>(?=[ \t]*+(?:[\[({]|[*&]?[ \t]*+[^\W\d])))?"
_SIZES = r"(?:[ \t]*+\[[\w, ]*+\])*+"
TYPE = rf"{_PATH}{_GENERIC}{_SIZES}"
"""The type of a value, ``int[][]`` or ``std::vector<Cage>``."""

DECLARED = (
    r"(?!type\b|using\b)"
    r"(?:(?:export|const|let|var|val|mut|static|final|public|private|protected|readonly|constexpr"
    r"|unsigned|struct)[ \t]++)*+"
    rf"(?:{TYPE}[ \t*&]++(?:const[ \t]++)?)??"  # the type before the name
    rf"(?:(?:self|this)\.|[$@])?+([^\W\d]\w*+){_SIZES}[ \t]*+"
    r"(?::(?![:=])[^=\n]*+|\[[^=\n]*+)?"  # the type behind it
    r"(?::=|<-|=(?!=)|(?=\{\s*+\{))"
)
"""A name to which a value is given, up to the sign between them."""

_ELEMENTS = r"(?:U?+Int(?:8|16|32|64)?+|Any)(?=\[)"
"""The type of the elements of an array of Julia, ``Int64[1, 2]``."""

BEGINS = "(?={})".format(
    any_of(
        r"[\[{(\"'`&]",
        r"<<<?+[-~]?+[\"']?+[A-Z]",
        _ELEMENTS,
        r"new\b",
        r"vec!",
        rf"{TYPE}\s*+\{{",
        r"(?:\w++(?:::|\.))*+(?:array|c|list|tuple|asList|\w*[oO]f)\s*+\(",
        r"(?:\w++(?:::|\.))*?[A-Z]\w*+(?:(?:::|\.)(?:new|of|with|from|create))?+"
        rf"{_GENERIC}\s*+\(",
    )
)
"""What begins a value: a bracket or a quotation mark, perhaps behind the name of a type or of what
takes values as they are.
"""

_MADE = any_of(
    rf"new\b(?:\s*+{TYPE})?(?:\(\))?(?=\s*+\{{)",  # new int[][] {
    rf"new\s++(?={_PATH}{_GENERIC}\s*+\()",  # new Cage(
    rf"(?:\[(?:[0-9]++|\.{{3}})?+\])++\*?+{_PATH}(?=\s*+\{{)",  # Go: []Cage{
    rf"{TYPE}(?=\s*+\{{)",  # Cage {
    rf"\((?:const\s++)?+\w++{_SIZES}\)(?=\s*+\{{)",  # C: (int[]){
    r"vec!(?=\s*+[\[(])",  # Rust
    _ELEMENTS,
    r"&(?:\s*+mut\b)?+(?=\s*+[\w\[({])",  # &[
    r"\.(?=[^\W\d]\w*+\s*+(?:=(?!=)|[,)\]}]))",  # C: .op =; Swift: .add,
    r":(?=[^\W\d]\w*+\s*+=>)",  # Ruby: :op =>
    r"(?<=[\s(\[{,]):(?=(?:[^\W\d]\w*+|[-+*/])\s*+[,)\]}])",  # Ruby: :add,
)
"""What stands before a value, or before the name of a member of one, and says nothing."""

SPACE = r"\s++|//[^\n]*+|#[^\n]*+|/\*.*?\*/"
"""White space, or a comment; with ``re.DOTALL``."""

_TOKEN = regex(
    rf"(?P<space>{SPACE})"
    r"|[bruL]?+(?:(?P<string>\"(?:[^\"\\\n]|\\.)*+\")|(?P<quoted>'(?:[^'\\\n]|\\.)*+'))"
    r"|(?P<number>[-+]?[0-9][0-9_]*+(?:\.[0-9]++)?)(?:[iu](?:8|16|32|64|size)\b|[uUlL]{1,3}\b)?"
    r"|(?P<operator>(?<![0-9])[-+*/\u00d7\u00f7])(?=\s*+[,)\]}])"
    rf"|(?P<made>{_MADE})|(?P<called>{_PATH}){_GENERIC}(?=\s*+\()|(?P<word>{_PATH})"
    r"|(?P<sign>[()\[\]{}:,=])",
    re.DOTALL,
)
_IS_KEY = r"\s*+(?::(?!:)|=(?!=))"
_KEY = regex(_IS_KEY)
_STRING = r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'"
_ARROWED = rf"(?:{SPACE})*+(?:{_STRING}|[0-9]++)\s*+=>"
_MEMBERS = {
    "(": regex(rf"\s*+(?:[^\W\d]\w*+{_IS_KEY}|\))|{_ARROWED}", re.DOTALL),
    "[": regex(_ARROWED, re.DOTALL),
    "{": regex(rf"(?:{SPACE})*+(?:\}}|(?:{_STRING}|[.:]?[^\W\d]\w*+|[0-9]++){_IS_KEY})", re.DOTALL),
}
"""What stands behind the bracket of an object: others are of arrays."""

_NO_ARGUMENTS = regex(r"\s*+\(\s*+\)")
_DTYPE = regex(r"\s*+dtype\s*+=\s*+[\w.'\"]++\s*+(?=\))")
_CLOSED = {"{": "}", "[": "]"}
_CLOSES = {"(": ")", "[": "]", "{": "}"}
_OPENS = {closing: opening for opening, closing in _CLOSES.items()}
_LITERALS = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_LITERALS |= {"nullptr": "null", "NULL": "null", "nil": "null"}
_LITERALS |= {word: word for word in ("true", "false", "null")}

_MAX_DEPTH = 20
"""Brackets in one another."""

_SPLIT = regex(r"::|\.")
_MAKERS = frozenset(("new", "of", "with", "from", "create", "make", "asList"))
"""Names of functions behind that of a type: ``List.of``, ``Cage::new``."""

_AROUND = frozenset(
    ("array", "list", "tuple", "set", "frozenset", "freeze", "ArrayList", "LinkedList", "HashSet")
)
"""What takes one collection and has the same elements."""

_TAKES = regex(r"array|list|tuple|freeze|make_(?:pair|tuple)|\w*Of")
"""Functions of a module whose value is what they are given: those of others are not known."""

_COMPUTES = regex(
    r"abs|arange|array_\w+|cbind|combinations|divmod|eval|filter|flip(?:lr|ud)?|full|hcat|len|linspace|map|matrix|max|min"
    r"|ncopies|ones|permutations|pow|product|range(?:closed)?|rep|repeat|rev|reversed?|rot90|rotate"
    r"|seq|shuffle|slice|sorted|sublist|sum|swap|t|transposed?|zeros|zip"
)
"""Functions in small letters whose value is another than what they are given."""

POINT = (
    r"(?P<name>(?i:(?:q|cg)?point(?:2d|f)?|pt|i?vec(?:tor)?(?:2|2d|2i|2int|int)?|offset|xy|colrow))"
)
"""What is made of an x, the column, and a y, as a rule, but of row and column by others."""

_POINTS = regex(POINT)
_OF_POINTS = regex(
    rf"(?:new\s++)?+(?:\[[0-9.]*+\])?+(?:\w++(?:::|\.))*?(?:\w++<)?+(?:\w++(?:::|\.))*?{POINT}>?+"
    r"(?:\[\])?+\s*+\{(?:\s*+(?:\{|new\s*+\())?+\s*+[0-9]"
)
AXES = "column and row, or row and column"

_OPERATION = regex(
    r"(?:\w*?_)??(add|addition|plus|sum|sub|subtract|subtraction|minus|difference|mul|mult|multiply"
    r"|multiplication|times|product|div|divide|division|quotient|given|single|free|const|constant)"
    r"_?(?:cage|group|clue|constraint|block|area)?",
    re.IGNORECASE,
)
"""The name of a kind of cage, which says its operator."""

_SUMS = frozenset(("sum", "given", "single", "free", "const", "constant"))
"""Those of a Killer Sudoku, too."""


class TooDeepError(FormatError):
    """A value of which no part can be a puzzle, either."""


class UnendedError(FormatError):
    """A value with a bracket that is not closed."""


@dataclass(slots=True)
class _Bracket:
    """One that is open.

    Args:
        sign: as it stands in the text.
        at: where it is in what was found.
        around: whether it may be left out, if there is only an array in it.
        parts: commas in it.
    """

    sign: str
    at: int
    around: bool
    parts: int = 0


@dataclass(slots=True)
class _Found:
    """A value while it is read.

    Args:
        parts: of the JSON.
        opened: the brackets that are open.
        called: of brackets behind a name where they are, what they are in, and the name.
    """

    parts: list[str] = field(default_factory=list)
    opened: list[_Bracket] = field(default_factory=list)
    called: dict[int, tuple[int, str]] = field(default_factory=dict)

    def in_object(self) -> bool:
        return bool(self.opened) and self.parts[self.opened[-1].at] == "{"

    def last(self) -> int | None:
        """Where the last is that is no blank."""
        return next((i for i in range(len(self.parts) - 1, -1, -1) if self.parts[i].strip()), None)

    def open(self, sign: str, said: str, called: str) -> None:
        """Takes a bracket, which is said by another one in JSON, and what made it."""
        at = len(self.parts)
        if called:
            self.called[at] = (self.opened[-1].at if self.opened else -1), called
        self.opened.append(_Bracket(sign, at, called in _AROUND))
        self.parts.append(said)

    def close(self) -> None:
        """Takes the end of the innermost bracket."""
        bracket = self.opened.pop()
        last = self.last()
        if last is not None and self.parts[last] == ",":  # no other part comes behind it
            self.parts[last] = ""
            bracket.parts -= 1
        self.parts.append(_CLOSED[self.parts[bracket.at]])
        if bracket.around and bracket.parts == 0 and last is not None and last > bracket.at:
            self._unwrap(bracket.at, last)
        self._say_target(bracket.at)

    def _unwrap(self, opened: int, last: int) -> None:
        """Leaves out the brackets of ``list([...])``, in which there is an array alone; but in R
        ``list(c(1, 2))`` is a list of one.
        """
        first = next(at for at in range(opened + 1, last + 1) if self.parts[at].strip())
        is_of_one = self.called.get(first, (0, ""))[1] in ("c", "list")
        if self.parts[opened] == "[" and self.parts[last] == "]" and not is_of_one:
            self.parts[opened] = self.parts[-1] = ""

    def _say_target(self, opened: int) -> None:
        """Makes ``Add(3)`` behind a key an operator and a target."""
        _, name = self.called.get(opened, (0, ""))
        operation = _OPERATION.fullmatch(name)
        inside = self.parts[opened + 1 : -1] if operation else []
        is_number = len(inside) == 1 and inside[0].isdigit()
        if operation and is_number and self.parts[opened - 1] == ":":
            del self.called[opened]
            self.parts[opened], self.parts[-1] = f'"{operation[1]}","target":', ""

    def json(self) -> str:
        """The value, with the operators that names of cages say, unless all are sums. Those beside
        these are said, too, and are operators that a reader does not know.
        """
        operations = {at: _OPERATION.fullmatch(name) for at, (_, name) in self.called.items()}
        with_operators = {
            self.called[at][0]
            for at, operation in operations.items()
            if operation and operation[1].lower() not in _SUMS
        }
        for at, (around, name) in self.called.items():
            if around not in with_operators:
                continue
            operation = operations[at]
            word = operation[1] if operation else name
            self.parts[at] += f'"op":"{word}",' if self.parts[at] == "{" else f'"{word}",'
        return "".join(self.parts)


def literal(text: str, at: int) -> tuple[str, int]:
    """The value that begins at a place, in JSON, and where it ends. It has as many lines: errors
    say on which one they are.

    Raises:
        UnendedError: if the text ends within a bracket.
        TooDeepError: for too many brackets in one another.
        FormatError: for anything else that is no value, or that a program would have to compute.
    """
    found = _Found()
    called, begins = "", at  # what makes the value that follows; where all begins
    is_whole = False
    while at < len(text) and not is_whole:
        token = _TOKEN.match(text, at)
        if token is None:
            raise error_at(text, at, f"{text[at]!r} begins no value")
        start, at = at, token.end()
        is_part = True
        match token.lastgroup:
            case "space" | "made" as kind:
                if kind == "made" and (point := _OF_POINTS.match(text, start)):
                    raise error_at(text, start, f"{point['name']}: {AXES}")
                if lines := token[0].count("\n"):
                    found.parts.append("\n" * lines)
                is_part = False
            case "called":
                called = _name(text, start, token["called"])
                empty = _NO_ARGUMENTS.match(text, at)
                if empty:  # the name of a value, as in Op.add()
                    at, called = empty.end(), ""
                    found.parts.append(json.dumps(_last(token["called"])))
                is_part = empty is not None
            case "sign":
                if len(found.opened) > _MAX_DEPTH:
                    error = error_at(text, start, "nested too deeply; expected a puzzle")
                    raise error.of_class(TooDeepError)
                at = _sign(found, text, start, called)
                called = ""
            case _:
                found.parts.append(_scalar(found, text, token))
        is_whole = is_part and not found.opened
    if found.opened:
        sign = found.opened[-1].sign
        error = error_at(text, begins, f"a value with a {sign!r} that no {_CLOSES[sign]!r} closes")
        raise error.of_class(UnendedError)
    return found.json(), at


def _scalar(found: _Found, text: str, token: re.Match[str]) -> str:
    """A string, a number or a word in JSON."""
    part = token[token.lastgroup or 0]
    is_key = _KEY.match(text, token.end()) is not None
    match token.lastgroup:
        case "number":
            part = part.replace("_", "").replace("+", " ")  # 1+2 is not 12
            return f'"{part}"' if is_key and found.in_object() else part
        case "operator":  # of Julia, where it is a function
            return json.dumps(part)
        case "quoted":
            return json.dumps(part[1:-1].replace("\\'", "'"))
        case "word":
            word = _last(part)
            return _LITERALS[word] if word in _LITERALS and not is_key else f'"{word}"'
    return part


def _sign(found: _Found, text: str, start: int, called: str) -> int:
    """Takes a sign; where what is read next begins."""
    sign, at = text[start], start + 1
    if sign == "=":  # of a keyword argument
        last = found.last()
        if not found.in_object() or last is None or not found.parts[last].endswith('"'):
            raise error_at(text, start, "'=' begins no value")
        found.parts.append(":")
        at += text.startswith(">", at)  # as Ruby has it
    elif sign in _CLOSES:
        found.open(sign, "{" if _MEMBERS[sign].match(text, at) else "[", called)
    elif sign in ")]}":
        if not found.opened or _CLOSES[found.opened[-1].sign] != sign:
            raise error_at(text, start, f"{sign!r} closes no {_OPENS[sign]!r}")
        found.close()
    elif sign == "," and found.opened:
        bracket = found.opened[-1]
        if bracket.around and (skipped := _DTYPE.match(text, at)):
            return skipped.end()
        bracket.parts += 1
        found.parts.append(sign)
    else:
        found.parts.append(sign)
    return at


def _last(path: str) -> str:
    return _SPLIT.split(path)[-1]


def _name(text: str, at: int, path: str) -> str:
    """The name of what makes a value; FormatError if it makes another one."""
    *before, name = _SPLIT.split(path)
    if _COMPUTES.fullmatch(name):
        raise error_at(text, at, f"what {name} makes is not read")
    if before and name in _MAKERS:
        name = before[-1]
    elif before and name[0].islower() and not _TAKES.fullmatch(name):
        raise error_at(text, at, f"what {name} makes is not read")
    for part in (*before, name):  # as in Point2D.Double
        if _POINTS.fullmatch(part):
            raise error_at(text, at, f"{part}: {AXES}")
    return name
