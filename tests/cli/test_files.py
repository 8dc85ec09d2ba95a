"""Files that commands write: whole or not at all, and what kind by their ending."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Thread

import pytest
from cli.calls import COMMANDS, answer, complaint, events, options_of, run, said
from cli.puzzles import EASY, KEEN, THREE

from kenken_cp.formats import detect, load, load_all, loads

WRONG = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m12"
WRITERS = {
    "generate": ("--size", "3", "--seed", "1"),
    "convert": (KEEN,),
    "why": ("--repair", WRONG),
}
PAGE = "<!doctype html>\n"


@pytest.mark.parametrize("command", WRITERS)
@pytest.mark.parametrize("name", ["x.json", "x.JSON", "x.kk", "x.keen", "x.txt", "x", "x.mzn"])
def test_the_ending_says_what_is_written(command, name, tmp_path):
    path, code = tmp_path / name, int(command == "why")
    ending = name.partition(".")[2].lower()
    format_name = ending if ending in ("json", "keen", "mzn") else "native"
    assert answer(command, *WRITERS[command], "-o", str(path), code=code) == ""
    text = path.read_text(encoding="utf-8")
    assert format_name == "mzn" or detect(text).name == format_name
    assert text == answer(command, *WRITERS[command], "--to", format_name, code=code)


@pytest.mark.parametrize("name", ["x.pdf", "x.svg", "x.unknown"])
def test_what_the_ending_does_not_decide_is_refused(name, tmp_path):
    path = tmp_path / name
    for command, words in WRITERS.items():
        assert "expected --to" in complaint(command, *words, "-o", str(path))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (("convert", KEEN, "-o", "-"), "aab\ncab\n"),
        (("generate", "--size", "2", "--seed", "1", "-o", "-"), "title: "),
        (("why", KEEN, "--repair", "-o", "-"), "aab\ncab\n"),
        (("prove", KEEN, "-o", "-"), "kenken-cp certificate 1\n"),
        (("show", KEEN, "-o", "-"), "<svg "),
        *(((name, KEEN, "-o", "-"), PAGE) for name in ("explain", "hint", "why")),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_standard_output_has_a_name(arguments, beginning, tmp_path):
    assert answer(*arguments, folder=tmp_path).startswith(beginning)
    assert not list(tmp_path.iterdir())


def test_standard_output_holds_one_thing():
    both = "--json and -o - would both be on standard output"
    for name in ("show", "explain", "convert", "prove", "hint"):
        done = run(name, KEEN, "-o", "-", "--json")
        assert done.returncode == 2
        assert both in (done.stdout + done.stderr).decode()
    several = "expected one for a picture on standard output"
    assert several in complaint("show", KEEN, "nowhere", "-o", "-"), "before anything is read"


def test_a_terminal_is_shown_texts_that_do_not_control_it():
    text = "title: \x1b[2Jx\nsize: 2\n1.\n..\n"
    for command, beginning in (("convert", b"title: "), ("show", b"<svg "), ("explain", b"<!doc")):
        done = run(command, text, "-o", "-", terminal=True)
        assert done.stdout.startswith(beginning)
        assert b"\x1b[2J" not in done.stdout
    assert "expected -o FILE.pdf" in complaint("show", KEEN, "-o", "-", "--per-page", "1")


def test_puzzles_of_which_a_file_holds_one_are_written_into_numbered_files(tmp_path):
    path = tmp_path / "x.mzn"
    text, words = said("convert", KEEN, EASY, "-o", str(path))
    assert (text, words) == ("", f"{tmp_path}/x-1.mzn to {tmp_path}/x-2.mzn: 2 puzzles\n")
    assert (tmp_path / "x-2.mzn").read_text() == answer("convert", EASY, "--to", "mzn")
    assert said("convert", KEEN, EASY, "-q", "--to", "aikenken", "-o", str(path)) == ("", "")
    assert (tmp_path / "x-1.mzn").read_text() == answer("convert", KEEN, "--to", "aikenken")
    for ending, numbered in ((".svg", True), (".html", False)):
        found = events("show", KEEN, EASY, "-o", str(tmp_path / f"y{ending}"))
        expected = [f"{tmp_path}/y{f'-{n}' * numbered}{ending}" for n in (1, 2)]
        assert [event["file"] for event in found] == expected
        assert all(map(os.path.exists, expected))
    assert not path.exists()


class TestWholeOrNotAtAll:
    def test_what_is_written_half_is_no_file(self, tmp_path, monkeypatch):
        """Not even where Ctrl-C comes, and an older file stays."""
        path = tmp_path / "old.kk"
        path.write_text("precious\n")
        write = Path.write_bytes

        def interrupted(self, data):
            write(self, data[:3])
            raise KeyboardInterrupt

        monkeypatch.setattr(Path, "write_bytes", interrupted)
        complaint("convert", KEEN, "-o", str(path), code=130)
        monkeypatch.undo()
        assert path.read_text() == "precious\n"
        assert [each.name for each in tmp_path.iterdir()] == ["old.kk"]

    def test_a_file_keeps_its_mode_and_a_link_stays_one(self, tmp_path):
        path, link = tmp_path / "old.kk", tmp_path / "link.kk"
        path.write_text("old\n")
        path.chmod(0o640)
        link.symlink_to(path)
        answer("convert", KEEN, "-o", str(link))
        assert link.is_symlink()
        assert (load(path), path.stat().st_mode & 0o777) == (loads(KEEN), 0o640)
        assert {each.name for each in tmp_path.iterdir()} == {"old.kk", "link.kk"}

    @pytest.mark.parametrize(
        "command", [name for name in COMMANDS if "--output" in options_of(name)]
    )
    def test_what_cannot_be_written_is_told_before_any_work(self, command, tmp_path):
        ending = {"generate": "kk", "convert": "kk", "prove": "cert"}.get(command, "html")
        puzzle = [] if command == "generate" else ["nowhere"]
        for name in (f"none/x.{ending}", f"folder.{ending}"):
            (tmp_path / f"folder.{ending}").mkdir(exist_ok=True)
            error = complaint(command, *puzzle, "-o", name, folder=tmp_path)
            assert error.count("\n") == 1
            assert f"kenken-cp: {name}: " in error, "and nothing of the puzzle or the seed"


def test_what_may_not_be_written_is_told_before_any_work(tmp_path, monkeypatch):
    for able in (Path.is_file, Path.is_dir):  # but not into the folder; but not over the file
        access = lambda path, mode, able=able: mode != os.W_OK or able(Path(path))  # noqa: E731
        monkeypatch.setattr(os, "access", access)
        (tmp_path / "x.kk").touch()
        error = complaint("convert", "nowhere", "-o", "x.kk", folder=tmp_path)
        assert error == "kenken-cp: x.kk: Permission denied\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_pipe_is_written_into(tmp_path):
    path, read = tmp_path / "pipe.kk", []
    os.mkfifo(path)
    reader = Thread(target=lambda: read.append(path.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    answer("convert", KEEN, "-o", str(path))
    assert path.is_fifo()
    reader.join()
    assert loads(read[0]) == loads(KEEN)


def test_files_are_written_beside_events(tmp_path):
    path = tmp_path / "x.kk"
    assert [each["event"] for each in events("convert", KEEN, "-o", str(path))] == ["puzzle"]
    assert load(path) == loads(KEEN)
    run("why", WRONG, "--repair", "--json", "-o", str(path))
    assert load(path).cages != loads(WRONG).cages
    made = answer("generate", "-s", "3", "-n", "2", "--seed", "1", "--json", "-o", str(path))
    assert [json.loads(line)["event"] for line in made.splitlines()] == ["puzzle"] * 2
    assert len(load_all(path)) == 2


def test_other_files_that_commands_write(tmp_path):
    """A report of tests, failing puzzles, and a proof for other checkers."""
    run("judge", "echo 1", KEEN, "--junit", "x.xml", "--save", "failures", folder=tmp_path)
    assert 'failures="1"' in (tmp_path / "x.xml").read_text(encoding="utf-8")
    saved = {path.name for path in (tmp_path / "failures").iterdir()}
    assert saved == {"unreadable.kk"}
    assert load(tmp_path / "failures" / "unreadable.kk").size == 2
    answer("prove", KEEN, "-o", "x.cert", folder=tmp_path)
    answer("verify", "x.cert", "--split", "proof", "--of", KEEN, folder=tmp_path)
    assert (tmp_path / "proof/puzzle.cnf").read_text().startswith("p cnf ")
    assert (tmp_path / "proof/puzzle.drup").read_text().endswith("0\n")
    assert run("verify", "x.cert", "--of", THREE, folder=tmp_path).returncode == 1
    (tmp_path / "two.kk").write_text(f"{KEEN}\n{KEEN}\n")
    error = complaint("verify", "x.cert", "--of", "two.kk", folder=tmp_path)
    assert "several puzzles; expected one for --of" in error
