"""What a record of the catalogue holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong solver.

    Args:
        name: what tests/data/mutants.tsv calls it.
        wrong: what its author did, in one sentence.
        changes: words of the program, and what stands in their place.
        answers: the question that it answers: ``all``, ``count`` or ``unique``.
        hangs: whether the mistake is that it does not end.
    """

    name: str
    wrong: str
    changes: tuple[tuple[str, str], ...]
    answers: str = "all"
    hangs: bool = False


RIGHT = Mutant("right", "Nothing.", ())
