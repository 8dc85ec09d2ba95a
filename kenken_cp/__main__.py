"""``python -m kenken_cp``, and the installed ``kenken-cp``."""

import signal


def main() -> None:
    """Runs the command line and leaves with its exit code."""
    # Until there is something to keep, Ctrl-C just ends the process: interrupted imports would
    # print tracebacks, or come out as other errors.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from kenken_cp.cli import main as run  # worker processes import this module, and need no more

    run()


if __name__ == "__main__":
    main()
