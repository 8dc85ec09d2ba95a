"""Regular expressions that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from kenken_cp.patterns import regex


def test_it_is_a_pattern_when_it_is_used():
    pattern, known = regex("a(b)?", re.IGNORECASE), re.compile("a(b)?", re.IGNORECASE)
    assert pattern.pattern == known.pattern
    assert pattern.sub("x", "AB ab c") == known.sub("x", "AB ab c") == "x x c"
    assert pattern.findall("AB a") == known.findall("AB a")
    assert [match[0] for match in pattern.finditer("AB a")] == ["AB", "a"]
    assert pattern.fullmatch("b") is None


def test_it_is_compiled_once_and_not_before(monkeypatch: pytest.MonkeyPatch):
    compiled, really = [], re.compile
    monkeypatch.setattr(re, "compile", lambda *said: compiled.append(said) or really(*said))
    pattern = regex("a+")
    assert not compiled
    assert pattern.match("aa")
    assert pattern.search("baa")
    assert len(compiled) == 1


def test_a_wrong_one_is_an_error_when_it_is_used():
    pattern = regex("(")
    with pytest.raises(re.error):
        pattern.match("")
