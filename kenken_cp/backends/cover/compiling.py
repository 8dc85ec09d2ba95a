"""How numba is used: functions compiled when first called, kept on disk, and announced."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

from numba import njit, types
from numba.core import event
from numba.extending import intrinsic

LOG = logging.getLogger(__name__)

Function = TypeVar("Function", bound=Callable[..., Any])


def entry(function: Function) -> Function:
    """Has a function compiled when it is first called, and kept on disk where that is possible: in
    ``NUMBA_CACHE_DIR``, beside its file, or in the user's cache directory.
    """
    try:
        compiled: Function = njit(nogil=True, cache=True)(function)
    except RuntimeError:  # there is no directory that may be written to
        compiled = njit(nogil=True)(function)
    return compiled


def inner(function: Function) -> Function:
    """Has a function compiled into those that call it, and not for calls from Python."""
    compiled: Function = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return compiled


def inlined(function: Function) -> Function:
    """The same for a small one, put into them before they are compiled: then what it is given and
    returns costs nothing.
    """
    compiled: Function = njit(inline="always", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    return compiled


def announced() -> AbstractContextManager[Any]:
    """Within it, the log says so before something is compiled that is not on disk."""
    listening: AbstractContextManager[Any] = event.install_listener("numba:compile", _Listener())
    return listening


class NotOnDiskError(Exception):
    """Something would have to be compiled."""


def refused() -> AbstractContextManager[Any]:
    """Within it, what would have to be compiled raises NotOnDiskError."""
    refusing: AbstractContextManager[Any] = event.install_listener("numba:compile", _Refusing())
    return refusing


class _Refusing(event.Listener):
    def on_start(self, event: Any) -> None:
        raise NotOnDiskError

    def on_end(self, event: Any) -> None:
        """Nothing depends on it."""


class _Listener(event.Listener):
    """Hears from numba of each function that it compiles, those within others too."""

    announced = False

    def on_start(self, event: Any) -> None:
        if not _Listener.announced:
            _Listener.announced = True
            LOG.info("compiling the fast engine, once: some 15 s")

    def on_end(self, event: Any) -> None:
        """Nothing depends on it."""


@intrinsic
def bit_count(_: Any, word: Any) -> Any:
    """How many bits of a word are set."""
    return types.uint64(word), lambda _context, builder, _, words: builder.ctpop(*words)


@intrinsic
def lowest(_: Any, word: Any) -> Any:
    """The number of the lowest bit of a word that is not zero."""

    def generate(context: Any, builder: Any, _signature: Any, words: Any) -> Any:
        return builder.cttz(*words, context.get_constant(types.boolean, 1))  # undefined for 0

    return types.uint64(word), generate
