"""What must differ: rows, columns, and what is taken for a house and is none."""

from judge.mutants.record import Mutant

_ROWS = "houses = [[(row, column) for column in range(columns)] for row in range(rows)]"
_COLUMNS = "houses += [[(row, column) for row in range(rows)] for column in range(columns)]"
_TAKEN = "taken = {board[other] for other in seen_by[cell] if other in board}"
_IS_TAKEN = "if value in taken:"
_END = "return houses\n\n\ndef symbols_of"
_CHECK = "if cell not in cage_of or fits("
_SEEN = "seen_by[cell] += [other for other in house if other != cell]"


def _taken(name, wrong, words):
    return Mutant(name, wrong, ((_TAKEN, words),))


def _lines_by(name, wrong, condition):
    """Lines are checked when they are full, by something that different values imply."""
    filled = f"""full = [h for h in houses if cell in h and all(c in board for c in h)]
            if any({condition} for line in [[board[c] for c in h] for h in full]):
                del board[cell]
                continue
            """
    return Mutant(name, wrong, ((_TAKEN, "taken = set()"), (_CHECK, filled + _CHECK)))


HOUSES = (
    Mutant("rows forgotten", "Never checks the rows.", ((_ROWS, "houses = []"),)),
    Mutant("columns forgotten", "Never checks the columns.", ((_COLUMNS, ""),)),
    Mutant(
        "givens not compared",
        "Compares the values that it fills in with the givens, but not the givens with each other.",
        (
            (
                _IS_TAKEN,
                "if value in taken and not (cell in cage_of and len(cage_of[cell][0]) == 1):",
            ),
        ),
    ),
    Mutant(
        "last row forgotten", "Checks the rows to the last but one.", ((_ROWS, _ROWS + "[:-1]"),)
    ),
    Mutant(
        "last column forgotten",
        "Checks the columns to the last but one.",
        ((_COLUMNS, _COLUMNS + "[:-1]"),),
    ),
    Mutant(
        "first column forgotten",
        "Checks the columns from the second on.",
        ((_COLUMNS, _COLUMNS + "[1:]"),),
    ),
    Mutant(
        "end of rows forgotten",
        "Checks the cells of a row to the last but one.",
        ((_ROWS, _ROWS.replace("range(columns)", "range(columns - 1)")),),
    ),
    Mutant(
        "only neighbours differ",
        "Compares a cell with those beside it, above it and below it only.",
        (
            (
                _SEEN,
                "seen_by[cell] += [other for other in house"
                " if abs(cell[0] - other[0]) + abs(cell[1] - other[1]) == 1]",
            ),
        ),
    ),
    _taken(
        "only the row above",
        "Compares a cell with its row, and with the cell above it.",
        _TAKEN.replace("if other in", "if other[0] >= cell[0] - 1 and other in"),
    ),
    _taken(
        "values as bits of a byte",
        "Keeps the values of a line as bits of a byte, and shifts those from 8 on out of it.",
        "taken = {value for value in domain for other in seen_by[cell] if other in board"
        " and board[other] == value < 8}",
    ),
    _taken(
        "values modulo 8",
        "Keeps the values of a line as bits, turning round: 9 is where 1 is.",
        "taken = {value for value in domain for other in seen_by[cell] if other in board"
        " and board[other] % 8 == value % 8}",
    ),
    _lines_by(
        "lines by their sums",
        "Checks that each line adds up to 1 + 2 + ... + n, not that its values differ.",
        "sum(line) != sum(domain)",
    ),
    _lines_by(
        "lines by sums and products",
        "Checks that each line has the right sum and product, not that its values differ.",
        "sum(line) != sum(domain) or math.prod(line) != math.prod(domain)",
    ),
    Mutant(
        "boxes on 4x4 and 9x9",
        "Forbids a value twice in a box wherever the size is a square, as in Sudoku.",
        (
            (
                _END,
                "side = math.isqrt(rows)\n    if rows == columns == side * side:\n"
                "        for top in range(0, rows, side):\n"
                "            for left in range(0, rows, side):\n"
                "                houses.append([(r, c) for r in range(top, top + side)"
                " for c in range(left, left + side)])\n    " + _END,
            ),
        ),
    ),
    Mutant(
        "diagonals always",
        "Forbids a value twice on a diagonal.",
        (
            (
                _END,
                "if rows == columns:\n"
                "        houses.append([(place, place) for place in range(rows)])\n"
                "        houses.append([(place, rows - 1 - place) for place in range(rows)])\n    "
                + _END,
            ),
        ),
    ),
    Mutant(
        "touching corners differ",
        "Forbids a value twice where two cells touch by a corner.",
        (
            (
                _END,
                "houses += [[(row, column), (row + 1, column + 1)] for row in range(rows - 1)"
                " for column in range(columns - 1)]\n    " + _END,
            ),
        ),
    ),
)
