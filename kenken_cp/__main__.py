"""``python -m kenken_cp``, and the installed ``kenken-cp``."""

import gc
import signal

# Until there is something to keep, Ctrl-C just ends the process: interrupted imports would print
# tracebacks, or come out as other errors.
signal.signal(signal.SIGINT, signal.SIG_DFL)

# What is imported stays: to look for garbage in it takes a tenth of the time that a start takes.
gc.disable()

from kenken_cp.cli import main  # noqa: E402

__all__ = ["main"]

if __name__ == "__main__":
    main()
