import pytest

from kenken_cp import Puzzle
from kenken_cp.parallel import Pool, count_in_parallel, pool
from kenken_cp.parallel.processes import Processes


@pytest.fixture(scope="package")
def two():
    """Two worker processes."""
    with Processes(2) as executor:
        pool = Pool(executor, 2)
        count_in_parallel(Puzzle(4), backend="cover", pool=pool)  # so that they have started
        yield pool


@pytest.fixture(autouse=True)
def _patient_with_workers(monkeypatch):
    """On a busy machine it may take long until a task that is to stop has stopped."""
    monkeypatch.setattr(pool, "SECONDS_TO_STOP", 60.0)
