"""Functions that callers pass in: visitors of solutions, and those that progress is reported to."""

from kenken_cp.errors import KenKenError
from kenken_cp.text import quoted


def expect_function(value: object, name: str, argument: str) -> None:
    """KenKenError for anything that cannot be called."""
    if not callable(value):
        raise KenKenError(f"{name} {quoted(value)}; expected a function of one {argument}")


def no_stop_iteration(name: str) -> RuntimeError:
    """The error in place of a ``StopIteration`` that a function raised, as Python does it in
    generators (PEP 479): to whoever iterates, the work would seem to be complete.
    """
    return RuntimeError(f"the function {name} raised StopIteration")


def is_false(answer: object) -> bool:
    """Whether an answer is False, Python's or numpy's; nothing else that is false counts."""
    if answer is None or answer is True:  # as nearly all are
        return False
    return answer is False or (type(answer).__name__ in _NUMPY_BOOLEANS and not answer)


_NUMPY_BOOLEANS = {"bool", "bool_"}
"""The name of numpy's type since version 2, and before; numpy is not imported for this."""
