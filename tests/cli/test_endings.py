"""The format of a file by its ending, where no format is asked for."""

import json

import pytest
from cli.calls import KEEN, answer, complaint, events_in

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
        ("x.yaml", "mathdoku-yaml"),
        ("x.txt", "native"),
        ("x.csv", "native"),
        ("x.unknown", "native"),
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
        ("x.ken", "signs and rooms have this ending; expected --to with one of them"),
        ("x.pdf", "the ending of a picture; expected --to FORMAT, or kenken-cp show"),
        ("x.svg", "the ending of a picture"),
    ],
)
def test_what_it_does_not_decide_is_refused(name, message, tmp_path):
    path = tmp_path / name
    for arguments in (("generate", "--size", "3", "--seed", "1"), ("convert", KEEN)):
        assert f"{name}: {message}" in complaint(*arguments, "-o", str(path))
        assert not path.exists()
