import pytest


@pytest.fixture(autouse=True)
def _unhurried(unhurried):
    """Some of what is asked here has half a second."""
