"""The HTML file around the articles of a page, which needs nothing else: no network, no fonts, no
files beside it.

Templates, style sheets and scripts are files of this folder. The page's own policy
(Content-Security-Policy) forbids everything from elsewhere, and styles and scripts but these.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files
from string import Template

from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.svg import STYLE, escaped
from kenken_cp.text import plural

_MAX_SMALL, _MAX_USUAL = 5, 9
"""Rows and columns of boards that would look too large, and large enough, at the usual width."""


def document(kind: str, names: Sequence[str], articles: Sequence[str]) -> str:
    """The text of an HTML file.

    Args:
        kind: ``page`` or ``play``, as the files of its script and of its help are called.
        names: of the puzzles.
        articles: one for each.
    """
    style = _file("page.css")
    script = _file("board.js") + _file(f"{kind}.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)} {_hash(STYLE)}; "
        f"script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    return _from_template(
        "document.html",
        policy=policy,
        title=escaped(plural(len(names), "puzzle") if len(names) > 1 else names[0]),
        style=style,
        articles="\n".join(articles),
        keys=_file(f"{kind}-keys.html"),
        script=script,
    )


def article(template: str, puzzle: Puzzle, heading: str, classes: str = "", **parts: object) -> str:
    """The article of a puzzle on a page.

    Args:
        template: the name of its file.
        heading: what stands above it, if anything does.
        classes: of the article, beside that for the width of its board.
        parts: what else is filled into the template.
    """
    longest = max(puzzle.rows, puzzle.columns)
    size = "small" if longest <= _MAX_SMALL else "large" if longest > _MAX_USUAL else "usual"
    level = f", {puzzle.level}" if puzzle.level else ""
    return _from_template(
        template,
        classes=f"{size}{classes}",
        heading=f"<h2>{escaped(heading)}</h2>\n" if heading else "",
        about=escaped(f"{puzzle.size_name} board, {puzzle.rules.name} rules{level}"),
        **parts,
    )


def _from_template(file: str, /, **parts: object) -> str:
    """The text of a file in which names after ``$`` stand for its parts."""
    return Template(_file(file)).substitute(parts)


def _file(name: str) -> str:
    return files("kenken_cp.render").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
