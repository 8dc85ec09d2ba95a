"""The compiled engine: what the contract does not ask of every engine."""

from __future__ import annotations

import errno
import math
import os
import subprocess
import sys
import threading
import time
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain, repeat

import pytest
from engines import finished, needs_fast
from hypothesis import given
from strategies import board_sizes, planted
from truth import agrees

from kenken_cp import Cage, Limits, MissingExtraError, Puzzle, Status, boxes, each_solution, loads
from kenken_cp.encode import exact_cover
from kenken_cp.encode.exact_cover import ExactCover
from kenken_cp.search.protocol import StopSignal
from kenken_cp.search.run import count_solutions, find_solutions

try:
    from kenken_cp.backends.cover.compiled import engine
    from kenken_cp.backends.cover.search_counting import Alone
except ModuleNotFoundError:  # then the tests that need it are skipped
    engine = None

WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; "


def python(code, *args):
    return subprocess.run([sys.executable, "-c", code, *args], capture_output=True, text=True)


class TestWithoutTheExtra:
    def test_the_library_says_what_to_install(self):
        code = WITHOUT_NUMBA + (
            "import kenken_cp as k\n"
            "try: k.solve(k.Puzzle(2), backend='compiled')\n"
            "except k.MissingExtraError as error: print(error)\n"
            "print(k.solve(k.Puzzle(2)).count)\n"
        )
        done = python(code)
        assert done.stdout.splitlines() == [
            "the backend compiled needs numba, which is not installed; "
            "expected: pip install 'kenken-cp[fast]'",
            "2+",
        ], done.stderr

    @pytest.mark.parametrize(
        "command",
        [
            "solve",
            pytest.param("enumerate", marks=pytest.mark.complete),
            pytest.param("count", marks=pytest.mark.complete),
        ],
    )
    def test_the_command_line_says_so_and_nothing_else(self, command):
        code = WITHOUT_NUMBA + "from kenken_cp.__main__ import main; main()"
        done = python(code, command, "--backend", "compiled", "puzzles/latin/latin-3.kk")
        assert done.returncode == 2
        assert done.stdout == ""
        assert done.stderr.startswith("kenken-cp: the backend compiled needs numba")
        assert done.stderr.count("\n") == 1

    def test_it_is_a_mistake_of_the_caller_and_an_import_error(self):
        assert issubclass(MissingExtraError, ImportError)


@needs_fast
class TestFinding:
    @given(planted(sizes=board_sizes(2, 5), most=5))
    def test_the_same_solutions_as_cover(self, puzzle_and_grid):
        puzzle, grid = puzzle_and_grid
        sets = []
        for backend in ("cover", "compiled"):
            found = []
            outcome = find_solutions(puzzle, found.append, Limits(3000), backend=backend)
            sets.append(set(found) if outcome.status is Status.EXHAUSTED else len(found))
        assert sets[0] == sets[1]
        assert isinstance(sets[1], int) or grid in sets[1]

    def test_several_engines_at_once_in_threads(self):
        counts = []

        def run():
            counts.append(find_solutions(Puzzle(4), None, backend="compiled").count)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert counts == [576] * 4

    def test_blocks_hold_what_single_grids_are(self):
        puzzle = loads("values: -2..3\na a b\nc . b\nc . .\n\na 1+\nb 2-\nc 0*")
        single, many = [], []
        each_solution(puzzle, single.append, backend="compiled")
        find_solutions(
            puzzle, None, backend="compiled", visit_block=lambda block: many.extend(block.grids())
        )
        assert many == single
        assert all(type(value) is int for value in chain.from_iterable(many[0]))

    @pytest.mark.parametrize("limit", [1, 4095, 4096, 4097, 10000])
    def test_limits_are_exact_within_blocks(self, limit):
        sizes = []
        outcome = find_solutions(
            Puzzle(5),
            None,
            Limits(limit),
            backend="compiled",
            visit_block=lambda block: sizes.append(len(block)),
            keep=3,
        )
        assert outcome.status is Status.LIMIT
        assert outcome.count == sum(sizes) == limit
        assert len(outcome.grids) == min(3, limit)

    def test_ctrl_c_in_a_block_keeps_the_count(self):
        def visit(block):
            raise KeyboardInterrupt

        outcome = find_solutions(Puzzle(5), None, backend="compiled", visit_block=visit)
        assert outcome.status is Status.INTERRUPTED
        assert outcome.count > 0

    def test_a_visit_that_has_enough(self):
        outcome = find_solutions(Puzzle(5), None, backend="compiled", visit_block=lambda _: False)
        assert outcome.status is Status.LIMIT
        assert outcome.count > 0


@pytest.fixture(scope="module")
def _loaded():
    """Compiling, or loading what is compiled, is not part of what is measured."""
    count_solutions(Puzzle(3), backend="compiled")
    find_solutions(Puzzle(3), None, backend="compiled")


@needs_fast
@pytest.mark.usefixtures("_loaded")
class TestStopping:
    """What would take years stops within seconds of work."""

    @pytest.mark.parametrize("ask", [count_solutions, find_solutions])
    def test_a_timeout(self, ask):
        began = time.process_time()
        outcome = ask(Puzzle(9), limits=Limits(seconds=0.2), backend="compiled")
        assert outcome.status is Status.TIMEOUT
        assert not outcome.count.exact
        assert outcome.seconds >= 0.2
        assert time.process_time() - began < 5

    def test_a_signal(self):
        stop = StopSignal()
        threading.Timer(0.1, stop.stop).start()
        began = time.process_time()
        outcome = count_solutions(Puzzle(16), Limits(stop=stop), backend="compiled")
        assert outcome.status is Status.INTERRUPTED
        assert time.process_time() - began < 5


@needs_fast
class TestCounting:
    @given(planted(sizes=board_sizes(2, 5), most=5))
    def test_the_same_as_cover(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        theirs = count_solutions(puzzle, Limits(seconds=1), backend="cover")
        if theirs.count.exact:
            ours = self.result(engine.CompiledCounting(ExactCover(puzzle)), seconds=1)
            assert ours in (None, theirs.count)

    def test_the_kernel_alone(self):
        """Without the methods that take turns with it."""
        for order, squares in ((1, 1), (2, 2), (3, 12), (4, 576), (5, 161280)):
            kernel = engine.CompiledCaching(ExactCover(Puzzle(order)))
            assert finished(kernel) == squares
        assert kernel.statistics["cache hits"] > 0
        assert 0 < kernel.leaves < squares

    @staticmethod
    def result(kernel, seconds=30):
        """The count, or None if it takes longer."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                next(kernel.steps)
            except StopIteration as ended:
                return ended.value
        kernel.steps.close()
        return None

    @pytest.mark.parametrize("times", [1, 2, 5, 20])
    def test_a_bound_where_it_is_stopped(self, times, monkeypatch):
        monkeypatch.setattr(engine, "_pace", lambda: repeat(20))
        monkeypatch.setattr(engine, "ALONE", Alone(100, 100))
        before = set(threading.enumerate())  # others may not have ended yet
        kernel = engine.CompiledCounting(ExactCover(Puzzle(6)))
        for _ in range(times):
            next(kernel.steps)
        assert 0 <= kernel.at_least() < 812_851_200
        with pytest.raises(StopIteration):
            next(kernel.steps)
        assert set(threading.enumerate()) <= before

    def test_its_share_of_the_work_rises(self, monkeypatch):
        monkeypatch.setattr(engine, "_pace", lambda: repeat(7))
        for puzzle, count in ((Puzzle(4), 576), (Puzzle(4, houses=boxes(4, 2, 2)), 288)):
            method = engine.CompiledCaching(ExactCover(puzzle))
            shares = [method.share for _ in method.steps]
            assert shares == sorted(shares)
            assert shares[0] < 0.5
            assert len(set(shares)) > 10
            assert method.share == 1
            assert method.found == method.expected == count

    @pytest.mark.parametrize("sizes", [(1,), (1 << 8, 1 << 10, 1 << 12), (1 << 10,)])
    def test_a_small_cache_that_grows(self, sizes, monkeypatch):
        monkeypatch.setattr(engine, "CACHE_BYTES", sizes)
        monkeypatch.setattr(engine, "_pace", lambda: repeat(500))
        assert finished(engine.CompiledCaching(ExactCover(Puzzle(5)))) == 161280

    def test_numbers_beyond_64_bits(self):
        puzzle, expected = self.far_apart()
        assert expected > 2**64
        kernel = engine.CompiledCaching(ExactCover(puzzle))
        assert finished(kernel) == expected
        assert kernel.statistics["decomposed"] > 0
        assert count_solutions(puzzle, backend="compiled").count == expected

    @staticmethod
    def far_apart():
        """Blocks along the diagonal that are free, all else given: as many Latin squares."""
        order, blocks = 4, 8
        size = order * blocks

        def value(row, column):
            block = (column // order - row // order) % blocks
            return order * block + (row + column) % order + 1

        cages = [
            Cage(((row, column),), "=", value(row, column))
            for row in range(size)
            for column in range(size)
            if row // order != column // order
        ]
        return Puzzle(size, cages), 576**blocks

    def test_automata_that_are_partly_decided(self):
        """Cages of too many tuples to list; found by the test above."""
        puzzle = loads(
            "rules: calcudoku\nvalues: -2 -1 0 1 6 7\n"
            "abb.c\nadb.c\nddbcc\neddff\negfff\n"
            "a -12*\nb 0*\nc 0/\nd 11-\ne 7/\nf 0\ng 6"
        )
        cover = ExactCover(puzzle)
        assert cover.transitions
        assert self.result(engine.CompiledCounting(cover)) == 128637

    @pytest.mark.parametrize(
        ("size", "count"), [((2, 3), 12), ((4, 2), 216), ((3, 4), 576), ((3, 5), 66240)], ids=str
    )
    def test_rectangles(self, size, count):
        cover = ExactCover(Puzzle(size))
        assert cover.secondary_items
        assert self.result(engine.CompiledCounting(cover)) == count
        assert count_solutions(Puzzle(size), backend="compiled").count == count
        found = find_solutions(Puzzle(size), None, backend="compiled", visit_block=len)
        assert found.count == count

    @given(planted(sizes=board_sizes(2, 4), most=5))
    def test_by_automata_the_same_as_by_brute_force(self, puzzle_and_grid):
        puzzle, _ = puzzle_and_grid
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(exact_cover, "MAX_LISTED_TUPLES", 3)
            total = self.result(engine.CompiledCounting(ExactCover(puzzle)), seconds=1)
        assert total is None or agrees(total, puzzle)

    def test_a_puzzle_of_boxes(self):
        puzzle = Puzzle(4, houses=boxes(4, 2, 2))
        assert count_solutions(puzzle, backend="compiled").count == 288

    def test_limbs(self):
        from kenken_cp.backends.cover.arrays import integers
        from kenken_cp.backends.cover.compiled.kernel_data import sums_of

        sums = sums_of(ExactCover(Puzzle(9)))
        room = 32 * sums.total.shape[1]
        assert room > 81 * math.log2(9)
        sums.total[0] = 2**32 - 1
        assert integers(sums.total[0]) == 2**room - 1


def full(*_):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@needs_fast
class TestFiles:
    """What numba keeps of a function on disk."""

    @pytest.fixture
    def loaded(self, tmp_path, monkeypatch):
        """Loads the function ``twice``, as a process that has just begun does."""
        monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
        monkeypatch.setattr("numba.core.config.CACHE_DIR", "")
        source = tmp_path / "doubling.py"
        source.write_text(
            "from kenken_cp.backends.cover.compiled.compiling import entry\n"
            "@entry\n"
            "def twice(number):\n"
            "    return 2 * number\n"
        )

        def load():
            spec = spec_from_file_location("doubling", source)
            module = module_from_spec(spec)
            spec.loader.exec_module(module)
            return module.twice

        return load

    @pytest.mark.parametrize("ending", ["nbi", "nbc"])
    @pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b"no pickle"], ids=repr)
    def test_damaged_ones_are_written_anew(self, loaded, ending, content, tmp_path):
        """A computer that loses its power leaves empty ones."""
        from kenken_cp.backends.cover.compiled.compiling import NotOnDiskError, refused

        assert loaded()(21) == 42
        (file,) = tmp_path.rglob(f"*.{ending}")
        file.write_bytes(content)
        with refused(), pytest.raises(NotOnDiskError):
            loaded()(21)
        assert loaded()(21) == 42
        with refused():
            assert loaded()(21) == 42

    def test_on_a_full_disk_there_are_none(self, loaded, monkeypatch, tmp_path):
        monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
        assert loaded()(21) == 42
        assert list(tmp_path.rglob("*.nb?")) == []

    def test_on_a_full_disk_damaged_ones_stay(self, loaded, monkeypatch, tmp_path):
        assert loaded()(21) == 42
        (file,) = tmp_path.rglob("*.nbi")
        file.write_bytes(b"")
        monkeypatch.setattr("numba.core.caching.IndexDataCacheFile._open_for_write", full)
        assert loaded()(21) == 42
        assert file.read_bytes() == b""


@needs_fast
def test_without_compiling_there_is_no_such_engine():
    """``NUMBA_DISABLE_JIT`` may be meant for a solver that is judged."""
    script = (
        "import logging\n"
        "from kenken_cp import KenKenError, Puzzle, count\n"
        "from kenken_cp.backends.cover.compiled.loading import Loading\n"
        "logging.basicConfig(level='INFO', format='%(message)s')\n"
        "loading = Loading()\n"
        "loading._thread.join()\n"
        "assert not loading.ready\n"
        "try:\n"
        "    count(Puzzle(3), backend='compiled')\n"
        "except KenKenError as error:\n"
        "    print(error)\n"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
    why = "numba compiles nothing; expected NUMBA_DISABLE_JIT not to be set\n"
    assert (done.stdout, done.stderr) == (why, f"without the fast engine: {why}")
