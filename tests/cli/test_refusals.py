"""What is refused: a command line, and a part of what is said of it. The exit code is 2, nothing is
on standard output, and no file is made.
"""

from __future__ import annotations

import shlex

import pytest
from cli.calls import complaint, events, plain_words
from cli.puzzles import EASY, KEEN, LATIN5
from corpus import PUZZLES

REFUSALS = {
    "solve nowhere.kk": "no such file, and not a one-line puzzle",
    f"solve {KEEN} {KEEN} --from pdf": "unknown format 'pdf'; known: native",
    f"solve {KEEN} {KEEN} --rules chess": "unknown rule set 'chess'; known: kenken",
    f"solve {KEEN} --backend z3": "unknown backend 'z3'; known: auto",
    f"solve {KEEN} --limit 0": "--limit",
    f"solve {KEEN} --timeout -1": "seconds -1.0; expected more than 0 seconds",
    f"solve {KEEN} --jobs -1": "--jobs",
    f"count {KEEN} --jobs 2 --scheduler tcp://x:1": "--jobs and --scheduler exclude each other",
    f"count {LATIN5} --limit 3 --resume x": "a limit of solutions; expected none for a count",
    f"count {PUZZLES / '30x30/large-cages.kk'} --estimate": "this board cannot be estimated: exact",
    f"count {KEEN} --estimate --limit 3": "expected no --backend, --limit, --stats or --resume",
    f"solve {KEEN} --nonsense": "--nonsense",
    "solve '132 213 321'": "(a board is --board)",
    f"check {EASY} {KEEN} --board 1": "several puzzles; expected one with --board",
    f"check {KEEN} --board nosuchboard": "'nosuchboard': no such file, and no board",
    f"hint {EASY} '3... .... .... ....'": "(a board is --board)",
    f"hint {KEEN} '3.. ... ...'": "(a board is --board)",
    f"hint {KEEN} --board 1..": "expected 9 (3 rows of 3, a line each), with . for open ones",
    "hint nowhere --board 1": "nowhere: no such file",
    f"explain {KEEN} -o x.svg": "expected a name that ends in .html",
    f"trace {KEEN} --strategy luck": "unknown strategy 'luck'; known: backtracking, mcv-lcv",
    f"why {KEEN} --to keen": "--repair",
    f"judge true {KEEN} --max-size 4": "--max-size without --fuzz; expected both",
    "generate more": "extra argument",
    "generate --size 3x": "--size '3x'; expected rows and columns such as 6 or 4x6",
    "generate --size 3 --level x": "unknown level 'x'; known: easy, normal, hard, extreme",
    "generate --any --level easy": "a puzzle with a level has one solution",
    "generate --levels easy:2 --level easy": "--levels and --level exclude each other",
    "generate --levels easy:2 --count 1": "--levels and --count exclude each other",
    "generate --levels easy:0": "--levels 'easy:0'; expected levels and how many of each",
    "generate --to aikenken --count 2": "the aikenken format holds one a file",
    "generate --cage-sizes many": "--cage-sizes 'many'; expected one range such as 2-4",
    "generate --cage-sizes 1,4": "--cage-sizes '1,4'; expected one range such as 2-4",
    "generate --count 1000000": "1000000 is not in the range",
    "generate --size 3 --to ps --seed 1": "cannot hold a 3x3 board; expected sides of 4 to 16",
    "generate -o x.sudoku": "the sudoku format cannot hold cages of several cells; expected --cage",
    "generate -s 12 --to arrows": "the arrows format cannot hold a 12x12 board; expected 9x9",
    "generate -n 2 --to mzn -o /dev/null": "several puzzles, and the mzn format holds one a file",
    "generate --houses 2x3 --to keen --seed 1": "kenken-cp: the keen format cannot hold the house",
    "generate --to penpa": "the penpa format is only read, not written",
    "generate -o x.gif": "formats; for pictures: kenken-cp show -o FILE)",
    "judge cat --puzzle-format penpa": "the penpa format is only read",
    "list formats pdf": "unknown format 'pdf'; known: native",
    "list techniques naked": "unknown technique 'naked'; known: naked single",
    "generate --values 5..1": "--values '5..1'; expected numbers and ranges",
    "generate --values 0..99999": "ranges such as 1,2,10-20, of at most 10000 numbers each",
    f"trace {KEEN} --open-cells 1,x": "--open-cells '1,x'; expected numbers and ranges",
    "generate --houses 4x2": "boxes of 4x2 do not fit a 6x6 board",
    "generate --houses boxes": "unknown kind of houses 'boxes'; known: 2x3, diagonals",
    "generate --seed 1 --hidden 1 --to keen": "cannot hold a hidden operator",
    f"convert {KEEN} --to pdf": "unknown format 'pdf'; known: native",
    f"convert {EASY} nowhere --to aikenken": "several puzzles, and the aikenken format holds one",
    f"convert {LATIN5} --to neknek": "neknek",
    f"show {KEEN} -o board.gif": "expected a name that ends in .svg, .png, .pdf or .html",
    f"show {KEEN} --solution --candidates": "--solution and --candidates exclude each other",
    f"show {KEEN} --by solutions": "--by without --candidates; expected both",
    f"show {KEEN} --candidates --large -o x.pdf": "expected no --candidates",
    f"explain {KEEN} --boards -o x.html": "--boards and --output exclude each other",
    "generate --to dimacs --count 2": "the dimacs format holds one a file",
    "solve nosuch.kk --from native": "(and no such file)",
    f"show {KEEN} --candidates --by luck": "'luck' is not one of 'logic', 'solutions'",
    f"show {KEEN} --play -o x.svg": "expected a name that ends in .html",
    f"show {KEEN} --large -o -": "--large makes a sheet; expected -o FILE.pdf",
    f"show {KEEN} {EASY} --board 1........": "several puzzles; expected one with a board",
    f"show {KEEN} --play": "expected -o FILE.html",
    f"show {KEEN} --per-page 2 -o x.svg": "--per-page makes a sheet; expected -o FILE.pdf",
    f"show {KEEN} -o x.pdf --paper a3": "'a3' is not one of 'a4', 'letter'",
    f"show {KEEN} -o x.pdf --solutions x": "'x' is not one of 'end', 'back', 'none'",
    "judge": "Missing argument",
    "judge no-such-solver": "no program 'no-such-solver'",
    "judge true --suite nope": "unknown suite 'nope'; known: smoke",
    f"judge true {KEEN} --suite smoke --rules killer": "expected puzzles or --fuzz alone",
    "judge true --answers grids": "'grids' is not one of 'one', 'all', 'count'",
    "judge true --save /dev/null/x": "/dev/null/x: Not a directory",
    "judge true --junit -": "expected a file",
    "judge no.such:function": "no.such:function",
    f"cross-check {EASY} --backend nope": "unknown backend 'nope'",
    "cross-check nope.kk": "no such file",
    f"verify {EASY}": "no certificate; expected 'kenken-cp certificate 1' on the first line",
    "list nonsense": "unknown list 'nonsense'; known: backends, formats",
    "--nonsense": "--nonsense",
}


@pytest.mark.parametrize("line", REFUSALS)
def test_it_is_refused_and_says_why(line, tmp_path):
    error = complaint(*shlex.split(line), folder=tmp_path)
    said = plain_words(error.replace("-", ""))
    assert said.count(REFUSALS[line].replace("-", "")) == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "before",
    [
        "",
        "solve",
        "solve --limit",
        "generate",
        "convert 1 -o",
        "solve 1 --resume",
        "judge true 1 --save",
    ],
)
def test_what_somebody_typed_brings_no_traceback(before):
    complaint(*before.split(), "x " * 2500)


def test_for_programs_it_is_an_event():
    bad = (["--style", "tree"], ["--strategy", "luck"], ["--open-cells", "x"], ["--limit", "0"])
    for options in (*bad, ["--nonsense"], ["--timeout", "x"], ["--timeout", "nan"]):
        (event,) = events("trace", KEEN, *options, code=2)
        assert (event["event"], event["puzzle"], event["exit"]) == ("error", None, 2)
