"""About how many solutions, where they cannot be counted.

A *probe* goes down the search tree once, branching at random, and multiplies the numbers of
branches that it chose from: the mean over all probes is the number of leaves, the solutions (Knuth,
"Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975). Inference
at every node, as in the search, keeps most probes from dead ends.
"""

import math
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.encode.exact_cover import ExactCover, bits
from kenken_cp.errors import KenKenError
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.search.protocol import Limits
from kenken_cp.text import quoted

CONFIDENCE = 0.95
"""The share of all estimates whose interval holds the true number."""

MIN_PROBES = 100
"""Fewer say nothing about how good the estimate is."""

MIN_EFFECTIVE_PROBES = 50
"""The same for the effective number of probes, (sum of x)^2 / (sum of x^2): where most of the
estimate comes from a few probes, there are probably others that matter more and were not drawn.
"""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimated number of solutions; exact only if ``low`` and ``high`` are the same.

    Attributes:
        count: the mean of the probes, rounded.
        low, high: an interval that holds the true number in ``CONFIDENCE`` of all cases; if
            nothing can be said ``high`` is None.
        probes: how many there were.
    """

    count: int
    low: int
    high: int | None
    probes: int
    seconds: float


def estimate(
    puzzle: Puzzle, *, probes: int = 1000, seconds: float | None = None, seed: int = 0
) -> Estimate:
    """An estimate from random probes; the same for the same seed, unless the time runs out.

    Raises:
        TooManyOptionsError: for a puzzle too large to be stated as an exact cover.
        KenKenError: for fewer than ``MIN_PROBES`` probes.
    """
    expect_puzzle(puzzle)
    wanted, chosen = as_integer(probes), as_integer(seed)
    if wanted is None or chosen is None:
        given = f"probes {quoted(probes)}, seed {quoted(seed)}"
        raise KenKenError(f"{given}; expected integers")
    probes, seed = wanted, chosen
    if probes < MIN_PROBES:
        raise KenKenError(f"{probes} probes; expected {MIN_PROBES} or more")
    started = time.perf_counter()
    why_stop = Limits(seconds=seconds).watch()
    cover = ExactCover(puzzle)
    found: list[int] = []
    for leaves in _probes(cover, random.Random(seed)):
        found.append(leaves)
        if len(found) == probes or why_stop():
            break
    mean, low, high = interval(found)
    return Estimate(mean, low, high, len(found), time.perf_counter() - started)


def _probes(cover: ExactCover, rng: random.Random) -> Iterator[int]:
    root = propagate(cover, cover.all_options, cover.primary_items)
    while True:
        live, items = root
        leaves = 1
        while live and items:
            options = list(bits(live & most_constrained(live, items)))
            leaves *= len(options)
            live, items = propagate(cover, live & ~cover.excluded(rng.choice(options)), items)
        yield leaves if live else 0


def interval(found: Sequence[int]) -> tuple[int, int, int | None]:
    """(mean, low, high) of probes, which are numbers of any size, never negative.

    Probes are skewed: many small, few large. So the interval is symmetric for the logarithm of the
    mean, by its standard error; symmetric for the mean itself it would too often lie too low.
    """
    total, leaves = len(found), sum(found)
    mean = (2 * leaves + total) // (2 * total)
    if not leaves or total < MIN_PROBES:
        return mean, 0, None
    # Quotients of integers that may be too large for floats.
    shares = [(value << 64) // leaves / 2**64 for value in found]
    effective = 1 / sum(share * share for share in shares)
    if effective < MIN_EFFECTIVE_PROBES:
        return mean, 0, None
    variance = sum((share * total - 1) ** 2 for share in shares) / (total - 1)
    error = _quantile(effective - 1) * math.sqrt(variance / total)
    # Outwards, each to a whole number.
    return mean, _scaled(mean, math.exp(-error)), -_scaled(-mean, math.exp(error))


def _quantile(freedom: float) -> float:
    """Student's distribution, two-sided at ``CONFIDENCE`` (Abramowitz and Stegun, 26.7.5)."""
    normal = 1.959964
    return normal + (normal**3 + normal) / (4 * freedom)


def _scaled(number: int, factor: float) -> int:
    return number * round(factor * 2**64) >> 64
