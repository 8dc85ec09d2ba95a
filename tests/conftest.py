"""Settings shared by every test."""

import os
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec

import pytest
from clocks import work_is_time
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import engine
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from kenken_cp.formats import dumps
from kenken_cp.model.puzzle import Puzzle

# Hundreds of processes read the same modules: without bytecode each would compile them anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The machines that run these are shared: a slow example is no failure. What every change must pass
# draws the same examples each time: whoever looks for new ones runs the thorough profile.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    max_examples=6,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("slow", settings.get_profile("default"), max_examples=12)
settings.register_profile(
    "thorough", settings.get_profile("default"), derandomize=False, max_examples=3000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

# An example that fails is made smaller for so long, and not for five minutes; there is no setting.
engine.MAX_SHRINKING_SECONDS = 15


def _print_puzzle(puzzle: Puzzle, printer: RepresentationPrinter, _cycle: bool) -> None:
    printer.text(f"loads({dumps(puzzle, 'json')!r})")


# In a failing example it is not enough to say which puzzle it was in a line.
for_type_by_name(Puzzle.__module__, Puzzle.__name__, _print_puzzle)


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Has Ctrl-C come: a shell that starts the tests in the background has SIGINT ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """See ``work_is_time``."""
    work_is_time(monkeypatch)


EXTRAS = {"pdf": "reportlab"}
"""What tests marked as those of an extra need. Where all tests of a module need what is not a part
of the package, the module says so itself (``importorskip``).
"""


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes do not name a test: in what is packed there may be the time, and then two workers would
    not know the same tests.
    """
    return f"{len(val)} bytes" if isinstance(val, bytes) and not val.isascii() else None


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out what is not asked for
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the property tests, of which the slow run draws more; skips what needs an extra that is
    not installed.
    """
    missing = {extra: module for extra, module in EXTRAS.items() if find_spec(module) is None}
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.property)
        for extra, module in missing.items():
            if item.get_closest_marker(extra):
                needed = f'needs {module}: pip install "kenken-cp[{extra}]"'
                item.add_marker(pytest.mark.skip(needed))
