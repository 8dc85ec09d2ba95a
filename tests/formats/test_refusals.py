"""What is refused, and where it is said to be wrong: ``tests/data/refusals.tsv``.

Formats in JSON, and links, have theirs beside the objects that they are made from.
"""

import pytest
from corpus import DATA

from kenken_cp.errors import FormatError
from kenken_cp.formats import loads_all

LINES = (DATA / "refusals.tsv").read_text(encoding="utf-8").splitlines()
REFUSALS = [tuple(line.replace("\\n", "\n").split("\t")) for line in LINES]


@pytest.mark.parametrize(("name", "text", "message"), REFUSALS)
def test_refusals(name: str, text: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads_all(text, name)
    assert str(caught.value).startswith(message)
