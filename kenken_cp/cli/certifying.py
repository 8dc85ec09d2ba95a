"""The commands ``prove`` and ``verify``: certificates of the number of solutions."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

from kenken_cp.certify import proving, verifying
from kenken_cp.certify.certificate import MAX_BYTES, Certificate, canonical
from kenken_cp.cli import options
from kenken_cp.cli.answering import answer_here
from kenken_cp.cli.app import EXAMPLE, command
from kenken_cp.cli.files import expect_writable, naming, write
from kenken_cp.cli.items import PuzzleItem, Unread
from kenken_cp.cli.output import Exit, Output
from kenken_cp.cli.progress import progress_line
from kenken_cp.cli.reading import STANDARD_INPUT, expect_one, incoming, read_text
from kenken_cp.errors import FormatError
from kenken_cp.text import plural, printable


@command("prove", f'"{EXAMPLE}" -o puzzle.cert')
def prove(
    puzzle: options.Puzzles = None,
    path: options.File = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    verbose: options.Verbose = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Prove how many solutions a puzzle has: write a certificate.

    A certificate lists every solution, at most 1000, or none; docs/certificates.md says what it
    contains, how it is checked, and why that suffices.
    """
    expect_writable(path, as_json=json)
    output = Output(json, quiet)
    puzzles = incoming(puzzle, from_, rules, output, verbose=verbose)
    expect_one(output, "for a certificate")

    def prove_one(item: PuzzleItem) -> Exit:
        started = time.perf_counter()
        certificate = proving.prove(item.puzzle, seconds=timeout)
        if path is not None or not json:
            write(path, str(certificate))
        more = {"text": str(certificate)} if path is None else {"file": path}
        output.event("certificate", item, **_certificate_facts(certificate, started), **more)
        lemmas, clauses = len(certificate.lemmas), len(certificate.clauses)
        proof = f"a proof of {plural(lemmas, 'lemma')} from {plural(clauses, 'clause')}"
        output.note(f"{item.printable_name}: {certificate.claim_in_words}; {proof}")
        return Exit.ANSWERED

    return answer_here(puzzles, prove_one, output, "proving")


@command("verify", "puzzle.cert")
def verify(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A certificate, or - for standard input.")
    ],
    of: Annotated[
        str | None, typer.Option(metavar="PUZZLE", help="Expect it to be of this puzzle.")
    ] = None,
    split: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write puzzle.cnf and puzzle.drup for other checkers."),
    ] = None,
    timeout: options.Timeout = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    from_: options.From = None,
    rules: options.Rules = None,
) -> Exit:
    """Check a certificate, without a solver.

    The check uses the rules and unit propagation. Exit code 1: the proof is not valid, or not of
    the puzzle that is expected; 2: the file is no certificate.
    """
    output, claimed = Output(json, quiet), None
    if of is not None:
        puzzles = incoming([of], from_, rules, output)
        expect_one(output, "for --of")
        for item in puzzles:
            if isinstance(item, Unread):
                return output.error(item.error, item)
            claimed = item.puzzle
    source, started = STANDARD_INPUT if file == "-" else file, time.perf_counter()
    text = read_text(file, MAX_BYTES)
    try:
        with progress_line(output, "checking the proof"):
            verification = verifying.verify(text, seconds=timeout)
    except FormatError as error:
        error.source = source
        raise
    if split is not None:
        _split(verification.certificate, split)
    certificate, answer = verification.certificate, str(verification)
    is_right = verification.valid
    if is_right and claimed is not None and canonical(claimed) != canonical(certificate.puzzle):
        is_right, answer = False, "valid, but of another puzzle"
    facts: dict[str, Any] = {"valid": is_right, "line": verification.line}
    facts["reason"] = None if is_right else verification.reason or answer
    output.event("verification", file=file, **facts, **_certificate_facts(certificate, started))
    if quiet:
        output.say(str(certificate.claim) if is_right else answer.partition(":")[0])
    else:
        output.say(f"{printable(source)}: {answer}")
        if is_right:
            output.say(f"  of {certificate.puzzle.summary}\n  sha256 {certificate.sha256}")
    return Exit.ANSWERED if is_right else Exit.NO


def _certificate_facts(certificate: Certificate, started: float) -> dict[str, Any]:
    return {
        "count": certificate.claim,
        "sha256": certificate.sha256,
        "clauses": len(certificate.clauses),
        "lemmas": len(certificate.lemmas),
        "seconds": round(time.perf_counter() - started, 6),
    }


def _split(certificate: Certificate, folder: Path) -> None:
    with naming(folder):
        folder.mkdir(parents=True, exist_ok=True)
    write(folder / "puzzle.cnf", "\n".join([*certificate.dimacs(), ""]))
    write(folder / "puzzle.drup", "\n".join([*certificate.drup(), ""]))
