"""The model that the backend ``cp-sat`` solves, as a ``CpModelProto`` in text format."""

from kenken_cp.exports.record import Export
from kenken_cp.model.puzzle import Puzzle
from kenken_cp.text import cell_name


def write(puzzle: Puzzle) -> str:
    """The model; the variables of cells come first, and are named after them (``r1c1``)."""
    from kenken_cp.backends.cp_sat.translation import translate  # it imports the engine

    model = translate(puzzle)
    for variable, cell in zip(model.variables, puzzle.cells, strict=False):
        variable.name = cell_name(cell)
    return f"# {puzzle.summary}\n{str(model).rstrip()}\n"


EXPORT = Export("pbtxt", "the model of cp-sat, as OR-Tools reads it", write, "pbtxt")
