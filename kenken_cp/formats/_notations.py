"""Values in the notations of Rust (RON) and in TOML, as JSON: what a reader of JSON takes then.

(size: 2, areas: [(ty: Add, fields: [(0, 0), (0, 1)])])         size = 2
                                                                [[cages]]
                                                                cells = [[0, 0], [0, 1]]
"""

import json
import re
import tomllib

from kenken_cp.errors import FormatError
from kenken_cp.formats._json import error_at

_RON = re.compile(r"(?:\s|//[^\n]*+|#!\[[^\n]*+)*+(?:[A-Z]\w*+\s*+)?+\(\s*+[a-z_]\w*+\s*+:")
_TOML = re.compile(r"^[ \t]*+(?:\[\[\w++\]\][ \t]*+$|\w++[ \t]*+=[ \t]*+\[)", re.MULTILINE)
_TOML_FIRST = re.compile(r"(?:\s|#[^\n]*+)*+(?:\[{1,2}[\w.]++\]{1,2}[ \t]*+\n|\w++[ \t]*+=)")
_BEGINNING = 5000
"""Characters in which a list of tables shows itself."""

_MAX_LENGTH = 1_000_000
"""Characters of a text: the largest board has a tenth of them."""

_TOKEN = re.compile(
    r'(?P<space>\s++|//[^\n]*+|#!\[[^\n]*+|/\*.*?\*/)|(?P<string>"(?:[^"\\]|\\.)*+")'
    r"|(?P<number>[-+]?[0-9][0-9_]*+(?:\.[0-9]++)?)|(?P<word>[^\W\d]\w*+)|(?P<sign>[()\[\]{}:,])",
    re.DOTALL,
)
_STRUCT = re.compile(r"\s*+\(")
_NAMED = re.compile(r"\s*+(?:[^\W\d]\w*+\s*+:|\))")
_KEY = re.compile(r"\s*+:")
_CLOSED = {"{": "}", "[": "]"}


def as_json(text: str) -> str | None:
    """The same values in JSON; None if a text is in neither. FormatError if it is wrong."""
    if _RON.match(text):
        read = _from_ron
    elif _TOML_FIRST.match(text) and _TOML.search(text, 0, _BEGINNING):
        read = _from_toml
    else:
        return None
    if len(text) > _MAX_LENGTH:
        raise FormatError(f"{len(text)} characters; expected one board, of {_MAX_LENGTH} at most")
    return read(text)


def _from_toml(text: str) -> str:
    try:
        return json.dumps(tomllib.loads(text), default=str)
    except RecursionError:
        raise FormatError("nested too deeply; expected a puzzle", line=1) from None
    except ValueError as error:
        raise FormatError(f"not TOML: {error}") from error


def _from_ron(text: str) -> str:
    """With as many lines: errors say on which one they are."""
    found: list[str] = []
    opened: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise error_at(text, at, f"not RON: {text[at]!r} begins no value")
        start, at = at, token.end()
        part = token[0]
        match token.lastgroup:
            case "space":
                part = "\n" * part.count("\n")
            case "number":
                part = part.replace("_", "").lstrip("+")
            case "word" if _STRUCT.match(text, at):
                part = ""  # the name of a kind of value
            case "word" if part not in ("true", "false") or _KEY.match(text, at):
                part = f'"{part}"'
            case "sign" if part in "([{":
                named = part == "{" or (part == "(" and _NAMED.match(text, at))
                part = "{" if named else "["
                opened.append(part)
            case "sign" if part in ")]}":
                if not opened or (part != ")" and _CLOSED[opened[-1]] != part):
                    raise error_at(text, start, f"not RON: {part!r} closes nothing")
                part = _CLOSED[opened.pop()]
                last = next((i for i in range(len(found) - 1, -1, -1) if found[i].strip()), None)
                if last is not None and found[last] == ",":
                    found[last] = ""
        found.append(part)
    return "".join(found)
