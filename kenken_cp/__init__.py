"""kenken_cp: KenKen and its relatives, solved, counted, explained and checked.

Where things are. ``ARCHITECTURE.md`` has the packages from the ground up, with all their modules:
each imports only those below it, and its docstring says more.

=============================================== ====================================================
a question                                      the module that answers it
=============================================== ====================================================
what does an operator make of values?           ``model.operators``: a module each, as ``power``, or
                                                a family, as ``sums``
which operators do rules allow, and where?      ``model.rule_sets``
may a cage have a value twice?                  ``model.rule_sets``
which puzzles are refused, and in what words?   ``model.puzzle``
which rules does a grid break?                  ``model.rules``
which cells are in a box, on a diagonal?        ``model.geometry``
where are the windows of a windoku? (houses)    ``model.houses``
which format is a text in, which encoding?      ``formats.loading``
how is a format read and written?               ``formats`` has a module for most, of the name
                                                of the format (Android app: ``formats.gauguin``);
                                                Haskell, Prolog: ``formats.terms``; a cage a
                                                line: ``formats.cage_lists``; killers:
                                                ``formats.killer_lines``; links of SudokuPad,
                                                f-puzzles: ``formats.editors``; puzzlekit:
                                                ``formats.janko``; directives:
                                                ``formats.native_directives``
how is a clue such as ``12*`` spelt?            ``formats.operators``
how is a grid, or a partly filled board, read?  ``formats.grids``
what of values given inside a killer's cage?    ``formats.draft``
where in a text does an error say it is?        ``formats.tokens``; in JSON ``formats.json_values``
which tuples may a cage have?                   ``encode.tuples``; as an automaton: ``encode.mdd``
what do cages leave of lines (innies, 45 rule)? ``encode.line_sums``, for all engines; in
                                                explanations: ``logic.techniques.cages``
what do CP-SAT, SAT, exact cover get?           ``backends.cp_sat.model``, ``encode.cnf``,
                                                ``encode.exact_cover``; operators as equations:
                                                ``model.equations``; MiniZinc, DIMACS:
                                                ``encode.exports``
with which parameters is CP-SAT run?            ``backends.cp_sat.solve``
how is a SAT solver run, how long is its proof? ``sat.solver``
which constraints can hold together?            ``sat.oracle``; which fewest cannot:
                                                ``sat.hitting``
which engine answers, and in which order?       ``backends.auto``; SAT beside CP-SAT:
                                                ``backends.race``
how are solutions counted, without visiting?    ``backends.cover.merging``,
                                                ``backends.cover.frontier``
how are many visited?                           ``backends.cover.bulk``
how is their number estimated?                  ``backends.cover.estimate``
how does a program get one after the other?     ``search.iterator``, also for ``async for``
when does a search stop, and who notices?       ``clock``, ``search.limits``
why does no grid come twice?                    ``backends.auto`` leaves out those of earlier
                                                stages, ``backends.race`` those of two engines;
                                                ``search.gate`` notices one that does
who checks, counts, gives grids to a callback?  ``search.gate``
what happens at Ctrl-C?                         ``search.interrupts``, ``cli.answering``; while a
                                                SAT solver works: ``sat.solver``
how is a puzzle solved by hand?                 ``logic.strategies``, ``logic.techniques``; of
                                                these singles, pairs, triples: ``subsets``;
                                                X-wings: ``intersections``; in cages: ``cages``
which steps does an explanation keep?           ``logic.relevance``; in what words:
                                                ``logic.sentences``
which step comes next, and of which level?      ``logic.steps``
how is a hint found, or what is wrong so far?   ``logic.hint``
how hard is a puzzle?                           ``logic.rate``
why is there no solution? why several?          ``diagnose.conflict``,
                                                ``diagnose.ambiguity``
which clue was mistyped?                        ``diagnose.repairs``; how likely a slip is:
                                                ``diagnose.clue_distance``; a cage drawn
                                                wrongly: ``diagnose.drawing_slips``
what does ``why`` say of all this?              ``diagnose.diagnosis``
what is odd, or right under other rules?        ``diagnose.warnings``, ``diagnose.other_rule_sets``
which values are left to the cells?             ``logic.pencil_marks``; in solutions:
                                                ``diagnose.true_candidates``
what does a certificate say, how is it made?    ``certify.certificate``, ``certify.proving``
is a certificate right?                         ``certify.verifying``, which checks its
                                                solutions; the clauses of cages, houses and
                                                sums: ``certify.soundness`` (what values of a
                                                cage make: ``certify.arithmetic``); its proof:
                                                ``certify.propagation``
how is a puzzle of a level made?                ``generation.local_search``; its hidden grid:
                                                ``generation.grids``; its cages:
                                                ``generation.cages``; several, from a seed:
                                                ``generation.generator``
what is drawn of a board?                       ``render.picture``; where its walls are and
                                                which clue a corner has: ``render.board``
where do lines and texts stand in a picture?    ``render.layout``; in text: ``render.text``
how is a picture written into a file?           ``render.svg``; PDF, PNG, fonts: ``render.pdf``;
                                                its inks, light and dark: ``render.shapes``
how is a board told in words?                   ``render.layout``
what is shown in a notebook?                    ``render.sections``
what does ``trace`` print?                      ``render.traces``
how are sheets and pages made?                  ``render.sheets``, the rules on them
                                                ``render.instructions``; pages to read
                                                ``render.page`` and ``render/page.js``, to play
                                                on ``render.play`` and ``render/play.js``
how are many puzzles shared among cores?        ``parallel.batches``
how is one count shared among cores, machines?  ``parallel.counting``, ``parallel.dask``
how do worker processes start, and end?         ``parallel.workers``
what does ``--resume`` keep in its file?        ``parallel.journal``
what may a judged solver print?                 ``judge.answers``
is its answer right?                            ``judge.verdicts``; as JUnit XML: ``judge.junit``
how is a judged solver run?                     ``judge.solvers``; held to its limits, and ended:
                                                ``judge.processes``
how is a failing puzzle made small?             ``judge.shrink``
with what is a judged solver compared?          ``judge.truth``
how are our own engines compared?               ``judge.cross_check``
what does a command do, or an option mean?      ``cli``: its docstring says where each command
                                                is; ``cli.options``, where ``-j 0`` is counted
which puzzles and files does a command get?     ``cli.reading``
what is printed, and where?                     ``cli.output``; while it works: ``cli.progress``
which exit code has an answer?                  ``cli.answering``; what went wrong: ``cli.output``
how is a file written, whole or not at all?     ``cli.files``
=============================================== ====================================================

The public names are listed in ``__init__.pyi``, where type checkers and editors look for them. Each
is imported when it is first used, so that importing the package takes no time.
"""

from functools import cache
from importlib import import_module

__version__ = "0.1.0"


@cache
def _public_names() -> dict[str, str]:
    """The module of each public name, by the imports in ``__init__.pyi``."""
    import ast  # only now: the command line needs no public name
    import pkgutil

    listed = pkgutil.get_data(__name__, "__init__.pyi") or b""
    imports = [node for node in ast.parse(listed).body if isinstance(node, ast.ImportFrom)]
    return {each.name: str(node.module) for node in imports for each in node.names}


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_public_names())
    if name.startswith("_") or name not in _public_names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_public_names()[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_public_names()})
