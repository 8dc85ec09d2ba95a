"""The words in which solvers speak of the number of solutions: one record a way of saying it.

``statements`` reads a text by this table. Statements are read in English, and believed only where
they are few and plain: "no solution", "3 solutions", "unique".
"""

from kenken_cp.judge.recognition import Meaning, Recognition

NUMBER_WORDS = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "thirteen": 13,
    "fourteen": 14,
    "fifteen": 15,
    "sixteen": 16,
    "seventeen": 17,
    "eighteen": 18,
    "nineteen": 19,
    "twenty": 20,
}
_NUMBER = r"(\d{1,3}+(?:[,_'’]\d{3})++(?![\d,])|\d++)"
_NO_STEP = (
    r"(?! (?:candidate|cell|column|combination|digit|number|permutation|place|position|rectangle"
    r"|row|solutions|tuple|value))"
)
"""After "unique": what a trace calls so says nothing about the number of solutions."""

_IS = r"['\"]?(?:\(\))?\s*+(?:[-=]>|[:=?])\s*+"
"""Between a name and its value: in JSON, in a dictionary of Python, in a sentence."""
_BESIDE = r"['\"]?[^\w\n]{1,8}"
"""Between them if nothing but a gap, a comma or a dash stands there."""
_ENUM = r"(?:\w{1,20}+(?:\.|::))?"
"""The type of a value, as in Result.NONE."""
_OTHERS = r"(?:more|others?|further|additional)\b"
_ONE_SOLUTION = r"(?:only|single|exactly one|just one) (?:\w+ )?solution"
_UNIQUE = rf"(?:unique(?:ness| solution)?|{_ONE_SOLUTION})(?: exists)?"


_BOARDS = r"(?:(?:latin )?squares?|boards?|grids?)"
_SOUND = r"(?:valid|possible|complete|distinct|different)"
_WAYS = rf"(?:(?:{_SOUND} )?(?:ways?|fillings?|completions?)|{_SOUND} {_BOARDS})"
"""What is counted in place of solutions."""
_OF_A_PART = (
    r"(?:to|of|for|in|with|on) (?:\w+ ){0,3}(?:box|cage|cell|clue|column|line|row|step|r\d)"
)
"""After it, if only a part of the board is filled so."""


def _none(name: str, pattern: str, example: str) -> Recognition[str]:
    return Recognition(name, Meaning.NONE, pattern, example)


def _count(
    name: str, pattern: str, example: str, value: int, meaning: Meaning = Meaning.COUNT
) -> Recognition[str]:
    return Recognition(name, meaning, pattern, example, value)


def _error(name: str, pattern: str, example: str) -> Recognition[str]:
    return Recognition(name, Meaning.ERROR, pattern, example)


# Upper and lower case are the same, and ^ and $ are the ends of a line. None of these may look for
# its end beyond a line more than once: there may be a million empty ones.
STATEMENTS: tuple[Recognition[str], ...] = (
    _none(
        "no solution",
        r"\b(?:no|0|zero) (?:valid |possible |such |unique |puzzle )?(?:solutions?|answers?)\b",
        "There is no valid solution.",
    ),
    _none("solution not found", r"\bsolutions? not found\b", "Solution not found"),
    _none("unsolvable", r"\b(?:un|not |in)solv(?:e?able|ed)\b", "Puzzle is unsolvable!"),
    _none("unsatisfiable", r"\b(?:unsat|not sat)(?:isfiable)?\b", "UNSAT"),
    _none("inconsistent", r"\b(?:inconsistent|contradictory)\b", "The puzzle is inconsistent."),
    _none("infeasible", r"\binfeasible\b", "status: INFEASIBLE"),
    _none("impossible", r"\bimpossible\b", "Impossible"),
    _none(
        "cannot be solved",
        r"\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to)"
        r" (?:(?:be )?solved?\b|find (?:an?|any) (?:\w+ )?solution)",
        "Could not find a solution",
    ),
    _none("found none", r"\b(?:has|have|found|is|are) none\b", "I found none."),
    _none("no solutions of a kind", r"\b0 \w+ solutions?\b", "0 distinct solutions"),
    _none(
        "a field of solutions that says none",
        rf"(?<!one )(?<!only )(?<!single )(?<!unique )\bsolutions?(?: \w+)?{_IS}(?:0\b|none|null)",
        '{"solution": null}',
    ),
    Recognition(
        "an empty field of solutions",
        Meaning.EMPTY,
        r"\b(?:solution|answer|grid|board)s?(?: \w+)?['\"]?\s*[:=][ \t\[]*+(?<=\[)\]",
        '{"solutions": []}',
    ),
    _none("no models", r"\bmodels\s*:\s*0\b", "Models       : 0"),
    _none("solved: false", rf"\bsolv(?:able|ed){_IS}(?:false|no)\b", "solved: False"),
    _none(
        "a line of one such word",
        rf"^[^\w\n]*+{_ENUM}(?:none|null|nil|nothing|unsat|invalid)[^\w\n]*+$",
        "None\n",
    ),
    Recognition("a line of the word no", Meaning.NO, r"^[^\w\n]*+(?:false|no)[^\w\n]*+$", "No"),
    Recognition("a line of the word yes", Meaning.YES, r"^[^\w\n]*+(?:true|yes)[^\w\n]*+$", "Yes"),
    Recognition(
        "the number of a solution, above it",
        Meaning.HEADING,
        r"^[^\w\n]*+solution[ \t]*+[#(]?[ \t]*+(\d{1,6})\b[^\w\n]*+$",
        "--- Solution #2: ---",
        2,
    ),
    Recognition(  # "Solved in 3 ms" may be said whatever came of it
        "a line that says only: solved",
        Meaning.SOME,
        r"^[^\w\n]*+(?:(?:status|result)\b[^\w\n]{1,4})?"
        r"(?:sat|satisfiable|feasible|optimal|solvable|solved|success)[^\w\n]*+$",
        "Status: OPTIMAL",
    ),
    Recognition(
        "solvable: true",
        Meaning.SOME,
        rf"\b(?:solv(?:able|ed)|(?:has|is) solution){_IS}(?:true|yes)\b",
        '{"solvable": true}',
    ),
    Recognition(
        "a line that says only: there is a solution",
        Meaning.SOME,
        r"^[^\w\n]*+(?:(?:the |this )?(?:puzzle|problem|board|grid|it) (?:is|was) solv(?:able|ed)"
        r"|(?:a )?(?:valid )?solution (?:exists|(?:was |is )?found)"
        r"|(?:there is|(?:it |the puzzle )?has|(?:i )?found) (?:a|at least one) (?:valid )?solution"
        r")[ \t.!)\]]*+$",
        "The puzzle is solvable.",
    ),
    Recognition(
        "no more solutions",
        Meaning.NO_MORE,
        rf"\bno {_OTHERS}(?: \w+)? (?:solutions?|answers?)\b"
        r"(?! (?:at|below|from|here|in|on|under|with)\b)",
        "There are no other solutions.",
    ),
    Recognition(
        "three more solutions",
        Meaning.OTHERS,
        rf"\bthere (?:are|is) {_NUMBER} {_OTHERS}(?: \w+)? (?:solution|answer)s?\b",
        "There are 12 other solutions.",
        12,
    ),
    Recognition(  # but "Number of solutions found: 1"
        "the number of all solutions",
        Meaning.EXACT,
        r"\b(?:total (?:number of )?solutions|number of solutions|solution count)"
        rf"['\"]?[ \t]*+(?:[-=]>|[:=]|is)[ \t]*+{_NUMBER}\b(?![ \t,]*+\d)"
        rf"|\bexactly {_NUMBER} (?:\w+ )?solutions?\b",
        "Number of solutions: 12",
        12,
    ),
    Recognition(
        "a line of empty brackets",
        Meaning.EMPTY,
        r"^(?>[^\w\n]*?(?:\[\s*+\]|\(\s*+\)|\{\s*+\}))[^\w\n]*+$",
        "[]",
    ),
    Recognition(
        "an object of Java", Meaning.OBJECT, r"(?<=[\w.$;])@[0-9a-f]{5,8}\b", "[[I@15db9742"
    ),
    Recognition(
        "an object of Python",
        Meaning.OBJECT,
        r"<[\w.]++ (?:object|at)\b[^<>\n]*+>",
        "<__main__.Board object at 0x7f21e07b3d30>",
    ),
    Recognition(
        "an object of JavaScript",
        Meaning.OBJECT,
        r"\[object \w+\]|<\d+ empty items?>|\[Array\]",
        "[object Object]",
    ),
    Recognition(
        "what JavaScript leaves out of long arrays",
        Meaning.CUT,
        r"\.\.\. \d{1,18} more items?\b",
        "... 1244 more items",
    ),
    Recognition("an address", Meaning.OBJECT, r"\b0x[0-9a-f]{6,16}\b", "0x55d0c2a1eeb0"),
    Recognition(
        "not unique",
        Meaning.NOT_UNIQUE,
        rf"\b(?:not|isn't|no|non)[ -]?(?:a )?unique\b{_NO_STEP}",
        "The solution is not unique.",
    ),
    Recognition(
        "unique: false",
        Meaning.NOT_UNIQUE,
        rf"\b{_UNIQUE}{_IS}(?:false|no|0)\b(?![ \t,]*+\d)",
        '{"unique": false}',
    ),
    Recognition(  # but "The solution is unique. No guesses were needed."
        "unique, and no beside it",
        Meaning.NOT_UNIQUE,
        rf"\b{_UNIQUE}{_BESIDE}(?:false\b|(?:no|0)\b(?=[^\w\n]*+$))",
        "unique\tFalse",
    ),
    Recognition("more than one", Meaning.SEVERAL, r"\bmore than one\b", "There is more than one"),
    Recognition("ambiguous", Meaning.SEVERAL, r"\bambiguous\b", "This puzzle is ambiguous."),
    Recognition(
        "2 or more",
        Meaning.SEVERAL,
        r"\b(?:2|two) or more\b|(?:>= ?2|> ?1|\b2\+) (?:\w+ )?solutions?\b",
        "2 or more solutions",
    ),
    Recognition(
        "multiple solutions",
        Meaning.SEVERAL,
        r"\b(?:multiple|several|many|at least (?:2|two)) (?:\w+ )?(?:solutions?|answers?)\b",
        "Multiple solutions!",
    ),
    Recognition(
        "a line of the word multiple",
        Meaning.SEVERAL,
        rf"^[^\w\n]*+{_ENUM}(?:several|multiple|many)[^\w\n]*+$",
        "multiple\n",
    ),
    Recognition(  # but "3 unique solutions" are counted: no two of them are the same
        "unique", Meaning.UNIQUE, rf"(?<!\d )\bunique(?:ly)?\b{_NO_STEP}", "The solution is unique."
    ),
    Recognition(
        "uniqueness: yes",
        Meaning.UNIQUE,
        rf"\buniqueness{_BESIDE}(?:true|yes|1)\b",
        "uniqueness: yes",
    ),
    Recognition(
        "a line that says only: exactly one",
        Meaning.UNIQUE,
        r"^[^\w\n]*+(?:exactly|only|just) one[^\w\n]*+$",
        "Exactly one.",
    ),
    Recognition("the only solution", Meaning.UNIQUE, rf"\b{_ONE_SOLUTION}\b", "The only solution."),
    _count(
        "3 solutions",
        r"(?<![\w.,'’>])(?<!> )(?<!>= )(?<!>=)(?<!at least )(?<!more than )"
        rf"{_NUMBER} (?!{_OTHERS})(?:\w+ )?(?:solution|answer|grid)s?\b"
        r"(?![ \t]*+(?:[:#][ \t]*+)?\d)",
        "Found 12 different solutions in 3 ms",
        12,
    ),
    _count(
        "solutions: 3",
        r"\b(?:solutions|answers|number of solutions|solution count)"
        rf"(?: found| total)?['\"]?[ \t]*+(?:[-=]>|[:=]|is|are)[ \t]*+{_NUMBER}\b(?![ \t,]*+\d)",
        "solutions = 8",
        8,
    ),
    _count("models: 3", rf"\bmodels[ \t]*+:[ \t]*+{_NUMBER}[ \t]*+$", "Models       : 3", 3),
    _count(  # with another word, "Total nodes: 17", it counts something else
        "a line that says only: total 3",
        r"^[^\w\n]*+(?:(?:total(?: number| found| count)?|count)\b['\"]?[ \t]*+(?:[:=]|is)?"
        rf"|found[ \t]*+:?)[ \t]*+{_NUMBER}[ \t,}}]*+$"
        rf"|^\{{[\"'](?:count|total)[\"']: ?{_NUMBER},",
        "Total: 17",
        17,
        Meaning.BARE_TOTAL,
    ),
    _count(
        "count: 3",
        # not of nodes, node_count, nor of cages, {"cages": {"count": 7}}
        r"(?<!\w )(?<!: \{['\"])(?<!:\{['\"])"
        rf"\bcount\b['\"]?[ \t]*+(?:(?:[:=]|is)[ \t]*+)?{_NUMBER}\b",
        '{"count": 576, "seconds": 1.5}',
        576,
        Meaning.TOTAL,
    ),
    _count(
        "total: 3",
        rf"\btotal\b['\"]?(?: number| found| count)?[ \t]*+(?:[:=]|is)?[ \t]*+{_NUMBER}[ \t}}]*+$",
        "Total: 17",
        17,
        Meaning.TOTAL,
    ),
    _count(  # "Found one solution:" may stand over each of several grids
        "three solutions",
        rf"(?<!at least )(?<!more than )\b({'|'.join(NUMBER_WORDS)}) (?:\w+ )?solutions?\b"
        rf"(?!{_BESIDE}(?:(?:true|false|yes|no)\b|[01]\b[^\w\n]*+$))",
        "There are three solutions.",
        3,
        Meaning.TOTAL,
    ),
    _count(
        "a variable for the number of solutions",
        rf"\b(?:n|num|number of )?sols\b['\"]?[ \t]*+[:=][ \t]*+{_NUMBER}\b",
        "nsols = 17",
        17,
        Meaning.TOTAL,
    ),
    _count(
        "found 3 in a time",
        rf"\bfound[ \t]*+:?[ \t]*+{_NUMBER} in [\d.,]{{1,20}} ?(?:m|sec|µ|u)?s",
        "Found 17 in 3 ms",
        17,
        Meaning.TOTAL,
    ),
    _count("3 found", rf"^[^\w\n]*+{_NUMBER} found[^\w\n]*+$", "17 found.", 17, Meaning.TOTAL),
    _count("found 3", rf"\bfound[ \t]*+:?[ \t]*+{_NUMBER}[ \t]*+$", "found 17", 17, Meaning.TOTAL),
    _count(
        "ways: 3",
        rf"^[^\w\n]*+(?:the |total |(?:num|number|count) (?:of )?){{0,3}}"
        rf"(?:{_WAYS}|(?<=of ){_BOARDS})"
        rf"(?: found| in total| to (?:fill|solve|complete) [\w ]{{1,30}}?)?{_IS}{_NUMBER}"
        r"[ \t.,}]*+$",
        "Number of ways: 17",
        17,
        Meaning.TOTAL,
    ),
    _count(
        "there are 3 ways",
        rf"\b(?:there (?:are|is)|found) (?:exactly |only )?{_NUMBER} {_WAYS}\b(?! {_OF_A_PART})",
        "There are 17 ways to fill the board.",
        17,
        Meaning.TOTAL,
    ),
    _count(
        "a line that says only: result 3",
        rf"^[^\w\n]*+(?:(?:the )?(?:final )?(?:answer|result){_IS}|solutions[ \t,;]++){_NUMBER}"
        r"[ \t.,}]*+$",
        "Result: 17",
        17,
        Meaning.TOTAL,
    ),
    _error(
        "an error",
        r"^[^\w\n]*+(?:fatal |runtime |syntax |parse )?(?:error|exception|panic)\b",
        "Error: unexpected token",
    ),
    _error(
        "the name of an exception",
        r"^[\w. ]{1,80}?(?:error|exception) ?:|^(?!no )(?:\w{1,40} ){1,3}(?:error|exception)$",
        "ValueError: 7 / 2",
    ),
    _error(
        "a traceback", r"\btraceback\b|^ +at [\w.$<>]+[ (]", "Traceback (most recent call last):"
    ),
    _error("usage", r"^usage:", "usage: solve FILE"),
    _error(
        "what could not be read",
        r"\b(?:cannot|can't|can not|could not|couldn't|unable to|failed to)"
        r" (?:open|read|parse|load|understand)\b|\b(?:no such file|file not found)\b",
        "could not parse the clue 7/",
    ),
    Recognition(
        "a line of one number", Meaning.LONE_COUNT, rf"^[ \t]*+{_NUMBER}[ \t]*+$", "3\n", 3
    ),
)
