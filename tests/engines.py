"""The backends that tests are run on; those whose extra is not installed are skipped, and seen to
be."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from kenken_cp.search.backend import BACKENDS

FAST = ("numba", "numpy")
needs_fast = pytest.mark.skipif(
    any(find_spec(module) is None for module in FAST),
    reason="needs numba: pip install 'kenken-cp[fast]'",
)


def marks_of(name: str) -> list[pytest.MarkDecorator]:
    (backend,) = (backend for backend in BACKENDS if backend.name == name)
    return [needs_fast] if backend.extra == "fast" else []


each_backend = pytest.mark.parametrize(
    "backend", [pytest.param(backend.name, marks=marks_of(backend.name)) for backend in BACKENDS]
)
