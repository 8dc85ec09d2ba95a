"""The command line: it translates between people and the library, nothing more."""

from kenken_cp.cli import commands, explain, generate, judge, trace
from kenken_cp.cli.app import main

__all__ = ["commands", "explain", "generate", "judge", "main", "trace"]
