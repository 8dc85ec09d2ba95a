"""Small changes to texts, as people, editors and broken transfers make them."""

from __future__ import annotations

from random import Random

SNIPPETS = (
    *"0123456789.,:;|#=+-*/%!()[]{}\"'_ \t\nabxyzARC",
    *("\r\n", "\r", "\f", "\v", "\0", "\x1b[31m", "\ufeff", "\u2028", "\u00a0", "\u0130", "−", "×"),
    *("\x1c", "\x85", "–", "½", "1e999", "Infinity"),
    *("٣", "²", "ß", "é", "e\u0301", "😀", "\ud800"),
    *("---", "--", "{-", "-}", "..", "r1c1", "r0c0", "r65c1", "A1", "Cage", "kk1 = [", "null"),
    *("true", "NaN", "1e5", "-0", "-1", "00", "65", "64", "9" * 18, "9" * 101, "1_000", "0x10"),
    *("size: 4x6\n", "values: 0..3\n", "rules: killer\n", "boxes: 2x2\n", "diagonals: yes\n"),
    *("house: r1c1 r1c2\n", "solutions: 3+\n", "title: #\n", "SAVEFILE:", '"cells":', "4:"),
)
"""What is put into texts: characters with a meaning somewhere, and words of every format."""


LOOK_ALIKES = (
    str.maketrans({code: code + 0xFEE0 for code in range(ord("!"), ord("~") + 1)}),  # full width
    str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩"),
    str.maketrans("aceopxABCEHKMOPTX", "асеорхАВСЕНКМОРТХ"),  # Cyrillic
    str.maketrans("-*/x|:,\"'", "−∗∕×│：，”’"),
    str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"),
)
"""Characters for others that a person takes for the same."""


def mutated(random: Random, text: str, others: list[str]) -> str:
    """A text after one to three changes; ``others`` are texts that parts may come from."""
    for _ in range(random.choice((1, 1, 1, 1, 2, 3))):
        text = random.choice(_CHANGES)(random, text, others)
    return text


def _span(random: Random, text: str, most: int = 12) -> tuple[int, int]:
    start = random.randint(0, len(text))
    return start, min(len(text), start + random.randint(0, most))


def _insert(random: Random, text: str, _: list[str]) -> str:
    at = random.randint(0, len(text))
    return text[:at] + random.choice(SNIPPETS) + text[at:]


def _replace(random: Random, text: str, _: list[str]) -> str:
    start, end = _span(random, text, 3)
    return text[:start] + random.choice(SNIPPETS) + text[end:]


def _delete(random: Random, text: str, _: list[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[end:]


def _repeat(random: Random, text: str, _: list[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[start:end] * random.choice((2, 3, 70)) + text[end:]


def _exchange_characters(random: Random, text: str, _: list[str]) -> str:
    if len(text) < 2:
        return text
    one, other = sorted(random.sample(range(len(text)), 2))
    return text[:one] + text[other] + text[one + 1 : other] + text[one] + text[other + 1 :]


def _cut(random: Random, text: str, _: list[str]) -> str:
    at = random.randint(0, len(text))
    return random.choice((text[:at], text[at:]))


def _shuffle_lines(random: Random, text: str, _: list[str]) -> str:
    lines = text.split("\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return "\n".join(lines)


def _drop_or_double_a_line(random: Random, text: str, _: list[str]) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    return "\n".join([*lines[:at], *[lines[at]] * random.choice((0, 2)), *lines[at + 1 :]])


def _change_a_number(random: Random, text: str, _: list[str]) -> str:
    digits = [at for at, char in enumerate(text) if char in "0123456789"]
    if not digits:
        return text
    at = random.choice(digits)
    changed = random.choice(
        ("0", "1", "9", "-1", "64", "65", "1000000", str(random.randint(0, 99)))
    )
    return text[:at] + changed + text[at + 1 :]


def _splice(random: Random, text: str, others: list[str]) -> str:
    start, end = _span(random, text, 40)
    other = random.choice(others)
    first, last = _span(random, other, 80)
    return text[:start] + other[first:last] + text[end:]


def _turn_case(random: Random, text: str, _: list[str]) -> str:
    start, end = _span(random, text)
    return text[:start] + text[start:end].swapcase() + text[end:]


def _lengthen_a_number(random: Random, text: str, _: list[str]) -> str:
    digits = [at for at, char in enumerate(text) if char in "0123456789"]
    if not digits:
        return text
    at = random.choice(digits)
    return text[:at] + random.choice(("0", "9", text[at])) * random.choice((1, 3, 30)) + text[at:]


def _look_alike(random: Random, text: str, _: list[str]) -> str:
    at = random.randrange(len(text) + 1)
    start, end = at, min(len(text), at + random.choice((1, 1, 20)))
    return text[:start] + text[start:end].translate(random.choice(LOOK_ALIKES)) + text[end:]


def _damage_a_byte(random: Random, text: str, _: list[str]) -> str:
    data = bytearray(text.encode(errors="surrogatepass"))
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return data.decode(random.choice(("utf-8", "latin-1")), "replace")


def _head_of_another(random: Random, text: str, others: list[str]) -> str:
    other = random.choice(others)
    return other[: random.randint(0, len(other))] + text[random.randint(0, len(text)) :]


_CHANGES = (
    _lengthen_a_number,
    _look_alike,
    _damage_a_byte,
    _head_of_another,
    _insert,
    _insert,
    _replace,
    _replace,
    _delete,
    _repeat,
    _exchange_characters,
    _cut,
    _shuffle_lines,
    _drop_or_double_a_line,
    _change_a_number,
    _change_a_number,
    _splice,
    _turn_case,
)
