"""The commands on certificates: ``prove`` and ``verify``."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenken_cp.cli.app import EXAMPLE, Exit, command, leave
from kenken_cp.cli.options.common import TEXT_FILE, Output, Timeout, option
from kenken_cp.cli.printing.files import naming, writing
from kenken_cp.cli.printing.output import report_error, say, say_event, say_wrapped
from kenken_cp.cli.reading.texts import STANDARD_INPUT, read_text
from kenken_cp.cli.running.arguments import OneArgument, the_only
from kenken_cp.cli.running.outcomes import error_code, warn
from kenken_cp.cli.running.progress import work_shown
from kenken_cp.errors import FormatError, KenKenError
from kenken_cp.text import plural, printable

if TYPE_CHECKING:
    from kenken_cp.certify.verifying import Verification


_WHY_ONE = "for a certificate"
"""Of several puzzles in a file."""


@command(example=f"'{EXAMPLE}' -o puzzle.cert")
def prove(
    puzzle: OneArgument,
    path: Annotated[Path | None, TEXT_FILE] = None,
    *,
    timeout: Timeout,
    output: Output,
) -> None:
    """Prove how many solutions a puzzle has: write a certificate.

    A certificate lists every solution, at most 1000, or none. `docs/certificates.md` says what it
    contains, how it is checked, and why that suffices.
    """
    from kenken_cp.certify.proving import prove as made

    item, started = the_only(puzzle.named, _WHY_ONE), time.perf_counter()
    if not output.quiet:
        warn(item)
    try:
        with work_shown(output, "proving"):
            certificate = made(item.puzzle, seconds=timeout.timeout)
    except KenKenError as error:
        report_error(error, code := error_code(error), item.name)
        leave(code)
    text = str(certificate).removesuffix("\n")
    if path is not None or not output.json:
        with writing(path) as write:
            write(text)
    if output.json:
        facts: dict[str, Any] = {"count": certificate.claim, "sha256": certificate.sha256}
        facts |= {"clauses": len(certificate.clauses), "lemmas": len(certificate.lemmas)}
        facts |= {"seconds": round(time.perf_counter() - started, 6)}
        facts |= {"text": f"{text}\n"} if path is None else {}
        say_event("certificate", item, file=None if path is None else str(path), **facts)
    elif path is not None and not output.quiet:
        lemmas = plural(len(certificate.lemmas), "lemma")
        clauses = plural(len(certificate.clauses), "clause")
        say_wrapped(f"{item.shown}: {certificate.claim_in_words}")
        say_wrapped(f"  a proof of {lemmas} from {clauses}, in {printable(str(path))}")


_SPLIT = "Write clauses and proof to DIR, as puzzle.cnf and puzzle.drup, for other checkers."


@command(example="puzzle.cert")
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")
    ],
    of: Annotated[
        str | None, option("--of PUZZLE", "Expect the certificate to be of this puzzle.")
    ] = None,
    split: Annotated[Path | None, option("--split DIR", _SPLIT)] = None,
    *,
    timeout: Timeout,
    output: Output,
) -> None:
    """Check a certificate, without a solver.

    The check uses the rules and unit propagation. Exit code 1: the proof is not valid; 2: the file
    is no certificate.
    """
    from kenken_cp.certify.certificate import MAX_BYTES, canonical
    from kenken_cp.certify.verifying import Verification
    from kenken_cp.certify.verifying import verify as checked

    wanted = None
    if of is not None:
        item = the_only(OneArgument(puzzle=of).named, _WHY_ONE)
        wanted = canonical(item.puzzle)
    source, started = STANDARD_INPUT if file == "-" else file, time.perf_counter()
    try:
        text = read_text(file, MAX_BYTES)
        with work_shown(output, "checking the proof"):
            found = checked(text, seconds=timeout.timeout)
    except KenKenError as error:
        if isinstance(error, FormatError) and error.source is None:
            error = FormatError(error.message, line=error.line, source=source)
        report_error(error, code := error_code(error), source)
        leave(code)
    if found.valid and wanted not in (None, canonical(found.certificate.puzzle)):
        found = Verification(found.certificate, "it is of another puzzle", 5)
    if split is not None:
        _split(found, split)
    if output.json:
        say_event("verification", file=file, **_facts(found, started))
    else:
        _say(found, printable(source), quiet=output.quiet)
    leave(Exit.ANSWERED if found.valid else Exit.NO)


def _facts(found: Verification, started: float) -> dict[str, Any]:
    certificate = found.certificate
    return {
        "valid": found.valid,
        "reason": found.reason or None,
        "line": found.line,
        "count": certificate.claim,
        "sha256": certificate.sha256,
        "clauses": len(certificate.clauses),
        "lemmas": len(certificate.lemmas),
        "seconds": round(time.perf_counter() - started, 6),
    }


def _say(found: Verification, source: str, *, quiet: bool) -> None:
    certificate = found.certificate
    if quiet:
        say(str(certificate.claim) if found.valid else "not valid")
    elif found.valid:
        say_wrapped(f"{source}: {found}")
        say_wrapped(f"  of {certificate.puzzle.summary}")
        say(f"  sha256 {certificate.sha256}")
    else:
        say_wrapped(f"{source}: {found}")


def _split(found: Verification, folder: Path) -> None:
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    for name, lines in (
        ("puzzle.cnf", found.certificate.dimacs()),
        ("puzzle.drup", found.certificate.drup()),
    ):
        with writing(folder / name) as write:
            write("\n".join(lines))
