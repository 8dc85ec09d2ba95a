"""The command that rates puzzles: ``rate``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kenken_cp.cli.app import Exit
from kenken_cp.cli.batch import each
from kenken_cp.cli.command import command
from kenken_cp.cli.inputs import Named
from kenken_cp.cli.options import Batch, Json, Puzzles, Timeout
from kenken_cp.cli.output import complain, say, say_event
from kenken_cp.cli.work import Shard
from kenken_cp.errors import LimitReachedError
from kenken_cp.text import plural

if TYPE_CHECKING:
    from kenken_cp.logic.rating import Rating


@command(example="puzzles/9x9/*.kk")
def rate(puzzles: Puzzles, timeout: Timeout, output: Json, batch: Batch) -> None:
    """Rate how hard puzzles are: the hardest technique they need."""
    from kenken_cp.parallel import Rate

    work = batch.work()
    named = puzzles.read()
    width = max(len(item.name) for item in named)
    ratings: list[Rating] = []

    def report_one(item: Named, rating: Rating | LimitReachedError) -> Exit:
        if isinstance(rating, LimitReachedError):
            complain(f"{item.name}: {rating}")
            return Exit.LIMIT
        ratings.append(rating)
        if output.json:
            _say_event(item, rating, work.shard)
        else:
            say(f"{item.name:<{width}}  {_verdict(rating)}".rstrip())
        return Exit.ANSWERED if rating.solutions else Exit.NO

    try:
        each(named, Rate(timeout.timeout), report_one, work=work, shows_progress=False)
    finally:
        if len(ratings) > 1 and not output.json:
            part = "" if work.shard is None else f"shard {work.shard}: "
            say(part + _totals(ratings))


def _verdict(rating: Rating) -> str:
    from kenken_cp.render.sentences import margin_width

    if not rating.solved:
        return "several solutions" if rating.solutions else "no solution"
    guesses = _guesses(rating.guesses) if rating.guesses else ""
    return f"{rating.level!s:<12}  {rating.hardest or '':<{margin_width()}}{guesses}"


def _say_event(named: Named, rating: Rating, shard: Shard | None) -> None:
    facts = {
        "level": None if rating.level is None else str(rating.level),
        "hardest": rating.hardest,
        "guesses": rating.guesses,
        "techniques": rating.techniques,
        "solved": rating.solved,
    }
    say_event("rating", named, **facts, **({} if shard is None else {"shard": str(shard)}))


def _totals(ratings: Sequence[Rating]) -> str:
    levels = Counter(rating.level for rating in ratings if rating.level is not None)
    parts = [f"{count} {level}" for level, count in sorted(levels.items())]
    if unsolved := sum(not rating.solved for rating in ratings):
        parts.append(f"{unsolved} without exactly one solution")
    guesses = sum(rating.guesses for rating in ratings if rating.solved)
    return f"{plural(len(ratings), 'puzzle')}: {', '.join(parts)}; {_guesses(guesses)}"


def _guesses(count: int) -> str:
    return plural(count, "guess", "guesses")
