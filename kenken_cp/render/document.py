"""The HTML file around the articles of a page, which needs nothing else: no network, no fonts, no
files beside it.

Style sheets and scripts are files of this folder: ``board.js``, which every page has, and its own.
The file's own policy (Content-Security-Policy) forbids everything from elsewhere, and styles and
scripts but these.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.resources import files

from kenken_cp.render.svg import STYLE, escaped
from kenken_cp.text import plural


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
    style, script = _joined(styles), _joined(("board.js", *scripts))
    body = "\n".join(articles)
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy([style, _SVG_STYLE], [script])}">
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
{_help(keys)}
<script>{script}</script>
</body>
</html>
"""


def _joined(names: Sequence[str]) -> str:
    here = files("kenken_cp.render")
    return "".join("\n" + here.joinpath(name).read_text(encoding="utf-8") for name in names)


def _policy(styles: Sequence[str], scripts: Sequence[str]) -> str:
    """Nothing may be loaded, and no styles and scripts used but these."""
    return "; ".join(
        [
            "default-src 'none'",
            " ".join(["style-src", *map(_hash, styles)]),
            " ".join(["script-src", *map(_hash, scripts)]),
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )


_SVG_STYLE = f"\n{STYLE}\n"
"""As it stands in the drawings."""


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _help(keys: Mapping[str, str]) -> str:
    rows = "\n".join(
        f"<dt>{' '.join(f'<kbd>{key}</kbd>' for key in group.split())}</dt><dd>{what}</dd>"
        for group, what in {**keys, "?": "this help"}.items()
    )
    return f"""\
<dialog id="help" aria-labelledby="help-title">
<h2 id="help-title">Keys</h2>
<dl>
{rows}
</dl>
<form method="dialog"><button>Close</button></form>
</dialog>"""
