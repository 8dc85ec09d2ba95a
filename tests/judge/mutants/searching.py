"""How the board is searched: where it stops, what it undoes, what it remembers."""

from judge.mutants.record import Mutant

_GO = "yield from fill(place + 1)"
_UNDO = "            del board[cell]"
_FOUND = "for number, grid in enumerate(solutions(*puzzle), 1):"
_NONE = 'yield "No solution."'
_FULL = "if place == len(cells):"
_FIRST_LINE = "cell = cells[place]\n"
_SEARCH = "    board = {}\n"
_END = "return fill(0)"
_COLLECTED = "list(solutions(*puzzle))"


def _at_most(number, words):
    return Mutant(
        f"at most {words}",
        f"Has an array of {words} solutions.",
        ((_FOUND, f"{_FOUND}\n        if number > {number}:\n            break"),),
    )


def _no_deeper(depth, words):
    return Mutant(
        f"recursion to {depth} cells",
        words,
        ((_FULL, f"if place > {depth}:\n            raise RecursionError\n        {_FULL}"),),
    )


def _gives_up(checks):
    return Mutant(
        f"gives up after {checks:,} tries",
        f"Ends its loop after {checks:,} tries, and reports what there is by then.",
        (
            (_SEARCH, _SEARCH + "    tries = []\n"),
            (
                _FIRST_LINE,
                _FIRST_LINE + "        tries.append(cell)\n"
                f"        if len(tries) > {checks}:\n            return\n",
            ),
        ),
    )


SEARCHING = (
    Mutant(
        "first only",
        "Stops at the first solution.",
        ((_FOUND, _FOUND.replace("solutions(*puzzle)", "list(solutions(*puzzle))[:1]")),),
    ),
    _at_most(2, "two solutions"),
    _at_most(10, "ten solutions"),
    _at_most(100, "100 solutions"),
    _at_most(1000, "1,000 solutions"),
    Mutant(
        "last solution lost",
        "Prints a solution when the next one is found, and so never the last of several.",
        (
            (
                _FOUND,
                f"found = {_COLLECTED}\n"
                f"    {_FOUND.replace('solutions(*puzzle)', 'found[:-1] or found')}",
            ),
        ),
    ),
    Mutant(
        "every solution twice",
        "Prints a solution where it is found, and again where it is returned.",
        (
            (
                _FOUND,
                _FOUND.replace(
                    "solutions(*puzzle)", "[g for g in solutions(*puzzle) for _ in (1, 2)]"
                ),
            ),
        ),
    ),
    Mutant(
        "once for each order of equal values",
        "Permutes equal values of a cage as if they differed, and finds a solution for each.",
        (
            (
                _FOUND,
                "grids = [g for g in solutions(*puzzle) for _ in range(1 + any("
                "len({g[r][c] for r, c in cage[0]}) < len(cage[0]) for cage in puzzle[4]))]\n"
                "    " + _FOUND.replace("solutions(*puzzle)", "grids"),
            ),
        ),
    ),
    Mutant(
        "one shared board",
        "Keeps the same board for every solution, and prints what it is at the end.",
        (
            (
                _FOUND,
                f"found = {_COLLECTED}\n    "
                + _FOUND.replace("solutions(*puzzle)", "found[-1:] * len(found)"),
            ),
        ),
    ),
    Mutant(
        "one shared board, cleared",
        "Keeps the same board for every solution, and clears it before it prints.",
        (
            (
                _FOUND,
                f"found = [[[0] * len(row) for row in grid] for grid in {_COLLECTED}]\n    "
                + _FOUND.replace("solutions(*puzzle)", "found"),
            ),
        ),
    ),
    Mutant(
        "rows shared",
        "Copies the list of rows, but not the rows: all solutions share the last state of each.",
        (
            (
                _FOUND,
                f"found = {_COLLECTED}\n"
                f"    found = [[*found[-1][:-1], grid[-1]] for grid in found]\n"
                f"    " + _FOUND.replace("solutions(*puzzle)", "found"),
            ),
        ),
    ),
    Mutant(
        "value not taken back",
        "Leaves the last value tried in the cell when it goes back.",
        ((_UNDO, "            pass"),),
    ),
    Mutant(
        "value not taken back after a failed cage",
        "Clears the cell only after it has gone on from it.",
        ((_GO + "\n" + _UNDO, _GO + "\n                del board[cell]"),),
    ),
    Mutant(
        "ends at the first dead end",
        "Returns where it should try the next value.",
        (
            (
                "                continue\n            board[cell]",
                "                return\n            board[cell]",
            ),
        ),
    ),
    Mutant(
        "no second value after success",
        "Leaves the loop over values as soon as one of them has led to a solution.",
        (
            (
                _GO,
                "before = [0]\n                for grid in fill(place + 1):\n"
                "                    before[0] = 1\n                    yield grid\n"
                "                if before[0] and place == 0:\n"
                "                    return",
            ),
        ),
    ),
    Mutant(
        "one value for the last row",
        "Takes the values of the last row as decided by those above, and so its first filling.",
        (
            (
                _GO,
                "for grid in fill(place + 1):\n                    yield grid\n"
                "                    if cell[0] == rows - 1:\n                        return",
            ),
        ),
    ),
    Mutant(
        "dead ends remembered by row",
        "Remembers rows after which there was no solution, whatever was above them.",
        (
            (_SEARCH, _SEARCH + "    dead = set()\n"),
            (
                _GO,
                "state = place, tuple(board.get((cell[0], c)) for c in range(columns))\n"
                "                if state in dead:\n"
                "                    del board[cell]\n"
                "                    continue\n"
                "                ended = True\n                for grid in fill(place + 1):\n"
                "                    ended = False\n                    yield grid\n"
                "                if ended and cell[1] == columns - 1:\n"
                "                    dead.add(state)",
            ),
        ),
    ),
    Mutant(
        "solutions compared by their first row",
        "Drops a solution whose first row has been seen before.",
        (
            (
                _FOUND,
                "kept = list({tuple(grid[0]): grid for grid in solutions(*puzzle)}.values())\n    "
                + _FOUND.replace("solutions(*puzzle)", "kept"),
            ),
        ),
    ),
    Mutant(
        "solutions compared by their diagonal",
        "Compares solutions by a weak hash, and drops those that have the same.",
        (
            (
                _FOUND,
                "kept = {sum(i * j * v for i, row in enumerate(grid) for j, v in enumerate(row)):"
                " grid for grid in solutions(*puzzle)}.values()\n    "
                + _FOUND.replace("solutions(*puzzle)", "kept"),
            ),
        ),
    ),
    _no_deeper(20, "Has an array of 20 cells, as boards were 4x4."),
    _no_deeper(30, "Has an array of 30 cells."),
    _no_deeper(64, "Has a stack of 64 calls."),
    _no_deeper(99, "Has a stack of 99 calls."),
    _gives_up(100),
    _gives_up(1000),
    Mutant(
        "crash without a solution",
        "Takes the first solution of an empty list.",
        ((_NONE, 'yield f"{[][0]}"'),),
    ),
    Mutant(
        "endless without a solution",
        "Begins again until it has found a solution.",
        (
            (
                _FOUND,
                "while not any(True for _ in solutions(*puzzle)):\n        pass\n    " + _FOUND,
            ),
        ),
        hangs=True,
    ),
    Mutant(
        "none for several",
        "Reports that there is no solution where there are several.",
        (
            (
                _FOUND,
                f"found = {_COLLECTED}\n    "
                + _FOUND.replace("solutions(*puzzle)", "found if len(found) < 2 else []"),
            ),
        ),
    ),
)
