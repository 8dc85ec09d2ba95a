"""What a record of the catalogue holds."""

from __future__ import annotations

from dataclasses import dataclass

from kenken_cp.judge.answers import Claim


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong solver.

    Args:
        name: what the table in the guide calls it.
        wrong: what its author did, in one sentence.
        changes: words of the program, and what stands in their place.
        claim: what its answers claim to be.
        hangs: whether the mistake is that it does not end.
    """

    name: str
    wrong: str
    changes: tuple[tuple[str, str], ...]
    claim: Claim = Claim.GRIDS
    hangs: bool = False


RIGHT = Mutant("right", "Nothing.", ())
