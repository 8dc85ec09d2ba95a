"""``python -m kenken_cp``, and the installed ``kenken-cp``."""

# What ``signal`` is made of: to import that takes 10 ms more, in which Ctrl-C may come.
import _signal  # type: ignore[import-not-found]  # it has no types
import gc


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    # Until there is something to keep, Ctrl-C just ends the process: interrupted imports would
    # print tracebacks, or come out as other errors.
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    # What is imported stays: to look for garbage in it takes a tenth of the time of a start.
    gc.disable()
    # Here, as worker processes import this module, and need no command line: it takes 40 ms.
    from kenken_cp.cli import main as run

    run()


if __name__ == "__main__":
    main()
