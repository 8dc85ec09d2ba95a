import pytest

from kenken_cp import Puzzle
from kenken_cp.parallel import count_in_parallel
from kenken_cp.parallel.processes import Processes


@pytest.fixture(scope="package")
def two():
    """Two worker processes, as the functions of ``parallel`` take them."""
    with Processes(2) as executor:
        pool = {"executor": executor, "workers": 2}
        count_in_parallel(Puzzle(4), backend="cover", **pool)  # so that they have started
        yield pool
