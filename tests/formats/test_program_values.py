"""Values of programs that are not, or hardly, the puzzle that is meant."""

import time

import pytest

from kenken_cp import loads, loads_all
from kenken_cp.errors import FormatError

ROWS = "{1, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 2}"
OTHER = ROWS.replace("2", "3")
C_GRID = f"int grid[4][4] = {{{ROWS}}};\n"
C_OTHER = f"int old[4][4] = {{{OTHER}}};\n"
MAIN = "int main() { solve(grid); }\n"
GRID = f"grid = [{ROWS}]\n".replace("{", "[").replace("}", "]")
OLD = f"old = [{OTHER}]\n".replace("{", "[").replace("}", "]")
PYTHON = f"import solver\n{GRID}solver.solve(grid)\n"
CAGES = """import solver
cages = [
    Cage([(0, 0), (0, 1)], "+", 3),
    Cage([(1, 0)], "=", 2),
    Cage([(1, 1)], "=", 1),
]
"""
JAVA = """import java.util.*;
List<Cage> cages = List.of(
    new Cage(Op.ADD, 3, new int[][] {{0, 0}, {0, 1}}),
    new Cage(Op.ADD, 3, new int[][] {{1, 0}, {1, 1}}));
"""


def givens(text: str) -> list[dict[tuple[int, int], int]]:
    return [dict(puzzle.givens) for puzzle in loads_all(text)]


MEANT = [{(0, 0): 1, (3, 3): 2}]


def test_many_arrays_with_constants_as_sizes() -> None:
    """Each looked for its constant in the whole program, which took ten seconds."""
    arrays = "".join(f"int b{at}[M{at}][M] = {{{{1, 2}}, {{3, 4}}}};\n" for at in range(2000))
    start = time.process_time()
    with pytest.raises(FormatError, match="the source of a program"):
        loads(f"import x\n{arrays}")
    assert time.process_time() - start < 4


# --- what is no part of a program ----------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"#include <x>\n#if 0\n{C_OTHER}#endif\n{C_GRID}{MAIN}",
        f"#include <x>\n# if 0\n{C_OTHER}#else\n{C_GRID}#endif\n{MAIN}",
        f"#include <x>\n#if 1\n{C_GRID}#else\n{C_OTHER}#endif\n{MAIN}",
        f"#include <x>\n#if 0\n#ifdef A\n{C_OTHER}#endif\n{C_OTHER}#endif\n{C_GRID}{MAIN}",
        f"#include <x>\n#if FAST\n#if 0\n{C_OTHER}#endif\n{C_GRID}#endif\n{MAIN}",
        f'import x\n"""\n{OLD}"""\n{PYTHON}',
        f'import x\ndef f():\n    r"""Solves\n\n    {OLD}    """\n{PYTHON}',
        f"import x\nclass A:\n    '''\n    {OLD}\n    '''\n{PYTHON}",
        f"use std::io;\n/* a /* b */\nlet {OLD.strip()};\n*/\nlet {GRID.strip()};\n"
        "fn main() {\n    solve(grid);\n}\n",
    ],
)
def test_what_is_left_out(text: str) -> None:
    """It was a second puzzle."""
    assert givens(text) == MEANT


def test_only_a_docstring() -> None:
    with pytest.raises(FormatError, match="the source of a program, and no value in it"):
        loads(f'import x\ndef f():\n    """Solves\n\n    {OLD}    """\n    return 1\n')


def test_both_sides_of_an_unknown_condition() -> None:
    text = f"#include <x>\n#ifdef A\n{C_OTHER}#else\n{C_GRID}#endif\n{MAIN}"
    assert givens(text) == [{(0, 0): 1, (3, 3): 3}, *MEANT]


def test_a_string_of_several_lines_is_a_value() -> None:
    rows = "1234\n....\n....\n...2\n"
    for value in (f'"""\n{rows}"""', f"'''{rows}'''", f"`\n{rows}`;"):
        assert loads(f"import x\ngrid = {value}\nsolve(grid)\n").givens[3, 3] == 2


@pytest.mark.parametrize("empty", ['""""""', "''''''", "``", '""', "()", "[]", "{}"])
def test_values_with_nothing_in_them(empty: str) -> None:
    assert givens(f"import x\nnothing = {empty}\n{GRID}solve(grid)\n") == MEANT


# --- what changes a value ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        *("cages[0].target = 5", "cages[0]['target'] = 5", "cages[0] = Cage([(0, 0)], '=', 1)"),
        *("cages[1].cells.append((1, 1))", "cages.pop()", "cages.remove(cages[0])", "del cages[1]"),
        *("cages[-1].op = '*'", "cages.insert(0, more)", "    cages[0].target += 1"),
    ],
)
def test_cages_that_are_changed(line: str) -> None:
    with pytest.raises(FormatError, match="adds to the puzzle in cages, or changes it") as caught:
        loads(f"{CAGES}{line}\nsolver.solve(cages)\n")
    assert caught.value.line == 7


@pytest.mark.parametrize(
    "line",
    [
        "cages.set(0, new Cage(Op.MUL, 2, new int[][] {{0, 0}, {0, 1}}));",
        "cages.get(0).setTarget(4);",
        "cages.get(0).target = 4;",
        "if (big) { cages.add(more); }",
    ],
)
def test_cages_in_java_that_are_changed(line: str) -> None:
    with pytest.raises(FormatError, match="adds to the puzzle in cages, or changes it"):
        loads(f"{JAVA}{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        *(
            "grid.reverse()",
            "Arrays.fill(grid, 1)",
            "grid.fill(0)",
            "grid = grid[::-1]",
            "grid = [list(row) for row in zip(*grid)]",
        ),
        *("random.shuffle(grid)", "grid[0][1] = 2", "grid[0][0] = 0", "grid = np.array(grid).T"),
        *(
            "grid[0], grid[1] = grid[1], grid[0]",
            "self.grid[3][3] = 1",
            "Collections.swap(grid, 0, 1);",
        ),
        *("grid = grid'", "reverse!(grid)", "grid <- t(grid)", "grid = permutedims(grid)"),
        *("$grid = array_reverse($grid);", "$grid = array_map(null, ...$grid);"),
    ],
)
def test_boards_that_are_changed(line: str) -> None:
    with pytest.raises(FormatError, match="adds to the puzzle in grid, or changes it"):
        loads(f"{PYTHON}{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        *("    grid[row][col] = 0", "    grid[i][j] = num", "grid[pos[0]][pos[1]] = value"),
        *("if grid[0][0] == 1: stop()", "print(grid[0][0])", "other.grid[0][0] = 5"),
        *("solve!(grid)", "solution = transpose(grid)", "counts[grid[0][0]]++"),
        *(
            "# grid[0][1] = 2",
            "// grid[0][1] = 2",
            "mygrid[0][0] = 3",
            "grid = solve(grid)  # sort",
        ),
        *("first = grid[0]", "rows = sorted(grid[0])", "stack.append(grid)", "grids[0][0] = 1"),
        *("fill(grid)", "self.fill(grid)"),
    ],
)
def test_what_solvers_do(line: str) -> None:
    assert givens(f"{PYTHON}{line}\n") == MEANT


@pytest.mark.parametrize("call", ["Solver(Board(9), strategy)", "Game(Grid(9, 9), player)"])
def test_calls_with_hardly_a_number(call: str) -> None:
    """Their arguments were taken for a list of cages with a mistake."""
    assert givens(f"{PYTHON}solver = {call}\n") == MEANT


def test_cages_may_be_in_any_order() -> None:
    text = f"{CAGES}cages.sort(key=len)\nrandom.shuffle(cages)\nlast = cages.pop()\n"
    assert len(loads(text).cages) == 3


def test_a_change_of_another_value_with_the_same_name() -> None:
    text = f"{PYTHON}{GRID}grid[0][1] = 2\n"
    first, second = (text.find("grid = "), text.rfind("grid = "))
    assert first < second
    with pytest.raises(FormatError) as caught:
        loads_all(text)
    assert caught.value.line == 5
    assert givens(text.replace("grid[0][1] = 2\n", "")) == 2 * MEANT


# --- other tables --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table",
    [
        "XOR = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]]",
        "distance = [[0, 2, 3, 1], [2, 0, 1, 3], [3, 1, 0, 2], [1, 3, 2, 0]]",
        "near = [[0, 1, 0, 0], [1, 0, 1, 0], [0, 1, 0, 1], [0, 0, 1, 0]]",
        "identity = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]",
    ],
)
def test_tables_of_numbers(table: str) -> None:
    """They were Sudokus without a solution."""
    with pytest.raises(FormatError, match="the source of a program, and no value in it"):
        loads(f"import x\n{table}\nprint(x)\n")
    assert givens(f"import x\n{table}\n{GRID}print(x)\n") == MEANT


def test_a_board_of_nothing_but_ones() -> None:
    assert givens(PYTHON.replace("2", "1")) == [{(0, 0): 1, (3, 3): 1}]


@pytest.mark.parametrize(
    "regions",
    [
        "[[1, 1, 2, 2], [1, 3, 2, 2], [1, 3, 3, 4], [3, 4, 4, 4]]",
        "['aabb', 'acbb', 'accd', 'cddd']",
        '"""\naabb\nacbb\naccd\ncddd\n""".split()',
        "[1, 1, 2, 2, 1, 3, 2, 2, 1, 3, 3, 4, 3, 4, 4, 4]",
        "'aabbacbbaccdcddd'",
    ],
)
def test_a_map_of_regions_beside_a_board(regions: str) -> None:
    """It was not read, and the board had the usual boxes."""
    with pytest.raises(FormatError, match="region looks like a map of regions, which is not read"):
        loads(f"{PYTHON}region = {regions}\n")
    flat = f"import x\ngrid = '1000000000000002'\nregion = {regions}\nsolve(grid)\n"
    with pytest.raises(FormatError, match="region looks like a map of regions, which is not read"):
        loads(flat)
    assert givens(flat.replace("region", "# region")) == MEANT


@pytest.mark.parametrize(
    "table",
    [
        "[[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]",
        "[[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]",
        "[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]",
    ],
)
def test_usual_boxes_and_solutions_beside_a_board(table: str) -> None:
    assert givens(f"{PYTHON}other = {table}\n") == MEANT


# --- arrays of C ---------------------------------------------------------------------------------


@pytest.mark.parametrize("around", ["", "#include <stdio.h>\n#define N 9\n"])
@pytest.mark.parametrize("size", ["9", "N"])
def test_an_array_larger_than_its_value(size: str, around: str) -> None:
    if size == "N" and not around:
        return
    text = f"{around}{C_GRID.replace('4', size)}"
    with pytest.raises(FormatError, match="declared as 9 rows of 9, and its value has 4 of 4"):
        loads(text)


def test_numbers_that_an_array_leaves_out() -> None:
    assert (
        givens(f"#include <x>\nint grid[4][4] = {{{{1}}, {{0}}, {{0}}, {{0, 0, 0, 2}}}};\n{MAIN}")
        == MEANT
    )


def test_words_have_a_character_more() -> None:
    words = '"1...", "....", "....", "3412"'
    assert loads(f"#include <x>\nchar grid[4][5] = {{{words}}};\n{MAIN}").givens[3, 0] == 3


@pytest.mark.parametrize(
    "text",
    [
        f"#include <x>\n{C_GRID[:-20]}",
        "#include <x>\nstd::vector<C> cages = {\n  {3, {{0, 0}, {0, 1}}, '+'},\n  {3, {{1, 0},\n",
        "import java.util.*;\n" + JAVA[:-30],
        "import x\nboards = [[[3],[11,21,3,0],[12,22,2,1],[13,23,33,6,3],[31,32,5\n",
    ],
)
def test_a_value_that_is_cut_off(text: str) -> None:
    """There was an error of JSON, which it is not, for each line."""
    with pytest.raises(
        FormatError, match=r"the value of \w+ does not end: a value with a '.'"
    ) as caught:
        loads_all(text)
    assert "JSON" not in str(caught.value)
    assert caught.value.line in (2, 3)


# --- points --------------------------------------------------------------------------------------

_OF_POINTS = """{point}
struct Cage {{ int target; char op; {cells} }};
Cage cages[] = {{{{3, '+', {{{{0, 0}}, {{0, 1}}}}}}, {{3, '+', {{{{1, 0}}, {{1, 1}}}}}}}};
int main() {{ solve(cages); }}
"""


@pytest.mark.parametrize("cells", ["Point cells[4];", "std::vector<Point> cells;", "Point* cells;"])
def test_cells_of_the_type_of_points(cells: str) -> None:
    """They may be column and row, and were row and column."""
    for point in ("#include <x>", "struct Point { int x, y; };"):
        with pytest.raises(
            FormatError, match="the cells of cages are of the type Point: column and"
        ):
            loads(_OF_POINTS.format(point=point, cells=cells))
    rows = "struct Point { int row; int col; };"
    assert len(loads(_OF_POINTS.format(point=rows, cells=cells)).cages) == 2


def test_points_with_two_names() -> None:
    text = JAVA.replace("new int[][] {", "List.of(").replace("}}", "))").replace("))))", ")));")
    text = text.replace("{", "new Point2D.Double(").replace("}", ")").replace("));)", "));")
    with pytest.raises(FormatError, match=r"Point2D\.Double\(0, 0\) may be column and row"):
        loads(text)


@pytest.mark.parametrize(
    "text",
    [
        "import x\n" + '"""' * 33000,
        "import x\n" + "/*" * 49000,
        "fn f() {}\na = [\n" + "/* " * 33000,
        "#if 0\n" * 16000,
        "import x\n" + "`" * 99000,
        "import x\n" + "'''a\n" * 19000,
        "import x\na = [[1234]\n" * 4500,
        "import x\n" + "".join(f"a{n} = [1234, 5678, 1]\n" for n in range(4000)),
    ],
)
def test_programs_of_many_strings_and_comments_take_little_time(text: str) -> None:
    start = time.process_time()
    with pytest.raises(FormatError):
        loads_all(text)
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "statement",
    [";grid=1", ";grid.x=1", ";a.b.c(grid", ";a.a.a.a.a", "Point ", "Point x[ r row ", "a "],
)
def test_long_lines_below_a_value_take_little_time(statement: str) -> None:
    """In 20,000 statements on one line what may move rows was looked for 46 seconds."""
    start = time.process_time()
    assert givens(f"import x\n{GRID}{statement * (90_000 // len(statement))}\n") == MEANT
    assert time.process_time() - start < 10


_OF_C = """#include <vector>
std::vector<Cage> cages{
  {'-', 1, {{0, 0}, {0, 1}}},
  {'+', 3, {{1, 0}, {1, 1}}}
};
int main() { solve(cages); }
"""


def test_a_value_of_cpp_without_a_sign_before_it() -> None:
    cages = loads(_OF_C).cages
    assert [(cage.target, len(cage.cells)) for cage in cages] == [(1, 2), (3, 2)]


def test_a_program_whose_value_has_more_lines_than_it_has_statements() -> None:
    """It was a text in no known format."""
    rows = "  {'-', 1, 2, {{0, 0}, {0, 1}}},\n" * 9
    text = f"#include <vector>\nstruct cage cages[] = {{\n{rows}}};\nint main() {{ solve(); }}\n"
    with pytest.raises(
        FormatError, match="the source of a program, and no value in it is a puzzle"
    ):
        loads(text)


_RUBY = """require 'kenken'
CAGES = [
  {:cells => [[0, 0], [0, 1]], 'op' => '+', :target => 3},
  {'cells' => [[1, 0], [1, 1]], :op => '-', :target => 1},
]
puts solve(CAGES)
"""


def test_objects_of_ruby() -> None:
    """Their signs began no value."""
    assert loads(_RUBY) == loads("aa\nbb\na 3+\nb 1-\n")


@pytest.mark.parametrize("line", ["CAGES << more", "CAGES[0][:target] = 4", "CAGES[1]['op'] = '+'"])
def test_cages_in_ruby_that_are_changed(line: str) -> None:
    with pytest.raises(FormatError, match="adds to the puzzle in CAGES, or changes it"):
        loads(f"{_RUBY}{line}\n")


def test_a_board_in_ruby_that_is_turned() -> None:
    text = f"require 'x'\n{GRID}puts solve(grid)\n"
    assert givens(text) == MEANT
    with pytest.raises(FormatError, match="adds to the puzzle in grid, or changes it"):
        loads(f"{text}grid.reverse!\n")


_ROWS = ["__3_", "4___", "___2", "_1__"]


@pytest.mark.parametrize(
    "text",
    [
        "def f(data)\n  data\nend\n\ndata = <<EOS\n{}EOS\nf(data)\n",
        "def f(data)\n  data\nend\n\n  DATA = <<~'ROWS'.lines\n    {}  ROWS\nputs f(DATA)\n",
        'use strict;\nmy $board = <<"END";\n{}END\nprint solve($board);\n',
        "<?php\n$board = <<<EOT\n{}EOT;\nsolve($board);\n",
    ],
)
def test_lines_between_two_words(text: str) -> None:
    """As Rosetta Code has them in Ruby."""
    between = "    " if "~" in text else ""
    board = "".join(f"{between * bool(at)}{row}\n" for at, row in enumerate(_ROWS))
    assert givens(text.format(board)) == [{(0, 2): 3, (1, 0): 4, (2, 3): 2, (3, 1): 1}]
    with pytest.raises(FormatError):
        loads(text.format(board.replace("3", "#{three}")))
    with pytest.raises(FormatError):  # a line that the program writes, not a comment
        loads(text.format(board + between + "#{more}\n" + between * bool(between)))


def test_typed_arrays_of_julia() -> None:
    numbers = [0] * 81
    numbers[2:4] = 3, 5
    program = f"function f(grid)\n  return grid\nend\ngrid = Int64{numbers}\nf(grid)\n"
    assert givens(program) == [{(0, 2): 3, (0, 3): 5}]
    with pytest.raises(FormatError, match="the source of a program, and no value in it"):
        loads(program.replace("Int64", "other"))


def test_boards_in_facts_of_a_program() -> None:
    """As in the manual of SWI-Prolog, and in programs of Rosetta Code."""
    rows = ",\n  ".join(f"[{','.join(row)}]" for row in _ROWS)
    text = (
        ":- use_module(library(clpfd)).\n\nsudoku(Rows) :-\n    length(Rows, 4),\n"
        f"    maplist(all_distinct, Rows).\n\nproblem(1, [{rows}]).\n"
        f"test([ {rows.replace('3', '1')}\n ]).\nedges([[1,2],[3,4],[1,3],[2,4]]).\n"
        "main :- problem(1, Rows), sudoku(Rows), print(Rows).\n"
    )
    first = {(0, 2): 3, (1, 0): 4, (2, 3): 2, (3, 1): 1}
    assert givens(text) == [first, first | {(0, 2): 1}]
    with pytest.raises(FormatError, match="the source of a program, and no value in it"):
        loads(text[: text.index("problem")] + f"main :- sudoku([{rows}]).\n")


def test_a_fact_that_does_not_end() -> None:
    """It was called None."""
    text = ":- lib(ic).\n\nproblem(1, [[3, [1,1], [1,2]],\n  [15, [1,3], [1,4]],\n"
    with pytest.raises(FormatError, match="the value of problem does not end"):
        loads(text)


def test_lines_that_no_word_ends_take_no_time() -> None:
    """Each began a search to the end of the text: 2.8 seconds, now 0.15."""
    text = "import x\n" + "a = <<EOS\n" * 1_100 + "\n" * 88_000
    start = time.process_time()
    with pytest.raises(FormatError):
        loads(text)
    assert time.process_time() - start < 1.5


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (PYTHON + "cages = [[3, [1, 1], [1, 2]], [4, [2, 1], [2, 2]]]\n", 4),
        (":- lib(ic).\np(1, [[_,_,3,_],[4,_,_,_],[_,_,_,2],[_,1,_,_]]).\ncages([[3,[1,1]]]).\n", 3),
        (
            ":- lib(ic).\ncage(+, 3, [1-1, 1-2]).\np([[_,_,3,_],[4,_,_,_],[_,_,_,2],[_,1,_,_]]).\n",
            2,
        ),
    ],
)
def test_cages_beside_a_board(text: str, line: int) -> None:
    """The board was read as a Sudoku, and the cages were lost."""
    with pytest.raises(FormatError, match="cages, which are not read with the board") as caught:
        loads(text)
    assert caught.value.line == line
    others = text.replace("cage(", "at(").replace("cages", "cage_colors")
    assert len(loads_all(others)) == 1


def test_an_array_that_another_puzzle_names() -> None:
    """Rows of an array of such a name are not read; one array of 81 numbers was."""
    numbers = [0] * 81
    numbers[2:4] = 3, 5
    text = f"import x\nboard = {numbers}\nx.solve(board)\n"
    assert loads(text).rows == 9
    with pytest.raises(FormatError, match="no value in it is a puzzle"):
        loads(text.replace("board", "kakuro"))
