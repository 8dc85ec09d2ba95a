"""Game ids of "Unequal" and "Towers", from Simon Tatham's puzzle collection; and their saved games.

An id of Unequal is one line, ``SIZE[a][dX]:0,3,0R,...``: for each cell of a Latin square its value,
0 if it is empty, and the letters of its neighbours (``U R D L``) that are smaller. These
inequalities are no cages, as a cell may have several; nor are the bars of ``a``, beside which
neighbours differ by one, and the numbers around a board of Towers. So a Latin square with givens is
read and written, and all else is refused by its name.
"""

from collections.abc import Iterable, Sequence

from kenken_cp.errors import FormatError
from kenken_cp.formats import _tatham as tatham
from kenken_cp.formats._draft import Draft
from kenken_cp.formats._words import Word, attempted, line_by_line, said_lines
from kenken_cp.formats._writable import cannot, check_plain
from kenken_cp.formats.record import Format, ReadPuzzle
from kenken_cp.model.operators import GIVEN
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.model.rule_sets import KENKEN, RuleSet
from kenken_cp.patterns import regex
from kenken_cp.text import plural

NAME = "unequal"

GAMES = ("Unequal", "Towers")

_PARAMS = regex(r"(?P<size>[0-9]{1,3})(?P<adjacent>a?)(?:d[a-z]?)?")
_UNEQUAL = regex(r"[0-9]{1,3}a?(?:d[a-z]?)?:[0-9]{1,3}[URDL]*+(?:,(?:[0-9]{1,3}[URDL]*+)?+)++")
_TOWERS = regex(r"[0-9]{1,3}(?:d[a-z]?)?:[0-9]*+(?:/[0-9]*+){3,}+(?:,[0-9a-z_]*+)?+")
_CELL = regex(r"(?P<value>[0-9]++)(?P<smaller>[URDL]*+)")


def detect(text: str) -> bool:
    """A first line like a game id, or a saved game of one of the two."""
    if tatham.is_saved(text):
        return tatham.saved_game(text) in GAMES
    first = tatham.first_id(text)
    return bool(_UNEQUAL.fullmatch(first) or _TOWERS.fullmatch(first))


def read(text: str, rules: RuleSet | None) -> Iterable[ReadPuzzle | FormatError]:
    """The puzzle of every line, or of every saved game."""
    if tatham.is_saved(text):
        game = tatham.saved_game(text)
        return attempted(
            _read_saved, tatham.saved_games(text), rules, game if game in GAMES else GAMES[0]
        )
    return attempted(_read_line, tatham.whole_ids(said_lines(text)), rules)


def _read_saved(lines: Sequence[Word], rules: RuleSet | None, game: str) -> ReadPuzzle:
    return _read_puzzle(*tatham.read_saved(lines, game), rules, towers=game == "Towers")


def _read_line(line: Word, rules: RuleSet | None) -> ReadPuzzle:
    params, description = tatham.read_id(line, "such as 4:0,0,3,...")
    return _read_puzzle(params, description, rules, towers="/" in description.text)


def _read_puzzle(
    params: Word, description: Word, rules: RuleSet | None, *, towers: bool
) -> ReadPuzzle:
    match = params.matched(_PARAMS, "a size, perhaps a, d and a difficulty")
    if towers:
        raise params.error(
            "an id of the game Towers, whose numbers of towers that are seen from outside the "
            "board cannot be held here"
        )
    if match["adjacent"]:
        raise params.error(
            "an id of the game Unequal in its adjacent mode, whose bars between cells that differ "
            "by one cannot be held here"
        )
    size = params._replace(text=match["size"]).side()
    cells = description.instead(description.text.removesuffix(",")).between(",")
    if len(cells) != size * size:
        raise description.error(f"{plural(len(cells), 'cell')}; expected {size * size}")
    draft = Draft(params.line)
    for index, word in enumerate(cells):
        cell = word.matched(_CELL, "a value, 0 for an empty cell")
        if cell["smaller"]:
            raise word.error(
                "an id of the game Unequal, whose inequalities, < and > between cells, cannot be "
                "held here"
            )
        value = word.within("value", 0, size)
        if value:
            draft.add([divmod(index, size)], GIVEN, value, word)
    return draft.puzzle(size, rules or KENKEN)


def write(puzzle: Puzzle) -> str:
    """The game id of a Latin square; FormatError for what is none."""
    check_plain(puzzle, NAME)
    for cage in puzzle.cages:
        if cage.operator is not GIVEN or not 1 <= cage.target <= puzzle.rows:
            raise cannot(NAME, f"the cage {cage}; expected givens of 1 to {puzzle.rows}")
    values = ",".join(str(puzzle.givens.get(cell, 0)) for cell in puzzle.cells)
    return f"{puzzle.rows}:{values},\n"


FORMAT = Format(
    name=NAME,
    summary="game ids of Unequal (Simon Tatham's puzzles) without inequalities: Latin squares",
    example="2:0,2,0,0,\n",
    detect=detect,
    read=read,
    write=write,
    join="".join,
    read_lines=line_by_line(_read_line),
)
