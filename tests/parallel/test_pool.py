"""Executors."""

from kenken_cp.parallel import InlineExecutor, StartedLater


def test_an_executor_that_is_started_later():
    made = []

    class Made(InlineExecutor):
        def reports(self):
            return [(7, None)]

        def __exit__(self, *_):
            made.append("ended")

    def make():
        made.append("made")
        return Made()

    with StartedLater(make) as executor:
        assert list(executor.reports()) == made == []
        assert [executor.submit(abs, -n).result() for n in range(3)] == [0, 1, 2]
        assert list(executor.reports()) == [(7, None)]
        assert made == ["made"]
    assert made == ["made", "ended"]
    with StartedLater(make):
        pass
    assert made == ["made", "ended"]
