"""The HTML file around the articles of a page, which needs nothing else: no network, no fonts, no
files beside it.

Style sheets and scripts are files of this folder. The file's own policy (Content-Security-Policy)
forbids everything from elsewhere, and styles and scripts but these.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from kenken_cp.model.puzzle import Puzzle
from kenken_cp.render.svg import STYLE, escaped
from kenken_cp.text import plural

_MAX_SMALL, _MAX_USUAL = 5, 9
"""Rows and columns of boards that would look too large, and large enough, at the usual width."""


def document(
    names: Sequence[str],
    articles: Sequence[str],
    *,
    keys: Mapping[str, str],
    styles: Sequence[str],
    scripts: Sequence[str],
) -> str:
    """The text of an HTML file.

    Args:
        names: of the puzzles.
        articles: one for each.
        keys: what keys do, for the help: those of one entry with spaces between them.
        styles, scripts: names of files.
    """
    title = escaped(plural(len(names), "puzzle") if len(names) > 1 else names[0])
    style, script = _joined(styles), _joined(scripts)
    policy = (
        f"default-src 'none'; style-src {_hash(style)} {_hash(_SVG_STYLE)}; "
        f"script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    body = "\n".join(articles)
    help_rows = "\n".join(
        f"<dt>{' '.join(f'<kbd>{key}</kbd>' for key in group.split())}</dt><dd>{what}</dd>"
        for group, what in {**keys, "?": "this help"}.items()
    )
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header>
<h1>{title}</h1>
<button type="button" id="help-button" aria-haspopup="dialog" hidden>Help</button>
</header>
<main>
{body}
</main>
<dialog id="help" aria-labelledby="help-title">
<h2 id="help-title">Keys</h2>
<dl>
{help_rows}
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>
<script>{script}</script>
</body>
</html>
"""


_SVG_STYLE = f"\n{STYLE}\n"
"""As it stands in the drawings."""


def _joined(names: Sequence[str]) -> str:
    here = files("kenken_cp.render")
    return "".join("\n" + here.joinpath(name).read_text(encoding="utf-8") for name in names)


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def size_class(puzzle: Puzzle) -> str:
    """The class of an article that says how wide its board may be."""
    longest = max(puzzle.rows, puzzle.columns)
    return "small" if longest <= _MAX_SMALL else "large" if longest > _MAX_USUAL else "usual"


def about(puzzle: Puzzle) -> str:
    """What stands under the name of a puzzle."""
    level = f", {puzzle.level}" if puzzle.level else ""
    return f"{puzzle.size_name} board, {puzzle.rules.name} rules{level}"
