"""Estimates the number of solutions, where there are too many to count.

First a count is attempted: if the search that counts equal nodes once finishes within a bounded
number of nodes, the number is exact. Otherwise it is estimated by *probes*. A probe goes down the
search tree once, branching at random, and multiplies the inverse probabilities of the branches that
it took. The mean of all probes is an estimate of the number of leaves, that is, solutions (Knuth,
"Estimating the efficiency of backtrack programs", Mathematics of Computation 29, 1975). Inference
at every node, as in the search, keeps most probes from dead ends.

Where most solutions lie below few branches, probes that take all branches with equal probability
may all miss them, and agree on a wrong estimate. So a branch is taken with a probability in
proportion to a power of a bound on the solutions below it: the product of the numbers of options
left to each cage (importance sampling, as Knuth suggests there). No possible branch has less than a
small share, so that a misleading bound does not make it rare (defensive mixture: Hesterberg,
"Weighted average importance sampling and defensive mixture distributions", Technometrics 37, 1995).

The variance of the probes can still mislead. Branches that all n probes have missed may have up to
3/n of the probability (rule of three: Hanley and Lippman-Hand, "If nothing goes wrong, is
everything all right?", JAMA 249, 1983), and only the loose bounds say how many solutions lie there.
So every interval is widened by that share, and has no upper end where all probes are equal or most
of the estimate comes from few. It may be wrong where most solutions lie below branches so rare that
no probe took them, and no bound shows them.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kenken_cp.backends.cover.merging import MergingCount
from kenken_cp.backends.cover.propagation import most_constrained, propagate
from kenken_cp.clock import Clock, Status, StoppedError, checkpoint
from kenken_cp.encode.exact_cover import ExactCover, TooManyOptionsError
from kenken_cp.encode.masks import numbers_in
from kenken_cp.errors import KenKenError
from kenken_cp.model.integers import as_integer
from kenken_cp.model.puzzle import Puzzle, expect_puzzle
from kenken_cp.search.interrupts import in_time
from kenken_cp.text import about, quoted

CONFIDENCE = 0.95
"""The share of all estimates whose interval holds the true number."""

MIN_PROBES = 100
"""With fewer, nothing is known of the error of the estimate."""

MIN_EFFECTIVE_PROBES = 50
"""The same for the effective number of probes, (sum of x)^2 / (sum of x^2): if most of the estimate
comes from a few probes, others that matter more were probably not drawn.
"""

MAX_NODES_COUNTED = 2000
"""Nodes of the attempt to count, which takes at most half of the time."""

POWER = 0.75
"""The exponent of the bounds in the weights of branches. The bounds differ more than the numbers
that they bound; with this exponent the probes vary least on Latin squares and Sudoku.
"""

MIN_WEIGHT = 1 / 64
"""The least weight of a possible branch, as a share of the weight of the best."""

_UNIT_BITS = 32
"""Probes are integers, in units of 2^-32."""

_WEIGHT_BITS = 30
"""Weights of branches are integers, up to 2^30."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate of the number of solutions; without probes it is exact, for it was counted then.

    Attributes:
        count: the mean of the probes, rounded.
        low, high: an interval that holds the true number in 95 of 100 cases (``CONFIDENCE``);
            ``high`` is None if nothing bounds it from above.
        probes: the number of probes.
        seconds: how long it took.
    """

    count: int
    low: int
    high: int | None
    probes: int
    seconds: float

    @property
    def exact(self) -> bool:
        """Whether the solutions were counted."""
        return self.probes == 0

    @property
    def brief(self) -> str:
        """The number alone."""
        return str(self.count) if self.exact else f"about {about(self.count)}"

    def __str__(self) -> str:
        if self.exact:
            return f"{self.brief} (counted exactly, as this was quick)"
        return f"{self.brief} (an estimate from {self.probes} probes; {self._how_sure})"

    @property
    def _how_sure(self) -> str:
        if self.high is not None:
            return f"{CONFIDENCE:.0%} sure: {about(self.low)} to {about(self.high)}"
        if not self.count:
            return "none of them found a solution, so there may be none or many"
        return f"at least {about(self.low)}, as far as the probes show; no upper bound"


def estimate(
    puzzle: Puzzle, *, probes: int = 1000, seconds: float | None = None, seed: int = 0
) -> Estimate:
    """How many solutions a puzzle has: exactly if they are soon counted, else by random probes.

    Args:
        probes: how many to take; at least 100 (``MIN_PROBES``).
        seconds: the time limit; when it runs out, the estimate is from the probes made by then.
        seed: the same seed gives the same estimate, unless the time runs out.

    Raises:
        LimitReachedError: if the time ran out before the first probe, or on Ctrl-C.
        KenKenError: for too few probes, or for a puzzle too large to be stated as an exact cover.
    """
    expect_puzzle(puzzle)
    plain_probes, plain_seed = as_integer(probes), as_integer(seed)
    if plain_probes is None or plain_seed is None:
        raise KenKenError(f"probes {quoted(probes)}, seed {quoted(seed)}; expected integers")
    probes, seed = plain_probes, plain_seed
    if probes < MIN_PROBES:
        raise KenKenError(f"{probes} probes; expected {MIN_PROBES} or more")
    with in_time(seconds) as clock:
        try:
            cover = ExactCover(puzzle)
        except TooManyOptionsError as error:
            why = f"this board cannot be estimated: {error}".partition(";")[0]
            raise TooManyOptionsError(why) from None
        count = _counted(cover, None if clock.seconds_left is None else clock.seconds_left / 2)
        if count is not None:
            return Estimate(count, count, count, 0, clock.elapsed)
        found = _probed(cover, probes, seed)
    checkpoint()  # raises for a clock from outside
    return Estimate(*_rounded(found), len(found), clock.elapsed)


def _probed(cover: ExactCover, probes: int, seed: int) -> list[int]:
    """Probes: that many, or those made before the time runs out.

    Raises:
        StoppedError: if no probe was made by then, or on Ctrl-C.
    """
    found: list[int] = []
    try:
        for leaves in _steps(cover, random.Random(seed)):
            if leaves is not None:
                found.append(leaves)
                if len(found) == probes:
                    break
            checkpoint()
    except StoppedError as stopped:
        if not found or stopped.status is not Status.TIMEOUT:
            raise
    return found


def _rounded(probes: Sequence[int]) -> tuple[int, int, int | None]:
    """(estimate, low, high) of probes, rounded to integers."""
    mean, low, high = mean_and_interval(probes)
    low = max(low >> _UNIT_BITS, 1 if any(probes) else 0)
    high = None if high is None else -(-high >> _UNIT_BITS)
    rounded = (mean + (1 << _UNIT_BITS - 1)) >> _UNIT_BITS
    return max(rounded, low), low, high


def _counted(cover: ExactCover, seconds: float | None) -> int | None:
    """The number of solutions; None if counting takes too many nodes or too much time."""
    clock = Clock(seconds)
    try:
        with clock.running():
            return MergingCount(cover).run(clock, MAX_NODES_COUNTED)
    except StoppedError:
        checkpoint()  # raises for the clock of the whole
        return None


def _steps(cover: ExactCover, rng: random.Random) -> Iterator[int | None]:
    """Endless probes: None after each node, for a probe may take seconds on a large board; at the
    end of each probe an estimate of the number of leaves, in units of 2^-32.
    """
    root = propagate(cover, cover.all_options, cover.primary_items)
    while True:
        live, items = root
        leaves, divisor = 1 << _UNIT_BITS, 1
        while live and items:
            options = live & most_constrained(live, items)
            children = [live & ~cover.excluded(option) for option in numbers_in(options)]
            weights = _weights([POWER * _bound(cover, child) for child in children])
            total = sum(weights)
            if not total:
                live = 0
                break
            (index,) = rng.choices(range(len(children)), weights)
            leaves *= total
            divisor *= weights[index]
            live, items = propagate(cover, children[index], items)
            yield None
        yield leaves // divisor if live else 0


def _bound(cover: ExactCover, live: int) -> float:
    """The binary logarithm of a bound on the number of solutions."""
    numbers = [(live & group.mask).bit_count() for group in cover.option_groups]
    return sum(map(math.log2, numbers)) if all(numbers) else -math.inf


def _weights(bounds: Sequence[float]) -> list[int]:
    """Weights in proportion to numbers, given as binary logarithms; all but those of zero are at
    least ``MIN_WEIGHT`` of the largest.
    """
    largest = max(bounds)
    return [
        0
        if bound == -math.inf
        else round(max(2 ** (bound - largest), MIN_WEIGHT) * 2**_WEIGHT_BITS)
        for bound in bounds
    ]


def mean_and_interval(found: Sequence[int]) -> tuple[int, int, int | None]:
    """(mean, low, high) of probes, which are integers of any size, not negative.

    Probes are skewed: many are small, few are large. So the interval is symmetric in the logarithm
    of the mean, by its standard error; symmetric in the mean itself, it would too often be too low.
    """
    total, leaves = len(found), sum(found)
    mean = (2 * leaves + total) // (2 * total)
    if not leaves or total < MIN_PROBES:
        return mean, 0, None
    # Divided as integers, which may be too large for floats.
    shares = [(value << 64) // leaves / 2**64 for value in found]
    effective = 1 / sum(share * share for share in shares)
    if effective < MIN_EFFECTIVE_PROBES:
        return mean, 0, None
    variance = sum((share * total - 1) ** 2 for share in shares) / (total - 1)
    error = _quantile(effective - 1) * math.sqrt(variance / total) + 3 / total
    # Rounded outwards.
    low, high = _scaled(mean, math.exp(-error)), -_scaled(-mean, math.exp(error))
    return mean, low, None if max(found) == min(found) else high


def _quantile(freedom: float) -> float:
    """The quantile of Student's t, two-sided at ``CONFIDENCE`` (Abramowitz and Stegun, 26.7.5)."""
    normal = 1.959964
    return normal + (normal**3 + normal) / (4 * freedom)


def _scaled(number: int, factor: float) -> int:
    return number * round(factor * 2**64) >> 64
