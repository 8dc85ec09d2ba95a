import pytest

from kenken_cp.parallel import batches, counting


@pytest.fixture
def at_once(monkeypatch):
    """Workers are started at once."""
    monkeypatch.setattr(batches, "SECONDS_ALONE", 0.0)
    monkeypatch.setattr(counting, "SECONDS_ALONE", 0.0)
