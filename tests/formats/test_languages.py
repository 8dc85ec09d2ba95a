"""Puzzles in the source of programs in many languages."""

import pytest

from kenken_cp import count, loads, loads_all
from kenken_cp.errors import FormatError
from kenken_cp.formats import detect, loads_each
from kenken_cp.formats.record import ReadPuzzle

SMALL = loads("aab\nccb\ncdd\na 3+\nb 1-\nc 7+\nd 6*\n")
HARD = "8........ ..36..... .7..9.2.. .5...7... ....457.. ...1...3. ..1....68 ..85...1. .9....4.."
"""Arto Inkala's Sudoku, which many programs have."""

RUST = """mod solve {
    use crate::{solve, Grid};

    #[test]
    fn t2() {  // as the tests of a public solver have it
        const N: usize = 4;
        let grid = Grid([[0u8; N]; N]);

        let cages = vec![
            Cage {
                sign: Operator::Multiply,
                target: 24,
                coords: vec![(0, 0), (0, 1), (1, 0)],
            },
            Cage { sign: Operator::Divide, target: 2, coords: vec![(0, 2), (0, 3)], },
            Cage { sign: Operator::Subtract, target: 3, coords: vec![(1, 1), (1, 2)] },
            Cage { sign: Operator::Subtract, target: 1, coords: vec![(1, 3), (2, 3)] },
            Cage { sign: Operator::Add, target: 5, coords: vec![(2, 0), (2, 1)] },
            Cage { sign: Operator::Add, target: 6, coords: vec![(2, 2), (3, 2), (3, 3)] },
            Cage { sign: Operator::Subtract, target: 3, coords: vec![(3, 0), (3, 1)] },
        ];

        let solved = grid.solve(&cages).unwrap();
    }
}
"""
CPP = """#include <iostream>
int main() {
    using sudoku_engine::Solver;  // of a public solver
    std::vector<BoardCage> cages = {
        {6, {{5, 1}}}, {7, {{8, 4}}}, {13, {{0, 0}, {1, 0}}}, {14, {{2, 0}, {2, 1}}},
        {3, {{0, 1}, {1, 1}}}, {4, {{3, 0}, {3, 1}}}, {14, {{4, 0}, {4, 1}}},
        {15, {{5, 0}, {6, 0}}}, {5, {{7, 0}, {8, 0}}}, {8, {{3, 2}, {3, 3}}},
        {15, {{4, 2}, {4, 3}}}, {10, {{6, 2}, {6, 3}}}, {4, {{1, 3}, {2, 3}}},
        {16, {{2, 4}, {2, 5}}}, {13, {{3, 4}, {3, 5}}}, {7, {{6, 4}, {7, 4}}},
        {7, {{6, 5}, {7, 5}}}, {9, {{0, 8}, {1, 8}}}, {10, {{6, 7}, {7, 7}}},
        {6, {{6, 8}, {7, 8}}}, {17, {{8, 7}, {8, 8}}}, {15, {{0, 2}, {1, 2}, {2, 2}}},
        {18, {{8, 2}, {7, 3}, {8, 3}}}, {15, {{4, 5}, {5, 5}, {4, 6}}},
        {12, {{2, 6}, {2, 7}, {1, 7}}}, {14, {{3, 6}, {3, 7}, {4, 7}}},
        {16, {{5, 6}, {5, 7}, {5, 8}}}, {18, {{2, 8}, {3, 8}, {4, 8}}},
        {25, {{6, 1}, {7, 1}, {8, 1}, {7, 2}}}, {10, {{5, 2}, {5, 3}, {5, 4}, {4, 4}}},
        {17, {{0, 3}, {0, 4}, {1, 4}, {1, 5}}}, {15, {{8, 5}, {8, 6}, {7, 6}, {6, 6}}},
        {27, {{0, 5}, {0, 6}, {0, 7}, {1, 6}}}
    };
    board.setCages(cages);
}
"""


def _rows(opening: str, closing: str, separator: str = ", ") -> str:
    """The rows of the Sudoku as a program has them."""
    rows = HARD.replace(".", "0").split()
    return ",\n".join(opening + separator.join(row) + closing for row in rows)


SUDOKUS = {
    "java": f"import java.util.*;\nclass S {{\n  public static void main(String[] args) {{\n"
    f"    int[][] sudoku = {{\n{_rows('{', '}')}\n    }};\n    solve(sudoku);\n  }}\n}}\n",
    "java, new": "package s;\npublic class S {\n  private static final int[][] GRID =\n"
    f"      new int[][] {{{_rows('{', '}')}}};\n}}\n",
    "java, rows": "package s;\npublic class S {\n  static String[] rows = {\n"
    f"{_rows(chr(34), chr(34), '')}}};\n}}\n",
    "c": f"#include <stdio.h>\n#define N 9\nint grid[N][N] = {{\n{_rows('{', '}')}\n}};\n"
    "int main(void) {\n    solve(grid);\n}\n",
    "c, alone": f"unsigned char grid[9][9] = {{\n{_rows('{', '}')}\n}};\n",
    "c++": "#include <vector>\nint main() {\n  vector<vector<char>> board = {\n"
    + _rows("{'", "'}", "','").replace("0", ".")
    + "};\n  solve(board);\n}\n",
    "c++, array": "#include <array>\nint main() {\n  std::array<std::array<int, 9>, 9> board{{\n"
    f"{_rows('{', '}')}\n  }}}};\n}}\n",
    "c#": "using System;\nclass S {\n  static int[,] grid = new int[,] {"
    f"{_rows('{', '}')}}};\n}}\n",
    "go": 'package main\n\nimport "fmt"\n\nfunc main() {\n\tgrid := [][]int{\n'
    f"{_rows('{', '}')},\n\t}}\n\tfmt.Println(solve(grid))\n}}\n",
    "rust": f"use std::io;\nfn main() {{\n  let mut grid: [[u8; 9]; 9] = [\n{_rows('[', ']')},\n"
    "  ];\n  solve(&mut grid);\n}\n",
    "rust, vec": f"use std::io;\nfn main() {{\n  let grid = vec![\n{_rows('vec![', ']', 'u8, ')},\n"
    "  ];\n}\n",
    "kotlin": "import a.b\nfun main() {\n  val board = arrayOf(\n"
    f"{_rows('intArrayOf(', ')')}\n  )\n  solve(board)\n}}\n",
    "numpy": f"import numpy as np\ngrid = np.array([{_rows('[', ']')}], dtype=np.int8)\n",
}
KENKENS = {
    "java": """import java.util.List;
class Kenken {
    public static void main(String[] args) {
        List<Cage> cages = List.of(
            new Cage(Op.ADD, 3, new int[][] {{0, 0}, {0, 1}}),
            new Cage(Op.SUB, 1, new int[][] {{0, 2}, {1, 2}}),
            new Cage(Op.ADD, 7, new int[][] {{1, 0}, {1, 1}, {2, 0}}),
            new Cage(Op.MUL, 6, new int[][] {{2, 1}, {2, 2}}));
        solve(cages);
    }
}
""",
    "java, lists": """import java.util.*;
class Kenken {
    private final List<Cage> cages = new ArrayList<>(Arrays.asList(
        new Cage(Arrays.asList(new Cell(0, 0), new Cell(0, 1)), '+', 3),
        new Cage(Arrays.asList(new Cell(0, 2), new Cell(1, 2)), '-', 1),
        new Cage(Arrays.asList(new Cell(1, 0), new Cell(1, 1), new Cell(2, 0)), '+', 7),
        new Cage(Arrays.asList(new Cell(2, 1), new Cell(2, 2)), '*', 6)));
}
""",
    "go": """package main

func main() {
	cages := []Cage{
		{Op: "+", Target: 3, Cells: []Point{{Row: 0, Col: 0}, {Row: 0, Col: 1}}},
		{Op: "-", Target: 1, Cells: []Point{{Row: 0, Col: 2}, {Row: 1, Col: 2}}},
		{Op: "+", Target: 7, Cells: []Point{{Row: 1, Col: 0}, {Row: 1, Col: 1}, {Row: 2, Col: 0}}},
		{Op: "*", Target: 6, Cells: []Point{{Row: 2, Col: 1}, {Row: 2, Col: 2}}},
	}
	solve(cages)
}
""",
    "c": """#include <stdio.h>
struct cage cages[] = {
    { .op = '+', .target = 3, .cells = {{0, 0}, {0, 1}} },  /* the first */
    { .op = '-', .target = 1, .cells = {{0, 2}, {1, 2}} },
    { .op = '+', .target = 7, .cells = {{1, 0}, {1, 1}, {2, 0}} },
    { .op = '*', .target = 6, .cells = {{2, 1}, {2, 2}} },
};
int main(void) { return solve(cages); }
""",
    "javascript": """import { Op } from './op.js';
const cages = [
  { op: Op.ADD, target: 3, cells: [[0, 0], [0, 1]] },
  { op: Op.SUB, target: 1, cells: [[0, 2], [1, 2]] },
  { op: Op.ADD, target: 7, cells: [[1, 0], [1, 1], [2, 0]] },
  { op: Op.MUL, target: 6, cells: [[2, 1], [2, 2]] },
];
console.log(solve(cages));
""",
    "rust, operators with targets": """use crate::*;
fn main() {
    let cages = vec![
        Cage { cells: vec![(0, 0), (0, 1)], op: Operation::Add(3) },
        Cage { cells: vec![(0, 2), (1, 2)], op: Operation::Sub(1) },
        Cage { cells: vec![(1, 0), (1, 1), (2, 0)], op: Operation::Add(7) },
        Cage { cells: vec![(2, 1), (2, 2)], op: Operation::Mul(6) },
    ];
}
""",
    "rust, size": """fn main() {
    use kenken::solver::*;
    /*
    let board = KenkenBoard::with(1, vec![
        Cage {target: 1, operation: MathOp::Add, cells: vec![0]}]);
    */
    let board = KenkenBoard::with(3, vec![
        Cage {target: 3, operation: MathOp::Add, cells: vec![0,1]},
        Cage {target: 1, operation: MathOp::Sub, cells: vec![2,5]},
        Cage {target: 7, operation: MathOp::Add, cells: vec![3, 4, 6]},
        Cage {target: 6, operation: MathOp::Mul, cells: vec![7, 8]},
    ]);
    board.solve();
}
""",
    "python, kinds": """from solver import *
cages = [Add([(0, 0), (0, 1)], 3), Sub([(0, 2), (1, 2)], 1),
         AddCage([(1, 0), (1, 1), (2, 0)], 7), Mul([(2, 1), (2, 2)], 6)]
solve(cages)
""",
    "php": """<?php
$cages = [
    ['op' => '+', 'target' => 3, 'cells' => [[0, 0], [0, 1]]],
    array('op' => '-', 'target' => 1, 'cells' => array(array(0, 2), array(1, 2))),
    ["op" => "+", "target" => 7, "cells" => [[1, 0], [1, 1], [2, 0]]],  // the third
    ['op' => '*', 'target' => 6, 'cells' => [[2, 1], [2, 2]]],
];
solve(3, $cages);
""",
    "perl": """use strict;
my @cages = (
    { op => '+', target => 3, cells => [[0, 0], [0, 1]] },
    { op => '-', target => 1, cells => [[0, 2], [1, 2]] },
    { op => '+', target => 7, cells => [[1, 0], [1, 1], [2, 0]] },
    { op => '*', target => 6, cells => [[2, 1], [2, 2]] },
);
solve(@cages);
""",
    "lua": """local cages = {
  { op = '+', target = 3, cells = { {1, 1}, {1, 2} } },
  { op = '-', target = 1, cells = { {1, 3}, {2, 3} } },
  { op = '+', target = 7, cells = { {2, 1}, {2, 2}, {3, 1} } },
  { op = '*', target = 6, cells = { {3, 2}, {3, 3} } },
}
return cages
""",
    "r": """library(kenken)
cages <- list(
  list(op = "+", target = 3, cells = list(c(1, 1), c(1, 2))),
  list(op = "-", target = 1, cells = list(c(1, 3), c(2, 3))),
  list(op = "+", target = 7, cells = list(c(2, 1), c(2, 2), c(3, 1))),
  list(op = "*", target = 6, cells = list(c(3, 2), c(3, 3)))
)
solve(3, cages)
""",
    "julia": """using JuMP
cages = [
    (+, 3, [(1, 1), (1, 2)]),
    (-, 1, [(1, 3), (2, 3)]),
    (+, 7, [(2, 1), (2, 2), (3, 1)]),
    (*, 6, [(3, 2), (3, 3)]),
]
solve(cages)
""",
    "swift": """import Foundation
let cages: [Cage] = [
    Cage(op: .add, target: 3, cells: [(0, 0), (0, 1)]),
    Cage(op: .sub, target: 1, cells: [(0, 2), (1, 2)]),
    Cage(op: .add, target: 7, cells: [(1, 0), (1, 1), (2, 0)]),
    Cage(op: .mul, target: 6, cells: [(2, 1), (2, 2)])]
print(solve(cages))
""",
    "ruby": """require 'kenken'
cages = [
  { op: :add, target: 3, cells: [[0, 0], [0, 1]] },
  { op: :sub, target: 1, cells: [[0, 2], [1, 2]] },
  { :op => :add, :target => 7, :cells => [[1, 0], [1, 1], [2, 0]] },
  { op: :*, target: 6, cells: [[2, 1], [2, 2]] },
]
puts solve(cages)
""",
    "python, several lines": '''from solver import solve

PUZZLE = """
    aab
    ccb
    cdd

    a 3+
    b 1-
    c 7+
    d 6*
""".strip()
print(solve(PUZZLE))
''',
}


@pytest.mark.parametrize("language", SUDOKUS)
def test_sudokus_of_programs(language: str) -> None:
    expected = loads(HARD.replace(" ", ""))
    assert loads(SUDOKUS[language]) == expected
    assert detect(SUDOKUS[language]).name == "sudoku"


@pytest.mark.parametrize("language", KENKENS)
def test_kenkens_of_programs(language: str) -> None:
    (read,) = loads_each(KENKENS[language])
    assert isinstance(read, ReadPuzzle), read
    assert set(read.puzzle.cages) == set(SMALL.cages)
    assert read.puzzle.rules == SMALL.rules
    assert any("in a program; what the program does with it is not read" in d for d in read.doubts)


@pytest.mark.parametrize(("text", "cages"), [(RUST, 7), (CPP, 33)])
def test_puzzles_of_public_solvers(text: str, cages: int) -> None:
    puzzle = loads(text)
    assert len(puzzle.cages) == cages
    assert puzzle.rules.name == ("killer" if text is CPP else "kenken")
    assert count(puzzle) == 1


def test_a_list_of_one_cell_in_r() -> None:
    one = 'list(op = "=", target = 2, cells = list({}(3, 2)))'
    for pair in ("c", "list"):
        text = KENKENS["r"].replace(
            'list(op = "*", target = 6, cells = list(c(3, 2), c(3, 3)))',
            f"{one.format(pair)},\n  {one.format(pair).replace('3, 2', '3, 3')}",
        )
        assert [str(cage) for cage in loads(text).cages[3:]] == ["2 at r3c2", "2 at r3c3"]


def test_values_in_comments_are_none() -> None:
    text = KENKENS["c"].replace("struct", "/* struct").replace("};\n", "};\n*/\n")
    with pytest.raises(FormatError):
        loads(text)


@pytest.mark.parametrize("size", ["4", "7"])
def test_a_number_before_cages_that_is_not_their_size(size: str) -> None:
    """It may be the number of cages: no cell is free."""
    with pytest.raises(FormatError, match=f"{size} before the cages of board, which cover 3x3"):
        loads(KENKENS["rust, size"].replace("with(3", f"with({size}"))


def test_a_size_and_a_solution_around_cages() -> None:
    """As the tests in github.com/royreznik/KenKen-Solver have them."""
    text = (
        "import pytest\n\ntest_board = [\n    2,\n    [\n        Rule('-', 1, {(0, 0), (0, 1)}),\n"
        "        Rule('=', 2, {(1, 0)}),\n        Rule('=', 1, {(1, 1)}),\n    ],\n"
        "    [[1, 2], [2, 1]],\n]\n"
    )
    assert [str(cage) for cage in loads(text).cages] == [
        "1- at r1c1 r1c2",
        "2 at r2c1",
        "1 at r2c2",
    ]
    with pytest.raises(
        FormatError, match=r"does not fit the puzzle in test_board: .*r2c1"
    ) as caught:
        loads(text.replace("[[1, 2], [2, 1]]", "[[2, 1], [1, 2]]"))
    assert caught.value.line == 3
    for other in ("[[1, 2]]", "[[1, 2], [2]]", "None", "[[0, 1], [1, 0]], 5", "'easy'"):
        with pytest.raises(FormatError, match=r"has no cages|does not fit"):
            loads(text.replace("[[1, 2], [2, 1]]", other))


def test_a_size_rows_and_clues() -> None:
    """As in the programs for a course at Waterloo, such as github.com/bryanyu1/kenken_solver; of
    boards with guesses, and of those without clues, nothing is read.
    """
    text = (
        "import copy\npuz1 = Puzzle(3, [['a', 'a', 'b'],\n                  ['c', 1, 'b'],\n"
        "                  ['c', 'd', 'd']],\n"
        "              [['a', 3, '-'], ['b', 5, '+'], ['c', 2, '='], ['d', 3, '*']])\n"
        "puz2 = Puzzle(2, [['a', Guess('b', 1)], ['c', 'b']], [['b', 3, '+'], ['c', 2, '=']])\n"
        "solved = Puzzle(2, [[1, 2], [2, 1]], [])\n"
    )
    [puzzle] = loads_all(text.replace("['c', 'd', 'd']", "['d', 'd', 'd']"))
    expected = ["3- at r1c1 r1c2", "5+ at r1c3 r2c3", "2 at r2c1", "1 at r2c2"]
    assert [str(cage) for cage in puzzle.cages][:4] == expected
    with pytest.raises(FormatError):
        loads(text.replace("['d', 3,", "['f', 3,"))
    with pytest.raises(FormatError, match="in puz1: a given on 2 cells") as caught:
        loads(text)  # it was a hidden operator
    assert caught.value.line == 2
    good = text.replace("['c', 'd', 'd']", "['d', 'd', 'd']")
    with pytest.raises(FormatError):
        loads(good.replace("Puzzle(3", "Puzzle(4"))
    for wrong in ("['f', 3, '*']", "['d', 3, 'is']", "['d', 3, '**']"):  # such a board was left out
        other = good.replace("['d', 3, '*']", wrong).replace("puz1", "puz3").replace("puz2", "puz4")
        with pytest.raises(FormatError, match="in puz3: ") as caught:
            loads_all(good + other)
        assert caught.value.line == 9


@pytest.mark.parametrize(
    ("found", "written"), [("Cell(", "Point("), ("new Cell(", "new java.awt.Point(")]
)
def test_points_may_be_column_and_row(found: str, written: str) -> None:
    text = KENKENS["java, lists"].replace(found, written)
    with pytest.raises(FormatError, match=r"Point\(0, 0\) may be column and row, or row and col"):
        loads(text)
    go = KENKENS["go"].replace("Row: ", "").replace("Col: ", "")
    with pytest.raises(FormatError, match=r"Point\{\{0, 0\} may be column and row, or row and col"):
        loads(go)


@pytest.mark.parametrize(
    "cells", ["range(0, 2)", "list(reversed([(0, 0), (0, 1)]))", "np.transpose([[0, 0], [0, 1]])"]
)
def test_what_functions_compute_is_not_read(cells: str) -> None:
    text = KENKENS["python, kinds"].replace("[(0, 0), (0, 1)]", cells)
    with pytest.raises(FormatError, match="the source of a program"):
        loads(text)


def test_sums_by_name_alone_are_no_operators() -> None:
    """On 9x9 they are those of a Killer Sudoku, as without the names."""
    named = CPP.replace("{6, {{5, 1}}}", "Sum(6, {{5, 1}})")
    assert loads(named) == loads(CPP)


@pytest.mark.parametrize(
    ("language", "statements"),
    [
        ("c", "cages.push_back({3, {{0, 0}}});|cages = append(cages, more)|cages[0][1] = 4;"),
        ("php", "$cages[] = $more;|array_push($cages, $more);|$cages[0]['op'] = 'x';"),
        ("php", "unset($cages[0]);|$cages = array_merge($cages, $more);"),
        ("perl", "push @cages, $more;|$cages[0]{target} = 5;|shift @cages;"),
        ("lua", "table.insert(cages, more)|cages[#cages + 1] = more|cages[1].target = 5"),
        ("r", "cages[[1]]$target <- 5|cages <- c(cages, more)|cages[[length(cages) + 1]] <- more"),
        ("julia", "push!(cages, more)|cages = [cages; more]|cages = vcat(cages, more)"),
        ("ruby", "cages << more|cages.delete_at(0)|cages[0][:target] = 4"),
        ("php", "$cages = array_filter($cages, $f);|$cages = [...$cages, $more];"),
        ("php", "foreach ($cages as &$cage) { $cage['target'] += 1; }"),
        ("perl", "@cages = (@cages, $more);|$cages[@cages] = $more;|$cages[$#cages]{target} = 4;"),
        (
            "perl",
            "$#cages = 0;|delete $cages[0];|@cages = grep { $_ } @cages;|$cages[0]{target}++;",
        ),
        ("r", "cages <- cages[-1]|cages[[1]]$target <<- 5|cages <- head(cages, 1)"),
        ("julia", "cages[end] = more|pushfirst!(cages, more)|filter!(f, cages)|empty!(cages)"),
        ("ruby", "cages.concat(more)|cages.reject! { _1.nil? }|cages.shift"),
        ("swift", "cages.removeLast()|cages.removeAll { $0.a }|cages = Array(cages.dropLast())"),
        ("python, kinds", "cages = cages + more|cages = more + cages|cages = [*cages, more]"),
        ("python, kinds", "cages = cages[1:]|del cages[0]"),
        ("javascript", "cages = [...cages, more];|cages = cages.concat(more);|cages.shift();"),
    ],
)
def test_statements_that_add_to_a_value(language: str, statements: str) -> None:
    for statement in statements.split("|"):
        with pytest.raises(FormatError, match="the program adds to the puzzle in cages"):
            loads(f"{KENKENS[language]}{statement}\n")


@pytest.mark.parametrize(
    "statement",
    [
        *("cages = sorted(cages)", "cages = [make(*c) for c in cages]", "cages = make(*cages)"),
        *("del cages", "a.append(cages)", "push(cages)"),
    ],
)
def test_statements_that_leave_a_value_as_it_is(statement: str) -> None:
    assert set(loads(f"{KENKENS['python, kinds']}{statement}\n").cages) == set(SMALL.cages)


@pytest.mark.parametrize(
    ("language", "begins", "ends"),
    [("lua", "--[[", "]]"), ("julia", "#=", "=#"), ("ruby", "=begin", "=end")],
)
def test_comments_of_several_lines(language: str, begins: str, ends: str) -> None:
    """A puzzle in a comment is none, and a row of signs begins no comment."""
    text = KENKENS[language]
    other = text.replace("cages = ", "others = ").replace("3", "4")
    with_comment = f"{text}#=====\n{begins}\n{other}\n{ends}\n"
    (read,) = loads_each(with_comment)
    assert isinstance(read, ReadPuzzle), read
    assert set(read.puzzle.cages) == set(SMALL.cages)


def test_the_end_of_what_is_looked_at() -> None:
    with pytest.raises(FormatError, match="more than 1,000 values in a program cannot be read"):
        loads_all("import x\n" + "a = [b + c]\n" * 1001)


def test_cut_and_changed_programs_are_no_other_puzzles() -> None:
    """A value that is cut is not read; changed brackets, commas and names lose no cage."""
    for text in KENKENS.values():
        if '"""' in text or "Board" in text:
            continue
        for end in range(0, len(text), 7):
            try:
                puzzles = loads_all(text[:end])
            except FormatError:
                continue
            assert [set(puzzle.cages) for puzzle in puzzles] == [set(SMALL.cages)]


def test_a_kind_of_cage_that_is_not_known() -> None:
    """Beside others it has an operator, too: it is not hidden."""
    text = KENKENS["python, kinds"].replace("Mul(", "Mod(")
    with pytest.raises(FormatError, match="operator 'Mod'; expected add, subtract, multiply or di"):
        loads(text)


@pytest.mark.parametrize("lines", [141, 2000])
def test_values_far_below_the_beginning(lines: int) -> None:
    """What stands above them was taken for the beginning of the text, and ``janko`` raised."""
    for text, cages in ((RUST, 7), (CPP, 33), (SUDOKUS["java"], 21)):
        assert len(loads("\n" * lines + text).cages) == cages
        assert len(loads("import x\n" * lines + text).cages) == cages
    with pytest.raises(FormatError):
        loads("import x\n" * lines + 'a = """3 3\n1+ 2- 3\n"""\n')


@pytest.mark.parametrize("function", ["cbind", "hcat", "matrix", "t", "rev", "array_combine"])
def test_what_functions_of_r_and_others_compute_is_not_read(function: str) -> None:
    """``cbind(c(2, 3), c(1, 1))`` has the rows of all cells, then the columns."""
    text = KENKENS["r"].replace("list(c(2, 1), c(2, 2), c(3, 1))", f"{function}(c(2, 3), c(1, 1))")
    assert text != KENKENS["r"]
    with pytest.raises(FormatError, match="the source of a program"):
        loads(text)


def test_what_methods_return_is_not_read() -> None:
    text = KENKENS["python, kinds"].replace("(0, 0), (0, 1)", "m.cell(0, 0), m.cell(0, 1)")
    with pytest.raises(FormatError, match="the source of a program"):
        loads(text)


def test_values_of_comments_only() -> None:
    for below, cages in (("", 0), (KENKENS["java"], 4)):
        text = 'NOTES = """\n# 1234\n# 5678\n"""\nimport x\n' + below
        if cages:
            assert len(loads(text).cages) == cages
        else:
            with pytest.raises(FormatError):
                loads(text)
