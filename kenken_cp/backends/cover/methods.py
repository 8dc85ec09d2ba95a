"""The protocols of the methods that count the solutions of an exact cover problem."""

from collections.abc import Generator, Mapping
from typing import NamedTuple, Protocol

from kenken_cp.search.protocol import Helpers, PartOfCount


class Sharing(NamedTuple):
    """How a method shares its work with other workers.

    Attributes:
        helpers: the workers.
        workers: the most parts that they do at a time.
        keeping: whether the method works here too; if not, all work is left to them.
    """

    helpers: Helpers
    workers: int
    keeping: bool


class CountingMethod(Protocol):
    """A method of counting."""

    @property
    def steps(self) -> Generator[object, None, int | None]:
        """Does the work. Yields often: True while it waits for other threads or workers. Returns
        the count, or None if it gives up.
        """

    @property
    def statistics(self) -> Mapping[str, int | float]:
        """Its figures, by name."""

    @property
    def share(self) -> float | None:
        """The share of the work that is done; None if it is not known or the method may give up."""


class DepthFirstCounting(CountingMethod, Protocol):
    """A method that searches depth first, in Python or compiled.

    Attributes:
        has_own_core: whether it works in a thread of its own, and takes no turns.
        sharing: how it shares its work from now on, if it can; None if it does not.
    """

    has_own_core: bool
    sharing: Sharing | None

    @property
    def empty_part(self) -> PartOfCount[object] | None:
        """A part without work, which makes a worker ready for others; None if it shares none."""

    @property
    def leaves(self) -> int:
        """The number of leaves so far: how many times it has reached solutions, one or more."""

    @property
    def found(self) -> int:
        """A lower bound on the count, while the work goes on."""

    @property
    def expected(self) -> float:
        """About how many solutions there are, if the rest of the work finds them at the rate of
        the share that is done.
        """

    def at_least(self) -> int:
        """Ends the work, and returns a lower bound on the count."""


def expected(found: int, share: float | None) -> float:
    """About how many solutions there are, if a share of the work has found ``found`` of them."""
    return found / share if share else 0.0
