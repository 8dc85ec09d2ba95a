"""Values in the notations of Rust (RON), TOML, Python, JavaScript and YAML, as JSON: what a reader
of JSON takes then.

(size: 2, areas: [(ty: Add, fields: [(0, 0), (0, 1)])])         size = 2
                                                                [[cages]]
cages = [('+', 3, [(0, 0), (0, 1)]), ...]  # and comments       cells = [[0, 0], [0, 1]]

const puzzle = {size: 2, cages: [{cells: [[0, 0], [0, 1]], op: '+', target: 3,},]};
"""

import json
import re
from collections.abc import Collection
from functools import partial

from kenken_cp.errors import FormatError
from kenken_cp.formats.json.values import error_at
from kenken_cp.formats.json.yaml import Node, documents
from kenken_cp.formats.programs.literals import BEGINS, DECLARED, SPACE, literal
from kenken_cp.patterns import regex

_RON = regex(r"(?:\s|//[^\n]*+|#!\[[^\n]*+)*+(?:[A-Z]\w*+\s*+)?+\(\s*+[a-z_]\w*+\s*+:")
_TOML = regex(r"^[ \t]*+(?:\[\[\w++\]\][ \t]*+$|\w++[ \t]*+=[ \t]*+\[)", re.MULTILINE)
_TABLES = regex(r"^[ \t]*+\[\[\w++\]\][ \t]*+$", re.MULTILINE)
_YAML = regex(r"^[ \t]*+(?:-[ \t]++)?+(\w++):[ \t]*+(?:#[^\n]*+)?+\n\s*+-[ \t]", re.MULTILINE)
_TOML_FIRST = regex(r"(?:\s|#[^\n]*+)*+(?:\[{1,2}[\w.]++\]{1,2}[ \t]*+\n|\w++[ \t]*+=)")
_BEGINNING = 5000
"""Characters in which a list of tables shows itself."""

_MAX_LENGTH = 1_000_000
"""Characters of a text: the largest board has a tenth of them."""

_EXPORT = r"(?:export\s++default\b|module\.exports\s*+=)\s*+"
_IMPORT = r"import\s[^;\n{]*+(?:\{[^{}]*+\})?+[^;\n]*+"
_TYPE = r"(?:export\s++)?+(?:type\s++\w++\s*+=|interface\s++\w++)\s*+\{[^{}]*+\}"
_SKIPPED = regex(
    rf"(?:;|{SPACE}|{_EXPORT}[^\W\d]\w*+[ \t]*+(?:;|\n|\Z)|{_IMPORT}|{_TYPE})*+", re.DOTALL
)
_ASSIGNED = regex(rf"(?:{DECLARED}\s*+|{_EXPORT})(?:{BEGINS}|(?=[0-9]))")
_OF_TYPE = regex(r"\s++(?:as|satisfies)\s++[^;={}()]*?(?=;|\n|\Z)")
"""What TypeScript says of the value before it."""

_UNNAMED = "puzzle"
"""The name of a value that a module exports without one."""

_LOOSE = regex(
    r"[^\"]*?(?:(?:\"(?:[^\"\\\n]|\\.)*+\")[^\"]*?)*?(?:[\[{(,:]\s*+['(]|[{,]\s*+[^\W\d]\w*+\s*+:|,\s*+[\]}])"
)
"""Outside of strings: other quotation marks, brackets or keys than JSON has, a comma at the end."""


def as_json(text: str, keys: Collection[str]) -> str | None:
    """The same values in JSON; None if a text is in none of them. FormatError if it is wrong.

    YAML, in which nearly any text is a value, is one with a sequence below one of some keys.
    """
    if _RON.match(text):
        read = _from_literal
    elif _TOML_FIRST.match(text) and _TOML.search(text, 0, _BEGINNING) and _is_toml(text):
        read = _from_toml
    elif (sequence := _YAML.search(text, 0, _BEGINNING)) and sequence[1] in keys:
        read = partial(_from_yaml, keys=keys)
    elif _ASSIGNED.match(text, _after_comments(text)):
        read = _from_assignments
    elif text[_after_comments(text) :][:1] in ("{", "[", "(") and _LOOSE.match(text, 0, _BEGINNING):
        read = _from_literal
    else:
        return None
    if len(text) > _MAX_LENGTH:
        raise FormatError(f"{len(text)} characters; expected one board, of {_MAX_LENGTH} at most")
    return read(text)


def _after_comments(text: str) -> int:
    match = _SKIPPED.match(text)
    return match.end() if match else 0


def _is_toml(text: str) -> bool:
    """Whether it is no program: these have other brackets, and commas, too."""
    import tomllib  # which few have need of

    try:
        tomllib.loads(text)
    except (ValueError, RecursionError):
        return _TABLES.search(text) is not None
    return True


def _from_yaml(text: str, keys: Collection[str]) -> str:
    found = []
    for document in documents(text, keys):
        if isinstance(document, FormatError):
            raise document
        found.append(_plain(document))
    return json.dumps(found)


def _plain(node: Node) -> object:
    if isinstance(node.value, list):
        return [_plain(each) for each in node.value]
    if isinstance(node.value, dict):
        return {key: _plain(each) for key, each in node.value.items()}
    return int(node.value) if re.fullmatch("-?[0-9]{1,9}", node.value) else node.value


def _from_assignments(text: str) -> str:
    """An object of the values that have names; FormatError if there is anything else."""
    found: list[str] = []
    read, at = 0, _after_comments(text)
    while at < len(text):
        match = _ASSIGNED.match(text, at)
        if match is None:
            raise error_at(text, at, "no value with a name")
        blank = "\n" * text.count("\n", read, match.end())
        value, at = literal(text, match.end())
        read = at
        found.append(f'{blank}"{match[1] or _UNNAMED}": {value}')
        for after in (_OF_TYPE, _SKIPPED):
            skipped = after.match(text, at)
            at = skipped.end() if skipped else at
    return "{" + ",".join(found) + "}"


def _from_toml(text: str) -> str:
    import tomllib

    try:
        return json.dumps(tomllib.loads(text), default=str)
    except RecursionError:
        raise FormatError("nested too deeply; expected a puzzle", line=1) from None
    except ValueError as error:
        raise FormatError(f"not TOML: {error}") from error


def _from_literal(text: str) -> str:
    value, at = literal(text, 0)
    if text[at:].strip(" \t\n;,"):
        raise error_at(text, at, "a second value; expected one")
    return value
