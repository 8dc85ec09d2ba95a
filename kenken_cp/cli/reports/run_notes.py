"""What is said of a whole run of judging, for people: how many were right, how far the figures can
be trusted, and what to try if the answers were misread.
"""

from kenken_cp.cli.reports.runs import Run
from kenken_cp.judge.answers import Claim
from kenken_cp.judge.exchange import Channel
from kenken_cp.judge.results import Judged
from kenken_cp.judge.summary import totals
from kenken_cp.judge.verdicts import Kind
from kenken_cp.text import plural


def run_sentence(run: Run) -> str:
    """How many answers were right, and how many were wrong in which way."""
    verdicts = dict(totals(run.judged))
    number, right = len(run.judged), verdicts.pop("right", 0)
    what = "answer" if run.claim is None else "puzzle"
    start = plural(number, what)
    if run.interrupted:
        start = f"interrupted after {start}"
    if number and not verdicts:
        end = "all right" if number > 1 else "right"
    else:
        end = ", ".join([f"{right} right", *(f"{n} {kind}" for kind, n in verdicts.items())])
    return f"{start}: {end}"


_DEMANDS = {
    Claim.GRIDS: "every solution, each once",
    Claim.FIRST: "one solution, or none",
    Claim.COUNT: "the number of solutions",
    Claim.UNIQUE: "unique, several or none",
}


def _skipped(run: Run) -> list[str]:
    """How many were skipped, with the first; of several engines, of each."""
    notes = []
    for solver in dict.fromkeys(one.solver for one in run.skipped):
        first, *others = [one for one in run.skipped if one.solver == solver]
        by = f" by {solver}" if solver else ""
        notes.append(f"{len(others) + 1} skipped{by}, the first, {first.name}: {first.reason}")
    return notes


_READ = frozenset(Kind) - {Kind.RIGHT, Kind.CRASH, Kind.TIMEOUT, Kind.MEMORY}


def _rests_on_reading(judged: Judged) -> bool:
    """Whether a failure is one of what a program printed, and not of what it did or returned."""
    exchange = judged.exchange
    if exchange is None or exchange.channel is Channel.CALL or judged.verdict.kind not in _READ:
        return False
    return bool((exchange.printed if exchange.written is None else exchange.written).strip())


def _may_read_another_format(run: Run) -> bool:
    """Whether a program made nothing of any puzzle that it was given."""
    kinds = {judged.verdict.kind for judged in run.judged}
    is_given = all(
        each.exchange is not None and each.exchange.channel is not Channel.CALL
        for each in run.judged
    )
    made_nothing = {Kind.CRASH, Kind.UNREADABLE}
    return is_given and bool(kinds & made_nothing) and kinds <= made_nothing | {Kind.TIMEOUT}


def _never_answered(run: Run) -> bool:
    """Whether every run was stopped before it said anything."""
    return all(
        one.verdict.kind in (Kind.TIMEOUT, Kind.MEMORY)
        and one.answers is not None
        and not one.answers.say_something
        for one in run.judged
    )


def _one_of_several(run: Run) -> str:
    """How often one solution was enough to be right, though there are others."""
    right = [one for one in run.judged if one.verdict.kind is Kind.RIGHT]
    number = sum(one.solutions > 1 for one in right)
    if not number:
        return ""
    have, one = ("has", "one of them") if number == 1 else ("have", "one for each")
    return f": {plural(number, 'puzzle')} {have} several solutions, and it gave {one}"


def run_notes(run: Run) -> list[str]:
    """How far the figures can be trusted."""
    notes = []
    nothing_read = _may_read_another_format(run)
    is_known = not run.assumed or not (nothing_read or _never_answered(run))
    if run.claim is not None and run.judged and is_known:
        text = f"answers: {run.claim} ({_DEMANDS[run.claim]})"
        if run.assumed:
            text += ", inferred"
            if run.claim is Claim.FIRST:
                text += (
                    f"{_one_of_several(run)}; if it should find all, judge it with --answers grids"
                )
        notes.append(text)
    notes += _skipped(run)
    if nothing_read:
        notes.append(
            "if it reads another format than the one above: --puzzle-format NAME gives it that "
            "(see: kenken-cp formats)"
        )
    if any(map(_rests_on_reading, run.judged)):
        notes.append(
            "if right answers were misread: numbers in rows with an empty line after each grid, "
            "'No solution' and '3 solutions' are always understood; for more see --answer-regex "
            "and: kenken-cp guide judge"
        )
    if any(judged.verdict.kind is Kind.TIMEOUT for judged in run.judged) and run.claim is not None:
        notes.append("if it is only slow: --timeout gives it more seconds for each puzzle")
    known = [judged for judged in run.judged if judged.known]
    if unknown := len(run.judged) - len(known):
        notes.append(
            f"{unknown} timed out, and our engines did not find the solutions in that time either"
        )
    bounded = sum(not judged.solutions.exact for judged in known)
    if bounded:
        notes.append(
            f"{bounded} with more solutions than we search for: every grid was checked, but their "
            "number only against a lower bound"
        )
    alone = sum(not judged.confirmed for judged in known)
    if alone and run.claim is None and len({judged.solver for judged in run.judged}) == 1:
        notes.append("checked against the rules alone: name another --backend to compare with")
    elif alone:
        notes.append(f"{alone} confirmed by no second engine: none finished in time")
    return notes
