"""The words of the project: the field's own, and none that only its makers would understand."""

from __future__ import annotations

import re

import pytest
from corpus import ROOT

REPLACED = {
    r"last candidates?": "naked single",
    r"last places?": "hidden single",
    r"line and box|lines and boxes": "pointing, claiming",
    r"(short|long)[ _-]trials?": "contradiction chain, Nishio",
    r"(take|taken|takes|taking|took|takes) away": "eliminate",
    r"turned back": "pruned",
    r"readings": "possible operators",
    r"\w*_pieces?|pieces?_\w*|pieces|in pieces": "connected components, parts",
    r"clash(es|ing)?": "conflicts",
    r"loose items?|\.loose\b": "secondary items",
    r"smallest items?": "minimum remaining values (MRV)",
    r"meetings": "transition conflicts",
    r"remembered remainders|remainders": "component caching, line sums",
    r"(fall|falls|fell|falling) apart": "connected-component decomposition",
    r"ends? (of boards? )?that meet": "meet in the middle",
    r"leave the same": "equivalent states",
    r"crowded": "full",
    r"(come|comes) into use": "value-precedence symmetry breaking",
    r"(race|races|raced|racing)": "portfolio",
    r"chang(e|es|ed|ing) horses": "switches engine",
    r"gets? on\b": "make progress",
    r"patience": "budget",
    r"heed(s|ed|ing)?|unheeded": "respected, ignored",
    r"told|untold": "reported",
    r"so many": "that many",
    r"(come|comes|came) to (no|nothing|many|few|more)|what comes to": "(say it plainly)",
    r"remarks?": "warnings",
    r"press(es)?(?! (Ctrl|a key|Enter|return))": "bulk formatter",
    r"stencils?": "text template",
    r"crews?": "pool",
    r"the bench|benches|self\.bench|bench\b(?=[.\[])": "scratch",
    r"tailors?": "cage builder",
    r"climb(s|ed)?": "reach level",
    r"(?<![A-Z_])(ROOM|MANY|NODE|ENOUGH|FEW|MORE|SETTLED|STUCK)(?![A-Z_])": "MAX_...",
}
"""What was said once, as patterns of whole words, and what is said now."""

SUFFIXES = {".py", ".md", ".toml", ".kk"}


def texts():
    """All but CHANGELOG.md, which lists the names that changed."""
    for folder in ("kenken_cp", "tests", "benchmarks", "puzzles"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.name != "test_vocabulary.py":
                yield path
    yield from (ROOT / "README.md", ROOT / "pyproject.toml")


ACCEPTED = {"kenken_cp/cli/app.py": ["collect_usage_pieces"]}  # a method of Click
"""Exceptions, each with its reason: a path below the project, and the words that stand there."""


@pytest.mark.parametrize("pattern", REPLACED, ids=REPLACED.values())
def test_no_home_made_words(pattern):
    word = re.compile(rf"(?<![a-zA-Z])(?:{pattern})(?![a-zA-Z])")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if (match := word.search(line))
        and match[0] not in ACCEPTED.get(path.relative_to(ROOT).as_posix(), ())
    ]
    assert found == [], f"expected: {REPLACED[pattern]}"
