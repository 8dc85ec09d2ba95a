"""Texts as lz-string packs them in base64, in the links of f-puzzles and SudokuPad.

A stream of codes, each of as many bits as the largest code so far needs, the lowest bit first: 0
and 1 stand before a new character of 8 or 16 bits, 2 ends the text, and each other code is a phrase
that came before: the phrase of one code plus the first character of the next code's phrase. The
bits are six to a character of base64, the highest first.

The package ``lzstring`` is not used for it: its last release is of 2018 and needs ``future``; what
is damaged makes it raise ``KeyError``, ``IndexError`` or ``UnboundLocalError``; nothing limits what
a short text may become; and it takes twelve times as long to read 100 kB.
"""

from string import ascii_letters, digits

from kenken_cp.formats.tokens import Token

_ALPHABET = ascii_letters[26:] + ascii_letters[:26] + digits + "+/"
_VALUES = {char: format(value, "06b") for value, char in enumerate(_ALPHABET)}
_END = 2
_BITS = (8, 16)

_MOST_UNPACKED = 1 << 20
"""Characters of what a text holds: no puzzle has as many."""


def unpacked(word: Token) -> str:
    """The text that a word holds; FormatError if it holds none."""
    packed = word.text.rstrip("=")
    for at, char in enumerate(packed):
        if char not in _VALUES:
            raise word.part(char, at).unlike("letters, digits, + and /", "in the link")
    # Turned round, for numbers have their lowest bit first: what comes next is at the end.
    bits = "".join([_VALUES[char] for char in packed])[::-1]
    phrases = [""] * 3  # the codes that are none
    output: list[str] = []
    length, last, end = 0, "", len(bits)
    damaged = word.error("a damaged link: what it holds is no text")

    def take(width: int) -> int:
        nonlocal end
        end -= width
        if end < 0:
            raise damaged
        return int(bits[end : end + width], 2)

    while (code := take(len(phrases).bit_length())) != _END:
        if code < _END:
            phrases.append(chr(take(_BITS[code])))
            code = len(phrases) - 1
        if code > len(phrases) or (code == len(phrases) and not last):
            raise damaged
        phrase = phrases[code] if code < len(phrases) else last + last[0]
        length += len(phrase)
        if length > _MOST_UNPACKED:
            raise word.error(f"a link with more than {_MOST_UNPACKED} characters in it")
        if last:
            phrases.append(last + phrase[0])
        output.append(phrase)
        last = phrase
    return "".join(output).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
