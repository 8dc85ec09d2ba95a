"""Puzzles, grids and deductions as pictures: functions of data; no input or output.

- ``picture``: what a picture shows, and what all drawings of it have to know; ``entries``: checks
  of what callers want shown in cells
- ``text``: drawn with characters; ``records``: parts of puzzles as what JSON can hold
- ``shapes``: rectangles, lines and texts; ``wrapping``: words above and below a board;
  ``layout``: a picture laid out as these; ``palette``: what they look like
- ``svg``: the shapes as SVG
- ``pdf``: the shapes on pages, as PDF; as PNG
- ``sheets``: pages to hand out, set by ``paper``; ``instructions``: the rules on them, in words
- ``frames``: explanations and hints as boards with words; ``page``: such frames as one HTML page;
  ``play``: a page to play puzzles on; ``document``: the file around their articles, with the style
  sheets and scripts that lie beside it
- ``sections``: words and pictures below each other, as text and HTML; ``notebook``: puzzles, and
  what was found about them, where they are printed and in notebooks
- ``traces``: what the hand-written solver did

It knows the model and the steps of ``logic``; nothing in it solves or searches.
"""
