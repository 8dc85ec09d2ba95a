"""The registry of backends. It knows no engine: ``kenken_cp.backends`` has the built-in ones, and
others register theirs, at run time or by an entry point of the group ``kenken_cp.backends``.
"""

from dataclasses import dataclass
from importlib.util import find_spec

from kenken_cp.errors import MissingExtraError
from kenken_cp.registry import Registry
from kenken_cp.search.protocol import CountSolutions, Search, SearchBlocks, SharedCount

DEFAULT_BACKEND = "auto"


@dataclass(frozen=True, slots=True, eq=False)
class Backend:
    """An engine that can find every solution of a puzzle.

    Any function that keeps to ``Search`` is one::

        BACKENDS.register(Backend("mine", "my own solver", search))

    Args:
        summary: what it is good for, in one line.
        search: finds every solution. If this, ``count``, ``blocks`` or ``count_with_operators``
            has a method ``load``, that is called first to import what the function needs, so that
            importing is not timed.
        count: counts without finding each solution, if it can.
        shared_count: counts with the help of other workers, if it can.
        blocks: finds many solutions at once, if it can.
        count_with_operators: counts each solution once for every choice of hidden operators that
            explains it, if it can.
        extra: the optional extra of ``kenken-cp`` that installs what it needs, if any.
        requires: the modules that it needs.
        max_cells: cells of the largest board that it searches in reasonable time; on larger boards
            it is used only if it is asked for by name. None for no bound.
        search_hard: finds every solution of a puzzle that another engine has not solved in a short
            time, if this engine has a better way to search such puzzles than ``search``.
        usual: whether people choose it for its answers; others are there to check and compare.
    """

    name: str
    summary: str
    search: Search
    count: CountSolutions | None = None
    blocks: SearchBlocks | None = None
    shared_count: SharedCount | None = None
    extra: str | None = None
    requires: tuple[str, ...] = ()
    max_cells: int | None = None
    usual: bool = True
    count_with_operators: CountSolutions | None = None
    search_hard: Search | None = None

    @property
    def installed(self) -> bool:
        """Whether the modules that it needs are installed; nothing is imported."""
        return self._missing is None

    @property
    def _missing(self) -> str | None:
        """The first module that it needs and that is not installed."""
        return next((module for module in self.requires if not _is_installed(module)), None)

    def expect_installed(self) -> None:
        """MissingExtraError if a module that it needs is not installed; nothing is imported."""
        if self.extra is not None and (missing := self._missing):
            raise MissingExtraError(f"the backend {self.name}", self.extra, missing)

    def load(self) -> None:
        """Imports the engine; MissingExtraError if a module that it needs is not installed."""
        try:
            for function in (self.search, self.count, self.blocks, self.count_with_operators):
                if load := getattr(function, "load", None):
                    load()
        except ModuleNotFoundError as error:
            if self.extra is None:
                raise
            raise MissingExtraError(f"the backend {self.name}", self.extra, error.name) from None


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ValueError:  # ``sys.modules`` holds None in its place
        return False


BACKENDS: Registry[Backend] = Registry("backend", "backends", home="kenken_cp.backends:ENGINES")
