"""What the bits of a state mean, and options as moves from state to state.

A bit stands for a value in a group of cells (set: it is there), for a state of an automaton between
two cells (set: it is not this one), or for an interchangeable value (set: it is used).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.frontier.states import Words, nonzero_words
from kenken_cp.encode.exact_cover import ExactCover, OptionGroup, bits


class Move(NamedTuple):
    """An option, as it changes a state. Of bit sets: it is possible if none of ``forbidden`` is
    set and all of ``needed``; then ``added`` is set. ``weight`` is how many options it stands for.
    """

    forbidden: int
    needed: int
    added: int
    weight: int


Moves = Sequence[Sequence[Move]]
"""Those of each option group, in the order in which the groups are filled."""


class Encoding:
    """The bits of an exact cover, of which only the options ``live`` are still possible.

    Attributes:
        required: the bits that are set when the board is full.
        words: how many hold all bits.
    """

    def __init__(self, cover: ExactCover, live: int) -> None:
        self._cover, self._live = cover, live
        values = cover.primary_items[len(cover.option_groups) :]
        self.required = (1 << len(values)) - 1
        values += cover.secondary_items
        self._forbidden = dict.fromkeys(bits(live), 0)
        self._added = dict.fromkeys(bits(live), 0)
        for number, item in enumerate(values):
            for option in bits(item & live):
                self._forbidden[option] |= 1 << number
                self._added[option] |= 1 << number
        used = self._add_automata(len(values))
        self._used_bit = {
            value: used + place for place, value in enumerate(_interchangeable(cover))
        }
        self.words = (used + len(self._used_bit)) // 64 + 1

    def _add_automata(self, number: int) -> int:
        """Gives the states of automata their bits, from a number on; returns the next free one."""
        for transition in self._cover.transitions:
            all_bits = ((1 << len(transition.states)) - 1) << number
            for bit, state in enumerate(transition.states, number):
                for option in bits((state.ending | state.starting) & self._live):
                    self._forbidden[option] |= 1 << bit
                    self._added[option] |= all_bits & ~(1 << bit)
            number += len(transition.states)
        return number

    def moves(self, *, columns_first: bool) -> tuple[Moves, Moves]:
        """The moves in one order of the option groups: with interchangeable values in precedence,
        and plain.
        """
        columns = self._cover.instance.columns
        groups = sorted(
            self._cover.option_groups,
            key=lambda group: sorted(
                (cell % columns, cell) if columns_first else (cell, 0) for cell in group.cells
            ),
        )
        return (
            [list(self._in_precedence(group)) for group in groups],
            [[move for _, move in self._moves(group)] for group in groups],
        )

    def _moves(self, group: OptionGroup) -> Iterator[tuple[int, Move]]:
        """The live options of a group, each with the value of its first cell."""
        for option in bits(group.mask & self._live):
            move = Move(self._forbidden[option], 0, self._added[option], 1)
            yield group.row(option)[0], move

    def _in_precedence(self, group: OptionGroup) -> Iterator[Move]:
        """Value-precedence symmetry breaking: interchangeable values are first used in ascending
        order, and the next of them stands for all that are not used yet (Law and Lee, "Global
        constraints for integer and set value precedence", CP 2004).

        That divides the work on an empty board by the factorial of its order. Only one frontier may
        do it: what it has filled stands for several boards, each of which is completed in as many
        ways.
        """
        for value, move in self._moves(group):
            used = self._used_bit.get(value)
            if used is None or not _is_free(self._cover, group):
                yield move
                continue
            first, last = min(self._used_bit.values()), max(self._used_bit.values())
            bit = 1 << used
            yield move._replace(needed=bit)
            yield Move(
                forbidden=move.forbidden | bit,
                needed=1 << used - 1 if used > first else 0,
                added=move.added | bit,
                weight=last - used + 1,
            )


def _is_free(cover: ExactCover, group: OptionGroup) -> bool:
    """Whether a group is a cell that may hold any value; one of an automaton may only seem so."""
    return (
        len(group.cells) == 1
        and group.rows == cover.instance.domain
        and group.first not in cover.transition_conflicts
    )


def _interchangeable(cover: ExactCover) -> list[int]:
    """Values that no cage can hold, if there are several."""
    caged = {
        value for group in cover.option_groups if not _is_free(cover, group) for value in group.rows
    }
    found = [value for value in cover.instance.domain if value not in caged]
    return found if len(found) > 1 else []


def children(keys: Words, counts: Words, moves: Sequence[Move]) -> tuple[Words, Words]:
    """The states after each possible move, with their counts; some may be equal."""
    all_keys, all_counts = [keys[:, :0]], [counts[:, :0]]
    for move in moves:
        blocked = _blocked(keys, move.forbidden)
        for word, mask in nonzero_words(move.needed):
            blocked |= ~keys[word] & mask
        chosen = np.flatnonzero(blocked == 0)
        after = keys[:, chosen]
        for word, mask in nonzero_words(move.added):
            after[word] |= mask
        all_keys.append(after)
        all_counts.append(counts[:, chosen] * np.uint64(move.weight))
    return np.concatenate(all_keys, axis=1), np.concatenate(all_counts, axis=1)


def alive(keys: Words, plain: Moves, required: Words) -> NDArray[np.bool_]:
    """Of each state whether every open option group still has a move, and every required bit is
    set or still added by one: necessary for a full board, not sufficient.
    """
    found = np.ones(keys.shape[1], bool)
    reached = keys.copy()
    for moves in plain:
        possible = np.zeros(keys.shape[1], bool)
        for move in moves:
            possible_move = _blocked(keys, move.forbidden) == 0
            possible |= possible_move
            for word, mask in nonzero_words(move.forbidden):
                reached[word] |= possible_move * mask
        found &= possible
    found &= ((reached & required) == required).all(axis=0)
    return found


def _blocked(keys: Words, forbidden: int) -> Words:
    found = np.zeros(keys.shape[1], np.uint64)
    for word, mask in nonzero_words(forbidden):
        found |= keys[word] & mask
    return found
