"""Pages opened in Chromium: what goes wrong in them is noted, and fails the test that opened them.

Playwright is imported where it is used: only the tests marked ``browser`` need it.
"""

from __future__ import annotations

import shutil
from contextlib import contextmanager

import pytest

NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
"""What the executable may be called; the first takes half the time."""

HOW_TO_GET_IT = (
    "the tests marked browser need Playwright and Chromium: pip install -e '.[browser]', and "
    "apt-get install chromium (or Google Chrome)"
)

PHONE = 360
"""Pixels: the width of a narrow phone."""


@contextmanager
def chromium():
    """A headless Chromium, without the requests that it makes for itself."""
    executable = next(filter(None, map(shutil.which, NAMES)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sync_playwright = None
    if executable is None or sync_playwright is None:
        # No skip: nobody runs these tests without having asked for them.
        pytest.fail(HOW_TO_GET_IT, pytrace=False)
    with sync_playwright() as playwright:
        # Playwright leaves out the sandbox, which root and many containers cannot have; the pages
        # are our own. /dev/shm is small in containers.
        quiet = ["--disable-background-networking", "--disable-dev-shm-usage"]
        # Starting processes would take as long as the tests.
        few_processes = ["--disable-gpu", "--in-process-gpu", "--renderer-process-limit=1"]
        few_processes += ["--disable-site-isolation-trials"]
        browser = playwright.chromium.launch(
            executable_path=executable, args=[*quiet, *few_processes], timeout=300_000
        )
        yield browser
        browser.close()


class Tab:
    """A page that is open, and what went wrong in it."""

    def __init__(self, page, path):
        self.page = page
        self.address = path.as_uri()
        self.faults = []
        page.on("console", self._note_message)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._note_request)
        page.goto(self.address)

    def _note_message(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _note_request(self, request):
        """A page is read from its file, and asks for nothing else."""
        if request.url.partition("#")[0] != self.address:
            self.faults.append(f"request: {request.url}")

    def wait_until(self, expression):
        """Waits until JavaScript is true, at most a minute. It is asked again from outside: the
        page's content security policy forbids what Playwright would ask within it.
        """
        for _ in range(3000):
            if self.page.evaluate(expression):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"it has not come to {expression}")

    def keys(self, *names):
        """Types keys, one after the other: ``a``, ``ArrowUp``, ``Control+z``."""
        for name in names:
            self.page.keyboard.press(name)

    def overflow(self):
        """By how many pixels the page is wider than its window."""
        return self.page.evaluate(
            "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"
        )

    def violations(self, *rules):
        """What axe-core finds hard to use for some, by all of its rules or by some: a line each."""
        from axe_playwright_python.sync_playwright import Axe

        options = {"resultTypes": ["violations"], **({"runOnly": rules} if rules else {})}
        return [
            f"{found['id']}: {found['help']}: {node['html'][:200]}"
            for found in Axe().run(self.page, options=options).response["violations"]
            for node in found["nodes"]
        ]
