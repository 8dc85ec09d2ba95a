"""The words of the project: the field's own, and none that only its makers would understand."""

from __future__ import annotations

import re

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

SUFFIXES = {".py", ".md", ".toml", ".kk", ".js", ".css"}


def texts():
    for folder in ("kenken_cp", "tests", "benchmarks", "puzzles"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.name != "test_vocabulary.py":
                yield path
    yield from (ROOT / name for name in ("README.md", "CHANGELOG.md", "pyproject.toml"))


ACCEPTED = {
    "kenken_cp/cli/options/help.py": ["collect_usage_pieces"],  # a method of Click
    "tests/browsing.py": ["press"],  # a method of Playwright
}
"""Exceptions, each with its reason: a path below the project, and the words that stand there."""


def whole_words(pattern):
    return re.compile(rf"(?<![a-zA-Z])(?:{pattern})(?![a-zA-Z])")


def test_no_home_made_words():
    """One pass over each text for all of them, for which is which matters only where one is."""
    patterns = {whole_words(pattern): instead for pattern, instead in REPLACED.items()}
    any_word = whole_words("|".join(REPLACED))
    found = []
    for path in texts():
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text(encoding="utf-8")
        for number in sorted({text.count("\n", 0, at.start()) for at in any_word.finditer(text)}):
            line = text.split("\n")[number]
            found += [
                f"{name}:{number + 1}: {line.strip()!r}; expected: {instead}"
                for pattern, instead in patterns.items()
                if (word := pattern.search(line)) and word[0] not in ACCEPTED.get(name, ())
            ]
    assert found == []


def test_each_would_be_seen():
    """As whole words, by the one pattern made of all."""
    any_word = whole_words("|".join(REPLACED))
    for said in ("last candidate", "meetings", "told", "turned back", "self.bench", "ROOM"):
        assert any_word.search(f"It was {said} there.")
    assert not any_word.search("It was retold in a roomy mushroom: MAX_ROOM.")
