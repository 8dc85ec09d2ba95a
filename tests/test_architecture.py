"""What starts without solvers, and that the map of the package is true.

Which module may import which stands in ``pyproject.toml``, for ``lint-imports``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec

from corpus import ROOT

import kenken_cp


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
    for name in re.findall(r"``([a-z]\w*\.\w+)``", str(kenken_cp.__doc__)):
        assert find_spec(f"kenken_cp.{name}"), name
