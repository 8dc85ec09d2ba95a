"""How numba is used: functions are compiled when first called, and kept on disk; a log says so."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any, TypeVar

from numba import njit, types
from numba.core import config, event
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

from kenken_cp.errors import KenKenError

if config.DISABLE_JIT:  # numba's own functions are not compiled either, and ours need them
    raise KenKenError("numba compiles nothing; expected NUMBA_DISABLE_JIT not to be set")

LOG = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., Any])


def entry(function: Function) -> Function:
    """Decorates a function to be called from Python: it is compiled when first called, and kept on
    disk if possible, in ``NUMBA_CACHE_DIR``, beside its file, or in the user's cache directory.
    """
    dispatcher = njit(nogil=True)(function)
    try:
        dispatcher._cache = _Files(function)  # as numba does for cache=True, with its own class
    except RuntimeError:  # there is no directory that may be written to
        global _is_kept
        _is_kept = False
    compiled: Function = dispatcher
    return compiled


class _Files(FunctionCache):
    """A function on disk. Files that are damaged are as good as none, and written anew; numba fails
    at them for ever. If there is no space for them, the function is compiled all the same.
    """

    def load_overload(self, *arguments: Any) -> Any:
        try:
            return super().load_overload(*arguments)
        except Exception:  # noqa: BLE001 - whatever pickle makes of damaged bytes
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, *arguments: Any) -> None:
        with suppress(Exception):  # it reads what is there, too, which may still be damaged
            super().save_overload(*arguments)


_is_kept = True

NOWHERE = "no folder for it can be written to; NUMBA_CACHE_DIR may name one"
"""Why it is not kept."""


def is_kept() -> bool:
    """Whether the functions that are decorated by now are kept on disk, or compiled each time."""
    return _is_kept


def inner(function: Function) -> Function:
    """Decorates a function that only compiled functions call: it is compiled together with them."""
    compiled: Function = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def inlined(function: Function) -> Function:
    """Decorates a small function that only compiled functions call: it is inlined before they are
    compiled, so that passing arguments and results costs nothing.
    """
    compiled: Function = njit(inline="always", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    return compiled


def announced() -> AbstractContextManager[Any]:
    """In the ``with`` block, a log message comes before a function is compiled."""
    listening: AbstractContextManager[Any] = event.install_listener("numba:compile", _Listener())
    return listening


class NotOnDiskError(Exception):
    """Something would have to be compiled."""


def refused() -> AbstractContextManager[Any]:
    """In the ``with`` block, calling a function that is not on disk raises ``NotOnDiskError``."""
    refusing: AbstractContextManager[Any] = event.install_listener("numba:compile", _Refusing())
    return refusing


class _Refusing(event.Listener):
    def on_start(self, event: Any) -> None:
        raise NotOnDiskError

    def on_end(self, event: Any) -> None:
        """Nothing depends on it."""


class _Listener(event.Listener):
    """Is called by numba for each function that it compiles, nested ones too; logs the first."""

    announced = False

    def on_start(self, event: Any) -> None:
        if not _Listener.announced:
            _Listener.announced = True
            often = "once: some 15 s" if is_kept() else f"some 15 s each time: {NOWHERE}"
            LOG.info("compiling the fast engine, %s", often)

    def on_end(self, event: Any) -> None:
        """Nothing depends on it."""


@intrinsic
def bit_count(_: Any, word: Any) -> Any:
    """The number of bits of a word that are set."""
    return types.uint64(word), lambda _context, builder, _, words: builder.ctpop(*words)


@intrinsic
def lowest(_: Any, word: Any) -> Any:
    """The index of the lowest bit that is set in a word, which must not be zero."""

    def generate(context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.cttz(*words, context.get_constant(types.boolean, 1))  # undefined for 0

    return types.uint64(word), generate
