"""How solvers print a grid: one function a habit, from a grid to the text.

The habits are those of programs that people write, in many languages. A test prints grids of every
size by each of them, and reads them back.
"""

import json
import re
from pprint import pformat


def lines(separator=" ", between="\n", start="", end="", width=0):
    """A row a line, with something around and between its cells."""
    return lambda grid: (
        between.join(
            start + separator.join(str(value).rjust(width) for value in row) + end for row in grid
        )
        + "\n"
    )


def rows(template, separator=" ", between="\n", around="{}\n", first=1):
    """A row after the other: ``r`` is its number, ``row`` its cells."""

    def printer(grid):
        named = [(r, separator.join(map(str, row))) for r, row in enumerate(grid, first)]
        found = [template.format(r=r, row=row) for r, row in named]
        return around.replace("{}", between.join(found))

    return printer


def cells(template, between="\n", around="{}\n", first=1):
    """A cell after the other: ``r`` and ``c`` are numbers, ``A`` and ``B`` letters of row and
    column, ``v`` is the value.
    """

    def printer(grid):
        found = [
            template.format(r=r, c=c, v=value, A=chr(64 + r), B=chr(64 + c))
            for (r, c), value in by_cell(grid, first).items()
        ]
        return around.replace("{}", between.join(found))

    return printer


def headed(printer, heading, separator="", around="{}\n", first=1):
    """Below the numbers of the columns."""

    def printed(grid):
        names = [heading.format(column) for column in range(first, first + len(grid[0]))]
        return around.replace("{}", separator.join(names)) + printer(grid)

    return printed


def framed(part, row):
    """Rows between rules that have a part for each column."""

    def printer(grid):
        rule = part * len(grid[0]) + "+\n"
        return rule + rule.join(row((each,)) for each in grid) + rule

    return printer


def high(grid):
    """One row whose cells are three lines high."""
    empty = "|     " * len(grid[0]) + "|\n"
    return empty + "".join(f"|{value:^5}" for value in grid[0]) + f"|\n{empty}"


def boxed(ends, grid):
    """One horizontal line of a box."""
    return ends[0] + ends[1].join(["───"] * len(grid[0])) + ends[2] + "\n"


def in_box(grid):
    table = boxed("├┼┤", grid).join(lines(" │ ", start="│ ", end=" │")((row,)) for row in grid)
    return boxed("┌┬┐", grid) + table + boxed("└┴┘", grid)


def console_table(grid):
    heads = "│".join(f" {column} " for column in range(len(grid[0])))
    body = rows("│    {r}    │ {row} │", " │ ", first=0)(grid)
    left = "─" * 9
    top, below = (f"{a}{left}{boxed(rest, grid)}" for a, rest in (("┌", "┬┬┐"), ("├", "┼┼┤")))
    return f"{top}│ (index) │{heads}│\n{below}{body}└{left}{boxed('┴┴┘', grid)}"


def beside_open_board(grid):
    arrows = ["  -->  " if at == len(grid) // 2 else " " * 7 for at in range(len(grid))]
    return "".join(". " * len(row) + arrows[at] + PLAIN((row,)) for at, row in enumerate(grid))


def dumped(value):
    """JSON of something that has the grid in it."""
    return lambda grid: json.dumps(value(grid)) + "\n"


def words(before, printer, after=""):
    return lambda grid: before + printer(grid) + after


def columns(printer):
    return lambda grid: printer(tuple(zip(*grid, strict=True)))


def by_name(grid):
    return {f"row{number}": row for number, row in enumerate(grid, 1)}


def by_cell(grid, first=0):
    return {(r, c): v for r, row in enumerate(grid, first) for c, v in enumerate(row, first)}


PLAIN, BARS, DUMPED = lines(), lines(" | ", start="| ", end=" |"), dumped(lambda grid: grid)
OBJECT = '{{"r": {r}, "c": {c}, "v": {v}}}'
HTML = "<!DOCTYPE html>\n<html><head><title>Solution</title></head><body>{}"
HTML = HTML.replace("{}", "<table>{}</table></body></html>\n")
CLINGO = (
    "clingo version 5.6\nReading from stdin\nSolving...\nAnswer: 1\n{}\nSATISFIABLE\n\n"
    "Models       : 1+\n"
)

PRINTERS = {
    "spaces": PLAIN, "spaces at the end": lines(end=" "), "tabs": lines("\t", end="\t"),
    "commas": lines(","), "commas and spaces": lines(", "),
    "CSV of strings": lines('","', start='"', end='"'), "semicolons": lines(";", end=";"),
    "wide": lines(width=4), "Windows": lambda grid: PLAIN(grid).replace("\n", "\r\n"),
    "Fortran": lines("", width=12), "bars": BARS,
    "Markdown": lambda grid: BARS(grid[:1]) + "|---" * len(grid[0]) + "|\n" + BARS(grid[1:]),
    "Markdown with labels": headed(
        lambda grid: "|---" * (len(grid[0]) + 1) + "|\n" + rows("| **{r}** | {row} |", " | ")(grid),
        " {} |",
        around="| |{}\n",
    ),
    "cells three lines high": framed("+-----", high),
    "a dash over and under each column": lambda grid: "{0}\n{1}{0}\n".format(
        "  ".join("-" * len(grid[0])), lines("  ")(grid)
    ),
    "a bordered table": framed("+---", BARS), "box drawing": in_box,
    "double spaced": lines(end="\n"), "dashes between": lines(between="\n--------------------\n"),
    "LaTeX": lines(" & ", " \\\\\n"), "a bracket a line": lines(", ", start="[", end="]"),
    "a bracket a line, commas": lines(", ", start="  [", end="],"),
    "Go": rows("[{row}]", between=" ", around="[{}]\n"),
    "Go, a row a line": lines(start="[", end="]"), "JSON": DUMPED,
    "JSON, compact": lambda grid: json.dumps(grid, separators=(",", ":")) + "\n",
    "JSON, a number a line": lambda grid: json.dumps({"solution": grid}, indent=2) + "\n",
    "JSON, several fields": dumped(
        lambda grid: {"index": 1, "size": len(grid), "grid": grid, "seconds": 0.25, "nodes": 17}
    ),
    "JSON of rows by name": dumped(by_name),
    "JSON of a text of lines": dumped(lambda g: {"n": 1, "grid": PLAIN(g).strip(), "nodes": 12}),
    "puzzle and solution in quotes": dumped(
        lambda g: {"puzzle": "." * sum(map(len, g)), "solution": lines(between=" ")(g)[:-1]}
    ),
    "bars of number signs": rows("# {row} #", " # "),
    "wide bars": lines("｜", start="｜", end="｜"),
    "lines of a SAT solver": words("s SATISFIABLE\n", lines(start="v ")),
    "beside the open board, with an arrow": beside_open_board,
    "a list of the solutions": dumped(lambda grid: [grid]),
    "a count and a list": dumped(lambda grid: {"count": 1, "solutions": [grid]}),
    "Python": lambda grid: f"{grid}\n",
    "Python's lists": lambda grid: f"{[list(row) for row in grid]}\n",
    "pprint": lambda grid: pformat([list(row) for row in grid], width=4 * len(grid[0])) + "\n",
    "a dictionary": lambda grid: f"{by_cell(grid)}\n",
    "numpy": rows("[{row}]", between="\n ", around="[{}]\n"),
    "numpy's floats": rows("[{row}.]", ". ", "\n ", "[{}]\n"),
    "numpy's savetxt": lambda grid: PLAIN([[f"{v:.18e}" for v in row] for row in grid]),
    "lists of numbers of numpy": lambda grid: re.sub(r"(\d+)", r"np.int64(\1)", DUMPED(grid)),
    "numpy's repr": rows("[{row}]", ", ", ",\n       ", "array([{}])\n"),
    "pandas": headed(rows("{r}  {row}", "  ", first=0), "{}", "  ", "   {}\n", first=0),
    "R": headed(rows("[{r},]    {row}", "    "), "[,{}]", " ", "     {}\n"),
    "Haskell": lambda grid: "Just " + json.dumps(grid, separators=(",", ":")) + "\n",
    "C++ braces": rows("{{{row}}}", ", ", ", ", "{{}}\n"), "Java's deepToString": DUMPED,
    "console.log of nested arrays": rows("[ {row} ]", ", ", ",\n  ", "[\n  {}\n]\n"),
    "console.table": console_table,
    "prompts": words("Enter the size: Please type the cages> ", PLAIN),
    "Prolog": lambda grid: f"X = {[list(row) for row in grid]} .\n".replace(", ", ","),
    "Prolog, a row a line": lines(",", start="[", end="]"),
    "MiniZinc": rows("{row}", ", ", "\n        | ", "grid = [| {} |];\n----------\n==========\n"),
    "clingo": cells("cell({r},{c},{v})", " ", CLINGO), "assignments": cells("x[{r}][{c}] = {v}"),
    "entries": cells("r{r}c{c} = {v}", ", "), "spreadsheet cells": cells("{A}{c}: {v}"),
    "spreadsheet cells, columns by letter": cells("{B}{r}: {v}"),
    "a model of SMT-LIB": cells("  (define-fun x_{r}_{c} () Int\n    {v})"),
    "cells by two numbers": cells("cell {r} {c}: {v}"), "sentences": cells("Cell ({r}, {c}): {v}"),
    "console.log of a Map": lambda grid: (
        f"Map({sum(map(len, grid))}) " + cells("  'r{r}c{c}' => {v}", ",\n", "{\n{}\n}\n")(grid)
    ),
    "console.log of keys": cells("'{r},{c}': {v}", ", ", "{ {}\n }\n", first=0),
    "a map of Java": cells("{r},{c}={v}", ", ", "{{}}\n"),
    "keys of row and column": cells('"{r},{c}": {v}', ", ", "{{}}\n", first=0),
    "values in SMT-LIB": cells("(x_{r}_{c} {v})", "\n ", "sat\n({})\n"),
    "coordinates": cells("({r}, {c}) -> {v}", first=0), "a name": cells("x_{r}_{c} = {v}"),
    "in words": cells("row {r}, column {c}: {v}"), "stars": lines(start="* "),
    "PuLP's names of variables": cells("x_({r},_{c}) = {v}.0", first=0),
    "short column headings": columns(rows("col {r}: [{row}]", ", ", first=0)),
    "HTML without end tags": rows("<TR><TD>{row}", "<TD>", around="<TABLE>\n{}\n</TABLE>\n"),
    "HTML of br": lambda grid: "<p>" + lines(between="<br/>\n")(grid) + "</p>\n",
    "Rust's debug": rows("    [\n        {row},\n    ],", ",\n        ", around="[\n{}\n]\n"),
    "slf4j": lines(start="12:34:56.789 [main] INFO com.example.Solver - "),
    "glog": lines(start="I1122 01:02:03.456789  1234 solver.cc:57] "),
    "env_logger": lines(start="[2026-11-22T01:02:03Z INFO  solver] "), "-": lines(start="- "),
    "objects of JSON by short names": cells(OBJECT, ", ", "[{}]\n", first=0),
    "triples": cells("{r} {c} {v}"), "one value a line": cells("{v}"),
    "one value a line, blank lines between rows": rows("{row}", "\n", "\n\n"),
    "row headings": rows("Row {r}: {row}"),
    "short row headings and bars": rows("R{r} | {row} |", " | "),
    "column headings": columns(rows("Column {r} : {row}")),
    "YAML": words("solution:\n", lines(", ", start="  - [", end="]")),
    "XML of attributes": cells('<cell row="{r}" col="{c}" value="{v}"/>'),
    "XML": rows("<row><cell>{row}</cell></row>", "</cell><cell>", "", "<grid>{}</grid>\n"),
    "HTML": rows("<tr><td>{row}</td></tr>", "</td><td>", "", HTML),
    "HTML with labels": headed(
        rows("<tr><th>{r}</th><td>{row}</td></tr>", "</td><td>", around="{}\n</table>\n"),
        "<th>{}</th>",
        "",
        "<table><tr><th></th>{}</tr>\n",
    ),
    "Python's logging": lines(start="INFO:root:"),
    "logging with the time": lines(start="2026-11-22 01:02:03,456 - solver - INFO - "),
    "Go's log": lines(start="2026/11/22 01:02:03 "),
    "spdlog": lines(start="[2026-11-22 01:02:03.456] [info] "),
    "java.util.logging": lines(start="Nov 22, 2026 1:02:03 AM Solver print\nINFO: "),
    "a level": lines(start="[INFO] "), "a name of the program": lines(start="[solver] "),
    "log lines of quoted rows": lines(start='level=info msg="', end='"'),
    "arrows": lines(start="> "), "hashes": lines(start="# "),
    "a number and a dot before it": words("1.\n", PLAIN),
    "a time after it": lambda grid: PLAIN(grid) + "0.00" + "1" * (len(grid[0]) - 2) + "\n",
    "the size before it": lambda grid: f"{len(grid)}x{len(grid[0])}\n{PLAIN(grid)}",
    "words around": words("Solving ...\nSolution 1:\n", PLAIN, "done in 12 ms, 3 nodes\n"),
    "a count after it": words("", PLAIN, "\n1 solution found\n"),
    "a count before it": words("Found 1 solutions\n", PLAIN),
    "a screen that is cleared": lambda grid: "\x1b[2J\x1b[H" + PLAIN(grid)[:-1],
    "full-width digits": lambda grid: PLAIN(grid).translate(
        {48 + n: 0xFF10 + n for n in range(10)}
    ),
    "colours": lines(start="\x1b[1;32m", end="\x1b[0m"),
    "colours around cells": lambda grid: PLAIN(grid).replace("2", "\x1b[38;5;9m2\x1b[0m"),
    "a cleared screen": words("\x1b[2J\x1b[H", PLAIN),
}  # fmt: skip
PACKED = {  # only where every value is one digit
    "packed": lines(""), "packed in one line": lines("", ""),
    "packed rows in one line": lines("", " "), "packed rows and slashes": lines("", "/"),
    "packed rows as JSON": dumped(lambda grid: ["".join(map(str, row)) for row in grid]),
    "packed as a text of JSON": dumped(lambda grid: {"n": 1, "grid": lines("", "")(grid).strip()}),
    "packed names in SMT-LIB": cells("(define-fun x{r}{c} () Int\n    {v})"),
    "packed after a word": words("Solution: ", lines("", "")),
    "packed in quotes": lines("", start='"', end='"'), "spaces, in one line": lines(" ", " "),
}  # fmt: skip
