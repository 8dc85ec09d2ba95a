"""Settings shared by every test."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The machines that run these are shared: a slow example is no failure.
settings.register_profile(
    "default",
    deadline=None,
    max_examples=10,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("complete", settings.get_profile("default"), max_examples=50)
settings.register_profile("thorough", settings.get_profile("default"), max_examples=3000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


LONG = (Path(__file__).parent / "long_tests.txt").read_text(encoding="utf-8").splitlines()


@pytest.hookimpl(tryfirst=True)  # before pytest leaves out
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks the property tests, which draw more examples in the complete run, and long ones."""
    long = tuple(line for line in LONG if not line.startswith("#"))
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.property)
        if item.nodeid.startswith(long):
            item.add_marker(pytest.mark.complete)
    if config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        names = [item.nodeid for item in items]
        for line in long:
            if not any(name.startswith(line) for name in names):
                raise pytest.UsageError(f"long_tests.txt: no test is called {line}")
