"""What is printed of results, as JSON lines and for people, and pages for a browser.

- ``searches``: what a search finds
- ``runs``: a whole run of judging; ``run_notes``: what is said of it; ``verdicts``: its verdicts
- ``pages``: what is written with ``--html`` and ``--play``

Here each module knows only those above it.
"""
