"""The workers of an existing Dask cluster."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from functools import partial
from typing import Any

from kenken_cp.clock import Clock
from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.parallel.workers import SECONDS_PER_POLL, Pool, WorkersLostError
from kenken_cp.text import quoted

SECONDS_TO_CONNECT = 5.0
"""Time that a scheduler on the network has to reply."""

SECONDS_FOR_WORKERS = 10.0
"""Time that its workers have to register."""


@contextmanager
def dask_pool(address: str) -> Iterator[Pool]:
    """The workers of a Dask scheduler (``tcp://host:port``) for a ``with`` block; see
    ``Workers.pool``.

    ``kenken_cp`` must be installed there, too, and so must packages with other records that are
    used. A task whose worker is lost is run again by another, and gives one result.
    """
    try:
        from distributed import KilledWorker
    except ModuleNotFoundError as error:
        raise MissingExtraError("a scheduler", "dask", error.name) from None
    if not re.fullmatch(r"(tcp|tls|ws|wss)://\S+:[0-9]{1,5}", address):
        raise KenKenError(f"scheduler {quoted(address)}; expected one such as tcp://127.0.0.1:8786")
    try:
        with _silence(), _client(address) as client:
            executor = client.get_executor(pure=False)
            size = sum(client.nthreads().values())
            yield Pool(partial(executor.submit, _while_wanted), size)
    except CancelledError:
        raise WorkersLostError("the scheduler is gone") from None
    except KilledWorker:
        raise WorkersLostError("a task has ended several workers (out of memory?)") from None


@contextmanager
def _silence() -> Iterator[None]:
    """In the ``with`` block nothing is logged, as Dask would: our own messages say what matters."""
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)


def _client(address: str) -> Any:
    """A connection to a scheduler that has workers."""
    from distributed import Client

    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except OSError as error:
        raise KenKenError(f"no Dask scheduler at {address}: {error}") from None
    try:
        client.wait_for_workers(1, timeout=SECONDS_FOR_WORKERS)
    except TimeoutError:
        client.close()
        raise KenKenError(f"the Dask scheduler at {address} has no workers") from None
    return client


def _while_wanted(task: Callable[..., Any], *arguments: Any) -> Any:
    """Does a task in a Dask worker, which itself never stops one that has begun: here it stops
    when it is cancelled, or its client is gone.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    clock, over = Clock(), threading.Event()

    def watch() -> None:
        while not over.wait(SECONDS_PER_POLL):
            state = worker.state.tasks.get(key)
            if state is None or state.state == "cancelled":
                clock.stop()

    threading.Thread(target=watch, daemon=True).start()
    try:
        with clock.running():
            return task(*arguments)
    finally:
        over.set()
