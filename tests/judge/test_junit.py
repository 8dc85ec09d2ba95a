"""Verdicts as JUnit XML."""

from xml.etree import ElementTree

from kenken_cp import Puzzle
from kenken_cp.judge.judging import Judged, skipped
from kenken_cp.judge.junit import junit
from kenken_cp.judge.verdicts import RIGHT, Kind, Verdict

TWO = Puzzle(2)


def judged(name, verdict):
    return Judged(name, TWO, "s", verdict, None, 0.25)


def test_a_case_a_puzzle():
    wrong = Verdict(Kind.WRONG_GRID, "printed <\x00&\ud800>\u2713")
    results = [judged("a", RIGHT), judged("b\x1b", wrong), skipped("c", TWO, "s", "too large")]
    results += [judged("d", Verdict(Kind.CRASH, "killed")), judged("e", Verdict(Kind.TIMEOUT))]
    text = junit("./solver <&>", results)
    root = ElementTree.fromstring(text.encode())
    (suite,) = root.iter("testsuite")
    assert "./solver <&>" in suite.get("name")
    numbers = {key: suite.get(key) for key in ("tests", "failures", "errors", "skipped")}
    assert numbers == {"tests": "5", "failures": "1", "errors": "2", "skipped": "1"}
    cases = list(root.iter("testcase"))
    assert [case.get("name") for case in cases] == ["a", "b?", "c", "d", "e"]
    assert [[child.tag for child in case] for case in cases] == [
        [], ["failure"], ["skipped"], ["error"], ["error"]
    ]  # fmt: skip
    failure = cases[1][0]
    assert (failure.get("type"), failure.get("message")) == ("wrong-grid", "printed <?&?>\u2713")
    assert cases[0].get("time") == "0.250"
