"""File formats: text to puzzle and back, a module for each, or for some that are alike.

A format is one record (``record``): its signature, by which its texts are recognised, its reader
and writer, the puzzles that it can hold and its words for operators. The formats are listed below.
What they share:

    loading      the public functions: which format a text is in, reading, writing
    readers      how a text is divided into puzzles; grids
    tokens       parts of a text with their line and column; lines taken one after the other
    json_values  values of JSON with their path; which keys make which format
    operators    clues, and how formats spell operators
    draft        a puzzle while it is read: cages, and values given in them
    labels       grids of labels and their clues
    cage_lines   formats with a cage a line, which differ in a table
    tatham       game ids, saved games and walls, for the games of one collection
    killers      sums and houses of a Sudoku; those that a format writes
    lz_string    texts packed in links
    grids        grids and partly filled boards

A format is in the module of its name, but for these:

    json_format   json
    cage_lists    aikenken, bparr, brackets, calcudoku, coordinates, daily, neknek, numbered,
                  tuples, upc: a cage a line
    terms         cs332 (Haskell), prolog
    janko         puzzlekit, too
    killer_lines  arrows, ps, sumocue
    editors       f-puzzles, sudokupad

Everything wrong with a text is a ``FormatError`` with its source, line and column; in JSON, with
the path of the key. A format knows the model and nothing that solves.
"""

from kenken_cp.formats import (
    cage_lists,
    editors,
    gauguin,
    janko,
    json_format,
    keen,
    killer_lines,
    letters,
    lists,
    native,
    penpa,
    solo,
    sudoku,
    terms,
    walls,
    xy,
)
from kenken_cp.formats.loading import MAX_BYTES as MAX_BYTES
from kenken_cp.formats.loading import decode as decode
from kenken_cp.formats.loading import detect as detect
from kenken_cp.formats.loading import dumps as dumps
from kenken_cp.formats.loading import dumps_all as dumps_all
from kenken_cp.formats.loading import formats_claiming as formats_claiming
from kenken_cp.formats.loading import load as load
from kenken_cp.formats.loading import load_all as load_all
from kenken_cp.formats.loading import loads as loads
from kenken_cp.formats.loading import loads_all as loads_all
from kenken_cp.formats.loading import loads_each as loads_each
from kenken_cp.formats.loading import read_text as read_text
from kenken_cp.formats.record import FORMATS as FORMATS
from kenken_cp.formats.record import Format as Format
from kenken_cp.formats.record import ReadPuzzle as ReadPuzzle

for _format in (
    *(native.FORMAT, json_format.FORMAT, *cage_lists.FORMATS, terms.CS332, gauguin.FORMAT),
    *(janko.JANKO, keen.FORMAT, letters.FORMAT, lists.FORMAT, penpa.FORMAT, terms.PROLOG),
    *(janko.PUZZLEKIT, solo.FORMAT, sudoku.FORMAT, walls.FORMAT, xy.FORMAT),
    *(killer_lines.ARROWS, killer_lines.PS, killer_lines.SUMOCUE),
    *(editors.F_PUZZLES, editors.SUDOKUPAD),
):
    FORMATS.register(_format)
