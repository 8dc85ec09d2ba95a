"""The distance of two clues: how likely a person who meant one types the other."""

from kenken_cp.model.puzzle import Cage

_KEYS = ("01234567890", "147", "258", "369")
"""Digits that lie side by side: above the letters of a keyboard, and in its numeric keypad."""

ANY_CLUE = 6.0
"""The distance of two clues that have nothing in common."""


def distance(typed: Cage, meant: Cage) -> float:
    """How far a clue is from another, 0 for the same.

    1: only the operator, or a digit that is its neighbour on a keyboard or in value, or two digits
    the wrong way round; 1.5: a digit more or less; 2: one other digit; from 3 on, below 6: any
    other target; 6: the operator and the target.
    """
    if typed.operator is not meant.operator:
        return 1 if typed.target == meant.target else ANY_CLUE
    return _target_distance(str(typed.target), str(meant.target))


def _target_distance(typed: str, meant: str) -> float:
    if typed == meant:
        return 0
    if len(typed) == len(meant):
        different = [i for i, pair in enumerate(zip(typed, meant, strict=True)) if len({*pair}) > 1]
        if len(different) == 1:
            (i,) = different
            return 1 if _near(typed[i], meant[i]) else 2
        if len(different) == 2:
            i, j = different
            if j == i + 1 and (typed[i], typed[j]) == (meant[j], meant[i]):
                return 1
    elif abs(len(typed) - len(meant)) == 1:
        shorter, longer = sorted((typed, meant), key=len)
        if any(longer[:i] + longer[i + 1 :] == shorter for i in range(len(longer))):
            return 1.5
    size = 1 + abs(int(typed))
    difference = min(abs(int(typed) - int(meant)), 3 * size)  # so that the quotient is a float
    return 3 + difference / size


def _near(one: str, other: str) -> bool:
    return any(one + other in keys or other + one in keys for keys in _KEYS)
