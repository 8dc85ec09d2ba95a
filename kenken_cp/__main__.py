"""``python -m kenken_cp``, and the installed ``kenken-cp``."""

import gc
import signal


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    # Until there is something to keep, Ctrl-C just ends the process: interrupted imports would
    # print tracebacks, or come out as other errors.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # What is imported stays: to look for garbage in it takes a tenth of the time of a start.
    gc.disable()
    # Here, as worker processes import this module, and need no command line: it takes 40 ms.
    from kenken_cp.cli import main as run

    run()


if __name__ == "__main__":
    main()
