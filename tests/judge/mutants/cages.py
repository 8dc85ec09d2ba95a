"""Which cells and which clue a cage has, and how it is read."""

from judge.mutants.record import Mutant

_ADDED = "cages.append((cells, symbols_of(symbol, len(cells), rules), int(target)))"
_CELLS = '[cell_of(pair) for pair in cage["cells"]]'
_CLUE = 'target, symbol = cage["target"], cage["op"].strip("=?")'
_CELL = "return row, column\n\n\ndef sides"
_LEFT = "left = len(cells) - len(values)"
_FITS = "return any(possible(symbol, values, left, target, domain) for symbol in symbols)"
_READ = "return rows, columns, values, houses, cages"
_VALUES = 'values = data.get("values") or list(range(1, max(rows, columns) + 1))'


def _first_cells(most, words):
    return Mutant(
        f"{words} cells a cage",
        f"Has arrays of {words} cells a cage: what is beyond them is lost.",
        ((_CELLS, f"{_CELLS}[:{most}]"),),
    )


def _unchecked(name, wrong, condition):
    return Mutant(name, wrong, ((_FITS, f"return {condition} or {_FITS.removeprefix('return ')}"),))


def _kept(name, wrong, key, not_in):
    """Tuples kept for the first cage with a key, and what is wrong with them for a later one."""
    signature = "def fits(cage, board, domain"
    kept = f"{_LEFT}\n    first = kept.setdefault(({key}), cells)"
    gone = f"    if left == 0 and {not_in}:\n        return False"
    changes = (signature, f"{signature}, kept={{}}"), (_LEFT, f"{kept}\n{gone}")
    return Mutant(name, wrong, (*changes, ("import json", "import itertools\nimport json")))


CAGES = (
    _first_cells(3, "three"),
    _first_cells(4, "four"),
    _first_cells(5, "five"),
    _first_cells(8, "eight"),
    _first_cells(9, "nine"),
    _first_cells(16, "sixteen"),
    Mutant(
        "crash beyond four cells",
        "Has an array of four cells a cage, and writes beyond its end.",
        ((_ADDED, _ADDED + "\n        [0, 0, 0, 0][len(cells) - 1]"),),
    ),
    _unchecked(
        "cages beyond ten cells unchecked",
        "Lists the tuples of cages to ten cells only.",
        "len(cells) > 10",
    ),
    _unchecked(
        "sums of four cells unchecked",
        "Has no case for a sum of four cells.",
        'len(cells) == 4 and symbols == "+"',
    ),
    _unchecked(
        "sums of three in a line unchecked",
        "Has no case for a sum of three cells in a line.",
        'symbols == "+" and len(cells) == 3 and 1 in map(len, map(set, zip(*cells, strict=True)))',
    ),
    _unchecked(
        "T unchecked",
        "Has no case for a cage in the shape of a T.",
        "sorted(sum((r - a) ** 2 + (c - b) ** 2 == 1 for a, b in cells) for r, c in cells)"
        " == [1, 1, 1, 3]",
    ),
    _unchecked(
        "squares unchecked",
        "Has no case for a cage in the shape of a square.",
        "len(cells) == 4 and {len(set(side)) for side in zip(*cells, strict=True)} == {2}",
    ),
    _unchecked(
        "products of large boards unchecked",
        "Lists the tuples of products for boards to 5x5 only.",
        'len(domain) > 5 and symbols == "*"',
    ),
    _unchecked(
        "givens of the last row unchecked",
        "Checks givens when the row below is begun.",
        "len(cells) == 1 and cells[0][0] == len(domain) - 1",
    ),
    _unchecked(
        "large cages unchecked", "Lists the tuples of cages to four cells only.", "len(cells) > 4"
    ),
    Mutant(
        "repeats forbidden",
        "Forbids a value twice in a cage.",
        ((_ADDED, _ADDED + "\n        houses.append(cells)"),),
    ),
    Mutant(
        "repeats forbidden in sums",
        "Forbids a value twice in a cage of +.",
        ((_ADDED, _ADDED + '\n        if symbol == "+":\n            houses.append(cells)'),),
    ),
    Mutant(
        "repeats forbidden in products",
        "Forbids a value twice in a cage of *.",
        ((_ADDED, _ADDED + '\n        if symbol == "*":\n            houses.append(cells)'),),
    ),
    Mutant(
        "repeats forbidden in cages of three",
        "Lists permutations for cages of three cells, products of ranges for larger ones.",
        ((_ADDED, _ADDED + "\n        if len(cells) == 3:\n            houses.append(cells)"),),
    ),
    Mutant(
        "a value at most twice in a cage",
        "Lets a value be in a cage twice, but no more.",
        ((_LEFT, _LEFT + "\n    if max(map(values.count, values)) > 2:\n        return False"),),
    ),
    Mutant(
        "repeats forbidden where cells touch",
        "Forbids a value twice in a cage where two cells touch, by a corner too.",
        (
            (
                _LEFT,
                _LEFT + "\n    near = [(a, b) for a in cells for b in cells if a < b and a in board"
                " and b in board]\n    if any(max(abs(a[0] - b[0]), abs(a[1] - b[1])) == 1"
                " and board[a] == board[b] for a, b in near):\n        return False",
            ),
        ),
    ),
    Mutant(
        "combinations for permutations",
        "Fills a cage with combinations: its values rise from cell to cell.",
        ((_LEFT, _LEFT + "\n    if values != sorted(values):\n        return False"),),
    ),
    Mutant(
        "larger value first",
        "Tries the two values of a difference or a quotient in one order, the larger one first.",
        (
            (
                _LEFT,
                _LEFT + "\n"
                '    if symbols in "-/" and values != sorted(values, reverse=True):\n'
                "        return False",
            ),
        ),
    ),
    Mutant(
        "last cell left out",
        "Goes through the cells of a cage to the last but one.",
        ((_CELLS, f"({_CELLS}[:-1] or {_CELLS})"),),
    ),
    Mutant(
        "last cell of large cages left out",
        "Splits a large cage in two, and loses its last cell.",
        ((_CELLS, f"(lambda found: found[:-1] if len(found) > 5 else found)({_CELLS})"),),
    ),
    Mutant(
        "checked one cell early",
        "Checks a sum when one cell is still open, as if it were full.",
        (
            (
                _LEFT,
                "left = len(cells) - len(values)\n"
                '    left = left - 1 if symbols == "+" and left > 1 else left',
            ),
        ),
    ),
    _unchecked(
        "never checked when full", "Checks a cage only as long as a cell is open.", "left == 0"
    ),
    _unchecked(
        "checked at the corner",
        "Checks a cage when the cell in its last row and last column is filled, which an L lacks.",
        "(max(row for row, _ in cells), max(column for _, column in cells)) not in cells",
    ),
    _unchecked("givens ignored", "Never checks cages of one cell.", "len(cells) == 1"),
    Mutant(
        "givens skipped in the file",
        "Skips clues without an operator.",
        ((_ADDED, f"if symbol:\n            {_ADDED}"),),
    ),
    Mutant(
        "crash on givens",
        "Looks each operator up among the four, and that of a given is none of them.",
        ((_CLUE, _CLUE + '\n        "+-*/".index(cage["op"])'),),
    ),
    Mutant(
        "crash on one cell",
        "Looks at the cell beside the first of a cage.",
        ((_ADDED, _ADDED + "\n        cells[1]"),),
    ),
    Mutant(
        "nothing for one cell",
        "Begins its loop over the sizes of cages at 2.",
        ((_LEFT, _LEFT + "\n    if len(cells) == 1:\n        return False"),),
    ),
    Mutant(
        "bounding box",
        "Takes a cage for the whole rectangle around its cells.",
        (
            (
                _CELLS,
                "(lambda a, b: [(r, c) for r in range(min(a), max(a) + 1) "
                "for c in range(min(b), max(b) + 1)])"
                '(*zip(*map(cell_of, cage["cells"]), strict=True))',
            ),
        ),
    ),
    Mutant(
        "holes filled",
        "Takes the cells between two of a cage in a row to be in it.",
        (
            (
                _CELLS,
                "(lambda found: sorted({(r, c) for r, a in found for q, b in found if q == r "
                'for c in range(a, b + 1)}))(list(map(cell_of, cage["cells"])))',
            ),
        ),
    ),
    Mutant(
        "rows and columns exchanged",
        "Reads the column of a cell before its row.",
        ((_CELL, _CELL.replace("row, column", "column, row")),),
    ),
    Mutant(
        "1-based cells",
        "Takes the cells of the file to count from 1.",
        ((_CELL, _CELL.replace("row, column", "row - 1, column - 1")),),
    ),
    Mutant(
        "one digit a row",
        "Reads one digit for the row of a cell, and one for its column.",
        ((_CELL, _CELL.replace("row, column", "int(str(row)[0]), int(str(column)[0])")),),
    ),
    Mutant(
        "one-digit targets",
        "Reads one digit of a target.",
        ((_CLUE, f"{_CLUE}\n        target = str(target)[:1]"),),
    ),
    Mutant(
        "two-digit targets",
        "Reads two digits of a target.",
        ((_CLUE, f"{_CLUE}\n        target = str(target)[:2]"),),
    ),
    Mutant(
        "three-digit targets",
        "Reads three digits of a target.",
        ((_CLUE, f"{_CLUE}\n        target = str(target)[:3]"),),
    ),
    Mutant(
        "zeros stripped",
        "Strips a 0 from the end of each target.",
        ((_CLUE, _CLUE + "\n        target = str(target).rstrip('0') or target"),),
    ),
    Mutant("last cage lost", "Reads the cages to the last but one.", ((_READ, _READ + "[:-1]"),)),
    Mutant(
        "cages by clue",
        "Keeps the cages in a dictionary by their clues: of two with the same clue one is lost.",
        (
            (
                _READ,
                "kept = {(len(cage[0]) == 1, cage[1], cage[2]): cage for cage in cages}\n"
                "    return rows, columns, values, houses, list(kept.values())",
            ),
        ),
    ),
    Mutant(
        "cages by clue merged",
        "Puts cages with the same clue together into one.",
        (
            (
                _READ,
                "kept = {}\n"
                "    for cells, symbols, target in cages:\n"
                "        kept.setdefault((symbols, target), []).extend(cells)\n"
                "    cages = [(cells, *clue) for clue, cells in kept.items()]\n"
                "    return rows, columns, values, houses, cages",
            ),
        ),
    ),
    _kept(
        "tuples by clue",
        "Keeps the tuples of a cage by its clue, for cages of another number of cells, too.",
        "len(cells) == 1, symbols, target",
        "len(first) != len(cells)",
    ),
    _kept(
        "tuples by clue and number of cells",
        "Keeps the tuples of a cage by its clue and number of cells, for other shapes, too: those "
        "of a straight cage hold no value twice.",
        "len(cells), symbols, target",
        "any(x == y and (a[0] == b[0] or a[1] == b[1]) for (a, x), (b, y) in "
        "itertools.combinations(zip(first, values, strict=True), 2))",
    ),
    Mutant("ten cages", "Has an array of ten cages.", ((_READ, _READ + "[:10]"),)),
    Mutant("26 cages", "Names the cages a to z.", ((_READ, _READ + "[:26]"),)),
    Mutant("52 cages", "Names the cages a to z and A to Z.", ((_READ, _READ + "[:52]"),)),
    Mutant(
        "values to 9 always",
        "Tries the values 1 to 9, whatever the size.",
        ((_VALUES, "values = list(range(1, 10))"),),
    ),
    Mutant(
        "values to 9 at most",
        "Tries the values 1 to 9, however large the board is.",
        ((_VALUES, _VALUES + "[:9]"),),
    ),
    Mutant(
        "values to 4 always",
        "Tries the values 1 to 4: all examples were 4x4.",
        ((_VALUES, "values = [1, 2, 3, 4]"),),
    ),
    Mutant(
        "values to 6 at most",
        "Tries the values 1 to 6, however large the board is.",
        ((_VALUES, f"{_VALUES}[:6]"),),
    ),
    Mutant(
        "largest value missing",
        "Ends the range of values one too early.",
        ((_VALUES, "values = list(range(1, max(rows, columns)))"),),
    ),
    Mutant(
        "zero among the values",
        "Begins the range of values at 0.",
        ((_VALUES, "values = list(range(max(rows, columns) + 1))"),),
    ),
    Mutant(
        "one digit of the size",
        "Reads one digit of the size.",
        (('sides_of(data["size"])', 'sides_of(int(str(data["size"]).strip("[")[0]))'),),
    ),
)
