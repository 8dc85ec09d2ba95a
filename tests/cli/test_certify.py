"""The commands on certificates."""

from __future__ import annotations

import re
import shlex
import subprocess
from hashlib import sha256

import pytest
from cli.calls import KEEN, LATIN5, NONE, THREE, answer, complaint, events, run
from corpus import PUZZLES, ROOT

SLOW = str(PUZZLES / "ambiguous/8x8-92.kk")


@pytest.fixture
def certificate(tmp_path):
    path = tmp_path / "puzzle.cert"
    assert answer("prove", KEEN, "-o", str(path)).startswith(f"{KEEN}: exactly 1 solution\n")
    return path


def test_prove_and_verify(certificate):
    path = str(certificate)
    assert answer("prove", KEEN).encode() == certificate.read_bytes()
    text = answer("verify", path)
    assert text.startswith(f"{path}: valid: exactly 1 solution\n  of 3x3, 4 cages, kenken rules\n")
    assert answer("verify", "-", stdin=certificate.read_text()).startswith("standard input: valid")
    assert answer("verify", path, "--quiet") == "1\n"
    assert answer("verify", path, "--of", KEEN) == text
    other = answer("verify", path, "--of", THREE, code=1)
    assert other == f"{path}: not valid: line 5: it is of another puzzle\n"


def test_no_solution_is_an_answer(tmp_path):
    path = str(tmp_path / "none.cert")
    assert ": no solution\n" in answer("prove", NONE, "-o", path)
    assert ": valid: no solution\n" in answer("verify", path)


def test_one_that_proves_nothing(certificate):
    lines = certificate.read_text().split("\n")
    at = lines.index("[cnf]") + 2
    lines[at] = "1 2 0"
    certificate.write_text("\n".join(lines))
    expected = f"not valid: line {at + 1}: the clause does not follow from cell r1c1\n"
    assert answer("verify", str(certificate), code=1) == f"{certificate}: {expected}"
    (event,) = events("verify", str(certificate), code=1)
    assert (event["valid"], event["line"]) == (False, at + 1)
    assert answer("verify", str(certificate), "-q", code=1) == "not valid\n"


@pytest.mark.parametrize("name", ["", " "])
def test_a_file_whose_name_nobody_would_see(name):
    assert complaint("verify", name) == f"kenken-cp: {name!r}: no such file\n"


def test_json(certificate):
    (event,) = events("verify", str(certificate))
    assert (event["valid"], event["count"], event["reason"]) == (True, 1, None)
    (event,) = events("prove", KEEN)
    assert event["text"] == certificate.read_text()
    (event,) = events("prove", KEEN, "-o", str(certificate))
    assert event["file"] == str(certificate)
    assert "text" not in event


def test_json_calls_standard_input_a_dash(certificate):
    (event,) = events("verify", "-", stdin=certificate.read_text())
    assert (event["valid"], event["file"]) == (True, "-")
    (event,) = events("verify", "-", stdin="ab\nab\n", code=2)
    assert (event["puzzle"], event["file"]) == ("-", "-")


def test_what_is_no_certificate(tmp_path):
    assert "no certificate; expected 'kenken-cp certificate 1'" in complaint("verify", THREE)
    assert "no such file" in complaint("verify", str(tmp_path / "none.cert"))
    binary = tmp_path / "binary.cert"
    binary.write_bytes(b"kenken-cp certificate 1\n\xff\n")
    assert "not UTF-8" in complaint("verify", str(binary))


def test_what_is_not_proved(tmp_path):
    path = tmp_path / "none.cert"
    assert "more than 1000 solutions" in complaint("prove", LATIN5, "-o", str(path))
    assert "timeout" in complaint("prove", SLOW, "--timeout", "0.1", "-o", str(path), code=3)
    assert list(tmp_path.iterdir()) == []
    two = run("prove", "-", stdin="rules: killer\n..\n..\n---\nrules: killer\n..\n..\n")
    assert two.returncode == 2
    assert b"2 puzzles; expected one for a certificate" in two.stderr


def test_for_other_checkers(certificate, tmp_path):
    folder = tmp_path / "split"
    answer("verify", str(certificate), "--split", str(folder))
    text = certificate.read_text()
    clauses, proof = ((folder / name).read_text() for name in ("puzzle.cnf", "puzzle.drup"))
    assert f"[cnf]\n{clauses}[proof]\n{proof}[end]\n" in text


def test_what_the_documentation_says_of_the_hash(certificate):
    guide = (ROOT / "docs" / "certificates.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^    (sed .*) puzzle\.cert \| sha256sum$", guide, re.MULTILINE)
    done = subprocess.run(
        [*shlex.split(command), certificate], capture_output=True, check=True, timeout=300
    )
    stated = certificate.read_text().split("\n")[2]
    assert stated == f"sha256 {sha256(done.stdout).hexdigest()}"
