"""The tests' own eyes: that they would see what is wrong with a page."""

from __future__ import annotations

import shutil

import browsing
import pytest

pytestmark = pytest.mark.browser

PLAIN = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Plain</title>'
    '<meta name="viewport" content="width=device-width">{head}</head>'
    "<body><main><h1>Plain</h1>{body}</main></body></html>"
)


def plain(body="", head=""):
    return PLAIN.format(head=head, body=body)


def test_what_goes_wrong_is_noted(open_tab):
    bodies = {
        "<script>throw new Error('thrown')</script>": "error: thrown",
        "<script>Promise.reject(new Error('late'))</script>": "error: late",
        "<script>console.error('said')</script>": "error: said",
        "<script>console.warn('warned')</script>": "warning: warned",
        '<img alt="" src="http://localhost:9/picture.png">': "request: http://localhost:9/picture",
        '<img alt="" src="beside.png">': "request: file:///",
        "<script>fetch('http://localhost:9/').catch(() => 0)</script>": "request: http://localhost:9/",
    }
    tab = open_tab(plain("".join(bodies)))
    tab.page.wait_for_load_state("networkidle")
    for fault in bodies.values():
        assert any(noted.startswith(fault) for noted in tab.faults), (fault, tab.faults)
    tab.faults.clear()


def test_a_page_that_is_too_wide_is_seen(open_tab):
    window = {"width": browsing.PHONE, "height": 600}
    tab = open_tab(plain('<div style="width: 400px">wide</div>'), viewport=window)
    assert tab.overflow() > 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_sees_contrast_and_names(open_tab, scheme):
    pale = (
        "<style>:root { color-scheme: light dark } p { color: #777; background: #888 }"
        "@media (prefers-color-scheme: dark) { p { color: #333; background: #222 } }</style>"
    )
    tab = open_tab(plain("<p>pale</p><button></button>", pale), color_scheme=scheme)
    rules = {violation.partition(":")[0] for violation in tab.violations()}
    assert rules == {"color-contrast", "button-name"}


def test_without_a_browser_one_sentence_says_how_to_get_it(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        browsing.chromium().__enter__()
