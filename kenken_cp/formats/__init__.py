"""File formats: text to puzzle and back; one module for each, and detection by content.

Each format is one module here and builds its whole record, which ``record`` describes; those that
differ only in the line of a cage are records of ``cage_lines.dialects``. Below they are listed.
``grids`` reads grids and boards, ``features`` finds out what each format can express. The folders
have what formats share, and what comes before and after them:

    reading     the stages of reading, from bytes to puzzles: begin there
    programs    values in the source of programs, tables in that of pages
    json        puzzles as data: in JSON, YAML, TOML, tables; the keys of many programs
    pictures    boards drawn as rows of letters or names, and the clues of these
    cage_lines  formats of a cage a line, and a table of them
    sudokus     Sudokus and Killer Sudokus
    links       links of puzzle editors

    _words      words that know their place; the lines of a text; numbers, sizes, cells
    _draft      a puzzle while it is read
    _spellings  clues and operators
    _tatham     ids of games
    _writable _writing
                the checks before a puzzle is written; puzzles to texts

A format knows the model and nothing that solves.

Everything wrong with a text is a ``FormatError`` with its source, line and column.
"""

from importlib import import_module

from kenken_cp.formats._writing import dumps, dumps_all, joined
from kenken_cp.formats.programs.values import is_program
from kenken_cp.formats.reading.arriving import arriving, begun, loads_arriving
from kenken_cp.formats.reading.bytes import (
    BEGINNINGS_WITH_NUL,
    MAX_BYTES,
    decode,
    read_bytes,
    read_text,
)
from kenken_cp.formats.reading.detection import fitting
from kenken_cp.formats.reading.refusal import first_try
from kenken_cp.formats.reading.texts import detect, load, load_all, loads, loads_all, loads_each
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle

__all__ = [
    "BEGINNINGS_WITH_NUL",
    "FORMATS",
    "MAX_BYTES",
    "Format",
    "ReadPuzzle",
    "arriving",
    "begun",
    "decode",
    "detect",
    "dumps",
    "dumps_all",
    "first_try",
    "fitting",
    "is_program",
    "joined",
    "load",
    "load_all",
    "loads",
    "loads_all",
    "loads_arriving",
    "loads_each",
    "read_bytes",
    "read_text",
]

_ORDER = """
    native json_text keen cage_lines.dialects:NEKNEK cs332 aikenken sudoku cage_lines.dialects:BPARR
    cage_lines.dialects:CALCUDOKU_ORG cpe101 cage_lines.dialects:TUPLES mapu
    cage_lines.dialects:DAILY cage_lines.dialects:NUMBERED cage_lines.dialects:VK
    cage_lines.dialects:BRACKETS cage_lines.dialects:HASHES cage_lines.dialects:BARS
    cage_lines.dialects:NEWDOKU cage_lines.dialects:SIGNS solo unequal ps sumocue arrows killer_list
    rmit codingame letters rooms indexgrid janko inline krazydad upc pairs sums puzzlekit
    arithmatrix kiguli xy gauguin blocks cages_json ipuz lists cage_grid_json objects walls drawn
    share prolog mathdoku_yaml f_puzzles sudokupad penpa
"""
"""The formats in the order of the table: their modules, each with its record ``FORMAT`` or another
one that is named.
"""

for _word in _ORDER.split():
    _module, _, _record = _word.partition(":")
    FORMATS.register(getattr(import_module(f"{__name__}.{_module}"), _record or "FORMAT"))
