"""How solvers print a grid: one function a habit, from a grid to the text.

The habits are those of programs that people write, in many languages. A test prints grids of every
size by each of them, and reads them back.
"""

import json
import re
from collections.abc import Callable
from pprint import pformat

from kenken_cp.model.geometry import Grid

Printer = Callable[[Grid], str]

PRINTERS: dict[str, Printer] = {}


def habit(name: str) -> Callable[[Printer], Printer]:
    """Adds a printer to the table."""

    def added(printer: Printer) -> Printer:
        assert name not in PRINTERS
        PRINTERS[name] = printer
        return printer

    return added


def lines(
    separator: str = " ", between: str = "\n", start: str = "", end: str = "", width: int = 0
) -> Printer:
    """A row a line, with something around and between its cells."""

    def printer(grid: Grid) -> str:
        cells = [[str(value).rjust(width) for value in row] for row in grid]
        return between.join(start + separator.join(row) + end for row in cells) + "\n"

    return printer


def cells(template: str, between: str = "\n", first: int = 1) -> Printer:
    """A cell after the other: ``r`` and ``c`` count from ``first``, ``v`` is the value."""

    def printer(grid: Grid) -> str:
        found = [
            template.format(r=r + first, c=c + first, v=value, letter=chr(65 + r))
            for r, row in enumerate(grid)
            for c, value in enumerate(row)
        ]
        return between.join(found) + "\n"

    return printer


PRINTERS |= {
    "spaces": lines(),
    "spaces at the end": lines(end=" "),
    "tabs": lines("\t", end="\t"),
    "commas": lines(","),
    "commas and spaces": lines(", "),
    "CSV of strings": lines('","', start='"', end='"'),
    "semicolons": lines(";", end=";"),
    "wide": lines(width=4),
    "Windows": lambda grid: lines()(grid).replace("\n", "\r\n"),
    "Fortran": lines("", width=12),
    "bars": lines(" | ", start="| ", end=" |"),
    "Markdown": lambda grid: (
        lines(" | ", start="| ", end=" |")(grid[:1])
        + "|---" * len(grid[0])
        + "|\n"
        + lines(" | ", start="| ", end=" |")(grid[1:])
    ),
    "Markdown with labels": lambda grid: (
        "| |"
        + "".join(f" {c} |" for c, _ in enumerate(grid[0], 1))
        + "\n|---"
        + "|---" * len(grid[0])
        + "|\n"
        + "".join(
            f"| **{r}** | " + " | ".join(map(str, row)) + " |\n" for r, row in enumerate(grid, 1)
        )
    ),
    "cells three lines high": lambda grid: (
        (rule := "+-----" * len(grid[0]) + "+\n")
        + rule.join(
            (empty := "|     " * len(grid[0]) + "|\n")
            + "".join(f"|{v:^5}" for v in row)
            + f"|\n{empty}"
            for row in grid
        )
        + rule
    ),
    "a dash over and under each column": lambda grid: (
        (rule := "  ".join("-" * len(grid[0])) + "\n") + lines("  ")(grid) + rule
    ),
    "a bordered table": lambda grid: (
        (rule := "+---" * len(grid[0]) + "+\n")
        + lines(" | ", "\n" + rule, start="| ", end=" |")(grid)
        + rule
    ),
    "box drawing": lambda grid: (
        "┌"
        + "┬".join(["───"] * len(grid[0]))
        + "┐\n"
        + lines(" │ ", "\n├" + "┼".join(["───"] * len(grid[0])) + "┤\n", start="│ ", end=" │")(grid)
        + "└"
        + "┴".join(["───"] * len(grid[0]))
        + "┘\n"
    ),
    "double spaced": lines(end="\n"),
    "dashes between": lines(between="\n--------------------\n"),
    "LaTeX": lines(" & ", " \\\\\n", end=""),
    "a bracket a line": lines(", ", start="[", end="]"),
    "a bracket a line, commas": lines(", ", start="  [", end="],"),
    "Go": lambda grid: "[" + " ".join("[" + " ".join(map(str, row)) + "]" for row in grid) + "]\n",
    "Go, a row a line": lines(start="[", end="]"),
    "JSON": lambda grid: json.dumps(grid) + "\n",
    "JSON, compact": lambda grid: json.dumps(grid, separators=(",", ":")) + "\n",
    "JSON, a number a line": lambda grid: json.dumps({"solution": grid}, indent=2) + "\n",
    "JSON, several fields": lambda grid: (
        json.dumps({"index": 1, "size": len(grid), "grid": grid, "seconds": 0.25, "nodes": 17})
        + "\n"
    ),
    "JSON of rows by name": lambda grid: (
        json.dumps({f"row{number}": row for number, row in enumerate(grid, 1)}) + "\n"
    ),
    "JSON of rows by name in a list": lambda grid: (
        json.dumps({"solutions": [{f"row{n}": row for n, row in enumerate(grid, 1)}]}) + "\n"
    ),
    "JSON of a text of lines": lambda grid: (
        json.dumps({"n": 1, "grid": lines()(grid).strip(), "nodes": 12}) + "\n"
    ),
    "puzzle and solution in quotes": lambda grid: (
        json.dumps(
            {"puzzle": "." * len(grid) * len(grid[0]), "solution": lines(" ", " ")(grid)[:-1]}
        )
        + "\n"
    ),
    "bars of number signs": lambda grid: "".join(
        "# " + " # ".join(map(str, row)) + " #\n" for row in grid
    ),
    "wide bars": lines("｜", start="｜", end="｜"),
    "lines of a SAT solver": lambda grid: "s SATISFIABLE\n" + lines(start="v ")(grid),
    "beside the open board, with an arrow": lambda grid: "".join(
        ". " * len(row)
        + ("  -->  " if at == len(grid) // 2 else " " * 7)
        + " ".join(map(str, row))
        + "\n"
        for at, row in enumerate(grid)
    ),
    "a list of the solutions": lambda grid: json.dumps([grid]) + "\n",
    "a count and a list": lambda grid: json.dumps({"count": 1, "solutions": [grid]}) + "\n",
    "Python": lambda grid: str(grid) + "\n",
    "Python's lists": lambda grid: str([list(row) for row in grid]) + "\n",
    "pprint": lambda grid: pformat([list(row) for row in grid], width=4 * len(grid[0])) + "\n",
    "a dictionary": lambda grid: (
        str({(r, c): v for r, row in enumerate(grid) for c, v in enumerate(row)}) + "\n"
    ),
    "a dictionary, from 1": lambda grid: (
        str({(r, c): v for r, row in enumerate(grid, 1) for c, v in enumerate(row, 1)}) + "\n"
    ),
    "numpy": lambda grid: "[" + "\n ".join("[" + " ".join(map(str, r)) + "]" for r in grid) + "]\n",
    "numpy's floats": lambda grid: (
        "[" + "\n ".join("[" + " ".join(f"{v}." for v in r) + "]" for r in grid) + "]\n"
    ),
    "numpy's savetxt": lambda grid: lines()([[f"{v:.18e}" for v in row] for row in grid]),
    "lists of numbers of numpy": lambda grid: (
        re.sub(r"(\d+)", r"np.int64(\1)", json.dumps(grid)) + "\n"
    ),
    "numpy's repr": lambda grid: (
        "array([" + ",\n       ".join(str(list(row)) for row in grid) + "])\n"
    ),
    "pandas": lambda grid: (
        "   "
        + "  ".join(str(c) for c in range(len(grid[0])))
        + "\n"
        + "".join(f"{r}  {'  '.join(map(str, row))}\n" for r, row in enumerate(grid))
    ),
    "R": lambda grid: (
        "     "
        + " ".join(f"[,{c}]" for c in range(1, len(grid[0]) + 1))
        + "\n"
        + "".join(
            f"[{r},] " + " ".join(str(v).rjust(4) for v in row) + "\n"
            for r, row in enumerate(grid, 1)
        )
    ),
    "Haskell": lambda grid: "Just " + json.dumps(grid, separators=(",", ":")) + "\n",
    "C++ braces": lambda grid: (
        "{" + ", ".join("{" + ", ".join(map(str, row)) + "}" for row in grid) + "}\n"
    ),
    "Rust's debug": lambda grid: (
        "[\n"
        + "".join("    [\n" + "".join(f"        {v},\n" for v in row) + "    ],\n" for row in grid)
        + "]\n"
    ),
    "Java's deepToString": lambda grid: json.dumps(grid) + "\n",
    "console.log of nested arrays": lambda grid: (
        "[\n  " + ",\n  ".join("[ " + ", ".join(map(str, row)) + " ]" for row in grid) + "\n]\n"
    ),
    "console.table": lambda grid: (
        "┌─────────┬" + "┬".join(["───"] * len(grid[0])) + "┐\n"
        "│ (index) │" + "│".join(f" {c} " for c in range(len(grid[0]))) + "│\n"
        "├─────────┼"
        + "┼".join(["───"] * len(grid[0]))
        + "┤\n"
        + "".join(
            f"│    {r}    │" + "│".join(f" {v} " for v in row) + "│\n" for r, row in enumerate(grid)
        )
        + "└─────────┴"
        + "┴".join(["───"] * len(grid[0]))
        + "┘\n"
    ),
    "console.log of typed arrays": lambda grid: (
        "[\n"
        + "".join(f"  Uint8Array({len(r)}) [ {', '.join(map(str, r))} ],\n" for r in grid)
        + "]\n"
    ),
    "console.log of a Map": lambda grid: (
        f"Map({len(grid) * len(grid[0])}) {{\n" + cells("  'r{r}c{c}' => {v}", ",\n")(grid) + "}\n"
    ),
    "console.log of keys": lambda grid: "{ " + cells("'{r},{c}': {v}", ", ", 0)(grid) + " }\n",
    "a map of Java": lambda grid: "{" + cells("{r},{c}={v}", ", ")(grid)[:-1] + "}\n",
    "prompts": lambda grid: "Enter the size: Please type the cages> " + lines()(grid),
    "Prolog": lambda grid: "X = " + str([list(row) for row in grid]).replace(" ", "") + " .\n",
    "Prolog, a row a line": lines(",", start="[", end="]"),
    "MiniZinc": lambda grid: (
        "grid = [| " + "\n        | ".join(", ".join(map(str, row)) for row in grid) + " |];\n"
        "----------\n==========\n"
    ),
    "clingo": lambda grid: (
        "clingo version 5.6\nReading from stdin\nSolving...\nAnswer: 1\n"
        + cells("cell({r},{c},{v})", " ")(grid)
        + "SATISFIABLE\n\nModels       : 1+\n"
    ),
    "assignments": cells("x[{r}][{c}] = {v}"),
    "assignments in C's order": cells("grid[{r}][{c}]={v}", "; ", 0),
    "entries": cells("r{r}c{c} = {v}", ", "),
    "spreadsheet cells": cells("{letter}{c}: {v}"),
    "spreadsheet cells, columns by letter": lambda grid: "".join(
        f"{chr(65 + c)}{r}: {v}\n" for r, row in enumerate(grid, 1) for c, v in enumerate(row)
    ),
    "keys of row and column": lambda grid: (
        json.dumps({f"{r},{c}": v for r, row in enumerate(grid) for c, v in enumerate(row)}) + "\n"
    ),
    "a model of SMT-LIB": cells("  (define-fun x_{r}_{c} () Int\n    {v})"),
    "values in SMT-LIB": lambda grid: "sat\n(" + cells("(x_{r}_{c} {v})", "\n ")(grid)[:-1] + ")\n",
    "cells by two numbers": cells("cell {r} {c}: {v}"),
    "coordinates": cells("({r}, {c}) -> {v}", "\n", 0),
    "sentences": cells("Cell ({r}, {c}): {v}"),
    "objects of JSON by short names": lambda grid: (
        json.dumps(
            [{"r": r, "c": c, "v": v} for r, row in enumerate(grid) for c, v in enumerate(row)]
        )
        + "\n"
    ),
    "in words": cells("row {r}, column {c}: {v}"),
    "underscored names": cells("x_{r}_{c} = {v}"),
    "PuLP's names of variables": cells("x_({r},_{c}) = {v}.0", first=0),
    "triples": cells("{r} {c} {v}"),
    "one value a line": cells("{v}"),
    "one value a line, quoted": cells('"{v}"'),
    "one value a line, blank lines between rows": lambda grid: "\n".join(
        "".join(f"{v}\n" for v in row) for row in grid
    ),
    "row headings": lambda grid: "".join(
        f"Row {r}: {' '.join(map(str, row))}\n" for r, row in enumerate(grid, 1)
    ),
    "row headings with a blank": lambda grid: "".join(
        f"Row {r} : {', '.join(map(str, row))}\n" for r, row in enumerate(grid)
    ),
    "short row headings": lambda grid: "".join(
        f"R{r} {' '.join(map(str, row))}\n" for r, row in enumerate(grid, 1)
    ),
    "short row headings and bars": lambda grid: "".join(
        f"R{r} | {' | '.join(map(str, row))} |\n" for r, row in enumerate(grid, 1)
    ),
    "column headings": lambda grid: "".join(
        f"Column {c} : {' '.join(map(str, column))}\n"
        for c, column in enumerate(zip(*grid, strict=True), 1)
    ),
    "short column headings": lambda grid: "".join(
        f"col {c}: {list(column)}\n" for c, column in enumerate(zip(*grid, strict=True))
    ),
    "YAML": lambda grid: "solution:\n" + lines(", ", start="  - [", end="]")(grid),
    "YAML of a list of grids": lambda grid: "- " + lines(", ", "\n  ", start="- [", end="]")(grid),
    "XML of attributes": cells('<cell row="{r}" col="{c}" value="{v}"/>'),
    "XML": lambda grid: (
        "<grid>"
        + "".join("<row>" + "".join(f"<cell>{v}</cell>" for v in row) + "</row>" for row in grid)
        + "</grid>\n"
    ),
    "HTML": lambda grid: (
        "<!DOCTYPE html>\n<html><head><title>Solution</title></head><body><table>"
        + "".join("<tr>" + "".join(f"<td>{v}</td>" for v in row) + "</tr>" for row in grid)
        + "</table></body></html>\n"
    ),
    "HTML with labels": lambda grid: (
        "<table><tr><th></th>"
        + "".join(f"<th>{c}</th>" for c, _ in enumerate(grid[0], 1))
        + "</tr>\n"
        + "".join(
            f"<tr><th>{r}</th>" + "".join(f"<td>{v}</td>" for v in row) + "</tr>\n"
            for r, row in enumerate(grid, 1)
        )
        + "</table>\n"
    ),
    "HTML, a cell a line": lambda grid: (
        '<table border="1" class="grid">\n<tbody>\n'
        + "".join(
            '  <tr class="row">\n'
            + "".join(f'    <td style="width: 30px">{v}</td>\n' for v in row)
            + "  </tr>\n"
            for row in grid
        )
        + "</tbody>\n</table>\n"
    ),
    "HTML without end tags": lambda grid: (
        "<TABLE>\n"
        + "".join("<TR>" + "".join(f"<TD>{v}" for v in row) + "\n" for row in grid)
        + "</TABLE>\n"
    ),
    "HTML of br": lambda grid: "<p>" + lines(between="<br/>\n")(grid) + "</p>\n",
    "Python's logging": lines(start="INFO:root:"),
    "Python's logging, of lists": lines(", ", start="INFO:solver:[", end="]"),
    "logging with the time": lines(start="2026-11-22 01:02:03,456 - solver - INFO - "),
    "logging with the time in brackets": lines(start="[12:34:56] "),
    "Go's log": lines(start="2026/11/22 01:02:03 "),
    "Go's log of slices": lines(start="2026/11/22 01:02:03 [", end="]"),
    "Go's log with the place": lines(start="2026/11/22 01:02:03.123456 main.go:57: "),
    "slf4j": lines(start="12:34:56.789 [main] INFO com.example.Solver - "),
    "env_logger": lines(start="[2026-11-22T01:02:03Z INFO  solver] "),
    "glog": lines(start="I1122 01:02:03.456789  1234 solver.cc:57] "),
    "spdlog": lines(start="[2026-11-22 01:02:03.456] [info] "),
    "java.util.logging": lines(start="Nov 22, 2026 1:02:03 AM Solver print\nINFO: "),
    "a level": lines(start="[INFO] "),
    "a level and a colon": lines(start="DEBUG: "),
    "a name of the program": lines(start="[solver] "),
    "log lines of quoted rows": lines(start='level=info msg="', end='"'),
    "arrows": lines(start="> "),
    "hashes": lines(start="# "),
    "list items": lines(start="- "),
    "stars": lines(start="* "),
    "a number and a dot before it": lambda grid: "1.\n" + lines()(grid),
    "a time after it": lambda grid: lines()(grid) + "0.00" + "1" * (len(grid[0]) - 2) + "\n",
    "the size before it": lambda grid: f"{len(grid)}x{len(grid[0])}\n{lines()(grid)}",
    "words around": lambda grid: (
        f"Solving ...\nSolution 1:\n{lines()(grid)}done in 12 ms, 3 nodes\n"
    ),
    "a count after it": lambda grid: f"{lines()(grid)}\n1 solution found\n",
    "a count before it": lambda grid: f"Found 1 solutions\n{lines()(grid)}",
    "a screen that is cleared": lambda grid: "\x1b[2J\x1b[H" + lines()(grid)[:-1],
    "full-width digits": lambda grid: "".join(
        chr(ord("\uff10") + int(digit)) if digit.isdigit() else digit for digit in lines()(grid)
    ),
    "colours": lines(" ", start="\x1b[1;32m", end="\x1b[0m"),
    "colours around cells": lambda grid: lines()(grid).replace("2", "\x1b[38;5;9m2\x1b[0m"),
    "a cleared screen": lambda grid: "\x1b[2J\x1b[H" + lines()(grid),
}
PACKED: dict[str, Printer] = {  # only where every value is one digit
    "packed": lines(""),
    "packed in one line": lines("", ""),
    "packed rows in one line": lines("", " "),
    "packed rows and slashes": lines("", "/"),
    "packed rows as JSON": lambda grid: json.dumps(["".join(map(str, row)) for row in grid]) + "\n",
    "packed as a text of JSON": lambda grid: (
        json.dumps({"n": 1, "grid": lines("", "")(grid).strip()}) + "\n"
    ),
    "packed names in SMT-LIB": cells("(define-fun x{r}{c} () Int\n    {v})"),
    "packed in quotes": lines("", start='"', end='"'),
    "packed after a word": lambda grid: "Solution: " + lines("", "")(grid),
    "spaces, in one line": lines(" ", " "),
}
