"""``kenken-cp cross-check`` as its users meet it."""

from __future__ import annotations

import json
import re

import pytest
from cli.calls import EASY, KEEN, NONE, THREE, answer, complaint, run
from clocks import seconds_per_look
from corpus import PUZZLES

from kenken_cp.judge import engines
from kenken_cp.search.engine import BACKENDS


def test_all_right():
    text = answer("cross-check", EASY, THREE, "--timeout", "120")  # on a busy machine, too
    first, heads, *rows = text.splitlines()
    known = BACKENDS.names()
    # brute-force is left out at 5x5
    assert first == f"{2 * len(known) - 1} answers: all right"
    assert heads.split() == ["backend", "puzzles", "right", "median"]
    assert [row.split()[0] for row in rows[: len(known)]] == known


def test_json():
    done = run("cross-check", NONE, "--json", "--backend", "logic", "--backend", "cp-sat")
    *found, summary = map(json.loads, done.stdout.splitlines())
    assert [event["backend"] for event in found] == ["logic", "cp-sat"]
    assert {event["verdict"] for event in found} == {"right"}
    assert [group["backend"] for group in summary["groups"]] == ["logic", "cp-sat"]
    assert (summary["puzzles"], summary["right"], summary["verdicts"]) == (1, 2, {"right": 2})


def test_one_engine_alone():
    assert "1 confirmed by no second engine" in answer("cross-check", EASY, "--backend", "logic")


@pytest.mark.parametrize("names", [["cover", "logic"], []])
def test_an_engine_that_cannot_is_skipped(names, monkeypatch):
    """The others answer, and the other puzzles are answered."""
    monkeypatch.setattr("kenken_cp.encode.exact_cover.MAX_OPTIONS", 50)
    engines._warm.cache_clear()
    options = [word for name in names for word in ("--backend", name)]
    done = run("cross-check", THREE, KEEN, *options, "--json")
    *found, summary = map(json.loads, done.stdout.splitlines())
    skipped = [(e["puzzle"], e["backend"]) for e in found if e["event"] == "skipped"]
    assert (done.returncode, summary["event"]) == (0, "summary"), done
    right = [(e["puzzle"], e["backend"]) for e in found if e.get("verdict") == "right"]
    assert skipped == [(THREE, "cover")]
    assert {(KEEN, "cover"), (THREE, "logic"), (KEEN, "logic")} <= set(right)
    text = answer("cross-check", THREE, KEEN, *options)
    assert re.search(r"exact\s+cover\s+needs\s+more\s+than", text)


def test_slow_is_not_wrong(monkeypatch):
    seconds_per_look(monkeypatch, 0.1)
    hard = str(PUZZLES / "9x9/hard.kk")
    done = run("cross-check", hard, "--backend", "cover", "--backend", "brute-force",
               "--timeout", "90")  # fmt: skip
    assert done.returncode == 3
    assert b"\n2 answers: 1 right, 1 timeout\n" in done.stdout


def test_where_every_engine_is_skipped_nothing_was_judged():
    large = json.dumps({"size": [2, 40], "values": [*range(1, 900)], "cages": []})
    done = run("cross-check", large, "--backend", "cover")
    assert done.returncode == 2
    assert b"1 skipped, the first" in done.stdout


def test_bad_usage():
    assert "unknown backend 'nope'" in complaint("cross-check", EASY, "--backend", "nope")
    assert "no such file" in complaint("cross-check", "nope.kk")
