"""The house rules that a machine can hold us to."""

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


def module_name(path: Path) -> str:
    name = path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    return name.removesuffix(".__init__")


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}

FLOORS = [
    {"text", "showing", "patterns", "cores"},
    {"errors"},
    {"caches", "checkpoints"},
    {"registry"},
    {"model"},
    {"formats", "encode"},
    {"sat"},
    {"search"},
    {"logic"},
    {"backends", "render"},
    {"certify", "diagnose", "generation"},
    {"parallel"},
    {"judge"},
    {"cli"},
    {"__main__"},
]
"""From the ground up: a module imports what lies below its floor, or in its own folder."""

MAY_IMPORT = {
    "formats": {"checkpoints", "errors", "text", "registry", "model"},
    "render": {
        *("checkpoints", "errors", "text", "showing", "registry", "model", "search"),
        "logic",
    },
    "model": {"errors", "text", "showing", "caches", "checkpoints", "registry"},
}
"""Folders that may know less than what lies below them."""


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imports(path: Path) -> set[str]:
    """Absolute names of what a module imports, at any depth, and for types only too."""
    found = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            names = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in MODULES else node.module for name in names}
    return found


def ours(path: Path) -> set[str]:
    return imports(path) & MODULES.keys()


def folder(module: str) -> str:
    """The folder, or the single module, of the package that a module belongs to."""
    return module.split(".")[1]


def floor(part: str) -> int:
    (found,) = (index for index, parts in enumerate(FLOORS) if part in parts)
    return found


def test_dependencies_point_one_way():
    for module in MODULES.keys() - {"kenken_cp"}:
        part = folder(module)
        for other in ours(MODULES[module]):
            assert other != "kenken_cp", f"{module} imports the package as a whole"
            if folder(other) != part:
                assert floor(folder(other)) < floor(part), f"{module} imports {other}"
                assert folder(other) in MAY_IMPORT.get(part, {folder(other)}), f"{module}: {other}"


def test_no_circle_anywhere():
    """Not inside a folder, and not for types only."""
    try:
        TopologicalSorter({name: ours(path) - {name} for name, path in MODULES.items()}).prepare()
    except CycleError as circle:
        pytest.fail(" imports ".join(reversed(circle.args[1])))


def test_a_circle_would_be_seen():
    with pytest.raises(CycleError):
        TopologicalSorter({"one": {"other"}, "other": {"one"}}).prepare()
    typed = (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from kenken_cp.cli import app\n"
    )
    found = [node for node in ast.walk(ast.parse(typed)) if isinstance(node, ast.ImportFrom)]
    assert [node.module for node in found] == ["typing", "kenken_cp.cli"]


MAPS = [
    name
    for name, path in MODULES.items()
    if path.name == "__init__.py" and re.search(r"^- ``", ast.get_docstring(parsed(path)), re.M)
]
"""The folders whose docstrings list their modules."""


@pytest.mark.parametrize("name", MAPS)
def test_a_map_has_every_module_of_its_folder_and_where_it_says_so_in_their_order(name):
    docstring = ast.get_docstring(parsed(MODULES[name]))
    own = re.compile(rf"{re.escape(name)}\.(\w+)").fullmatch
    inside = {match[1] for match in map(own, MODULES) if match} - {"__main__"}
    # Each where it is named first; those in one entry are in the order in which they stand.
    named = [
        word for word in dict.fromkeys(re.findall(r"``(\w+)/?``", docstring)) if word in inside
    ]
    assert set(named) == inside
    if "each module knows only those above it" not in " ".join(docstring.split()):
        return
    for module, path in MODULES.items():
        if module.startswith(f"{name}."):
            part = module.removeprefix(f"{name}.").split(".")[0]
            known = {other.removeprefix(f"{name}.").split(".")[0] for other in ours(path)}
            later = named[named.index(part) + 1 :]
            assert not known & set(later), module


def test_what_draws_is_there():
    """The functions that are looked up by name when an object is shown: in ``render`` only."""
    homes = {
        node.args[0].value
        for path in MODULES.values()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "rendered"
    }
    assert len(homes) > 5
    for module, _, name in (home.partition(":") for home in homes):
        named = ast.walk(parsed(MODULES[f"kenken_cp.render.{module}"]))
        assert any(isinstance(node, ast.FunctionDef) and node.name == name for node in named)


def test_no_message_draws_a_puzzle():
    """Among other words it would be a picture of many lines; its name is a word."""
    for name, path in MODULES.items():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FormattedValue):
                said = getattr(node.value, "attr", getattr(node.value, "id", ""))
                assert said.strip("_") not in ("puzzle", "cube"), f"{name}, line {node.lineno}"


@pytest.mark.parametrize(
    ("engine", "home"),
    [
        ("ortools", "kenken_cp.backends.cp_sat"),
        ("constraint", "kenken_cp.backends.python_constraint"),
        ("numba", "kenken_cp.backends.cover.compiled.compiling"),
        ("pysolvers", "kenken_cp.sat.solver"),
        ("pysat", "kenken_cp.sat.hitting"),
        ("reportlab", "kenken_cp.render.pdf"),
        ("pypdfium2", "kenken_cp.render.pdf"),
    ],
)
def test_each_engine_is_imported_in_one_place(engine, home):
    users = [
        name
        for name, path in MODULES.items()
        if any(module.split(".")[0] == engine for module in imports(path))
    ]
    assert users
    assert all(name == home or name.startswith(f"{home}.") for name in users)


def test_the_oracles_share_nothing_with_the_fast_engines():
    for name in ("model.rules", "backends.brute_force", "backends.python_constraint"):
        known = ours(MODULES[f"kenken_cp.{name}"])
        assert not any(folder(other) in ("encode", "logic") for other in known), name


def test_certificates_are_checked_without_the_encoder_and_without_solvers():
    allowed = {"certify", "checkpoints", "errors", "formats", "model", "text"}
    unchecked, found = ["kenken_cp.certify.verifying"], set()
    while unchecked:
        name = unchecked.pop()
        if name not in found and folder(name) == "certify":
            found.add(name)
            unchecked += ours(MODULES[name])
            for other in ours(MODULES[name]):
                limits = other in ("kenken_cp.search.protocol", "kenken_cp.search.interrupts")
                assert folder(other) in allowed or limits, other
    assert len(found) == 6
    assert "kenken_cp.certify.proving" not in found


def test_numpy_is_for_what_handles_many_solutions_at_once():
    users = {
        name
        for name, path in MODULES.items()
        if any(module.split(".")[0] == "numpy" for module in imports(path))
    }
    assert users
    for name in users:
        assert re.fullmatch(
            r"kenken_cp\.(search\.blocks|cli\.printing\.stream"
            r"|backends\.cover\.(arrays|(frontier|vector|compiled)\.\w+))",
            name,
        ), name


def test_encodings_are_computed_without_a_lock():
    """Two engines state a puzzle at a time, and one waits for the other: see ``computed_once``."""
    encodings = [path for name, path in MODULES.items() if name.startswith("kenken_cp.encode.")]
    assert encodings
    assert not [path for path in encodings if re.search(r"@.*cached_property", path.read_text())]


def test_importing_the_package_imports_no_engine():
    script = (
        "import sys, kenken_cp, kenken_cp.cli.app\n"
        "engines = {'ortools', 'constraint', 'numba', 'pysat', 'pysolvers', 'reportlab'}\n"
        "heavy = engines | {'numpy', 'pandas', 'rich.console'}\n"
        "print(*heavy & set(sys.modules))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("\n", "")


def test_importing_the_package_alone_takes_no_time():
    """Ctrl-C would print a traceback until the command line, which it precedes, listens."""
    script = "import sys, kenken_cp; print(*[m for m in sys.modules if 'kenken_cp.' in m])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert (done.stdout, done.stderr) == ("\n", "")
    names = [name for names in kenken_cp._HOMES.values() for name in names]
    assert sorted(names) == sorted(kenken_cp.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kenken_cp.nothing


def test_every_module_says_what_it_is():
    for name, path in MODULES.items():
        assert ast.get_docstring(parsed(path)), name


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
        if name != "kenken_cp" and folder(name) != "cli":
            named = [node.id for node in ast.walk(parsed(path)) if isinstance(node, ast.Name)]
            assert "print" not in named, name


@pytest.mark.parametrize(
    "pattern",
    [
        r"row \* \w*\.?(size|columns) \+ column",
        r"len\(\w+(\.cells)?\) == len\(\w*\.?(values|domain)\)",
    ],
    ids=["index", "full"],
)
def test_only_the_instance_knows_indices_and_full_groups(pattern):
    """The executable rules and their bulk form are written on the puzzle itself, on purpose; and
    some file formats number the cells themselves.
    """
    own = {"kenken_cp.encode.instance", "kenken_cp.model.rules", "kenken_cp.search.blocks"}
    own |= {"kenken_cp.certify.soundness"}  # which trusts no encoder
    users = {name for name, path in MODULES.items() if re.search(pattern, path.read_text())}
    assert {name for name in users if folder(name) != "formats"} <= own
