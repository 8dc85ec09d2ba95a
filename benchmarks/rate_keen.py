"""Our ratings of the Keen puzzles against Keen's own levels: the table of the README.

PYTHONPATH=tests python benchmarks/rate_keen.py
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator

from corpus import keen

from kenken_cp.logic.rating import Rating, rate
from kenken_cp.logic.steps import Level
from kenken_cp.logic.techniques import TECHNIQUES

LEVELS = dict(zip("enhxu", Level, strict=True))


def ratings() -> Iterator[tuple[Level, Rating]]:
    """Keen's level and our rating of each puzzle, which must need no guess."""
    for name, puzzle, _ in keen():
        rating = rate(puzzle)
        assert rating.solved, name
        assert rating.guesses == 0, name
        yield LEVELS[name.split("-")[1][1]], rating


def table(rows: list[str], counts: Counter[tuple[str, str]], title: str) -> str:
    """A Markdown table of counts by row and Keen's level."""
    lines = [f"| {title} | " + " | ".join(map(str, Level)) + " |", "|---" * (len(Level) + 1) + "|"]
    for row in rows:
        cells = [str(counts[row, str(level)] or "") for level in Level]
        lines.append(f"| {row} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Prints both tables: by our level, and by the hardest technique."""
    found = list(ratings())
    levels = Counter((str(rating.level), str(theirs)) for theirs, rating in found)
    hardest = Counter((str(rating.hardest), str(theirs)) for theirs, rating in found)
    names = [technique.name for technique in TECHNIQUES]
    used = [name for name in names if any(row == name for row, _ in hardest)]
    sys.stdout.write(table(list(map(str, Level)), levels, "ours, and Keen's") + "\n")
    sys.stdout.write(table(used, hardest, "hardest, and Keen's level"))


if __name__ == "__main__":
    main()
