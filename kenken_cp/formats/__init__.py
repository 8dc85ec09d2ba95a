"""File formats: text to puzzle and back; one module for each, and detection by content.

Each format module builds its whole record, which ``record`` describes; here they are only listed.
What several share, or one is made of:

    _words _spellings           words that know their place; clues and operators
    _draft _writable            a puzzle while it is read; the checks before one is written
    _directives                 what a text says of a puzzle besides its cages
    _native_lines _native_parts _picture _clues _stray
                                ``native``: lines, where a puzzle ends, its picture, its clues; what
                                stands around a picture and is no part of it
    _cage_lines _cage_line _cell_names
                                formats of a cage a line, which they read and write
    _cage_grid _letter_clues    formats that draw the cages; of ``letters`` the clues below
    _json_values _json          values that know their place; formats in JSON
    _keys _unread               the tables of keys, and those that are not read
    _object_cages _object_grids ``objects``: the cages, the grids beside them
    _yaml _notations _tables    texts in YAML, TOML and Rust's RON, tables with headings
    _programs _literals         values in the source of programs, and how these write them
    _program_text _program_checks
                                what is no part of a program; what speaks against a value
    _links _lz_string           formats in links, and what unpacks these
    _sudoku_cells _sudoku_arrays _sudoku_rows _samurai
                                ``sudoku``: cells and boxes, arrays, lines, what is refused
    _sums _tatham               Killer Sudokus; ids of games
    _detection _ambiguous _unrecognised
                                which format a text is in, which of several; what is wrong in none
    _bytes _waiting             bytes and files to text; what keeps us waiting
    _reading _arriving _writing texts to puzzles, those of a slow stream too; puzzles to texts

``grids`` reads grids and boards, ``features`` finds out what each format can express. A format
knows the model and nothing that solves.

Everything wrong with a text is a ``FormatError`` with its source, line and column.
"""

from kenken_cp.formats import (
    aikenken,
    arithmatrix,
    arrows,
    bars,
    blocks,
    bparr,
    brackets,
    cage_grid_json,
    cages_json,
    calcudoku,
    codingame,
    cpe101,
    cs332,
    daily,
    drawn,
    f_puzzles,
    gauguin,
    hashes,
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
    neknek,
    newdoku,
    numbered,
    objects,
    pairs,
    penpa,
    prolog,
    ps,
    puzzlekit,
    rmit,
    rooms,
    share,
    signs,
    solo,
    sudoku,
    sudokupad,
    sumocue,
    sums,
    tuples,
    unequal,
    upc,
    vk,
    walls,
    xy,
)
from kenken_cp.formats._arriving import arriving, begun, loads_arriving
from kenken_cp.formats._bytes import BEGINNINGS_WITH_NUL, MAX_BYTES, decode, read_bytes, read_text
from kenken_cp.formats._detection import fitting
from kenken_cp.formats._programs import is_program
from kenken_cp.formats._reading import detect, load, load_all, loads, loads_all, loads_each
from kenken_cp.formats._unrecognised import first_try
from kenken_cp.formats._writing import dumps, dumps_all, joined
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


for _module in (
    *(native, json_text, keen, neknek, cs332, aikenken, sudoku),
    *(bparr, calcudoku, cpe101, tuples, mapu, daily, numbered, vk),
    *(brackets, hashes, bars, newdoku, signs),
    *(solo, unequal, ps, sumocue, arrows, killer_list, rmit, codingame),
    *(letters, rooms, indexgrid, janko, inline, krazydad, upc, pairs, sums),
    *(puzzlekit, arithmatrix, kiguli, xy, gauguin, blocks, cages_json, ipuz, lists),
    *(cage_grid_json, objects),
    *(walls, drawn, share, prolog, mathdoku_yaml, f_puzzles, sudokupad, penpa),
):
    FORMATS.register(_module.FORMAT)
