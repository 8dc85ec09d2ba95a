"""How objects are displayed by ``print`` and in notebooks.

The code that draws an object is in ``render``, a layer above the object, so it is imported only
when something is drawn. Notebooks call ``_repr_svg_`` of objects that are a single picture, and
``_repr_html_`` of those that have text, too.
"""

from importlib import import_module


def rendered(home: str, value: object) -> str:
    """The result of a function of ``render`` for a value.

    Args:
        home: the module and name of the function, such as ``notebook:puzzle_text``.
    """
    module, _, name = home.partition(":")
    text: str = getattr(import_module(f"kenken_cp.render.{module}"), name)(value)
    return text
