"""How the modules of the package may depend on each other."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from corpus import ROOT

import kenken_cp

PACKAGE = ROOT / "kenken_cp"
STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)
"""Nodes in which an import may stand: not in an expression, of which there are far more."""


def module_name(path: Path) -> str:
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}

FLOORS = (
    "text clock; errors; registry; model; formats encode; sat; search; logic; backends render; "
    "certify diagnose generation; parallel; judge; cli; __main__"
)
"""From the ground up: a module imports what lies below its floor, or in its own folder. What draws
an object is above it, and imported when the object is shown.
"""

SHOWN_BY, RENDER = {"model", "search", "logic"}, {"sections", "svg"}
"""Folders whose objects are drawn, and by which modules of ``render``."""


@cache
def parsed(path: Path) -> ast.AST:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path, *, lazy: bool = True) -> set[str]:
    """Absolute names of what a module imports, for types only too; inside functions if ``lazy``."""
    found, left = set(), [parsed(path)]
    while left:
        node = left.pop()
        if lazy or not isinstance(node, ast.FunctionDef):
            left += (part for part in ast.iter_child_nodes(node) if isinstance(part, STATEMENTS))
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else str(node.module) for name in names}
    return found


def folder(module: str) -> str:
    """The folder, or the single module, of the package that a module belongs to."""
    return module.split(".")[1]


def floor(part: str) -> int:
    return next(index for index, parts in enumerate(FLOORS.split("; ")) if part in parts.split())


def test_dependencies_point_one_way():
    for module in MODULES.keys() - {"kenken_cp"}:
        part = folder(module)
        for other in imports(MODULES[module]) & MODULES.keys():
            assert other != "kenken_cp", f"{module} imports the package as a whole"
            drawn = part in SHOWN_BY and other.removeprefix("kenken_cp.render.") in RENDER
            if folder(other) != part and not drawn:
                assert floor(folder(other)) < floor(part), f"{module} imports {other}"


def test_no_circle_anywhere():
    """Not inside a folder, and not for types only."""
    graph = {
        name: (imports(path, lazy=False) & MODULES.keys()) - {name}
        for name, path in MODULES.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def test_each_solver_is_imported_in_one_place():
    for package, home in {
        "ortools": "kenken_cp.backends.cp_sat",
        "constraint": "kenken_cp.backends.python_constraint",
        "pysolvers": "kenken_cp.sat",
        "pysat": "kenken_cp.sat",
        "reportlab": "kenken_cp.render.pdf",
    }.items():
        for name, path in MODULES.items():
            if any(module.split(".")[0] == package for module in imports(path)):
                assert name.startswith(home), f"{name} imports {package}"


def test_the_oracles_share_nothing_with_the_fast_engines():
    for name in ("model.rules", "backends.brute_force", "backends.python_constraint"):
        known = imports(MODULES[f"kenken_cp.{name}"]) & MODULES.keys()
        assert not any(folder(other) in ("encode", "logic") for other in known), name


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
        assert f"kenken_cp.{name}" in MODULES, name
