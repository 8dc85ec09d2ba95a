"""The wrong solvers of ``mutants.diff``, as records.

In that file an entry is a name and what the author did, then pieces of a diff from ``program.py``,
with ``@@`` between them. An entry may also say which question it answers, or that it hangs. A
heading (``=== kinds: ...``) names the entries that follow it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mutant:
    """A wrong solver.

    Args:
        name: what tests/data/mutants.tsv calls it.
        wrong: what its author did, in one sentence.
        changes: lines of the program, and what stands in their place.
        answers: the question that it answers: ``all``, ``count`` or ``unique``.
        hangs: whether the mistake is that it does not end.
        section: the heading it is under.
    """

    name: str
    wrong: str
    changes: tuple[tuple[str, str], ...]
    answers: str = "all"
    hangs: bool = False
    section: str = ""


def side(piece: str, sign: str) -> str:
    """The lines of a piece of a diff as they were (``-``) or became (``+``)."""
    return "".join(f"{line[1:]}\n" for line in piece.splitlines() if line[:1] in (" ", sign))


def read_mutants(text: str) -> list[Mutant]:
    """The mutants of a file, in order."""
    mutants, section = [], ""
    for entry in text.strip().split("\n\n"):
        if entry.startswith("==="):
            section = entry.split()[1].rstrip(":")
            continue
        name, wrong = entry.splitlines()[0].removeprefix("# ").split(": ", 1)
        pieces = re.sub(r"^#.*\n", "", entry, flags=re.MULTILINE).split("@@\n")
        changes = tuple((side(piece, "-"), side(piece, "+")) for piece in pieces)
        question = re.search(r"^# answers: (\w+)$", entry, re.MULTILINE)
        answers, hangs = question[1] if question else "all", "\n# hangs\n" in entry
        mutants.append(Mutant(name, wrong, changes, answers, hangs, section))
    return mutants


RIGHT = Mutant("right", "Nothing.", ())
MUTANTS = read_mutants(Path(__file__).with_name("mutants.diff").read_text(encoding="utf-8"))
