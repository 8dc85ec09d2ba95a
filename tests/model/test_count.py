import pytest

from kenken_cp.model.count import Count


class TestCount:
    def test_is_a_number_that_knows_whether_it_is_exact(self):
        assert Count(8) == 8
        assert str(Count(8)) == "8"
        assert f"{Count(8, exact=False)}" == "8+"
        assert f"{Count(1234567, exact=False):,}" == "1,234,567+"
        widths = [
            f"{Count(5, exact=exact):{spec}}" for exact in (True, False) for spec in (4, "<4")
        ]
        assert widths == ["   5", "5   ", "  5+", "5+  "]
        assert Count.parse("3+") == 3
        assert not Count.parse("3+").exact
        assert Count.parse("12").exact

    def test_in_words(self):
        words = [Count(n, exact=exact).in_words for n, exact in ((0, True), (1, True), (1, False))]
        assert words == ["no solution", "1 solution", "1+ solutions"]

    def test_a_copy_is_no_more_exact(self):
        assert str(Count(Count(3, exact=False))) == "3+"
        assert str(Count(Count(3, exact=False), exact=True)) == str(Count(Count(3))) == "3"

    @pytest.mark.parametrize("text", ["", "+", "-1", "1.5", "one", "1 2", "1" * 101, "١"])
    def test_refuses_what_is_no_count(self, text):
        with pytest.raises(ValueError, match="is no count; expected one such as 8 or 3"):
            Count.parse(text)

    @pytest.mark.parametrize(
        ("stated", "found", "agrees"),
        [
            ("8", "8", True),
            ("8", "7", False),
            ("3+", "3", True),
            ("3+", "9", True),
            ("3+", "2", False),
            ("8", "8+", True),
            ("8", "9+", False),
            ("3+", "2+", True),
        ],
    )
    def test_agrees(self, stated, found, agrees):
        assert Count.parse(stated).agrees(Count.parse(found)) is agrees
