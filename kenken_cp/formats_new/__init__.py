"""File formats: text to puzzle and back, one module a format.

A format is one record (``record``): its signature, by which its texts are recognised, its reader
and writer, the puzzles that it can hold and its words for operators. The formats are listed below.
What they share:

    loading      the public functions: which format a text is in, reading, writing
    sources      bytes of files and standard input as text
    readers      how a text is divided into puzzles
    tokens       parts of a text with their line and column; lines taken one after the other
    json_values  values of JSON with their path; which keys make which format
    operators    clues, and how formats spell operators
    draft        a puzzle while it is read
    holds        what a format can write
    killers      sums, givens and houses of a Sudoku; those that a format writes
    lz_string    texts packed in links
    tatham       game ids and saved games
    grids        grids and partly filled boards

Formats that share a module: ``arrows``, ``ps`` and ``sumocue`` in ``killer_lines``; ``f-puzzles``
and ``sudokupad`` in ``editors``.

Everything wrong with a text is a ``FormatError`` with its source, line and column; in JSON, with
the path of the key. A format knows the model and nothing that solves.
"""

from kenken_cp.formats_new import (
    aikenken,
    editors,
    json_format,
    keen,
    killer_lines,
    native,
    penpa,
    solo,
    sudoku,
)
from kenken_cp.formats_new.loading import (
    detect,
    dumps,
    dumps_all,
    fitting,
    load,
    load_all,
    load_stream,
    loads,
    loads_all,
    loads_each,
)
from kenken_cp.formats_new.record import FORMATS, Format, ReadPuzzle
from kenken_cp.formats_new.sources import (
    BEGINNINGS_WITH_NUL,
    MAX_BYTES,
    decode,
    read_bytes,
    read_text,
)

__all__ = [
    "BEGINNINGS_WITH_NUL",
    "FORMATS",
    "MAX_BYTES",
    "Format",
    "ReadPuzzle",
    "decode",
    "detect",
    "dumps",
    "dumps_all",
    "fitting",
    "load",
    "load_all",
    "load_stream",
    "loads",
    "loads_all",
    "loads_each",
    "read_bytes",
    "read_text",
]

for _format in (
    native.FORMAT,
    json_format.FORMAT,
    aikenken.FORMAT,
    killer_lines.ARROWS,
    editors.F_PUZZLES,
    keen.FORMAT,
    penpa.FORMAT,
    killer_lines.PS,
    solo.FORMAT,
    sudoku.FORMAT,
    editors.SUDOKUPAD,
    killer_lines.SUMOCUE,
):
    FORMATS.register(_format)
