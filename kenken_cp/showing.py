"""How objects show themselves where they are printed, and in a notebook.

What draws an object lies on a floor above it: it is imported only when something is drawn.
Notebooks call ``_repr_svg_`` of what is one picture, and ``_repr_html_`` of what has words as well.
"""

from importlib import import_module


def rendered(home: str, value: object) -> str:
    """What a function of ``render`` makes of a value.

    Args:
        home: module and name of the function, ``notebook:puzzle_text``.
    """
    module, _, name = home.partition(":")
    text: str = getattr(import_module(f"kenken_cp.render.{module}"), name)(value)
    return text
