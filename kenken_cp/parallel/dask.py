"""The machines of an existing Dask cluster."""

import pickle
import re
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from kenken_cp.errors import KenKenError, MissingExtraError
from kenken_cp.parallel.context import WORKER_REPORT, Report, stopped_by
from kenken_cp.parallel.pool import Pool
from kenken_cp.search.protocol import StopSignal
from kenken_cp.text import quoted

_SECONDS_TO_CONNECT = 5.0
"""Time that a scheduler on the network has to reply."""

_SECONDS_FOR_WORKERS = 10.0
"""Time that its workers have to register."""

_SECONDS_PER_CHECK = 0.2
"""Time between two checks whether a running task is still wanted."""

_Done = TypeVar("_Done")


@contextmanager
def dask_pool(address: str) -> Iterator[Pool]:
    """The workers of a Dask scheduler (``tcp://host:port``).

    ``kenken_cp`` must be installed there, too, and so must packages with other records that are
    used, which they name as entry points.

    A task whose worker is lost is run again by another, and gives one result.

    Raises:
        MissingExtraError: if Dask is not installed.
        KenKenError: if the scheduler is not reached, or has no workers.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise MissingExtraError("a scheduler", "dask", error.name) from None
    _check_scheduler(address)
    try:
        client = Client(address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
    except OSError as error:
        raise KenKenError(f"no Dask scheduler at {address}: {error}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
        except TimeoutError:
            raise KenKenError(f"the Dask scheduler at {address} has no workers") from None
        reports: SimpleQueue[Report] = SimpleQueue()
        topic = f"kenken-cp-{client.id}"
        client.subscribe_topic(topic, lambda event: reports.put(pickle.loads(event[1])))
        executor = _OnDask(client.get_executor(pure=False), topic)
        yield Pool(executor, sum(client.nthreads().values()), reports=partial(_taken, reports))


def _taken(reports: SimpleQueue[Report]) -> Iterator[Report]:
    with suppress(Empty):
        while True:
            yield reports.get_nowait()


def _check_scheduler(address: str) -> None:
    """Checks that a scheduler listens, for without one Dask prints errors for half a minute."""
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


class _OnDask(Executor):
    """Dask's executor. Its tasks stop when they are cancelled or their client is gone, and report
    by events of a topic.
    """

    def __init__(self, executor: Executor, topic: str) -> None:
        self._executor, self._topic = executor, topic

    def submit(self, fn: Callable[..., _Done], /, *args: Any, **kwargs: Any) -> Future[_Done]:
        return self._executor.submit(_run_on_worker, self._topic, fn, *args, **kwargs)


def _run_on_worker(topic: str, task: Callable[..., _Done], *args: Any) -> _Done:
    """Runs a task on a Dask worker, which itself never stops one that has begun."""
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    stop, over = StopSignal(), threading.Event()

    def watch() -> None:
        while not over.wait(_SECONDS_PER_CHECK):
            state = worker.state.tasks.get(key)
            if state is None or state.state == "cancelled":
                stop.stop()
                return

    threading.Thread(target=watch, daemon=True).start()
    # Pickled, because an event cannot hold our types, or integers of more than 64 bits.
    reports = WORKER_REPORT.set(lambda report: worker.log_event(topic, pickle.dumps(report)))
    try:
        with stopped_by(stop):
            return task(*args)
    finally:
        WORKER_REPORT.reset(reports)
        over.set()
