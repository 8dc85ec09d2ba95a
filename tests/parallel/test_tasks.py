"""What a worker does with one puzzle."""

import pickle

from kenken_cp.search.protocol import Status

from kenken_cp import Puzzle
from kenken_cp.errors import FormatError, MissingExtraError, UnknownNameError
from kenken_cp.parallel import Find

ENDLESS = Puzzle(9)


def test_every_error_survives_the_way_back():
    for error in (
        UnknownNameError("backend", "z3", ["cover"]),
        FormatError("no puzzle", line=3, source="p.kk"),
        MissingExtraError("a scheduler", "dask", "distributed"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert vars(again) == vars(error)


def test_find_stops_at_its_limits():
    assert len(Find("cover", 5)(ENDLESS)[1]) == 5
    assert Find("cp-sat", None, 0.05)(ENDLESS)[0].status is Status.TIMEOUT
