"""Counting by layers: one part of the board after the other, merging boards that leave the same.

Of a partly filled board it only matters what its houses still need, so boards that agree in that
are kept once, with their number. That is best where there are few clues: Latin squares, puzzles
with millions of solutions.

Parts are filled from the first on and from the last on, in rows and in columns, each time where
there are the fewest states; where two ends meet, what the one lacks is what the other has. A layer
is a few arrays, so that a state costs a tenth of a microsecond for each of its children. Now and
then a layer is looked through for states that no board can come of. (What else they cannot hold is
not taken away, for boards would differ in it and not be merged.) When there is no room for more
states, the way from one end to the other is gone with some of them at a time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from copy import copy
from operator import mul
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenken_cp.backends.cover.components import TURN
from kenken_cp.encode.exact_cover import ExactCover, Part, bits, propagate

ROOM = 1 << 26
"""Bytes for the states of an end of the board, of which there are four: some two million states of
a 7x7. While a layer is made it may need four times as much.
"""

CHUNK = 1 << 17
"""Children made, or states merged, between two pauses: some hundredths of a second."""

LOOK = 1 << 15
"""States looked through between two pauses."""

GROWTH = 2
"""How often as wide a layer is as when it was last looked through, that it is again. Where that
does not help it is asked to have grown twice as much the next time: on puzzles with cages one state
in twenty is alive, on Latin squares nearly all are.
"""

FARTHEST = 3
"""Lines of the board between two ends that have no more room, at most, if they are to be brought
together nevertheless.
"""

NARROW = 1000
"""States that are not worth a look."""

Words = NDArray[np.uint64]

_LIMB = np.uint64(32)
_LOW = np.uint64(0xFFFFFFFF)
_MIX = 0x9E3779B97F4A7C15


class Move(NamedTuple):
    """An option, as it changes a state. Of bit sets: it can be chosen if none of ``clash`` is set
    and all of ``needs``; then ``sets`` is set. ``weight`` is for how many options it stands.
    """

    clash: int
    needs: int
    sets: int
    weight: int


class States(NamedTuple):
    """Distinct states, sorted by their hashes.

    Attributes:
        keys: a column for each state, a row for each word of its bit set.
        counts: the boards of each state, a row for each limb of 32 bits, the least first.
        hashes: of the keys.
    """

    keys: Words
    counts: Words
    hashes: Words


class Layers:
    """A count by layers. ``steps`` pauses often, and returns the count, or None if that would take
    too many states.
    """

    turn = TURN

    def __init__(self, cover: ExactCover) -> None:
        self._cover = cover
        self._states = self._widest = 0
        self.steps = self._count()

    @property
    def statistics(self) -> dict[str, int]:
        """The states of all layers, and of the widest."""
        return {"states": self._states, "widest": self._widest}

    def _count(self) -> Generator[None, None, int | None]:
        live, _ = propagate(self._cover, self._cover.all_options, self._cover.items)
        if not live:
            return 0
        board = _Board(self._cover, live)
        ends = yield from self._ends_grown(board)
        stuck = all(end.crowded for end in ends)
        if stuck and board.between(*ends) > FARTHEST * self._cover.size:
            return None
        return (yield from self._bridge(board, *ends))

    def _ends_grown(self, board: _Board) -> Generator[None, None, tuple[_End, _End]]:
        """Two ends that meet, or as near to each other as there is room for."""
        ways = [board.ends(across=across) for across in (False, True)]
        while growing := [
            (end.width, ends, end) for ends in ways for end in ends if not end.crowded
        ]:
            _, ends, end = min(growing, key=lambda way: way[0])
            yield from self._advance(end)
            if end.over or board.meet(*ends) or not end.width:
                return ends
        return min(ways, key=lambda ends: board.between(*ends))

    def _advance(self, end: _End) -> Iterator[None]:
        yield from end.advance()
        self._states += end.width
        self._widest = max(self._widest, end.width)

    def _bridge(self, board: _Board, one: _End, other: _End) -> Generator[None, None, int]:
        """Goes on from one end to the other, with as many states at a time as there is room for."""
        one, other = sorted((one, other), key=lambda end: (not end.over, end.width))
        far = len(self._cover.parts)
        if board.lack_tells(one, other):
            far -= other.depth
        total = 0
        waiting = [one]
        while waiting:
            end = waiting.pop()
            if end.over or not end.width:
                total += end.boards
            elif end.depth == far:
                for boards in _joined(end, other):
                    total += boards
                    yield
            elif end.crowded:
                waiting += end.halves(far)
            else:
                yield from self._advance(end)
                waiting.append(end)
        return total


class _Board:
    """What there is to fill, and the bits that say how far a board is filled.

    A bit stands for a value in a house (set: it is there), for a state between two cells of a chain
    (set: it is not this one), or for one of the interchangeable values (set: it is used).
    """

    def __init__(self, cover: ExactCover, live: int) -> None:
        self._cover, self._live = cover, live
        places = [*cover.items[len(cover.parts) :], *cover.loose]
        # A board is full when each of these is set.
        self._full = (1 << len(cover.items) - len(cover.parts)) - 1
        self._clash = dict.fromkeys(bits(live), 0)
        self._sets = dict.fromkeys(bits(live), 0)
        for number, place in enumerate(places):
            for option in bits(place & live):
                self._clash[option] |= 1 << number
                self._sets[option] |= 1 << number
        used = len(places) + self._add_chains(len(places))
        fresh = _interchangeable(cover)
        self._fresh = {value: used + index for index, value in enumerate(fresh)}
        self._words = (used + len(fresh)) // 64 + 1

    def _add_chains(self, first: int) -> int:
        """Numbers the states of the chains; answers how many there are."""
        number = first
        for meeting in self._cover.meetings:
            states = [
                leaving | starting
                for leaving, starting in self._cover.links
                if not (leaving | starting) & ~meeting
            ]
            all_bits = ((1 << len(states)) - 1) << number
            for bit, state in enumerate(states, number):
                for option in bits(state & self._live):
                    self._clash[option] |= 1 << bit
                    self._sets[option] |= all_bits & ~(1 << bit)
            number += len(states)
        return number - first

    def ends(self, *, across: bool) -> tuple[_End, _End]:
        """Where filling starts: the first part, row by row or column by column, and the last."""
        size = self._cover.size
        parts = sorted(
            self._cover.parts,
            key=lambda part: sorted(
                (cell % size, cell) if across else (cell, 0) for cell in part.cells
            ),
        )
        plain = [[move for _, move in self._moves(part)] for part in parts]
        merged = [list(self._merged_by_symmetry(part)) for part in parts]
        return (
            _End(merged, plain, self._full, self._words),
            _End(plain[::-1], plain[::-1], self._full, self._words),
        )

    def _moves(self, part: Part) -> Iterator[tuple[int, Move]]:
        """The options of a part that are left, each with the value of its first cell."""
        width = len(part.cells)
        for option in bits(part.mask & self._live):
            value = part.rows[(option - part.first) * width]
            yield value, Move(self._clash[option], 0, self._sets[option], 1)

    def _merged_by_symmetry(self, part: Part) -> Iterator[Move]:
        """Interchangeable values come into use in their order: the next stands for all the rest.

        That divides the work on an empty board by the factorial of its order. Only one end may do
        it: what it has filled stands for as many boards, and each of them is completed in as many
        ways.
        """
        for value, move in self._moves(part):
            used = self._fresh.get(value)
            if used is None or not _is_free(self._cover, part):
                yield move
                continue
            first, last = min(self._fresh.values()), max(self._fresh.values())
            bit = 1 << used
            yield move._replace(needs=bit)
            yield Move(
                clash=move.clash | bit,
                needs=1 << used - 1 if used > first else 0,
                sets=move.sets | bit,
                weight=last - used + 1,
            )

    def between(self, one: _End, other: _End) -> int:
        """How many parts are open between two ends."""
        return len(self._cover.parts) - one.depth - other.depth

    def meet(self, one: _End, other: _End) -> bool:
        """Whether they fill the board between them, and can be put together."""
        return not self.between(one, other) and self.lack_tells(one, other)

    def lack_tells(self, one: _End, other: _End) -> bool:
        """Whether an end that fills all that another leaves open lacks what that one has: not
        where a house needs only some values, or within a chain.
        """
        far = len(self._cover.parts) - other.depth
        return not one.keep_at(far) & other.keep & ~self._full


class _End:
    """One end of the board, from which parts are filled.

    Args:
        moves: those of each part, in the order in which they are filled.
        plain: the same without symmetries.
        full: the bits that are set when the board is full.
        words: how many hold all bits.

    Attributes:
        depth: how many parts are filled.
        pieces: the states; those of one piece differ from those of the others.
        crowded: whether it has no room for the states that come next.
    """

    def __init__(
        self,
        moves: Sequence[Sequence[Move]],
        plain: Sequence[Sequence[Move]],
        full: int,
        words: int,
    ) -> None:
        self._moves, self._plain, self._full, self._words = moves, plain, full, words
        ahead = 0
        self._ahead = [0]
        for part in reversed(moves):
            for move in part:
                ahead |= move.clash | move.needs
            self._ahead.append(ahead)
        self._most = ROOM // (8 * (words + 2))
        self._look_at = NARROW
        self._growth = GROWTH
        self.depth = 0
        self.crowded = False
        self.pieces = [_merged(np.zeros((words, 1), np.uint64), np.ones((1, 1), np.uint64))]

    @property
    def keep(self) -> int:
        """The bits that parts ahead look at; all others are forgotten."""
        return self.keep_at(self.depth)

    def keep_at(self, depth: int) -> int:
        """The same when so many parts are filled."""
        return self._ahead[len(self._moves) - depth]

    @property
    def over(self) -> bool:
        """Whether every part is filled."""
        return self.depth == len(self._moves)

    @property
    def width(self) -> int:
        """How many states there are."""
        return sum(len(piece.hashes) for piece in self.pieces)

    @property
    def boards(self) -> int:
        """How many boards they are of."""
        return sum(sum(_numbers(piece.counts)) for piece in self.pieces)

    def advance(self) -> Iterator[None]:
        """Fills one more part, or finds that there is no room."""
        before = self.pieces
        can_be_divided = self.width > 1
        moves = self._moves[self.depth]
        due = self._full & self.keep & ~self.keep_at(self.depth + 1)
        found: list[States] = []
        children = 0
        for states in _in_chunks(before, max(CHUNK // len(moves), 1)):
            found.append(self._filled(states, moves, due))
            children += len(found[-1].hashes)
            if children > 4 * self._most and can_be_divided:
                self.crowded = True
                return
            yield
        self.depth += 1
        self.pieces = []
        for piece in _merged_all(found):
            self.pieces.append(piece)
            yield
        if self.width > self._look_at:
            yield from self._look()
        if self.width > self._most and can_be_divided:
            self.crowded, self.pieces = True, before
            self.depth -= 1

    def _filled(self, states: States, moves: Sequence[Move], due: int) -> States:
        keys, counts = _children(states.keys, states.counts, moves)
        due_words = _words(due, self._words)
        complete = ((keys & due_words) == due_words).all(axis=0)
        keep = _words(self.keep_at(self.depth + 1), self._words)
        return _merged(keys[:, complete] & keep, counts[:, complete])

    def halves(self, far: int) -> Iterator[_End]:
        """Two ends with some of the states each, of which as few as may be come to the same before
        the depth ``far``.
        """
        number = self._lasting_bit(far)
        for value in (0, 1):
            half = copy(self)
            half.crowded = False
            half.pieces = [
                _chosen(piece, _bit_of(piece.keys, number) == value) for piece in self.pieces
            ]
            yield half

    def _lasting_bit(self, far: int) -> int | None:
        """A bit that about half of the states have, and that the next parts do not set: as many of
        them as there is such a bit for.
        """
        sample = max((piece.keys for piece in self.pieces), key=lambda keys: keys.shape[1])
        for depth in range(far, self.depth, -1):
            set_by_then = 0
            for part in self._moves[self.depth : depth]:
                for move in part:
                    set_by_then |= move.sets
            for number in bits(self.keep & ~set_by_then):
                if 0.25 < _bit_of(sample, number).mean() < 0.75:
                    return number
        return None

    def _look(self) -> Iterator[None]:
        """Takes away states that no full board can come of."""
        before = self.width
        needed = _words(self._full & self.keep, self._words)
        ahead = self._plain[self.depth :]
        found = []
        for states in _in_chunks(self.pieces, LOOK):
            found.append(_chosen(states, _alive(states.keys, ahead, needed)))
            yield
        self.pieces = found
        if self.width > before // 2:
            self._growth *= 2
        self._look_at = max(NARROW, self.width * self._growth)


def _bit_of(keys: Words, number: int | None) -> Words:
    """One bit of each state; of no bit, every second state has it."""
    if number is None:
        return np.arange(keys.shape[1], dtype=np.uint64) & np.uint64(1)
    word: Words = keys[number // 64] >> np.uint64(number % 64)
    return word & np.uint64(1)


def _in_chunks(pieces: Sequence[States], most: int) -> Iterator[States]:
    for keys, counts, hashes in pieces:
        for start in range(0, len(hashes), most):
            here = slice(start, start + most)
            yield States(keys[:, here], counts[:, here], hashes[here])


def _chosen(states: States, which: NDArray[np.bool_]) -> States:
    keys, counts, hashes = states
    return States(keys[:, which], counts[:, which], hashes[which])


def _is_free(cover: ExactCover, part: Part) -> bool:
    """Whether a part is a cell that may hold any value; one of a chain may only look so."""
    return part.rows == cover.values and len(part.cells) == 1 and part.first not in cover.chained


def _interchangeable(cover: ExactCover) -> list[int]:
    """Values that no cage can hold, if there are several."""
    elsewhere = {value for part in cover.parts if not _is_free(cover, part) for value in part.rows}
    fresh = [value for value in cover.values if value not in elsewhere]
    return fresh if len(fresh) > 1 else []


def _children(keys: Words, counts: Words, moves: Sequence[Move]) -> tuple[Words, Words]:
    """The states after each possible move, with their counts; some may be equal."""
    all_keys, all_counts = [keys[:, :0]], [counts[:, :0]]
    for clash, needs, sets, weight in moves:
        blocked = np.zeros(keys.shape[1], np.uint64)
        for word, mask in _words_of(clash):
            blocked |= keys[word] & mask
        for word, mask in _words_of(needs):
            blocked |= ~keys[word] & mask
        chosen = np.flatnonzero(blocked == 0)
        after = keys[:, chosen]
        for word, mask in _words_of(sets):
            after[word] |= mask
        all_keys.append(after)
        all_counts.append(counts[:, chosen] * np.uint64(weight))
    return np.concatenate(all_keys, axis=1), np.concatenate(all_counts, axis=1)


def _alive(keys: Words, ahead: Sequence[Sequence[Move]], needed: Words) -> NDArray[np.bool_]:
    """Whether each part ahead can still be filled, and every bit needed can still be set."""
    alive = np.ones(keys.shape[1], bool)
    reached = keys.copy()
    for moves in ahead:
        some = np.zeros(keys.shape[1], bool)
        for move in moves:
            words = list(_words_of(move.clash))
            blocked = np.zeros(keys.shape[1], np.uint64)
            for word, mask in words:
                blocked |= keys[word] & mask
            free = blocked == 0
            some |= free
            for word, mask in words:
                reached[word] |= free * mask
        alive &= some
    alive &= ((reached & needed) == needed).all(axis=0)
    return alive


def _merged(keys: Words, counts: Words) -> States:
    """The distinct states, with the sums of their counts."""
    hashes = _hashes(keys)
    order = np.argsort(hashes)
    states = keys[:, order]
    same_hash = np.diff(hashes[order]) == 0
    same = (states[:, 1:] == states[:, :-1]).all(axis=0)
    if (same_hash & ~same).any():  # then equal states may stand apart
        order = np.lexsort((*keys, hashes))
        states = keys[:, order]
        same = (states[:, 1:] == states[:, :-1]).all(axis=0)
    starts = np.flatnonzero(np.concatenate((np.ones(min(len(order), 1), bool), ~same)))
    sums = np.add.reduceat(counts[:, order], starts, axis=1) if len(starts) else counts[:, :0]
    return States(states[:, starts], _carried(sums), hashes[order][starts])


def _hashes(keys: Words) -> Words:
    found = np.zeros(keys.shape[1], np.uint64)
    for word in keys:
        found = (found ^ word) * np.uint64(_MIX)
        found ^= found >> _LIMB
    return found * np.uint64(_MIX)


def _carried(limbs: Words) -> Words:
    """The same numbers, each limb below 2^32; with one more limb if there is need."""
    limbs = limbs.copy()
    for low in range(len(limbs) - 1):
        limbs[low + 1] += limbs[low] >> _LIMB
        limbs[low] &= _LOW
    carry = limbs[-1] >> _LIMB
    if not carry.any():
        return limbs
    limbs[-1] &= _LOW
    return np.vstack((limbs, carry))


def _merged_all(found: Sequence[States]) -> Iterator[States]:
    """The distinct states of many, in pieces that have nothing in common."""
    if len(found) == 1:
        yield found[0]
        return
    states = sum(len(some.hashes) for some in found)
    limbs = max((len(some.counts) for some in found), default=1)
    pieces = 1 << (states // CHUNK).bit_length()
    limits = [(piece << 64) // pieces for piece in range(1, pieces)]
    cuts = [
        [0, *np.searchsorted(some.hashes, np.array(limits, np.uint64)), len(some.hashes)]
        for some in found
    ]
    for piece in range(pieces):
        parts = [slice(*cut[piece : piece + 2]) for cut in cuts]
        keys = [some.keys[:, part] for some, part in zip(found, parts, strict=True)]
        counts = [
            np.pad(some.counts[:, part], ((0, limbs - len(some.counts)), (0, 0)))
            for some, part in zip(found, parts, strict=True)
        ]
        yield _merged(np.concatenate(keys, axis=1), np.concatenate(counts, axis=1))


def _joined(one: _End, other: _End) -> Iterator[int]:
    """How many boards the two ends make up together, in several addends.

    States of both are merged as those of one layer, with the count of the one in the lower limbs
    and that of the other in the upper ones.
    """
    shared = _words(one.keep & other.keep, len(one.pieces[0].keys))
    lower = [_merged(piece.keys & shared, piece.counts) for piece in one.pieces]
    yield 0
    upper = [_merged(~piece.keys & shared, piece.counts) for piece in other.pieces]
    yield 0
    limbs = 1 + max(len(some.counts) for some in lower)  # one to carry into
    raised = [some._replace(counts=np.pad(some.counts, ((limbs, 0), (0, 0)))) for some in upper]
    for piece in _merged_all([*lower, *raised]):
        counts = piece.counts
        pairs = counts[:, counts[:limbs].any(axis=0) & counts[limbs:].any(axis=0)]
        yield sum(map(mul, _numbers(pairs[:limbs]), _numbers(pairs[limbs:])))


def _numbers(limbs: Words) -> list[int]:
    return [
        sum(limb << 32 * place for place, limb in enumerate(column)) for column in limbs.T.tolist()
    ]


def _words(mask: int, words: int) -> Words:
    """A bit set as a column."""
    written = mask.to_bytes(8 * words, "little")
    return np.frombuffer(written, "<u8").astype(np.uint64).reshape(words, 1)


def _words_of(mask: int) -> Iterator[tuple[int, np.uint64]]:
    """The words of a bit set that are not zero, with their places."""
    place = 0
    while mask:
        if word := mask & (1 << 64) - 1:
            yield place, np.uint64(word)
        mask >>= 64
        place += 1
