"""The machines of an existing Dask cluster."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any, ParamSpec, TypeVar

from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.parallel.pool import Pool
from kenken_cp.parallel.tasks import STOP
from kenken_cp.search.protocol import StopSignal

_REACHABLE = 5.0
"""Seconds that a scheduler on the network has to answer."""

_WORKERS_COME = 10.0
"""Seconds that its workers have to come."""

_P = ParamSpec("_P")
_T = TypeVar("_T")


@contextmanager
def dask_pool(address: str) -> Iterator[Pool]:
    """The workers of a Dask scheduler (``tcp://host:port``); they need ``kenken_cp`` too.

    A task whose worker is lost is done again by another, and each is answered once.

    Raises:
        MissingExtraError: if Dask is not installed.
        KenKenError: if the scheduler is not reached, or has no workers.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise MissingExtraError("a scheduler", "dask", error.name) from None
    _knock(address)
    try:
        client = Client(address, timeout=_REACHABLE, set_as_default=False)
    except OSError as error:
        raise KenKenError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_WORKERS_COME)
        except TimeoutError:
            raise KenKenError(f"the Dask scheduler at {address} has no workers") from None
        yield Pool(_OnDask(client.get_executor(pure=False)), sum(client.nthreads().values()))


def _knock(address: str) -> None:
    """Sees that somebody is there: a client that reaches nobody takes half a minute or more, and
    prints errors on its way out.
    """
    found = re.fullmatch(r"(tcp|tls|ws|wss)://(.+):([0-9]{1,5})", address)
    if found is None:
        raise KenKenError(f"scheduler {address[:60]!r}; expected one such as tcp://127.0.0.1:8786")
    host, port = found[2].strip("[]"), int(found[3])
    try:
        with socket.create_connection((host, port), timeout=_REACHABLE) as connection:
            if found[1] == "tcp" and not connection.recv(1):  # there a scheduler speaks first
                raise OSError("it is somebody else")
    except (OSError, OverflowError) as error:
        raise KenKenError(f"no Dask scheduler answers at {address}: {error}") from None


class _OnDask(Executor):
    """Dask's executor, whose tasks stop when they are cancelled or their client is gone."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[_P, _T], /, *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        run: Callable[..., _T] = _run_on_worker
        return self._executor.submit(run, fn, *args, **kwargs)


def _run_on_worker(task: Callable[..., _T], *args: Any) -> _T:
    """Does a task on a Dask worker, which itself never stops one that has begun."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    stop, over = StopSignal(), threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            state = worker.state.tasks.get(key)
            if state is None or state.state == "cancelled":
                stop.stop()
                return

    threading.Thread(target=watch, daemon=True).start()
    before = STOP.set(stop)
    try:
        return task(*args)
    finally:
        STOP.reset(before)
        over.set()
