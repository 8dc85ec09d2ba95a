"""Whether a program changes a value below it: adds to it, takes from it, sets a part of it, or
turns it. Then the puzzle is not what the value says.

A program is not parsed. Each pattern below is a way in which some language writes a change, with
``NAME`` for the name of the value. What is surely one is refused; of all else, there is a warning
that what a program does is not read.
"""

import re

from kenken_cp.errors import FormatError
from kenken_cp.formats.json import keys
from kenken_cp.formats.programs.values import Value
from kenken_cp.patterns import any_of

# --- parts of a value, by its name ---------------------------------------------------------------

_NUMBER = r"-?+[0-9]++"
_KEY = any_of(
    _NUMBER,
    r"\"[^\"\n]*+\"",
    r"'[^'\n]*+'",
    r":\w++",  # Ruby: cages[:target]
    r"(?:\$?+\#|@|length\(|count\()[$@]?+NAME\)?+(?:[ \t]*+\+[ \t]*+1)?+",  # cages[#cages + 1]
    r"end",  # Julia
)
_MEMBERS = "|".join((*keys.TARGETS, *keys.OPERATORS, *keys.CELLS, *keys.CAGES, *keys.SIZES))
_AT = any_of(
    rf"\[{{1,2}}+[ \t]*+(?:{_KEY}(?:[ \t]*+,[ \t]*+{_NUMBER})*+)?+[ \t]*+\]{{1,2}}+",  # cages[0]
    rf"\{{(?:{_KEY}|{_MEMBERS})\}}",  # Perl: {target}
    r"->(?=[\[{])",
    r"\.(?:get|at)\([0-9]++\)",
)
"""One part of a value: that of a variable, which a solver sets, is none."""

_PART = any_of(_AT, rf"[.$](?:{'|'.join((*keys.CAGES, *keys.CELLS))})\b")
_SET = r"[ \t]*+(?:(?://|\*\*|[-+*/|])?+=(?!=)|<{1,2}+-|\+\+|--)"
"""What sets the part that stands before it."""

_IS = r"[ \t]*+(?:=|<-)(?!=)"
"""What gives the name before it another value."""

# --- what adds to a value, or takes from it ------------------------------------------------------

_METHODS = any_of(
    r"append|push(?:_back)?|emplace_back|extend|insert|unshift|concat|add(?:All)?|put",
    r"pop(?:Last)?|remove(?:At|First|Last|All|Subrange)?|shift|clear|erase|delete\w*+",
    r"replaceSubrange|splice",
    r"(?:select|filter|reject|map|uniq|compact)!",  # Ruby
)
_FUNCTIONS = any_of(
    # Lua and PHP: table.insert(cages, ...), unset($cages[0])
    r"(?:table\.(?:insert|remove)|array_(?:push|unshift|pop|shift|splice)|unset)"
    r"[ \t]*+\([ \t]*+\$?+NAME\b",
    # PHP: foreach ($cages as &$cage)
    r"foreach[ \t]*+\([ \t]*+\$NAME[ \t]++as\b[^\n&)]{0,40}&",
    # Julia: push!(cages, ...), filter!(isodd, cages)
    r"(?:push|pop|append|insert|splice|deleteat|empty|filter|map)(?:first)?!\([^\n(]{0,80}?\bNAME\b",
    # Perl: push @cages, ...; $#cages = 2
    r"(?:push|pop|shift|unshift|splice)[ \t(]++[$@{]{1,3}+NAME\b",
    r"\$\#NAME[ \t]*+=",
    # del cages[0], delete cages[0]
    r"del(?:ete)?[ \t]++\$?+NAME[\[.]",
)
_OF_ITSELF = any_of(
    r"append\(",  # Go
    r"array_(?:merge|slice|filter)\(",  # PHP
    r"v?c(?:at)?\(NAME\b|(?:head|tail)\(NAME\b|\[NAME;",  # R and Julia
    r"(?:grep|map)[ \t]*+[{(][^\n]{0,200}?@NAME\b",  # Perl
    r"[^\n#;]{0,200}?"
    + any_of(
        r"(?:\+|[\[,][ \t]*+(?:\*|\.{3}))[ \t]*+\$?+NAME\b",  # more + cages, [*cages, ...]
        r"[(,][ \t]*+@NAME\b",  # Perl
        r"\bNAME(?:[ \t]*+[+*]|\[(?:-|[^\]\n:]{0,20}:))",  # cages + more, cages[1:], cages[-1]
        r"\bNAME\.(?:concat|slice|filter|select|reject|drop(?:First|Last)?)\b",
    ),
)
"""A value that has another one, or parts of it, and more or less than it."""

_BEGINS = r"(?:^|[;{})])[ \t]*+"
_CHANGES = (
    rf"{_BEGINS}(?:(?:self|this)\.|[$@]{{1,2}}+)?+NAME"
    + any_of(
        rf"{_PART}*\.{_METHODS}[ \t]*+(?:[({{]|$)",
        r"\.set\([0-9]",
        rf"{_PART}*{_AT}(?:\.set\w*+\(|[.$]\w++{_SET}|{_SET})",  # cages[0].target = 5
        rf"[.$](?:{_MEMBERS}){_SET}",
        r"[ \t]*+(?:\+=|<<)",
        rf"{_IS}[ \t]*+{_OF_ITSELF}",
    ),
    _BEGINS + _FUNCTIONS,
)

# --- what moves the rows of a board; cages may stand in any order --------------------------------

_TURNS = "(?:array_)?" + any_of(
    "reversed?|sort(?:ed)?|swap|rotate|rot90|shuffle|transposed?|flip(?:lr|ud)?|rev|permutedims"
)
_MOVES = rf"{_BEGINS}[$@]?+" + any_of(
    rf"NAME\.(?:{_TURNS}|fill)(?:!|[ \t]*+\()",
    r"(?:Arrays\.|std::)fill[ \t]*+\([ \t]*+NAME\b",
    rf"(?:\w++(?:::|\.))*+{_TURNS}!?+[ \t]*+\([ \t]*+NAME\b",
    rf"NAME{_IS}[^\n#;]{{0,200}}?"
    + any_of(r"::-1", r"zip\(\*", rf"\b{_TURNS}\b", r"\bt\(NAME\b", r"\bNAME'", r"\.T\b"),
    rf"NAME{_AT}++[ \t]*+,",  # grid[0], grid[1] = grid[1], grid[0]
)

_SET_AGAIN = (
    r"^[ \t]*+(?:[\w<>\[\],:]++[ \t*&]++){0,3}?[$@]?+NAME(?:\[[\w ]*+\])*+[ \t]*+(?::[^=\n]*+)?"
    r"(?:=(?!=)|<-)"
)
"""The same name for another value: what stands below that is about the other one."""


def changed(value: Value, *, is_board: bool) -> FormatError | None:
    """The error of a value that the program changes; None of any other.

    Args:
        is_board: whether it has the values of cells, and no cages.
    """
    name, text = re.escape(value.name), value.program
    again = re.compile(_SET_AGAIN.replace("NAME", name), re.MULTILINE).search(text, value.below)
    end = text.find("\n", again.end()) if again else -1
    pattern = any_of(*_CHANGES, *([_MOVES] if is_board else [])).replace("NAME", name)
    found = re.compile(pattern, re.MULTILINE).search(
        text, value.below, end if end > 0 else len(text)
    )
    if found is None:
        return None
    return FormatError(
        f"the program adds to the puzzle in {value.name}, or changes it; expected all of it in one "
        "value",
        line=text.count("\n", 0, found.end()) + 1,
    )
