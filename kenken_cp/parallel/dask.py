"""The workers of an existing Dask cluster."""

from __future__ import annotations

import logging
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import Any

from kenken_cp.clock import Clock
from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.parallel.workers import Pool, WorkersLostError, run
from kenken_cp.text import quoted

_SECONDS_TO_CONNECT = 5.0
"""Time that a scheduler on the network has to reply."""

_SECONDS_FOR_WORKERS = 10.0
"""Time that its workers have to register."""

_SECONDS_PER_CHECK = 0.2
"""Time between two checks whether a running task is still wanted."""


@contextmanager
def dask_pool(address: str) -> Iterator[Pool]:
    """The workers of a Dask scheduler (``tcp://host:port``) for a ``with`` block; see
    ``Workers.pool``.

    ``kenken_cp`` must be installed there, too, and so must packages with other records that are
    used. A task whose worker is lost is run again by another, and gives one result.
    """
    try:
        from distributed import Client, KilledWorker
    except ModuleNotFoundError as error:
        raise MissingExtraError("a scheduler", "dask", error.name) from None
    # Our own messages say what matters. Importing Dask has set these levels.
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    _expect_scheduler(address)
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except OSError as error:
        raise KenKenError(f"no Dask scheduler at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError:
            raise KenKenError(f"the Dask scheduler at {address} has no workers") from None
        workers = sum(client.nthreads().values())
        try:
            yield Pool(client.get_executor(pure=False), workers, _run_while_wanted)
        except CancelledError:
            raise WorkersLostError("the scheduler is gone") from None
        except KilledWorker:
            raise WorkersLostError("a task has ended several workers (out of memory?)") from None


def _expect_scheduler(address: str) -> None:
    """KenKenError if no scheduler listens: without one Dask prints errors for half a minute."""
    found = re.fullmatch(r"(tcp|tls|ws|wss)://(.+):([0-9]{1,5})", address)
    if found is None:
        raise KenKenError(f"scheduler {quoted(address)}; expected one such as tcp://127.0.0.1:8786")
    host, port = found[2].strip("[]"), int(found[3])
    try:
        with socket.create_connection((host, port), timeout=_SECONDS_TO_CONNECT) as connection:
            if found[1] == "tcp" and not connection.recv(1):  # there a scheduler speaks first
                raise OSError("it is no scheduler")
    except (OSError, OverflowError) as error:
        raise KenKenError(f"no Dask scheduler at {address}: {error}") from None


def _run_while_wanted(call: bytes) -> Any:
    """Does a task in a Dask worker, which itself never stops one that has begun: it stops when it
    is cancelled, or its client is gone.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    clock, over = Clock(), threading.Event()

    def watch() -> None:
        while not over.wait(_SECONDS_PER_CHECK):
            state = worker.state.tasks.get(key)
            if state is None or state.state == "cancelled":
                clock.stop()
                return

    threading.Thread(target=watch, daemon=True).start()
    try:
        with clock.running():
            return run(call)
    finally:
        over.set()
