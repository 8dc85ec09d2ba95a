"""What the library logs, such as why the first answer takes its time, for those who wait for it."""

import logging

from kenken_cp.cli.output import complain


class _Notices(logging.Handler):
    """Prints what the library logs."""

    def emit(self, record: logging.LogRecord) -> None:
        complain(f"kenken-cp: {record.getMessage()}")


def show_notices() -> None:
    """Has what the library logs printed."""
    log = logging.getLogger("kenken_cp")
    log.setLevel(logging.INFO)
    if not log.handlers:
        log.addHandler(_Notices())
