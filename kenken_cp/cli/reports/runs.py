"""A run of judging as a whole, and failures in files: what reports on verdicts are about."""

from collections.abc import Sequence

from kenken_cp.frozen import frozen
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.results import Judged, Skipped
from kenken_cp.judge.verdicts import Kind


@frozen
class Run:
    """A whole run, for its summary.

    Args:
        claim: what the answers were judged as; None for our own engines.
        assumed: whether that was not said, but seen from the answers.
        interrupted: whether Ctrl-C ended it.
        following: the command that judges further, if all was right.
    """

    solver: str
    results: Sequence[Judged | Skipped]
    seconds: float
    claim: Claim | None = None
    assumed: bool = False
    interrupted: bool = False
    following: str = ""

    @property
    def all_right(self) -> bool:
        """Whether there is nothing to mend."""
        verdicts = {judged.verdict.kind for judged in self.judged}
        return verdicts == {Kind.RIGHT} and not self.interrupted

    @property
    def judged(self) -> list[Judged]:
        """The verdicts, without what was skipped."""
        return [result for result in self.results if isinstance(result, Judged)]

    @property
    def skipped(self) -> list[Skipped]:
        """What could not be judged."""
        return [result for result in self.results if isinstance(result, Skipped)]


@frozen
class Saved:
    """A failure in files: that of the puzzle, and the command, if there is one, that runs the
    solver on what it was given.
    """

    file: str
    command: str
