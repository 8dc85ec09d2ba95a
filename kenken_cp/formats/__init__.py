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

from kenken_cp.formats import (
    aikenken,
    arithmatrix,
    arrows,
    blocks,
    cage_grid_json,
    cages_json,
    codingame,
    cpe101,
    cs332,
    drawn,
    f_puzzles,
    gauguin,
    indexgrid,
    inline,
    ipuz,
    janko,
    json_text,
    keen,
    kiguli,
    killer_list,
    krazydad,
    letters,
    lists,
    mapu,
    mathdoku_yaml,
    native,
    objects,
    pairs,
    penpa,
    prolog,
    ps,
    puzzlekit,
    rmit,
    rooms,
    share,
    solo,
    sudoku,
    sudokupad,
    sumocue,
    sums,
    unequal,
    upc,
    walls,
    xy,
)
from kenken_cp.formats._writing import dumps, dumps_all, joined
from kenken_cp.formats.cage_lines import dialects
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
from kenken_cp.formats.record import FORMATS, Format, ReadPuzzle, format_to_write

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
    "format_to_write",
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


for _format in (
    *(native.FORMAT, json_text.FORMAT, keen.FORMAT, dialects.NEKNEK, cs332.FORMAT),
    *(aikenken.FORMAT, sudoku.FORMAT, dialects.BPARR, dialects.CALCUDOKU_ORG, cpe101.FORMAT),
    *(dialects.TUPLES, mapu.FORMAT, dialects.DAILY, dialects.NUMBERED, dialects.VK),
    *(dialects.BRACKETS, dialects.HASHES, dialects.BARS, dialects.NEWDOKU, dialects.SIGNS),
    *(solo.FORMAT, unequal.FORMAT, ps.FORMAT, sumocue.FORMAT, arrows.FORMAT, killer_list.FORMAT),
    *(rmit.FORMAT, codingame.FORMAT, letters.FORMAT, rooms.FORMAT, indexgrid.FORMAT, janko.FORMAT),
    *(inline.FORMAT, krazydad.FORMAT, upc.FORMAT, pairs.FORMAT, sums.FORMAT, puzzlekit.FORMAT),
    *(arithmatrix.FORMAT, kiguli.FORMAT, xy.FORMAT, gauguin.FORMAT, blocks.FORMAT),
    *(cages_json.FORMAT, ipuz.FORMAT, lists.FORMAT, cage_grid_json.FORMAT, objects.FORMAT),
    *(walls.FORMAT, drawn.FORMAT, share.FORMAT, prolog.FORMAT, mathdoku_yaml.FORMAT),
    *(f_puzzles.FORMAT, sudokupad.FORMAT, penpa.FORMAT),
):
    FORMATS.register(_format)
