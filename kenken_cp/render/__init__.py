"""Puzzles, grids and deductions as pictures: functions of data; no input or output.

What is drawn:

- ``picture``: a ``Picture`` of a puzzle, with values, pencil marks and cells that are pointed out
- ``board``: what every drawing needs to know of a puzzle: houses, edges, clues in corners
- ``frames``: explanations and hints as boards with words; ``sections``: words and pictures below
  each other: what is printed, and shown in notebooks
- ``instructions``: the rules of puzzles in words; ``records``: cages and steps as JSON has them

How it is drawn:

- ``text``: with characters; ``traces``: the hand-written solver at work, as text
- ``layout``: a picture as ``shapes``, lines, rectangles and texts, once for SVG, PDF and pages; and
  in words
- ``svg``; ``pdf``, and PNG made of it; ``sheets``: pages to hand out
- ``page``: frames to walk through, as HTML; ``play``: a page to play puzzles on; ``document``: the
  file around both, with the templates, style sheets and scripts that lie beside it

It knows the model and the steps of ``logic``; nothing in it solves or searches.
"""
