"""The format of a file by its ending, where no format is asked for."""

import json

import pytest
from cli.calls import EASY, KEEN, answer, complaint, events_in, run

from kenken_cp.formats import detect, load, loads

WRONG = "4:_a_aa_ba_5a3,s1s3d2m12a3a4m12"


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("x.json", "json"),
        ("x.JSON", "json"),
        ("x.kk", "native"),
        ("x.keen", "keen"),
        ("x.pl", "prolog"),
        ("x.txt", "native"),
        ("x", "native"),
    ],
)
def test_every_command_that_writes_puzzles_goes_by_it(name, format_name, tmp_path):
    path = tmp_path / name
    for arguments in (
        ("generate", "--size", "3", "--seed", "1", "-q"),
        ("convert", KEEN),
        ("why", "--repair", "-q", WRONG),
    ):
        answer(*arguments, "-o", str(path), code=arguments[0] == "why")
        text = path.read_text()
        assert detect(text).name == format_name
        written = answer(*arguments, "--to", format_name, code=arguments[0] == "why")
        assert text == written


def test_models_are_among_the_formats_of_convert(tmp_path):
    for ending, beginning in (("cnf", "c 3x3"), ("dimacs", "c 3x3"), ("mzn", "% 3x3")):
        path = tmp_path / f"x.{ending}"
        answer("convert", KEEN, "-o", str(path))
        assert path.read_text().startswith(beginning)


def test_puzzles_of_which_a_file_holds_one_are_written_into_numbered_files(tmp_path):
    path = tmp_path / "x.mzn"
    assert answer("convert", KEEN, EASY, "-o", str(path)) == (
        f"{tmp_path}/x-1.mzn to {tmp_path}/x-2.mzn: 2 puzzles\n"
    )
    assert (tmp_path / "x-2.mzn").read_text() == answer("convert", EASY, "--to", "mzn")
    assert answer("convert", KEEN, EASY, "-q", "--to", "aikenken", "-o", str(path)) == ""
    assert (tmp_path / "x-1.mzn").read_text() == answer("convert", KEEN, "--to", "aikenken")
    assert not path.exists()


def test_such_a_file_has_the_number_of_its_puzzle(tmp_path):
    path = tmp_path / "x.cnf"
    assert run("convert", KEEN, "nowhere", EASY, "-o", str(path)).returncode == 2
    assert sorted(file.name for file in tmp_path.iterdir()) == ["x-1.cnf", "x-3.cnf"]
    assert "nowhere" in complaint("convert", KEEN, "nowhere", "--fail-fast", "-o", str(path))
    assert len(list(tmp_path.iterdir())) == 2


def test_an_option_says_more_than_the_ending(tmp_path):
    path = tmp_path / "x.json"
    answer("convert", KEEN, "--to", "native", "-o", str(path))
    assert path.read_text().startswith("aab\n")
    for name in ("x.pdf", "x.ken"):
        path = tmp_path / name
        answer("convert", KEEN, "--to", "native", "-o", str(path))
        assert load(path) == loads(KEEN)


def test_of_events_the_ending_says_nothing(tmp_path):
    path = tmp_path / "x.json"
    answer("convert", KEEN, "--json", "-o", str(path))
    (event,) = events_in(path.read_text())
    assert (event["event"], event["format"]) == ("converted", "native")
    assert json.loads(path.read_text())["text"].startswith("aab\n")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x.pdf", "the ending of a picture; expected --to FORMAT, or kenken-cp show"),
        ("x.svg", "the ending of a picture"),
        ("x.unknown", "no format has the ending '.unknown'; expected --to FORMAT"),
    ],
)
def test_what_it_does_not_decide_is_refused(name, message, tmp_path):
    path = tmp_path / name
    for arguments in (("generate", "--size", "3", "--seed", "1"), ("convert", KEEN)):
        assert f"{name}: {message}" in complaint(*arguments, "-o", str(path))
        assert not path.exists()
