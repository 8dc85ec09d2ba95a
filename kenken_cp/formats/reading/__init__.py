"""The stages of reading, from bytes to puzzles; ``texts`` has the functions that others call.

1. Bytes are decoded, and the text loses what programs and mail leave around it.
2. If its values with names show a program, or its tables a page, these are read
   (``kenken_cp.formats.programs``); if words, comments or a solution stand around a puzzle, it is
   read without them.
3. Else the format is found that shows itself in the text: if there are several, the one by which
   all of it can be read. If there is none, it is said what the text looks like.
4. That format reads one puzzle after the other. What is wrong in one spoils no other.

Each module knows only those above it:

- ``waiting``: reads what may keep us waiting, such as a pipe.
- ``bytes``: files and bytes to text, and the marks around one.
- ``around``: what people write around a puzzle, a picture, or its rows.
- ``refusal``: what to say of a text in which no format recognises a puzzle.
- ``detection``: which format a text is in.
- ``limits``: how much of a text may be wrong, or empty.
- ``among_values``: which values of a program, or tables of a page, are puzzles.
- ``surrounded``: texts with more in them than puzzles.
- ``texts``: texts and files to puzzles.
- ``arriving``: puzzles of a stream that comes slowly.
"""
