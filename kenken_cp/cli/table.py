"""The table of commands, in the order of the help: in which module each is, and what it does.

The help of all of them is made from this table, and imports none; of one command, only its module
is imported. Each sentence is the first of its command's docstring, as a test asserts.
"""

NAME = "kenken-cp"
"""What the program is called."""

COMMANDS = {
    "solve": ("searching", "Solve puzzles, and say whether each solution is the only one."),
    "enumerate": ("searching", "Print every solution of each puzzle as it is found."),
    "count": ("searching", "Count the solutions of each puzzle, without printing them."),
    "check": ("searching", "Check that puzzles are well formed, or that a grid is right."),
    "convert": ("searching", "Write puzzles in another format, or as models for other solvers."),
    "show": ("show", "Draw puzzles, without solving them: on the screen, or into a file."),
    "sheet": (
        "sheet",
        "Make a PDF of puzzles to print and hand out, with the rules in use and a line for a name.",
    ),
    "why": ("why", "Say why puzzles have no solution, or several, and mend them."),
    "candidates": ("candidates", "Draw the candidates of every cell, as pencil marks."),
    "prove": ("certify", "Prove how many solutions a puzzle has: write a certificate."),
    "verify": ("certify", "Check a certificate, without a solver."),
    "explain": ("explain", "Explain the solution in sentences, the easiest steps first."),
    "hint": ("explain", "Say where to look next on a board, or which entry is wrong."),
    "rate": ("explain", "Rate how hard puzzles are: the hardest technique they need."),
    "trace": ("trace", "Show the hand-written solver at work, step by step."),
    "generate": ("generate", "Make random puzzles, and print each as soon as it is found."),
    "judge": ("judge", "Judge another solver: run it on puzzles, check its answers."),
    "cross-check": ("judge", "Judge our own engines, on your puzzles."),
    "guide": ("guide", "Print a guide, or list them."),
    "rules": ("rules", "List the rule sets."),
    "backends": ("listing", "List the engines for everyday use, or all."),
    "formats": ("listing", "List the file formats, or what some of them can express."),
    "operators": ("listing", "List the operators, and what each makes of a cage."),
    "techniques": ("listing", "List the hand-written solver's techniques, the easiest first."),
}
"""By its name, the module of each in ``commands/``, and what it does."""
