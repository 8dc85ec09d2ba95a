"""Settings shared by every test."""

import gc
import os
import signal
from bisect import bisect_left
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from clocks import work_is_time
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import engine
from hypothesis.vendor.pretty import RepresentationPrinter, for_type_by_name

from kenken_cp.formats import dumps
from kenken_cp.model.puzzle import Puzzle

# The machines that run these are shared: a slow example is no failure. What every change must pass
# draws the same examples each time: whoever looks for new ones runs the thorough profile.
settings.register_profile(
    "default",
    deadline=None,
    derandomize=True,
    max_examples=6,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("complete", settings.get_profile("default"), max_examples=20)
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

LONG = (Path(__file__).parent / "long_tests.txt").read_text(encoding="utf-8").splitlines()


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Where nothing is compiled yet, half of the workers read the modules from the last to the
    first: each then finds compiled what another has read, and does not compile it again.
    """
    report = yield
    if isinstance(collector, pytest.Directory) and _number_of_worker() % 2:
        report.result.reverse()
    return report


def _number_of_worker() -> int:
    return int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def pytest_make_parametrize_id(val: object) -> str | None:
    """Bytes do not name a test: in what is packed there may be the time, and then two workers would
    not know the same tests.
    """
    return f"{len(val)} bytes" if isinstance(val, bytes) and not val.isascii() else None


@pytest.hookimpl(wrapper=True, tryfirst=True)  # before pytest leaves out, and after
def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> Generator[None]:
    """Marks the property tests, which draw more examples in the complete run, and long ones; skips
    what needs an extra that is not installed.
    """
    items.sort(key=lambda item: item.path)  # for all workers alike
    long = tuple(line for line in LONG if not line.startswith("#"))
    missing = {extra: module for extra, module in EXTRAS.items() if find_spec(module) is None}
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.property)
        if item.nodeid.startswith(long):
            item.add_marker(pytest.mark.complete)
        for extra, module in missing.items():
            if item.get_closest_marker(extra):
                needed = f'needs {module}: pip install "kenken-cp[{extra}]"'
                item.add_marker(pytest.mark.skip(needed))
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        names = sorted(item.nodeid for item in items)
        modules = {name.partition("::")[0] for name in names}
        for line in long:
            at = bisect_left(names, line)
            module = line.partition("::")[0]
            skipped = module not in modules and (config.rootpath / module).exists()
            if not skipped and not "".join(names[at : at + 1]).startswith(line):
                raise pytest.UsageError(f"long_tests.txt: no test is called {line}")
    yield


@settings(max_examples=1, database=None)
@given(st.none())
def _draw(_nothing: None) -> None:
    """With its first example Hypothesis looks for what it made, and does not see what is frozen."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Before anything is frozen, here or by a command that a test module calls."""
    _draw()


gc.disable()  # until all tests are made: of what they are made of nothing is garbage


def pytest_collection_finish() -> None:
    """Has that not looked through again by each collection of garbage, and these be fewer: tests
    make much, and leave little.
    """
    gc.freeze()
    gc.set_threshold(20_000, *gc.get_threshold()[1:])
    gc.enable()
