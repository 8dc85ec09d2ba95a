"""The house rules that a machine can hold us to."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from corpus import ROOT

import kenken_cp

PACKAGE = ROOT / "kenken_cp"
MODULES = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): path
    for path in sorted(PACKAGE.rglob("*.py"))
}

LAYERS = [
    {"errors"},
    {"tables"},
    {"operators"},
    {"rule_sets"},
    {"puzzle"},
    {"rules", "tuples", "equations", "remainders", "grids", "formats", "render"},
    {"exact_cover", "blocks"},
    {"remarks", "backends"},
    {"search"},
    {"logic", "streaming"},
    {"rate", "generate", "estimate", "backends.*"},
    {"parallel", "judge"},
    {"cli"},
]
"""From the ground up: a module imports only what lies below it. (The registry, ``backends``, is
below the search that looks engines up in it; the engines themselves, ``backends.*``, above.)"""

FREE_OF_EACH_OTHER = {"formats": {"puzzle", "operators", "rule_sets", "tables", "errors"}}
FREE_OF_EACH_OTHER["render"] = FREE_OF_EACH_OTHER["formats"]


def imports(path: Path) -> set[str]:
    """Absolute names of what a module imports, at any depth; those for types only left out."""
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def unit(module: str) -> str:
    """The part of the house a module belongs to."""
    parts = module.split(".")[1:]
    if parts[:1] == ["backends"] and len(parts) > 1:
        return "backends.*"
    return parts[0] if parts else ""


def layer(part: str) -> int:
    (found,) = (index for index, parts in enumerate(LAYERS) if part in parts)
    return found


def ours(path: Path) -> set[str]:
    """The parts of the house that a module imports."""
    return {
        unit(name)
        for name in imports(path)
        if name in MODULES or f"{name}.__init__" in MODULES
        if name != "kenken_cp"
    }


@pytest.mark.parametrize("module", [name for name in MODULES if unit(name) not in ("__init__", "")])
def test_dependencies_point_one_way(module):
    part = unit(module.removesuffix(".__init__"))
    if part == "__main__":
        assert ours(MODULES[module]) == {"cli"}
        return
    for other in ours(MODULES[module]) - {part}:
        assert layer(other) < layer(part), f"{module} imports {other}"
    if part in FREE_OF_EACH_OTHER:
        assert ours(MODULES[module]) <= FREE_OF_EACH_OTHER[part] | {part}


@pytest.mark.parametrize(
    ("engine", "home"),
    [
        ("ortools", "kenken_cp.backends.cp_sat"),
        ("constraint", "kenken_cp.backends.python_constraint"),
        ("numba", "kenken_cp.backends.cover.compiling"),
    ],
)
def test_each_engine_is_imported_in_one_module(engine, home):
    users = [
        name
        for name, path in MODULES.items()
        if any(module.split(".")[0] == engine for module in imports(path))
    ]
    assert users == [home]


def test_numpy_is_for_what_handles_many_solutions_at_once():
    users = {
        name
        for name, path in MODULES.items()
        if any(module.split(".")[0] == "numpy" for module in imports(path))
    }
    assert users == {
        "kenken_cp.search.blocks",
        "kenken_cp.cli.stream",
        "kenken_cp.backends.cover.frontier",
        "kenken_cp.backends.cover.compiled",
        "kenken_cp.backends.cover.arrays",
        "kenken_cp.backends.cover.kernel",
    }


def test_importing_the_package_imports_no_engine():
    script = (
        "import sys, kenken_cp, kenken_cp.cli\n"
        "heavy = {'ortools', 'constraint', 'numba', 'numpy', 'pandas', 'rich.console'}\n"
        "print(*heavy & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_public_names_exist_and_are_documented():
    for name in kenken_cp.__all__:
        value = getattr(kenken_cp, name)
        if callable(value):
            assert value.__doc__, name


def test_nothing_unfinished():
    for path in MODULES.values():
        for word in ("TODO", "FIXME", "XXX", "NotImplementedError"):
            assert word not in path.read_text(), path


def test_the_package_prints_only_in_the_command_line():
    for name, path in MODULES.items():
        if unit(name) != "cli":
            calls = [
                node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)
            ]
            assert not any(ast.unparse(call.func) == "print" for call in calls), name
