"""The compiled engine, made ready while another is at work."""

import logging
import os
import sys
import time

import pytest
from engines import needs_fast
from parallel.workers import wait_for

from kenken_cp.backends.cover.compiled import loading
from kenken_cp.backends.cover.compiled.loading import Loading

pytestmark = needs_fast


def test_what_is_on_disk_is_soon_ready(caplog):
    from kenken_cp.backends.cover.compiled import engine

    engine.load(compiling=True)
    caplog.set_level(logging.INFO)
    ours = Loading()
    wait_for(lambda: ours.ready)
    ours.close()
    assert not caplog.messages


def test_what_is_not_there_is_compiled_elsewhere(monkeypatch, tmp_path, caplog):
    done = tmp_path / "done"
    monkeypatch.setattr(loading, "_COMPILE", f"open({str(done)!r}, 'w').close()")
    monkeypatch.setattr(
        "kenken_cp.backends.cover.compiled.engine.load",
        lambda *, compiling: compiling and done.exists(),
    )
    caplog.set_level(logging.INFO)
    ours = Loading()
    wait_for(lambda: ours.ready)
    ours.close()
    assert caplog.messages == ["compiling the fast engine, once: some 15 s on another core"]


def test_what_could_not_be_kept_is_not_compiled_beside_others(monkeypatch, caplog):
    """It would take 15 s of every call, and nobody could end it."""
    monkeypatch.setattr("kenken_cp.backends.cover.compiled.compiling._is_kept", False)
    monkeypatch.setattr(
        "kenken_cp.backends.cover.compiled.engine.load", lambda *, compiling: compiling
    )
    caplog.set_level(logging.INFO)
    ours = Loading()
    ours._thread.join()
    ours.close()
    assert not ours.ready
    (message,) = caplog.messages
    assert message.startswith("without the fast engine, still to be compiled: no folder for it")


def test_where_nothing_can_be_written_the_message_says_so(monkeypatch, caplog):
    from numba.core.caching import CacheImpl

    from kenken_cp.backends.cover.compiled import compiling

    monkeypatch.setattr(compiling, "_is_kept", True)
    monkeypatch.setattr(compiling._Listener, "announced", False)
    monkeypatch.setattr(CacheImpl, "_locator_classes", [])
    caplog.set_level(logging.INFO)
    with compiling.announced():
        assert compiling.entry(_one)() == 1
    assert not compiling.is_kept()
    (message,) = caplog.messages
    assert message.startswith("compiling the fast engine, some 15 s each time: no folder for it")


def _one():
    return 1


def test_who_ends_it_ends_the_compiling(monkeypatch, tmp_path):
    begun = tmp_path / "begun"
    monkeypatch.setattr(
        loading, "_COMPILE", f"open({str(begun)!r}, 'w').close(); import time; time.sleep(3600)"
    )
    monkeypatch.setattr("kenken_cp.backends.cover.compiled.engine.load", lambda *, compiling: False)
    ours = Loading()
    wait_for(begun.exists)
    started = time.monotonic()
    ours.close()
    assert time.monotonic() - started < 60
    assert not ours.ready


def test_without_an_interpreter_it_is_compiled_here(monkeypatch):
    monkeypatch.setattr(sys, "executable", "/no/python")
    asked = []
    monkeypatch.setattr(
        "kenken_cp.backends.cover.compiled.engine.load",
        lambda *, compiling: bool(asked.append(compiling)),
    )
    ours = Loading()
    wait_for(lambda: ours.ready)
    ours.close()
    assert asked == [False, True]


@pytest.mark.complete
def test_the_kernel_is_refused_where_it_is_not_on_disk(tmp_path):
    """What compiles it elsewhere finds it here."""
    import subprocess

    imported = "from kenken_cp.backends.cover.compiled.engine import load as l; "
    ask = "print(l(compiling=False))"
    elsewhere = {"NUMBA_CACHE_DIR": str(tmp_path)}
    for run, env, said in [
        (imported + ask, elsewhere, "False"),
        (loading._COMPILE, {}, ""),
        (imported + ask, {}, "True"),
    ]:
        done = subprocess.run(
            [sys.executable, "-c", run],
            env={**os.environ, "PYTHONPATH": ":".join(sys.path), **env},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == said
