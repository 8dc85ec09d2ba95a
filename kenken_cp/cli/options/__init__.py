"""The options of commands, and what their help says.

- ``groups``: options that commands take together; ``work``: who does the work, and how much of it
- ``help``: help texts in plain words, and what a shell completes
- ``common``: the groups that several commands take

Here each module knows only those above it.
"""
