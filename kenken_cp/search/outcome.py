"""The result of a search."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kenken_cp.clock import Status
from kenken_cp.errors import LimitReachedError
from kenken_cp.model.count import Count
from kenken_cp.model.geometry import Grid
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import in_seconds, plural


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search; ``print`` draws the grids it has, and so does a notebook.

    Attributes:
        status: why it stopped.
        count: how many solutions were found; exact only if the search was exhausted.
        grids: the first of them, as many as were to be kept.
        seconds: elapsed time, everything included.
        backend: the name of the backend that was asked for.
        engine: the name of the engine that answered: another one if the backend chooses.
        statistics: the engine's own figures, by name.
        puzzle: what was searched, for drawing the grids; None if the outcome is not to be drawn.
    """

    status: Status
    count: Count
    grids: tuple[Grid, ...]
    seconds: float
    backend: str
    engine: str
    statistics: Mapping[str, int | float]
    puzzle: Puzzle | None = field(default=None, compare=False)

    @property
    def solution(self) -> Grid | None:
        """The first solution found, if any."""
        return self.grids[0] if self.grids else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where a limit came before the answer."""
        if self.count > 1:
            return False
        return self.count == 1 if self.status is Status.EXHAUSTED else None

    @property
    def in_words(self) -> str:
        """How many solutions were found, and why the search was cut short if it was."""
        if self.count.exact:
            return self.count.in_words
        found = Count(self.count, exact=True).in_words
        return f"{found} found ({_end(self)}; there may be {'more' if self.count else 'some'})"

    @property
    def sentence(self) -> str:
        """How many solutions there are, and how many of them are shown, in a sentence."""
        shown = len(self.grids)
        if self.unique is None:
            return f"{self.in_words.capitalize()}."
        if not shown:
            return f"{self.count.in_words.capitalize()}."
        if self.unique:
            return "The only solution."
        if self.count.exact and shown == self.count:
            return f"All {shown} solutions are shown."
        many = "More than one solution" if shown == self.count else self.count.in_words
        some = {1: "one of them is", 2: "two of them are"}.get(shown, f"{shown} of them are")
        return f"{many}: {some} shown."

    def __repr__(self) -> str:
        found = f"{self.status}, {self.count.in_words}, by {self.backend}"
        return f"<Outcome {found} in {self.seconds:.3f} s>"

    def __str__(self) -> str:
        from kenken_cp.render.sections import as_text, of_outcome  # a layer above this one

        return as_text(of_outcome(self, "*"))

    def _repr_html_(self) -> str:
        from kenken_cp.render.sections import as_html, of_outcome

        return as_html(of_outcome(self, "colour"))


def limit_reached(outcome: Outcome) -> LimitReachedError:
    """The error of a search that was cut short."""
    found = plural(int(outcome.count), "solution")
    return LimitReachedError(f"{_end(outcome)}, with {found} found", outcome)


def _end(outcome: Outcome) -> str:
    """What ended a search that was cut short."""
    if outcome.status is Status.LIMIT:
        return "stopped at the limit"
    return f"{outcome.status} after {in_seconds(outcome.seconds)}"
