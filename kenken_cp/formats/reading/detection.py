"""Which format a text is in, by its content; which of several, that all show themselves in it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from math import inf

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats._words import MAX_TEXT
from kenken_cp.formats._writable import values_text
from kenken_cp.formats.json.values import NOT_JSON
from kenken_cp.formats.reading.around import without_comments
from kenken_cp.formats.reading.bytes import in_ascii, normalised
from kenken_cp.formats.reading.refusal import first_error, refusal
from kenken_cp.formats.record import FORMATS, Format
from kenken_cp.model.houses import extra_houses
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import RuleSet
from kenken_cp.text import listed, short_cell_names

_MOST_LOOKED_AT = 100
"""Puzzles of a text by which it is decided, where that is enough."""


def fitting(text: str, source: str | None = None) -> list[Format]:
    """The formats that show themselves in a text; NoPuzzleError if that is empty."""
    head = normalised(_head(text), source).lstrip("\n")  # the value of a program has many above it
    return list(_fitting(head))


def as_known(text: str, known: Format) -> str:
    """A text for a format that is asked for: with the characters of ASCII, if it shows itself only
    in these.
    """
    changed = in_ascii(text)
    if changed == text or known.detect(_head(text)) or not known.detect(_head(changed)):
        return text
    return changed


def _head(text: str) -> str:
    """What detection examines: the beginning of a text, or of what stands below blanks only."""
    head = text[:MAX_TEXT]
    return head if head.strip() else text.lstrip()[:MAX_TEXT] or head


@FORMATS.remembered(1, lambda _: MAX_TEXT)
def _fitting(head: str) -> tuple[Format, ...]:
    """The same, which is asked for twice of a file of a folder."""
    return tuple(format_ for format_ in FORMATS if format_.detect(head))


def detected(
    text: str, source: str | None, rules: RuleSet | None, *, why: bool = True
) -> tuple[Format, str]:
    """The format of a text, and what of it is to be read: if no format knows its comments, all but
    these; if none knows its full-width or typographic signs, those of ASCII in their place.

    If no format shows itself, the NoPuzzleError says ``why``, unless nobody asks: that takes long.
    """
    found, original = fitting(text), text
    for as_usual in (without_comments, in_ascii):
        changed = text if found else as_usual(original)
        if not changed.strip():
            raise NoPuzzleError("no puzzle: the text holds only comments", source=source)
        if changed != text and (found := fitting(changed)):
            text = changed
    try:
        if not found and why:
            raise refusal(_head(text), FORMATS).of_class(NoPuzzleError)
        if not found:
            raise NoPuzzleError("no puzzle in a known format")
        return found[0] if len(found) == 1 else decided(found, text, rules), text
    except FormatError as error:
        error.source = source
        raise


# --- one of several ------------------------------------------------------------------------------


def decided(fitting: Sequence[Format], text: str, rules: RuleSet | None) -> Format:
    """The only one by which all of the text can be read, or the first of those that read the same;
    under ``rules``, if somebody asks for them. Else the only one in which cages cover each board:
    that each cell is in one, and in no other, is no accident.

    Else a FormatError that names them: with what is wrong in the one by which most can be read, if
    they are all wrong; or with where they differ.
    """
    for most in (_MOST_LOOKED_AT, None):
        errors = {known.name: first_error(known, text, rules, most) for known in fitting}
        right = [known for known in fitting if errors[known.name] is None]
        if len(right) < 2:
            break
    if len(right) == 1:
        return right[0]
    names = f"this fits the formats {listed(known.name for known in right or fitting)}"
    if not right:
        wrong = {name: error for name, error in errors.items() if error is not None}
        no_json = [error for error in wrong.values() if error.message.startswith(NOT_JSON)]
        if no_json:  # whatever it is meant as
            raise max(no_json, key=lambda error: error.column or 0)
        # The one in which most of the text is right is the likeliest; without a line all was read.
        name, last = max(wrong.items(), key=lambda item: (item[1].line or inf, item[1].column or 0))
        others = [
            f"{other} on line {error.line}" if error.line else other
            for other, error in wrong.items()
            if other != name
        ]
        raise FormatError(
            f"{names}, and is wrong in each, in {listed(others)}, and here in {name}: "
            f"{last.message}; mend it, or say which with --from",
            line=last.line,
            column=last.column,
        )
    if (difference := _difference(right, text, rules)) is None:
        return right[0]
    covering = [
        known
        for known in right
        if not any(puzzle.free_cells for puzzle in _puzzles(known, text, rules))
    ]
    if len(covering) == 1:
        return covering[0]
    raise FormatError(f"{names}: {difference}; no line decides, say which with --from")


def _difference(right: Sequence[Format], text: str, rules: RuleSet | None) -> str | None:
    """What the first puzzle is in each format that is not the same in all; None without one."""
    names = [known.name for known in right]
    for puzzles in zip_longest(*(_puzzles(known, text, rules) for known in right)):
        if len(set(puzzles)) > 1:
            facts = zip(*map(_facts, puzzles), strict=False)
            said = next(each for each in facts if len(set(each)) > 1)
            return listed(
                [f"{fact} as {name}" for name, fact in zip(names, said, strict=True)], "but"
            )
    return None


def _puzzles(known: Format, text: str, rules: RuleSet | None) -> Iterator[Puzzle]:
    for each in known.read(text, rules):
        assert not isinstance(each, FormatError)  # it was read before
        yield each.puzzle


def _facts(puzzle: Puzzle | None) -> Iterator[str]:
    """What there is to say of a puzzle, in an order that is the same for all."""
    yield "no puzzle" if puzzle is None else f"a {puzzle.size_name} board"
    if puzzle is None:
        return
    yield f"{puzzle.rules.name} rules"
    yield f"values {values_text(puzzle.values)}"
    houses = extra_houses(puzzle.size, puzzle.houses).names
    yield listed(houses) if houses else "rows and columns only"
    yield from map(str, puzzle.cages)
    yield "no more cages"
    yield from (f"the house {short_cell_names(house)}" for house in puzzle.houses)
