"""The guide that is a notebook: what each of its cells shows."""

from __future__ import annotations

import ast
import json
from xml.etree import ElementTree

import pytest
from corpus import ROOT

TEXT = (ROOT / "kenken_cp/cli/guides/notebook.ipynb").read_text(encoding="utf-8")
CELLS = ["".join(cell["source"]) for cell in json.loads(TEXT)["cells"] if "outputs" in cell]
SHOWN = {
    "puzzle": ("svg", "<Puzzle 4x4, 7 cages, kenken rules, 'Monday'>", 1),
    "solve(puzzle)": ("html", "<Outcome exhausted, 1 solution, ", 1),
    "count(puzzle)": (None, "1", 0),
    "explained": ("html", "<Explanation in 23 steps>", 1),
    "frames(explained)[3]": ("html", "<Frame cage values, ", 1),
    "hint(puzzle, [[3, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 3], [0, 0, 0, 0]])": ("html", "<Hint ", 1),
    "found": ("html", "<Diagnosis no solution: 12* at r4c1 r4c2 r4c3 becomes 24*>", 1),
    "found.repaired": ("svg", "<Puzzle 4x4, 7 cages, kenken rules, 'Monday'>", 1),
    "solve(several)": ("html", "<Outcome limit, 2+ solutions, ", 2),
    "picture": ("svg", "<Picture of 4x4, 7 cages, kenken rules, 'Monday'>", 1),
    "len(svg(picture))": (None, "", 0),
    "made": (None, "[<Puzzle 4x4, ", 0),
    "made[-1]": ("svg", "<Puzzle 4x4, ", 1),
}
"""By the last line of a cell: how it is shown, as what in plain text, with how many pictures."""


def check(source, kind, plain, shown):
    """A cell shows what it should: the same to readers of SVG, of HTML, and of neither."""
    wanted, start, pictures = SHOWN[source.splitlines()[-1]]
    assert (kind, plain[: len(start)]) == (wanted, start)
    if shown is not None:
        found = ElementTree.fromstring(shown)
        svg = [one for one in found.iter() if one.tag.endswith("}svg")]
        assert len(svg) == pictures
        assert {one.get("role") for one in svg} == {"img"}


def test_it_is_a_notebook_without_outputs():
    """They would be another day's; a reader runs it."""
    notebook = json.loads(TEXT)
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    assert not any(cell.get("outputs") for cell in notebook["cells"])
    assert [cell.splitlines()[-1] for cell in CELLS] == list(SHOWN)
    assert max(len(line) for cell in notebook["cells"] for line in cell["source"]) <= 110


def test_each_cell_shows_what_it_should():
    names = {}
    for source in CELLS:
        *before, last = ast.parse(source).body
        exec(compile(ast.Module(before, []), "<cell>", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
        html, svg = getattr(value, "_repr_html_", None), getattr(value, "_repr_svg_", None)
        kind = "html" if html else "svg" if svg else None
        check(source, kind, repr(value), html() if html else svg() if svg else None)


@pytest.mark.complete
def test_jupyter_shows_the_same():
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")

    notebook = nbformat.reads(TEXT, as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3").execute()
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    for source, (output,) in zip(CELLS, outputs, strict=True):
        data = output.data
        kind = "html" if "text/html" in data else "svg" if "image/svg+xml" in data else None
        plain = data["text/plain"]
        check(source, kind, plain, data.get("text/html") or data.get("image/svg+xml"))
