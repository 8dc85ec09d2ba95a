"""What the methods of counting the solutions of an exact cover have in common."""

from collections.abc import Generator, Mapping
from typing import NamedTuple, Protocol

from kenken_cp.search.protocol import Helpers, PartOfCount


class Sharing(NamedTuple):
    """How a method shares its work with other workers.

    Attributes:
        helpers: who does parts of it.
        workers: how many parts they do at a time, at most.
        keeping: whether it is to work here too; else all is left to them.
    """

    helpers: Helpers
    workers: int
    keeping: bool


class CountingMethod(Protocol):
    """One way of counting."""

    @property
    def steps(self) -> Generator[object, None, int | None]:
        """Work that pauses often (True: it waits for a thread); returns the count, or None."""

    @property
    def statistics(self) -> Mapping[str, int | float]:
        """Its own figures."""

    @property
    def share(self) -> float | None:
        """How much of the work is done; None if that is not known, or it may still give up."""


class DepthFirstCounting(CountingMethod, Protocol):
    """Component caching, in Python or in a compiled kernel. It never gives up.

    Attributes:
        has_own_core: whether it is at work in a thread of its own, and takes no turns.
        sharing: how it is to share its work, if it can, from now on; None: not at all.
    """

    has_own_core: bool
    sharing: Sharing | None

    @property
    def empty_part(self) -> PartOfCount[object] | None:
        """A part without work, which makes a worker ready for others; None if it shares none."""

    @property
    def leaves(self) -> int:
        """How many times it has reached solutions, each time one or more."""

    @property
    def found(self) -> int:
        """A lower bound, while it is at work."""

    @property
    def expected(self) -> float:
        """About how many solutions there are, if the rest of the work finds as many as its share
        that is done.
        """

    def at_least(self) -> int:
        """Ends the work: a lower bound."""


def expected(found: int, share: float | None) -> float:
    """About how many there are if a share of the work has found some."""
    return found / share if share else 0.0
