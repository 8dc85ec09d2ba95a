"""The browser of the tests in this folder."""

from contextlib import ExitStack

import pytest
from browsing import Tab, chromium


@pytest.fixture(scope="session")
def browser():
    with chromium() as started:
        yield started


@pytest.fixture
def open_tab(browser, tmp_path):
    """Opens a page, from a file as its readers do: its text, and what Playwright calls the context:
    ``viewport``, ``color_scheme``, ``java_script_enabled``... ``first`` is JavaScript to run before
    that of the page. At the end of the test nothing may have gone wrong in it, unless the test has
    looked and emptied the list.
    """
    tabs = []
    with ExitStack() as stack:

        def opened(html, *, first="", **context):
            path = tmp_path / "page.html"
            path.write_text(html, encoding="utf-8")
            opened = stack.enter_context(browser.new_context(**context))
            opened.set_default_timeout(60_000)
            if first:
                opened.add_init_script(first)
            tabs.append(Tab(opened.new_page(), path))
            return tabs[-1]

        yield opened
    assert [fault for tab in tabs for fault in tab.faults] == []
