"""Drawing: puzzle (and grid) -> str; no input or output.

``layout`` knows what there is to draw, ``text`` draws it with characters.
"""

from kenken_cp.render.text import Board, Style, board, plain

__all__ = ["Board", "Style", "board", "plain"]
