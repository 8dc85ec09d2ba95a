"""The processor cores that this process may use."""

import os


def cores() -> int:
    """How many there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_spare_core() -> bool:
    """Whether there is one for a second engine: workers that share them all have none."""
    from multiprocessing import parent_process  # which takes time to import

    return cores() > 1 and parent_process() is None
