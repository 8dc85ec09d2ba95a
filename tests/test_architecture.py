"""What starts without solvers, and that the map of the package is true.

Which module may import which stands in ``pyproject.toml``, for ``lint-imports``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

from corpus import ROOT

import kenken_cp
from kenken_cp import formats


def test_the_package_and_the_command_line_start_without_solvers():
    script = (
        "import sys, kenken_cp; print(*[m for m in sys.modules if 'kenken_cp.' in m])\n"
        "import kenken_cp.cli.app\n"
        "heavy = {'ortools', 'constraint', 'pysat', 'pysolvers', 'reportlab', 'numpy'}\n"
        "print(*heavy & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("\n\n", "")


def test_the_map_names_modules_that_exist():
    for name in re.findall(r"``([a-z]\w*(?:\.[a-z]\w*)+)``", str(kenken_cp.__doc__)):
        assert name.endswith(".js") or find_spec(f"kenken_cp.{name}"), name


def test_architecture_names_every_module_of_each_room():
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    rooms = re.findall(r"^- `(kenken_cp/.*?)`: (.*(?:\n  .*)*)", text, re.MULTILINE)
    assert len(rooms) == 15
    for room, modules in rooms:
        named = set(re.findall(r"\w+", " ".join(re.findall(r"`(.+?)`", modules))))
        paths = (ROOT / room).glob("*.py" if room == "kenken_cp/" else "**/*.py")
        assert {path.stem for path in paths} <= named | {"__init__", "__main__"}, room


def test_the_docstring_of_the_formats_says_where_each_is():
    table = str(formats.__doc__).partition("but for these:")[2]
    rows = re.findall(r"^    (\w+) +(.*(?:\n {10}.*)*)", table, re.MULTILINE)
    others = {name: module for module, text in rows for name in re.findall(r"[\w-]+", text)}
    for record in formats.FORMATS:
        module = import_module(f"kenken_cp.formats.{others.get(record.name, record.name)}")
        assert record in [*vars(module).values(), *getattr(module, "FORMATS", ())], record.name
