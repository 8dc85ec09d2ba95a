"""Which format a text is in, by its content."""

from functools import lru_cache

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats._ambiguous import decided
from kenken_cp.formats._bytes import in_ascii, normalised
from kenken_cp.formats._stray import without_comments
from kenken_cp.formats._unrecognised import refusal
from kenken_cp.formats.record import FORMATS, Format
from kenken_cp.model.rule_sets import RuleSet

MAX_DETECTED = 100_000
"""Characters of a text that detection examines: every format shows itself much earlier."""


def fitting(text: str, source: str | None = None) -> list[Format]:
    """The formats that show themselves in a text; NoPuzzleError if that is empty."""
    head = normalised(_head(text), source).lstrip("\n")  # the value of a program has many above it
    return list(_fitting(head, FORMATS.changes))


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
    head = text[:MAX_DETECTED]
    return head if head.strip() else text.lstrip()[:MAX_DETECTED] or head


@lru_cache(1)
def _fitting(head: str, _changes: int) -> tuple[Format, ...]:
    """The same, which is asked for twice of a file of a folder."""
    return tuple(format_ for format_ in FORMATS if format_.detect(head))


def detected(text: str, source: str | None, rules: RuleSet | None) -> tuple[Format, str]:
    """The format of a text, and what of it is to be read: if no format knows its comments, all but
    these; if none knows its full-width or typographic signs, those of ASCII in their place.
    """
    known = _recognised(text, source, rules)
    if known is None:
        error = refusal(_head(text), FORMATS).of_class(NoPuzzleError)
        error.source = source
        raise error
    return known


def recognised(text: str, rules: RuleSet | None) -> tuple[Format, str]:
    """The same, of a part of a text. If no format shows itself, it is not looked for why: that
    takes longer, and is not reported.
    """
    known = _recognised(text, None, rules)
    if known is None:
        raise NoPuzzleError("no puzzle in a known format")
    return known


def _recognised(text: str, source: str | None, rules: RuleSet | None) -> tuple[Format, str] | None:
    found, original = fitting(text), text
    for as_usual in (without_comments, in_ascii):
        changed = text if found else as_usual(original)
        if not changed.strip():
            raise NoPuzzleError("no puzzle: the text holds only comments", source=source)
        if changed != text and (found := fitting(changed)):
            text = changed
    if len(found) <= 1:
        return (found[0], text) if found else None
    try:
        return decided(found, text, rules), text
    except FormatError as error:
        error.source = source
        raise
