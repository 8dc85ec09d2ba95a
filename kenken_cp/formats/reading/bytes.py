"""Bytes to text: files, what gzip has packed, what is no text, and the marks around one."""

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from itertools import pairwise
from typing import BinaryIO

from kenken_cp.errors import FormatError, NoPuzzleError
from kenken_cp.formats.reading import waiting
from kenken_cp.patterns import regex
from kenken_cp.text import quoted

MAX_BYTES = 16 << 20
"""Bytes of a text: some 200,000 Sudokus. What never ends must end before memory does."""

_GZIP = b"\x1f\x8b"
"""The beginning of a text that gzip has packed, which is read as if it were not."""

UTF_16 = (BOM_UTF16_LE, BOM_UTF16_BE)
"""The marks at the beginning of a text in UTF-16."""

BEGINNINGS_WITH_NUL = (_GZIP, *UTF_16)
"""Of texts that may have NUL bytes."""

_MAX_PACKED = 100
"""Files of gzip in one: what is left is copied after each of them."""

_OTHER_FILES = {
    b"%PDF": "a PDF file",
    b"%!PS": "a PostScript file",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"RIFF": "a picture, sound or film",
    b"PK\x03\x04": "a zip archive, or a document that is one (such as .docx or .xlsx)",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"{\\rtf": "a document in RTF",
    b"\xff\xfe\0\0": "a text in UTF-32",  # the mark of UTF-16 is its first two bytes
}
"""What people give by mistake, by how it begins."""

_MARKS = "\ufeff\u200b"
"""What stands for nothing: byte order marks, spaces without a width. DOS ends a text with 0x1A."""

_STRING_OR_BLANK = regex(r"(\"(?:[^\"\\\n]|\\.)*+\")|[\u00a0\u200b]")
"""White space of web pages, which JSON has only within strings."""

_FENCE = regex(r"^[ \t]*+(?:`{3,}+|~{3,}+)[ \t]*+\w*+[ \t]*+$", re.MULTILINE)
"""A line of backquotes or tildes, as around code in Markdown."""

_QUOTED = regex(r"(?:[ \t]*+(?:>(?:[ \t]*+>)*+[^\n<>]*+)?+(?:\n|\Z))++")
_QUOTE = regex(r"^[ \t]*+>(?:[ \t]*+>)*+", re.MULTILINE)
"""What mail puts before each line that it quotes, once or more; but rows of arrows have others,
too.
"""

_MAX_BEFORE_QUOTE = 1000
"""Characters of blank lines above the first that is quoted."""

_MAX_SIGNATURE = 800
"""Characters at the end of a text in which a signature is looked for."""

_DEVICE = regex(
    r"[ \t>]*+(?:Sent (?:from|via|with)|Get Outlook for|Gesendet (?:von|mit)|Von meinem"
    r"|Envoy\u00e9 (?:de|depuis)|Enviado (?:desde|do)|Inviato da)[ \t][^\n=;{}\[\]|]{1,60}"
)
"""The last line of mail, which names what it was sent from."""

_WORDS = r"(?:https?://\S++|www\.\S++|[^\s@]++@\S++|[^\n0-9=;{}\[\]|])"
_LINE = rf"[ \t>]*+(?:(?:(?:tel|phone|mobile|fax)\b[^\n]*+|(?=[^\n]*?[^\W\d_]{{2}}){_WORDS}++))?+\n"
_NO_NUMBER = r"[^\n0-9=;{}\[\]|+*/\u00d7\u00f7]*+"
_ADDRESS = rf"[ \t>]*+(?=[^\n]*?[^\W\d_]{{4}}){_NO_NUMBER}(?:[0-9]++{_NO_NUMBER}){{1,3}}+\n"
_SIGNATURE = regex(
    rf"\n[ \t>]*+--[ \t]*+\n(?:{_LINE}(?:{_LINE}|{_ADDRESS}){{0,7}}+)?+\Z", re.IGNORECASE
)
"""The line that begins a signature, and what stands below it: words, no numbers as a puzzle has;
but below a name a street, or a town, may have some.
"""

_OF_RULES = regex(
    r"\b(?:diagonal|samurai|gattai|jigsaw|irregular|windoku|hyper|(?:anti.?)?(?:knight|king\b)|killer|sums?\b"
    r"|cages?\b|regions?\b|boxe?s?\b|thermo|arrows?\b|consecutive|rules?\b|differ|repeat|sudoku|\w*doku\b"
    r"|kenken|latin|torus|toroid|x\b|values?\b|digits?\b|numbers?\b|operators?\b|hidden|zero|nought"
    r"|add(?:s|ing|ition)?\b|subtract|multipl|divi[ds]|plus\b|minus\b|times\b|given|constant|target"
    r"|puzzle\W*+[0-9]"
    r"|lines?\b|corners?\b|grids?\b|boards?\b|cells?\b|rows?\b|columns?\b|houses?\b|solutions?\b)",
    re.IGNORECASE,
)
"""Words that may say more of a puzzle."""

_OF_A_PERSON = regex(
    r"[ \t>]*+(?:[^\W\da-z_]|[0-9]{1,6}[a-z]?,?[ \t]++[^\W\da-z_][^\W\d_]{2}|https?:|www\."
    r"|[^\s@]++@|(?:tel|phone|mobile|fax)\b|$)"
)
"""How a line of a signature begins: with a capital, as names do, or an address."""

_IN_ASCII = str.maketrans(
    {0x3000: " "}
    | {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)}
    | dict.fromkeys("\u00a0\u2002\u2003\u2009\u202f\u200b\u200c\u200d\u2060\ufeff", " ")
    | dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"')
    | dict.fromkeys("\u2018\u2019\u201a\u2032", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
)
"""The characters of ASCII for those that Chinese and Japanese keyboards, word processors and web
pages have in their place.
"""

AnyPath = str | os.PathLike[str]


def read_text(path: AnyPath, most: int = MAX_BYTES) -> str:
    """The content of a text file, as ``decode`` takes it; FormatError if it cannot be read, is no
    text, or has more than ``most`` bytes.
    """
    try:
        source = os.fspath(path)
    except TypeError:
        raise no_path(path) from None
    try:
        with open(path, "rb", opener=waiting.opened) as file:
            data = waiting.read(file, most + 1)
    except FileNotFoundError:
        raise FormatError("no such file", source=source) from None
    except IsADirectoryError:
        raise FormatError("a directory; expected a file", source=source) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", source=source) from error
    except ValueError as error:  # a path that no file can have
        raise FormatError(f"not a path: {error}", source=source) from error
    return decode(data, source, most)


def no_path(value: object) -> FormatError:
    """The error for what stands in place of a path."""
    expected = "expected one (loads and loads_all read texts)"
    return FormatError(f"{quoted(value, 60)} is no path; {expected}")


def read_bytes(stream: BinaryIO, most: int = MAX_BYTES) -> bytes:
    """What a stream holds, up to one byte more than ``decode`` takes."""
    return waiting.read(stream, most + 1)


def decode(data: bytes, source: str, most: int = MAX_BYTES) -> str:
    """Bytes in UTF-8, or in UTF-16 with its mark, as text, perhaps packed by gzip; FormatError with
    the source, and the offset if a byte is wrong, if they are no such text or more than ``most``.
    """
    if data.startswith(_GZIP):
        data = _unpacked(data, source, most + 1)
    for beginning, what in _OTHER_FILES.items():
        if data.startswith(beginning):
            raise NoPuzzleError(f"{what}; expected a text in UTF-8", source=source)
    try:
        in_utf_16 = data.startswith(UTF_16)
        if len(data) > most and (in_utf_16 or b"\0" not in data):
            raise waiting.too_long(most)
        if in_utf_16:
            return _from_utf_16(data)
        return waiting.as_text(data).removeprefix("\ufeff")
    except FormatError as error:
        error.source = source
        raise


def _from_utf_16(data: bytes) -> str:
    try:
        return data.decode("utf-16")
    except UnicodeDecodeError as error:
        what = f"not UTF-16, as its mark says: at offset {error.start} is {error.reason}"
        raise NoPuzzleError(what) from error


def _unpacked(data: bytes, source: str, most: int) -> bytes:
    """What gzip has packed, no more than that many bytes of it; FormatError if it is damaged."""
    import zlib  # which few have need of

    found, parts = b"", 0
    while data and len(found) < most:
        parts += 1
        if parts > _MAX_PACKED:
            raise FormatError(f"more than {_MAX_PACKED} gzip files in one", source=source)
        member = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        try:
            found += member.decompress(data, most - len(found))
        except zlib.error as error:
            raise FormatError(f"a damaged gzip file: {error}", source=source) from error
        if not member.eof and len(found) < most:
            raise FormatError("a damaged gzip file: it ends early", source=source)
        data = member.unused_data.lstrip(b"\0")  # as tapes are filled up
    return found


def normalised(text: str, source: str | None) -> str:
    """A text with plain newlines, without the marks that programs leave around it."""
    if not isinstance(text, str):
        expected = "expected a text (load and load_all read files)"
        raise FormatError(f"{quoted(text, 60)} is no text; {expected}", source=source)
    try:
        text.encode()
    except UnicodeEncodeError as error:  # what arguments in another encoding come as
        raise FormatError(
            f"not UTF-8: {text[error.start]!r} at offset {error.start}", source=source
        ) from None
    text = text.lstrip(_MARKS).rstrip(_MARKS + "\x1a\f")
    if not text.strip():
        what = "holds only white space" if text else "is empty"
        raise NoPuzzleError(f"no puzzle: the text {what}", source=source)
    text = _without_signature(waiting.plain_newlines(text))
    if ">" in text[:_MAX_BEFORE_QUOTE] and _QUOTED.fullmatch(text):
        text = _QUOTE.sub(lambda found: " " * len(found[0]), text)
    if _FENCE.match(text.lstrip("\n")):
        text = _FENCE.sub("", text)
    if not text.isascii() and text.lstrip().startswith(("{", "[")):
        text = _STRING_OR_BLANK.sub(lambda found: found[1] or " ", text)
    return text


def _without_signature(text: str) -> str:
    """A text without what mail has below it; nothing else is left out."""
    end = text[-_MAX_SIGNATURE:].rstrip()
    above = end.rfind("\n") + 1
    if _DEVICE.fullmatch(end, above):
        end = end[:above].rstrip()
    if "--" in end and (match := _SIGNATURE.search(end + "\n")):
        said = match[0]
        persons = all(map(_OF_A_PERSON.match, said.split("\n")[2:]))
        if persons and not _OF_RULES.search(said) and not _has_rows(said):
            end = end[: match.start()]
    if not end.strip("> \n") or end == text[-_MAX_SIGNATURE:].rstrip():
        return text
    return text[:-_MAX_SIGNATURE] + end + "\n"


def _has_rows(text: str) -> bool:
    """Whether lines may be rows of a picture: letters of one case, as many in two of them."""
    rows = ["".join(filter(str.isalpha, line)) for line in text.split("\n")]
    return any(
        len(row) == len(other) > 1 and (row + other).islower() | (row + other).isupper()
        for row, other in pairwise(rows)
    )


def in_ascii(text: str) -> str:
    """A text with the characters of ASCII for those of full width, and for typographic quotation
    marks, dashes and spaces; they stand where these do.
    """
    return text if text.isascii() else text.translate(_IN_ASCII)
