"""What solvers of more than plain KenKen get wrong: other rules, values, houses and shapes."""

from judge.mutants.record import Mutant

_DIFFERENCE = "return largest - sum(rest) == target"
_QUOTIENT_ORDER = "dividend, *rest = sorted(values, key=lambda value: (value != 0, -value))"
_QUOTIENT = "return divisor != 0 and dividend % divisor == 0 and dividend // divisor == target"
_VALUES = 'values = data.get("values") or list(range(1, max(rows, columns) + 1))'
_HIDDEN = 'return "+*-/" if size == 2 or rules == "calcudoku" else "+*"'
_SUM_BOUNDS = "return sum(values) + left * low <= target <= sum(values) + left * high"
_PRODUCT_GUARD = 'if symbol == "*" and low > 0:'
_CELLS = '[cell_of(pair) for pair in cage["cells"]]'
_ADDED = "cages.append((cells, symbols_of(symbol, len(cells), rules), int(target)))"
_FREE = "if cell not in cage_of or fits("
_HOUSES = 'for house in data.get("houses", [])'


def _houses_if(name, wrong, condition):
    """Of the houses that a puzzle names only those are checked that meet a condition."""
    return Mutant(name, wrong, ((_HOUSES, f"{_HOUSES} if {condition}"),))


KINDS = (
    Mutant(
        "hidden means plus",
        "Takes a clue without an operator for a sum.",
        ((_HIDDEN, 'return "+"'),),
    ),
    Mutant(
        "hidden without quotients",
        "Forgets / among the operators that may be hidden.",
        ((_HIDDEN, 'return "+*-" if size == 2 or rules == "calcudoku" else "+*"'),),
    ),
    Mutant(
        "hidden differences of three cells",
        "Allows - and / under a clue without an operator on any number of cells.",
        ((_HIDDEN, 'return "+*-/"'),),
    ),
    Mutant(
        "hidden differences of two cells only",
        "Allows - and / only on two cells, under calcudoku rules too.",
        ((_HIDDEN, _HIDDEN.replace(' or rules == "calcudoku"', "")),),
    ),
    Mutant(
        "difference of extremes",
        "Takes the smallest value from the largest, on three cells too.",
        ((_DIFFERENCE, "return largest - rest[-1] == target"),),
    ),
    Mutant(
        "difference of two only",
        "Takes the first two cells of a difference on three.",
        ((_DIFFERENCE, "return abs(values[0] - values[1]) == target"),),
    ),
    Mutant(
        "absolute difference",
        "Drops the sign of a difference below zero.",
        ((_DIFFERENCE, "return abs(largest - sum(rest)) == target"),),
    ),
    Mutant(
        "quotient of extremes",
        "Divides the largest value by the smallest, on three cells too.",
        ((_QUOTIENT_ORDER, _QUOTIENT_ORDER + "\n    rest = rest[-1:]"),),
    ),
    Mutant(
        "division by zero",
        "Divides by a zero.",
        (
            (_QUOTIENT_ORDER, "dividend, *rest = sorted(values, reverse=True)"),
            (_QUOTIENT, "return dividend / divisor == target"),
        ),
    ),
    Mutant(
        "zero never divided",
        "Never lets a zero be in a quotient.",
        ((_QUOTIENT, _QUOTIENT + " and 0 not in values"),),
    ),
    Mutant(
        "product given up at zero",
        "Gives up a product as soon as a 0 is in it, though its target is 0.",
        (
            (_PRODUCT_GUARD, 'if symbol == "*":'),
            ("return target % made == 0", "return made != 0 and target % made == 0"),
        ),
    ),
    Mutant(
        "sum given up when passed",
        "Gives up a sum that is passed, though values below zero may follow.",
        ((_SUM_BOUNDS, "return sum(values) <= target"),),
    ),
    Mutant(
        "values from 1",
        "Tries the values 1 to n, whatever values the puzzle has.",
        ((_VALUES, "values = list(range(1, max(rows, columns) + 1))"),),
    ),
    Mutant(
        "as many values as columns",
        "Tries as many values as there are columns, though there are more.",
        ((_VALUES, _VALUES + "\n    values = values[:columns]"),),
    ),
    _houses_if(
        "boxes forgotten", "Never checks the boxes.", "len({row for row, _ in house}) == len(house)"
    ),
    Mutant(
        "boxes on their sides",
        "Takes boxes of 2 rows and 3 columns for 3 rows and 2 columns.",
        (("[cell_of(pair) for pair in house]", "[cell_of(pair[::-1]) for pair in house]"),),
    ),
    _houses_if(
        "diagonals forgotten",
        "Never checks the diagonals.",
        "{row for row, _ in house} != set(range(rows))",
    ),
    _houses_if("one diagonal", "Checks one diagonal of the two.", "house[0] != [0, columns - 1]"),
    _houses_if("extra houses forgotten", "Never checks the houses that the puzzle names.", "False"),
    Mutant(
        "repeats allowed under killer rules",
        "Lets a value be in a cage twice under killer rules too.",
        (
            (
                'if rules == "killer":\n            houses',
                'if rules == "jigsaw":\n            houses',
            ),
        ),
    ),
    Mutant(
        "repeats forbidden under calcudoku rules",
        "Takes calcudoku for killer, and forbids a value twice in a cage.",
        (
            (
                'if rules == "killer":\n            houses',
                'if rules != "kenken":\n            houses',
            ),
        ),
    ),
    Mutant(
        "square boards",
        "Takes the rows of a rectangle for its columns too.",
        (("return rows, columns\n\n\ndef read", "return rows, rows\n\n\ndef read"),),
    ),
    Mutant(
        "sides exchanged",
        "Takes the columns of a rectangle for its rows.",
        (("rows, columns = sides_of(data", "columns, rows = sides_of(data"),),
    ),
    Mutant(
        "crash on free cells",
        "Looks up the cage of a cell that is in none.",
        ((_FREE, "if fits("),),
    ),
    Mutant(
        "free cells stay empty",
        "Fills the cells of cages, and prints 0 for the others.",
        (
            (
                "            board[cell] = value\n",
                "            board[cell] = value if cell in cage_of else 0\n",
            ),
        ),
    ),
    Mutant(
        "free cells hold 1",
        "Gives a free cell the first value that fits, and tries no other.",
        (
            (
                "            del board[cell]",
                "            del board[cell]\n"
                "            if cell not in cage_of:\n"
                "                return",
            ),
        ),
    ),
    Mutant(
        "cages cut where they part",
        "Follows a cage from cell to adjacent cell, and loses what is not connected.",
        (
            (
                _ADDED,
                "reached = cells[:1]\n"
                "        for r, c in reached:\n"
                "            reached += [x for x in cells if abs(x[0] - r) + abs(x[1] - c) == 1"
                " and x not in reached]\n"
                "        cells[:] = sorted(reached)\n"
                "        " + _ADDED,
            ),
        ),
    ),
)
