"""Our ratings of the Keen puzzles against Keen's own levels: the tables of the README.

PYTHONPATH=tests python benchmarks/rate_keen.py
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import sqrt
from typing import Any

from corpus import keen

from kenken_cp.logic.rate import Rating, rate
from kenken_cp.logic.steps import Level
from kenken_cp.logic.techniques import TECHNIQUES

LEVELS = dict(zip("enhxu", Level, strict=True))


def ratings() -> Iterator[tuple[Level, Rating]]:
    """Keen's level and our rating of each puzzle.

    Each must need no guess, and the levels must agree as far as the techniques are the same.
    """
    for name, puzzle, _ in keen():
        theirs = LEVELS[name.split("-")[1][1]]
        rating = rate(puzzle)
        assert rating.solved, name
        assert rating.guesses == 0, name
        assert rating.level is not None, name
        known = theirs if theirs <= Level.HARD else Level.EXTREME
        assert min(rating.level, Level.EXTREME) == known, name
        yield theirs, rating


def table(rows: list[str], counts: Counter[tuple[str, str]], title: str) -> str:
    """A Markdown table of counts by row and Keen's level."""
    lines = [f"| {title} | " + " | ".join(map(str, Level)) + " |", "|---" * (len(Level) + 1) + "|"]
    for row in rows:
        cells = [str(counts[row, str(level)] or "") for level in Level]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def tau_b(xs: Sequence[Any], ys: Sequence[int]) -> float:
    """Kendall's rank correlation, which allows for ties."""
    agreeing = differing_x = differing_y = 0
    for (x, y), (other_x, other_y) in combinations(zip(xs, ys, strict=True), 2):
        sign_x, sign_y = (x > other_x) - (x < other_x), (y > other_y) - (y < other_y)
        agreeing += sign_x * sign_y
        differing_x += abs(sign_x)
        differing_y += abs(sign_y)
    return agreeing / sqrt(differing_x * differing_y)


def correlations(found: Sequence[tuple[Level, Rating]]) -> str:
    """A Markdown table of our level's rank correlation with Keen's: of all puzzles, and of those on
    which it does not tell Keen's.
    """
    lines = ["| Kendall's tau-b with Keen's level | all | extreme, unreasonable |", "|---|---|---|"]
    hard = [(theirs, rating) for theirs, rating in found if theirs > Level.HARD]
    taus = [
        tau_b([rating.level for _, rating in some], [theirs for theirs, _ in some])
        for some in (found, hard)
    ]
    lines.append("| our level | " + " | ".join(f"{tau:.3f}" for tau in taus) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Prints the tables: by our level and by the hardest technique; and how well our level tells
    Keen's.
    """
    found = list(ratings())
    levels = Counter((str(rating.level), str(theirs)) for theirs, rating in found)
    hardest = Counter((str(rating.hardest), str(theirs)) for theirs, rating in found)
    names = [technique.name for technique in TECHNIQUES]
    used = [name for name in names if any(row == name for row, _ in hardest)]
    sys.stdout.write(table(list(map(str, Level)), levels, "ours, and Keen's") + "\n")
    sys.stdout.write(table(used, hardest, "hardest, and Keen's level") + "\n")
    sys.stdout.write(correlations(found))


if __name__ == "__main__":
    main()
