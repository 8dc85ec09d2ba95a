"""The processor cores that this process may use."""

import os


def cores() -> int:
    """The number of these cores."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def has_spare_core() -> bool:
    """Whether there is one for a second engine. Worker processes have none: they share them all."""
    from multiprocessing import parent_process  # which takes time to import

    return cores() > 1 and parent_process() is None
