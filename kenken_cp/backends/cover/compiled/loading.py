"""Loads the compiled engine in a thread, while another engine is at work.

If it is not on disk yet, it is compiled before that in a process of its own; if nothing can be
written there, it is left out. So nobody waits longer than without it.
"""

import logging
import os
import subprocess
import sys
import threading

from kenken_cp.errors import KenKenError

LOG = logging.getLogger(__name__)

_COMPILE = "from kenken_cp.backends.cover.compiled.engine import load; load(compiling=True)"

_SECONDS_PER_CHECK = 0.05
"""Time after which ``close`` is noticed."""


class Loading:
    """Loads the engine, from when this is constructed; to be closed.

    Attributes:
        ready: whether the engine can be used now.
    """

    def __init__(self) -> None:
        self.ready = False
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._load, name="kenken-cp-load")
        self._thread.start()

    def close(self) -> None:
        """Ends the loading, and the process that compiles."""
        self._over.set()
        self._thread.join()

    def _load(self) -> None:
        # In steps, for ``close`` has to wait for the end of a step: some tenths of a second.
        try:
            from kenken_cp.backends.cover.compiled import compiling  # it imports numba
        except KenKenError as error:
            LOG.info("without the fast engine: %s", error)
            return
        if self._over.is_set():
            return
        from kenken_cp.backends.cover.compiled.engine import load

        if not load(compiling=False):
            if not compiling.is_kept():
                LOG.info("without the fast engine, still to be compiled: %s", compiling.NOWHERE)
                return
            LOG.info("compiling the fast engine, once: some 15 s on another core")
            self._compile()
            if self._over.is_set():
                return
            load(compiling=True)  # from disk
        self.ready = True

    def _compile(self) -> None:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
        nowhere = subprocess.DEVNULL
        try:
            process = subprocess.Popen(
                [sys.executable, "-c", _COMPILE],
                stdin=nowhere,
                stdout=nowhere,
                stderr=nowhere,
                env=environment,
                start_new_session=True,  # Ctrl-C is not for it: it would end with a traceback
            )
        except OSError:  # a program frozen into one file has no interpreter
            return
        with process:
            while process.poll() is None:
                if self._over.wait(_SECONDS_PER_CHECK):
                    process.kill()
