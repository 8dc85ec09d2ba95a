"""The commands; ``table``, in the folder above, has them by their names.

- ``searching``: ``solve``, ``enumerate``, ``count``, ``check``, ``convert``
- ``show``, ``sheet``: drawings, and sheets to print
- ``why``: what is wrong with a puzzle; ``candidates``: what is possible in each cell
- ``certify``: ``prove`` and ``verify``
- ``explain``: ``explain``, ``hint``, ``rate``; ``trace``: the hand-written solver at work
- ``generate``: random puzzles
- ``judge_run``: what the judging commands do; ``judge``: their options
- ``guide``: the guides, which are in ``guides/``, in the folder above; ``rules``: rule sets;
  ``listing``: tables of what there is
"""
