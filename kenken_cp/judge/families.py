"""A process that we start, and all that it starts: measured, and ended, whatever they do to get
away.

A daemon leaves its parent, its group and its session, and may drop its environment. On Linux a
process can ask to be the parent of whatever loses its own below it (``adopting_orphans``;
PR_SET_CHILD_SUBREAPER): then everything that a run started stays below us and is found there.
Without that, what left its group is found by a mark in its environment, on Linux; elsewhere only
the group is known.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from kenken_cp.frozen import frozen

_MARK = "KENKEN_CP_RUN"
"""The environment variable that every process of a run inherits, unless it drops it."""

_MAX_KILLING_SECONDS = 2.0
"""What is stuck in the kernel for longer cannot be helped."""

_SECONDS_PER_DEATH = 0.001
"""How long killed processes are given before we look again."""

_PR_SET_CHILD_SUBREAPER, _PR_GET_CHILD_SUBREAPER = 36, 37

_lock = threading.RLock()
"""Held while a process is started or orphans are listed: what was just started looks like one."""

_families: "set[Family]" = set()
_adopts = False
_strangers: "frozenset[_Stat]" = frozenset()
"""Orphans that were there before we adopted any: they are of no run."""


class Family:
    """A process with its descendants.

    Args:
        start: starts it, in a session of its own, given variables for its environment.
    """

    def __init__(self, start: Callable[[Mapping[str, str]], "subprocess.Popen[bytes]"], /) -> None:
        self._mark = uuid.uuid4().hex
        with _lock:
            self.process = start({_MARK: self._mark})
            found = _Stat.of(self.process.pid)
            self._began = 0 if found is None else found.began
            _families.add(self)  # whole, for another thread may look at it now

    def resident(self) -> int:
        """Bytes that its processes hold, shared pages counted for each; 0 if unknown."""
        return sum(map(_resident, {self.process.pid, *self._descendants()}))

    def kill(self) -> None:
        """Kills them all, and waits for the first one.

        Two lists in a row must be empty: a parent that ended while its children were listed may
        have left one after that.
        """
        end = time.monotonic() + _MAX_KILLING_SECONDS
        empty = 0
        while empty < 2 and time.monotonic() < end:
            try:
                os.killpg(self.process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                self.process.kill()
            left = self._descendants()
            _kill(left)
            # Only what has no parent any more becomes ours: this one has to be over, too.
            if left or not is_over(self.process):
                empty = 0
                time.sleep(_SECONDS_PER_DEATH)
            else:
                empty += 1
        self.process.wait()
        with _lock:
            _families.discard(self)

    def _descendants(self) -> set[int]:
        """The processes that it started, directly or not, that we can find."""
        found = set(_below([self.process.pid]))
        if _adopts:
            found.update(_below(orphans := self._orphans()), orphans)
        else:
            found.update(pid for pid in _all_processes() if _mark_of(pid) == self._mark)
        return found - {self.process.pid}

    def _orphans(self) -> list[int]:
        """The orphans of this family, and those that can be of no other one that still runs."""
        with _lock:
            others = [family for family in _families if family is not self]
            return [orphan.pid for orphan in _orphans() if self._has(orphan, others)]

    def _has(self, orphan: "_Stat", others: "list[Family]") -> bool:
        if orphan.session == self.process.pid:
            return True
        if any(orphan.session == other.process.pid for other in others):
            return False
        mark = _mark_of(orphan.pid)
        if mark == self._mark or not others:
            return True
        return not any(other._mark == mark or other._began <= orphan.began for other in others)


def is_over(process: "subprocess.Popen[bytes]") -> bool:
    """Whether a process is over; it keeps its number, which names its group, until it is killed."""
    if not hasattr(os, "waitid"):
        return process.poll() is not None
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Has this process adopt, and then kill, what the runs in it leave behind, on Linux.

    It is for a process that is ours: a child in a session of its own that somebody else in this
    process starts meanwhile would be taken for such an orphan.
    """
    global _adopts, _strangers
    before = None if _adopts else _set_subreaper(wanted=True)
    if before is None:
        yield
        return
    _adopts, _strangers = True, frozenset()
    _strangers = frozenset(_orphans())
    try:
        yield
    finally:
        end = time.monotonic() + _MAX_KILLING_SECONDS
        with _lock:
            _families.clear()  # Ctrl-C may have come before one could be killed
            while (left := [one.pid for one in _orphans()]) and time.monotonic() < end:
                _kill([*left, *_below(left)])
                time.sleep(_SECONDS_PER_DEATH)
        _adopts = False
        _set_subreaper(wanted=before)


def _set_subreaper(*, wanted: bool) -> bool | None:
    """Whether this process adopted orphans before; None if it cannot, or they cannot be listed."""
    if sys.platform != "linux" or not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        return None
    before = ctypes.c_int()
    try:
        prctl = ctypes.CDLL(None).prctl
        done = prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0) == 0
        done = done and prctl(_PR_SET_CHILD_SUBREAPER, int(wanted), 0, 0, 0) == 0
    except (OSError, AttributeError):  # no such function in this C library
        return None
    return bool(before.value) if done else None


# --- what /proc says, where there is one ----------------------------------------------------------


@frozen
class _Stat:
    """A process: its session, and when it began, in ticks since the machine was started."""

    pid: int
    session: int
    began: int

    @classmethod
    def of(cls, pid: int) -> "_Stat | None":
        with suppress(OSError, ValueError, IndexError):  # over by now, or no such system
            # The name, in parentheses, may hold anything.
            fields = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
            return cls(pid, int(fields[3]), int(fields[19]))
        return None


def _orphans() -> list[_Stat]:
    """The children of this process that it did not start: they are in other sessions than it."""
    ours = {family.process.pid for family in _families}
    found = map(_Stat.of, _children(os.getpid()))
    own = os.getsid(0)
    return [
        one
        for one in found
        if one and one.session != own and one.pid not in ours and one not in _strangers
    ]


def _below(pids: Iterable[int]) -> list[int]:
    """The descendants of some processes."""
    found: list[int] = []
    unread = list(pids)
    while unread:
        children = _children(unread.pop())
        found += children
        unread += children
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError, ValueError):  # over by now
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_bytes().split())
    return found


def _all_processes() -> Iterator[int]:
    return (int(folder.name) for folder in Path("/proc").glob("[0-9]*"))


def _mark_of(pid: int) -> str | None:
    with suppress(OSError):  # over, or somebody else's
        for variable in Path(f"/proc/{pid}/environ").read_bytes().split(b"\0"):
            name, _, value = variable.partition(b"=")
            if name == _MARK.encode():
                return value.decode(errors="replace")
    return None


def _resident(pid: int) -> int:
    with suppress(OSError, ValueError, IndexError):  # over by now
        pages = int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def _kill(pids: Iterable[int]) -> None:
    """Kills processes, and takes note of the end of those that are our children."""
    pids = list(pids)
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGKILL)
    for pid in pids:
        with suppress(ChildProcessError):
            os.waitpid(pid, os.WNOHANG)
