"""Texts as lz-string packs them in base64, in links of puzzle editors.

A stream of codes, each of as many bits as the largest code so far needs, the lowest bit first: 0
and 1 stand before a new character of 8 or 16 bits, 2 ends the text, and each other code is a phrase
that came before: what a code said, and the first character of what the next one said. The bits are
six to a character of base64, the highest first.
"""

from string import ascii_letters, digits

from kenken_cp.errors import FormatError
from kenken_cp.formats._words import Word

_ALPHABET = ascii_letters[26:] + ascii_letters[:26] + digits + "+/"
_VALUES = {char: format(value, "06b") for value, char in enumerate(_ALPHABET)}
_VALUES |= {"-": _VALUES["+"], "_": _VALUES["/"], " ": _VALUES["+"]}
_NARROW, _WIDE, _END = 0, 1, 2
_BITS = {_NARROW: 8, _WIDE: 16}

_MOST_PACKED = 1 << 20
_MOST_UNPACKED = 8 << 20
"""Characters of a packed text and of what it holds: no puzzle has as many."""


def unpacked(word: Word) -> str:
    """The text that a word holds; FormatError if it holds none."""
    packed = word.text.rstrip("=$")
    if len(packed) > _MOST_PACKED:
        raise word.error(f"{len(packed)} characters; expected at most {_MOST_PACKED}")
    try:
        # Turned round, for numbers have their lowest bit first: what comes next is at the end.
        bits = "".join([_VALUES[char] for char in packed])[::-1]
    except KeyError:
        at, char = next((at, char) for at, char in enumerate(packed) if char not in _VALUES)
        raise word.part(char, at).unlike("letters, digits, + and /") from None
    end, length = len(bits), 0
    phrases: list[str] = [""] * 3  # the codes that are none
    found: list[str] = []
    last = ""
    while True:
        width = len(phrases).bit_length()
        if end < width:
            raise _damaged(word)
        code = int(bits[end - width : end], 2)
        end -= width
        if code > _END:
            pass
        elif code == _END:
            break
        elif end < _BITS[code]:
            raise _damaged(word)
        else:
            start, end = end, end - _BITS[code]
            phrases.append(chr(int(bits[end:start], 2)))
            code = len(phrases) - 1
        if code < len(phrases):
            phrase = phrases[code]
        elif code == len(phrases) and last:
            phrase = last + last[0]
        else:
            raise _damaged(word)
        length += len(phrase)
        if length > _MOST_UNPACKED:
            raise word.error(f"a text of more than {_MOST_UNPACKED >> 20} MB; expected a puzzle")
        if last:
            phrases.append(last + phrase[0])
        found.append(phrase)
        last = phrase
    units = "".join(found).encode("utf-16-le", "surrogatepass")
    return units.decode("utf-16-le", "replace")


def _damaged(word: Word) -> FormatError:
    return word.error("a damaged link: what it holds is no text")


def packed(text: str) -> str:
    """A text, packed."""
    units = text.encode("utf-16-le", "surrogatepass")
    characters = [chr(units[at] | units[at + 1] << 8) for at in range(0, len(units), 2)]
    codes: dict[str, int] = {}
    new: set[str] = set()
    bits: list[str] = []
    said = 2  # codes, and the characters of new ones, as the reader will know them

    def put(value: int, count: int) -> None:
        bits.append(format(value, f"0{count}b")[::-1])

    def say(phrase: str) -> None:
        nonlocal said
        if phrase in new:
            new.discard(phrase)
            kind = _NARROW if ord(phrase) < 256 else _WIDE
            put(kind, said.bit_length())
            put(ord(phrase), _BITS[kind])
            said += 1
        else:
            put(codes[phrase], said.bit_length())
        said += 1

    phrase = ""
    for char in characters:
        if char not in codes:
            codes[char] = len(codes) + 3
            new.add(char)
        if phrase + char in codes:
            phrase += char
            continue
        say(phrase)
        codes[phrase + char] = len(codes) + 3
        phrase = char
    if phrase:
        say(phrase)
    put(_END, said.bit_length())
    stream = "".join(bits)
    stream += "0" * (6 - len(stream) % 6)
    values = (int(stream[at : at + 6], 2) for at in range(0, len(stream), 6))
    base64 = "".join(_ALPHABET[value] for value in values)
    return base64 + "=" * (-len(base64) % 4)
