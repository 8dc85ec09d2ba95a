"""Explanations and hints in sentences, made of the words of the techniques."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from kenken_cp.logic.steps import GUESS, TECHNIQUES, Step, Taken
from kenken_cp.logic.words import any_of, names_of
from kenken_cp.model.geometry import Cell
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name


def paragraphs(steps: Iterable[Taken], puzzle: Puzzle) -> Iterator[tuple[str, list[str]]]:
    """The sentences, as (technique, sentences) for each run of steps of one technique.

    A cell that is said to be left with one value is not mentioned again when it is placed.
    """
    known: set[Cell] = set()

    def news(taken: Taken) -> bool:
        if taken.step.places:
            return not known.issuperset(cell for cell, _ in taken.step.places)
        known.update(cell for cell, values in taken.left.items() if len(values) == 1)
        return True

    fresh = filter(news, steps)
    for technique, run in groupby(fresh, key=lambda taken: taken.step.technique):
        yield technique, _sentences(technique, list(run), puzzle)


def sentence(taken: Taken, puzzle: Puzzle) -> str:
    """A step in words. Every elimination that leaves a cell one value says so."""
    return " ".join(_sentences(taken.step.technique, [taken], puzzle))


def _sentences(technique: str, run: Sequence[Taken], puzzle: Puzzle) -> list[str]:
    if technique == GUESS:
        return list(map(_guess_in_words, run))
    return TECHNIQUES.named(technique).words(run, puzzle)


def _guess_in_words(taken: Taken) -> str:
    ((cell, value),) = taken.step.places
    name = cell_name(cell)
    return (
        f"From here on deduction does not suffice: {name} can be {any_of(taken.step.values)}. "
        f"Of these only {name} = {value} works out."
    )


def looks_at(step: Step, puzzle: Puzzle) -> str:
    """Where to look in order to find a step, without what is found there."""
    if look_at := TECHNIQUES.named(step.technique).look_at:
        return look_at(step, puzzle)
    houses = [names_of(step.houses, puzzle)] if step.houses else []
    return ", ".join([*map(str, step.cages), *houses])


def margin_width() -> int:
    """Columns that the names of techniques take beside the sentences."""
    return max(map(len, TECHNIQUES.names())) + 2
