"""The plug-in of ``docs/formats.md``, at run time and as an entry point."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from corpus import DATA, ROOT

from kenken_cp.errors import FormatError
from kenken_cp.formats import FORMATS, Format, detect, loads_all

PAGE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
FILE = DATA / "formats" / "kiguli.json"
[CODE] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
[ENTRY] = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_at_run_time() -> None:
    names: dict[str, object] = {}
    exec(CODE, names)
    text = FILE.read_text(encoding="utf-8")
    plug_in = names["FORMAT"]
    assert isinstance(plug_in, Format)
    with FORMATS.registered(plug_in) as known:
        assert detect(text) is detect(known.example) is known
        puzzles = loads_all(text)
        assert [puzzle.size for puzzle in puzzles] == [3, 3]
        assert "1- at r2c3 r3c3" in map(str, puzzles[0].cages)
        for bad, message in (
            (text.replace("sub", "subtract", 1), "3[0][0].op: found 'subtract'; expected add"),
            (text.replace("3.0", '"x"', 1), "3[0][2].target: found 'x'; expected an integer"),
            (text.replace('"op"', '"sign"', 1), "3[0][0]: the key 'op' is missing"),
        ):
            with pytest.raises(FormatError) as caught:
                loads_all(bad)
            assert message in str(caught.value)
    with pytest.raises(FormatError, match="JSON of no known format, with '3'"):
        detect(text)


@pytest.mark.parametrize(
    ("call", "printed"),
    [
        pytest.param(("solve", "-q"), "2", marks=pytest.mark.slow),
        (("convert", "--to", "json"), '{"size": 3, "cages": ['),
        pytest.param(
            ("list", "formats"),
            "kiguli       txt   JSON of Kiguli's KenKenSolver: puzzles by their size; read only",
            marks=pytest.mark.slow,
        ),
    ],
    ids=str,
)
def test_as_an_entry_point(call: tuple[str, ...], printed: str, tmp_path: Path) -> None:
    (tmp_path / "my_package.py").write_text(CODE, encoding="utf-8")
    info = tmp_path / "my_package-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-package\nVersion: 1.0\n")
    toml = ENTRY.replace('project.entry-points."', "").replace('"]', "]").replace('"', "")
    (info / "entry_points.txt").write_text(toml)
    files = [] if call == ("list", "formats") else [str(FILE)]
    done = subprocess.run(
        [sys.executable, "-m", "kenken_cp", *call, *files],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}"},
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert printed in done.stdout


def test_the_page_has_every_format() -> None:
    for known in FORMATS:
        assert f"\n| `{known.name}` | " in PAGE, known.name
