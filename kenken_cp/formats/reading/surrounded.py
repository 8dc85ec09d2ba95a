"""Texts with more in them than puzzles: words, comments, a solution below; a program, a page."""

from contextlib import suppress
from itertools import islice

from kenken_cp.errors import FormatError
from kenken_cp.formats.programs.checks import wrong_size
from kenken_cp.formats.programs.tables import tables_in
from kenken_cp.formats.programs.values import MAX_VALUES, values_in
from kenken_cp.formats.reading import around
from kenken_cp.formats.reading.among_values import Found, has_cages, puzzles_among
from kenken_cp.formats.reading.detection import detected
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.model.rules import violations


def with_more(text: str, known: Format | None, rules: RuleSet | None) -> Found | None:
    """What is read of a text with words or a solution around its puzzles, of a program or a page;
    None of another text.
    """
    values = list(islice(values_in(text), MAX_VALUES + 1))
    as_it_is = not any(map(wrong_size, values))
    found = None
    if as_it_is:
        found = _without_words(text, known, rules) or _solved(text, known, rules)
    if found:
        return found
    tables = list(islice(tables_in(text), MAX_VALUES + 1))
    if not (values or tables) or (as_it_is and _without_errors(text, known, rules)):
        return None
    return puzzles_among(values, known, rules) or puzzles_among(tables, known, rules)


def _without_words(text: str, known: Format | None, rules: RuleSet | None) -> Found | None:
    """The format and the puzzles of a text with comments, words that count its puzzles, or ``---``
    between them: as it is, or, if it cannot be read so, without them. None of another text, and if
    neither can be read.
    """
    bare = around.without_words(text)
    parts = around.between_rules(bare)
    if (bare == text and not parts) or not bare.strip():
        return None
    for each in dict.fromkeys((around.without_numbered_titles(text), text, bare)):
        if found := _all_right(each, known, rules):
            # A cage with a mistake may look like a comment.
            lacks_cages = each == bare != text and any(map(_lacks_cages, found[1]))
            return None if lacks_cages and around.has_numbers_in_comments(text) else found
    read = [one for part in parts if (one := _all_right(part, known, rules))]
    if len(read) < len(parts) or len({shown.name for shown, _ in read}) != 1:
        return None
    return read[0][0], [puzzle for _, puzzles in read for puzzle in puzzles]


def _lacks_cages(read: ReadPuzzle | FormatError) -> bool:
    """Whether a board of cages has cells in none."""
    return has_cages(read) and isinstance(read, ReadPuzzle) and bool(read.puzzle.free_cells)


def _all_right(text: str, known: Format | None, rules: RuleSet | None) -> Found | None:
    """What is read of a text, perhaps with a solution below; None if a puzzle cannot be read."""
    return _solved(text, known, rules) or _without_errors(text, known, rules)


def _without_errors(
    text: str, known: Format | None, rules: RuleSet | None, most: int | None = None
) -> Found | None:
    """What is read of a text, of that many puzzles at most; None if one of them cannot be."""
    found: list[ReadPuzzle | FormatError] = []
    with suppress(FormatError):
        reader, text = (known, text) if known else detected(text, None, rules, why=False)
        for each in islice(reader.read(text, rules), most):
            if isinstance(each, FormatError):
                return None
            found.append(each)
        return (reader, found) if found else None
    return None


def _solved(text: str, known: Format | None, rules: RuleSet | None) -> Found | None:
    """The only puzzle of a text with a grid below it that is its solution; None if it has none, or
    others.
    """
    below = around.solution_below(text)
    found = _without_errors(below.text, known, rules, most=2) if below else None
    if below is None or found is None or len(found[1]) > 1:
        return None
    [read] = found[1]
    assert isinstance(read, ReadPuzzle)
    fits = (read.puzzle.rows, read.puzzle.columns) == (len(below.grid), len(below.grid[0]))
    return found if fits and not violations(read.puzzle, below.grid) else None
