"""The spellings of clues and pictures that are read: each as the one puzzle it can mean."""

from __future__ import annotations

import re
from random import Random
from unicodedata import normalize

import pytest
from attacks.mutations import mutated
from formats.test_first_tries import FIRST_TRIES
from hypothesis import given
from hypothesis import strategies as st
from strategies import examples, planted

from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.formats import dumps, dumps_all, loads, loads_all
from kenken_cp.formats._words import Word
from kenken_cp.formats.pictures.clues import ClueReader, clue_labels
from kenken_cp.formats.pictures.directives import NAMES
from kenken_cp.model.operators import GIVEN

PICTURE = "aab\ncdb\ncdd\n\n"
SPELLED = {
    "colons": "a: 3+\nb: 1-\nc: 2-\nd: 12*",
    "equals signs": "a = 3+\nb=1-\nc =2-\nd= 12*",
    "dashes": "a - 3+\nb – 1-\nc — 2-\nd- 12*",
    "nothing between": "a3+\nb1-\nc2-\nd12x",
    "operator first": "a +3\nb -1\nc - 2\nd *12",
    "operator first, after a sign": "a: +3\nb = -1\nc=-2\nd: * 12",
    "operator first, nothing between": "a+3\nb-1\nc-2\nd*12",
    "one line": "a 3+ b 1- c 2- d 12*",
    "one line, commas": "a: 3+, b: 1-,c: 2-, d: 12*,",
    "one line, semicolons": "a=3+; b=1-; c=2-; d=12*;",
    "one line, packed": "a3+ b1- c2- d12*",
    "two lines": "a 3+ b 1-\n\nc 2 - d 12 *",
    "words": "a 3 plus\nb 1 minus\nc 2 Subtract\nd 12 TIMES",
    "nouns": "a sum 3\nb 1 difference\nc difference 2\nd 12 product",
    "signs of other keyboards": "a　３＋\nb：１－\nc　２−\nd　１２×",
    "typography": "a 3+\nb 1−\nc 2–\nd 12✕",
    "emoji": "a 3➕\nb 1➖\nc 2➖\nd 12✖\ufe0f",
    "tabs": "a\t3+\nb\t1-\nc\t2-\nd\t12\t*",
    "another order": "d 12·\nc 2-\nb 1-\na 3+",
}
PICTURES = ["a,a,b\nc,d,b\nc,d,d", "a, a, b,\nc, d, b,\nc, d, d,", "a\ta\tb\nc\td\tb\nc\td\td"]


@pytest.mark.parametrize("clues", SPELLED.values(), ids=SPELLED)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "  \n"], ids=repr)
def test_each_spelling_is_the_same_puzzle(clues: str, ends: str) -> None:
    expected = loads(PICTURE + "a 3+\nb 1-\nc 2-\nd 12*\n")
    assert loads("\ufeff" + (PICTURE + clues + "\n").replace("\n", ends)) == expected


TABLES = {
    "commas": "a,a,b\nc,d,b\nc,d,d\n,,\na,3+,\nb,1-,\nc,2-,\nd,12*,\n",
    "commas, no blank row": "a,a,b\nc,d,b\nc,d,d\na,3+\nb,1-\nc,2-\nd,12*\n",
    "semicolons": "a;a;b\nc;d;b\nc;d;d\n;;\na;3+;\nb;1-;\nc;2-;\nd;12*;\n",
    "tabs": "a\ta\tb\nc\td\tb\nc\td\td\n\t\t\na\t3+\t\nb\t1-\t\nc\t2-\t\nd\t12*\t\n",
    "three cells": "a,a,b\nc,d,b\nc,d,d\n,,\na,3,+\nb,1,-\nc,2,minus\nd,12,x\n",
    "quotation marks": '"a","a","b"\n"c","d","b"\n"c","d","d"\n"","",""\n"a","3+",""\n'
    '"b",1,"-"\n"c";"2-"\n"d","12*"\n',
    "numbered": "k1,k1,k2\nk3,k4,k2\nk3,k4,k4\n\nk1,3+\nk2,1-\nk3,2-\nk4,12*\n",
}


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_table_as_spreadsheets_save_it(table: str) -> None:
    assert loads(table) == loads(PICTURE + "a 3+\nb 1-\nc 2-\nd 12*\n")
    assert loads(f"title: one, and two; three\n\n{table}").title == "one, and two; three"
    with pytest.raises(FormatError, match=r"unknown operator|expected a label and") as caught:
        loads(re.sub(r"12(?=.*\n\Z)", "12r", table))
    assert caught.value.line == table.count("\n")


def test_a_table_with_a_given_and_a_free_cell() -> None:
    assert loads("a;2\n.;a\na;3+\n") == loads("a 2\n. a\n\na 3+\n")


@pytest.mark.parametrize("picture", PICTURES)
def test_commas_and_tabs_between_the_letters_of_a_picture(picture: str) -> None:
    text = f"Size: 3\nTITLE: x\n{picture}\n\n"
    puzzle = loads(text + SPELLED["colons"])
    assert (puzzle, puzzle.title) == (loads(PICTURE + SPELLED["colons"]), "x")


def test_an_empty_cell_between_commas() -> None:
    with pytest.raises(
        FormatError, match=r"line 2, column 2: an empty cell in the picture; expected [.]"
    ):
        loads("a,a,b\nc,,b\nc,d,d\n\na 3+\n", "native")


@pytest.mark.parametrize(
    ("text", "place", "meanings"),
    [
        # Without a clue that shows it, -3 is a number or a difference.
        ("a -3\nb 1\nc -2\nd -12", "5:1", "'a -3' could mean 'a -3?' or 'a 3-'"),
        # A difference first, where the others have their operators last.
        ("a 3+\nb -1\nc 2-\nd 12*", "6:1", "'b -1' could mean 'b -1?' or 'b 1-'"),
        ("a 3+\nb *2\nc -2\nd 12*", "7:1", "'c -2' could mean 'c -2?' or 'c 2-'"),
        ("a - 3\nb 1-\nc 2-\nd 12*", "5:1", "'a - 3' could mean 'a 3?' or 'a 3-'"),
        ("a-3\nb 1-\nc 2-\nd 12*", "5:1", "'a-3' could mean 'a -3?', 'a 3?' or 'a 3-'"),
        ("a-3+\nb 1-\nc 2-\nd 12*", "5:1", "'a-3+' could mean 'a -3+' or 'a 3+'"),
        # A colon divides, or stands between a label and its clue.
        ("a :3\nb 1-\nc 2-\nd 12*", "5:1", "'a :3' could mean 'a 3?' or 'a 3/'"),
        ("a:3\nb 1-\nc 2-\nd 12*", "5:1", "'a:3' could mean 'a 3?' or 'a 3/'"),
        ("a : 3\nb 1-\nc 2-\nd 12*", "5:1", "'a : 3' could mean 'a 3?' or 'a 3/'"),
    ],
)
def test_what_could_mean_two_things_is_refused(text: str, place: str, meanings: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(PICTURE + text, "native", source="x")
    assert str(caught.value).startswith(f"x:{place}: {meanings}")
    assert str(caught.value).endswith("(?: a hidden operator); expected one of these") == (
        "?" in meanings
    )
    # Each of the meanings, written as the message has it, is read.
    for meaning in re.findall(r"'([^']*)'", caught.value.message)[1:]:
        lines = [meaning if line[0] == meaning[0] else line for line in text.split("\n")]
        lines = [line if line == meaning else f"{line[0]} 5+" for line in lines]
        assert loads(PICTURE + "\n".join(lines), "native").cages


def test_clues_between_semicolons() -> None:
    apart = "a;3;+\nb ; 1 ; -\nc;2;minus;\nd;12;x\n"
    assert loads(PICTURE + apart) == loads(PICTURE + SPELLED["colons"])
    text = "aab\ncdb\ncee\n{blank}a;3;+\nb;1;-\nc;2;-\nd;3;c\ne;3;x\n"
    wanted = ["1-", "2-", "3", "3*", "3+"]
    for puzzle in (text.format(blank=""), text.format(blank="\n"), "3\n" + text.format(blank="")):
        assert sorted(cage.clue for cage in loads(puzzle).cages) == wanted
        with pytest.raises(FormatError, match="'a;3;c'; expected a l"):
            loads(puzzle.replace("a;3;+", "a;3;c"))


def test_labels_that_are_operators() -> None:
    picture = "xxb\ncxb\nccc\n\n"
    assert str(loads(f"{picture}x 3 x\nb 3 -\nc 3 x").cages[2]) == "3* at r2c1 r3c1 r3c2 r3c3"
    assert str(loads(f"{picture}x 3 x b 3 - c 3 x").cages[0]) == "3* at r1c1 r1c2 r2c2"
    with pytest.raises(FormatError, match="could mean 'c 3\\?, x 4\\*' or 'c 3\\*, x 4\\?'"):
        loads(f"{picture}b 3 -\nc 3 x x 4", "native")


def test_a_row_that_could_be_a_clue_of_a_label_whose_clue_is_in_words() -> None:
    mod = loads("a .\na 1\n\na mod 0\n").cages
    assert [str(cage) for cage in mod] == ["0mod at r1c1 r2c1", "1 at r2c2"]


def test_labels_that_begin_alike() -> None:
    picture = "a a1 a1\na b b\nb b b\n\n"
    assert loads(f"{picture}a 12* a1 2+ b 12+").cages[0].target == 12
    with pytest.raises(FormatError, match="'a12\\*' could mean 'a 12\\*' or 'a1 2\\*'"):
        loads(f"{picture}a12*\na1 2+\nb 12+", "native")


@pytest.mark.parametrize(
    ("directives", "clue", "target"),
    [
        ("values: -1..1\n", "b -1", -1),  # where there are negative values, it is a number
        ("rules: calcudoku\n", "d -2", -2),  # 1 - 3 on three cells: of 1, 1 and 2, as well
        ("", "b -1?", -1),
        ("", "b 1?", 1),
        ("", "b ?1", 1),
        ("", "b: 1", 1),
        ("", "b = 1", 1),
    ],
)
def test_numbers_whose_operator_is_hidden(directives: str, clue: str, target: int) -> None:
    clues = [clue if line[0] == clue[0] else line for line in ["a 3+", "b 1-", "c 2-", "d 6*"]]
    puzzle = loads(directives + PICTURE + "\n".join(clues))
    assert [(cage.target, cage.operator) for cage in puzzle.cages if cage.operator is None] == [
        (target, None)
    ]


@pytest.mark.parametrize("between", [" ", ": ", ":\t", "  "])
@pytest.mark.parametrize("clue", ["12", "3+", "2-", "6*", "2/", "2:", "5=", "3?", "4%", "7^ "])
@pytest.mark.parametrize("cells", [1, 2, 3])
def test_the_quick_way_reads_what_all_ways_would(between: str, clue: str, cells: int) -> None:
    """Most lines of clues have one meaning, as they look."""
    line = Word(f" ab{between}{clue}", 7, 1)
    reader = ClueReader({"ab": cells})
    quick = reader._plain_entry(line)
    if quick is not None:
        assert reader._ways(line)[0] == [quick]
    assert quick or not clue.endswith(("+", "*"))


def test_a_line_of_more_clues_than_any_board_has_cells() -> None:
    with pytest.raises(FormatError, match="more than 4096 clues on a line"):
        loads(PICTURE + "a 3+ " * 4200, "native")


def test_a_hidden_negative_target_is_written_so_that_it_cannot_be_a_difference() -> None:
    puzzle = loads("values: -1..1\n" + PICTURE + "a -3?\nb -1?\nc -2?\nd -1?")
    assert "a -3?\n" in dumps(puzzle)
    assert loads(dumps(puzzle)) == puzzle


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (PICTURE + "A 3+", "5:1: label 'A' has a clue but is not in the picture; is 'a' meant?"),
        (PICTURE + "a 3+\nb 1- e 2+", "6:6: label 'e' has a clue but is not in the picture"),
        (
            PICTURE + "a 3+, b 1-, a 4+",
            "5:13: a second clue for 'a'; the first is on line 5, column 1",
        ),
        (PICTURE + "a 3+\nb 1-\nc 2-", "2:2: label 'd' has no clue"),
        (PICTURE + "3+ a\n", "5:1: '3+ a'; expected a label and its clue, as in a 3+"),
        (PICTURE + "- b: 3+\n", "5:1: '- b: 3+'; expected a label and its clue, as in b 3+"),
        (
            PICTURE + "1: 3+\n",
            "5:1: '1: 3+'; expected a label and its clue, as in a 11+ (the number 1",
        ),
        (PICTURE + "\0 13\n", "5:1: '\\x00 13'; expected a label and its clue, as in a 11+"),
        (PICTURE + "a 3+ b\n", "5:6: 'b'; expected a label and its clue"),
        (PICTURE + "d 1,2*\n", "5:5: '2*'; expected a label and its clue"),
        (PICTURE + "d 12**\n", "5:3: unknown operator '**'"),
        (PICTURE + "d 12 **\n", "5:6: unknown operator '**'"),
        ("a: 3+\nb: 1-\n" + PICTURE, "1:1: the clues before the picture; expected the picture"),
        ("ab\nab\na3\nb3\n", "1:1: label 'a' has no clue; is 'a3' a clue? expected a blank line"),
        (
            "3x3\naab\ncdb\ncdd\na 3+\nb 1-\nc 2-\nd 9\n",
            "1:2: label 'x' has no clue; is '3x3' the size?",
        ),
        (
            "rules: kenken\n00\n01\n",
            "2:1: 0 in the picture, with values 1..2; expected . for a free",
        ),
    ],
)
def test_messages(text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, "native", source="x")
    assert str(caught.value).startswith(f"x:{message}")


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        ("a 3", ["a"]),
        ("a12*", ["a"]),
        ("a: 3 b: 4", ["a", "b"]),
        ("ab1 12 mult", ["ab1"]),
        ("a mod 0", ["a"]),
        ("a times: 3", []),
        ("a -4 xor, b -2?, c times 4", ["a", "b", "c"]),
        ("a 12 times b", []),
        ("a b 3", []),
        ("a12", []),  # three cells of a picture, as well
        ("a3x", []),
        ("3+ a", []),
        ("the 3 puzzles", []),
        ("+ 14 A1 A2", []),
        ("x 6 B1 B2", []),
    ],
)
def test_lines_that_look_like_clues(line: str, labels: list[str]) -> None:
    assert clue_labels(line) == labels


# --- drawn puzzles --------------------------------------------------------------------------------

GAPS = (" ", ": ", " = ", "=", "\t")
OPERATORS = {
    "+": ("+", "＋", "add"),
    "-": ("-", "−", "–"),
    "*": ("*", "×", "x"),
    "/": ("/", "÷", ":"),
    "mod": ("mod", "modulo"),
    "^": ("^", "pow"),
    "|": ("|", "or"),
    "&": ("&", "and"),
    "xor": ("xor", "⊕"),
    "gcd": ("gcd", "GCD"),
    "lcm": ("lcm",),
    "min": ("min", "minimum"),
    "max": ("max", "Maximum"),
    "range": ("range",),
    "avg": ("avg", "mean"),
    "concat": ("concat", "cat"),
    "parity": ("parity", "Parity"),
    "distinct": ("distinct", "different"),
    "order": ("order",),
}


@st.composite
def respelled(draw: st.DrawFn, text: str) -> str:
    """A canonical text with each clue in another spelling, and the picture too."""
    picture, *clues = text.rstrip("\n").rpartition("\n\n")[::2]
    if not re.match(r"[a-z]+ +-?\d", clues[0]):
        return text  # nothing but a picture
    separator = draw(st.sampled_from(["\n", "\n", ", ", " ", "; "]))
    turned = draw(st.booleans())
    gap = draw(st.sampled_from(GAPS))
    lines = []
    for line in clues[0].split("\n"):
        label, target, operator = re.fullmatch(r"([a-z]+) +(-?\d+)(\D*)", line).groups()
        spelled = draw(st.sampled_from(OPERATORS.get(operator, (operator,))))
        if draw(st.booleans()):
            target = target.translate({ord(str(d)): ord("０") + d for d in range(10)})
        turn = turned and operator in OPERATORS
        between = " " if turn or target.startswith("-") or not operator else gap
        if turn and operator == "/" and spelled == ":":
            spelled = "÷"
        spaced = " " if spelled[1:].isalpha() or draw(st.booleans()) else ""
        clue = f"{spelled}{spaced}{target}" if turn else f"{target}{spaced}{spelled}"
        lines.append(f"{label}{between}{clue}".rstrip())
    head, blank, rows = picture.rpartition("\n\n")
    cells = [row.split() if " " in row else list(row) for row in rows.split("\n")]
    if ":" not in rows and all(len(row) == len(cells[0]) for row in cells) and len(cells[0]) > 1:
        comma = draw(st.sampled_from([" ", ",", ", ", "\t"]))
        rows = "\n".join(comma.join(row) for row in cells)
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return f"{head}{blank}{rows}\n\n{separator.join(lines)}\n".replace("\n", end)


@examples(200)
@given(data=st.data())
def test_each_spelling_of_a_drawn_puzzle_is_that_puzzle_or_refused(data: st.DataObject) -> None:
    puzzle, _ = data.draw(planted())
    text = data.draw(respelled(dumps(puzzle)))
    try:
        assert loads(text, "native") == puzzle, text
    except FormatError as error:
        # Only a difference before its number may look like a negative number.
        assert "could mean" in str(error), text  # noqa: PT017
        assert re.search(r"'\w+ [-−–] ?[-−–]?[0-9０-９]+' could", str(error)), text  # noqa: PT017


@examples(200)
@given(data=st.data())
def test_a_damaged_text_is_refused_or_all_of_it_is_read(data: st.DataObject) -> None:
    """One character more, less or other: what is read has each label with the number and operator
    that stand beside it, and no number is left over.
    """
    puzzle, _ = data.draw(planted())
    text = data.draw(respelled(dumps(puzzle)))
    at = data.draw(st.integers(0, len(text)))
    inserted = data.draw(st.text(alphabet="ab1 2:=-+*x/,;.?\n", max_size=1))
    damaged = text[:at] + inserted + text[at + data.draw(st.integers(0, 1)) :]
    try:
        found = loads_all(damaged, "native")
    except KenKenError as error:
        assert str(error).isprintable()  # noqa: PT017
        return
    for other in found:
        assert loads(dumps(other), "native") == other
    if len(found) > 1 or any(re.search(r"\d", cage.label) for cage in found[0].cages):
        return
    plain = normalize("NFKC", damaged).replace("\r", "\n")
    head = re.compile(rf"\s*(?:{'|'.join(NAMES)})\s*:", re.IGNORECASE)
    lines = [line for line in plain.split("\n") if line.strip() and not head.match(line)]
    clues = "\n".join(lines[found[0].rows :])
    labelled = [cage for cage in found[0].cages if cage.label]
    assert len(re.findall(r"\d+", clues)) == len(labelled), damaged
    for cage in labelled:
        number = str(abs(cage.target))
        operators = [word for words in OPERATORS.values() for word in words] + ["=", "?", ""]
        if cage.operator is not None and cage.operator is not GIVEN:
            operators = [normalize("NFKC", word) for word in OPERATORS[cage.operator.symbol]]
        operator = "|".join(map(re.escape, operators))
        clue = rf"(?:0*{number}\s*(?:{operator})|(?:{operator})\s*[-−–]?0*{number})"
        assert re.search(rf"(?<!\w){cage.label}[\s:=]*[-−–—]?\s*{clue}(?!\w)", clues), damaged


@pytest.mark.parametrize(
    ("seed", "texts"), [(1, 100), pytest.param(2, 1_000, marks=pytest.mark.complete)]
)
def test_mutated_texts_are_read_or_refused_in_a_sentence(seed: int, texts: int) -> None:
    random = Random(f"spellings {seed}")
    right = [f"{PICTURE}{clues}\n" for clues in SPELLED.values()]
    right += [f"{picture}\n\n{SPELLED['colons']}\n" for picture in PICTURES]
    wrong = [text for text, _ in FIRST_TRIES]
    found = 0
    for _ in range(texts):
        text = mutated(random, random.choice(random.choice((right, wrong))), right + wrong)
        try:
            puzzles = loads_all(text)
        except FormatError as error:
            assert str(error).isprintable(), text  # noqa: PT017
            assert len(str(error)) < 500, text  # noqa: PT017
            continue
        found += 1
        assert loads_all(dumps_all(puzzles)) == puzzles, text
    assert texts / 50 < found < texts, "some of the texts are right, and some are wrong"
