"""What a counting method is: work in steps, so that several can take turns and all can be stopped.

Knows no method.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Protocol

SECONDS_PER_TURN = 0.02
"""Long against what taking turns costs, short against what a person notices."""

Steps = Generator[None, None, int | None]
"""Work that pauses often, and returns a count, or None if it gives up."""


class CountingMethod(Protocol):
    """One way of counting.

    Attributes:
        steps: the work; to close them ends it.
        turn: seconds of a turn; 0 for work that is done in another thread.
    """

    steps: Steps
    turn: float

    @property
    def statistics(self) -> dict[str, int]:
        """Its own figures."""


class DepthFirstCounting(CountingMethod, Protocol):
    """Component caching, in Python or in a compiled kernel."""

    @property
    def leaves(self) -> int:
        """How many times it has reached solutions, each time one or more."""

    def at_least(self) -> int:
        """Ends the work: a lower bound."""
