"""One browser for all tests of the page; without Chromium they are skipped, each by its name and with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import BrowserError, Chromium, Page, find
from report_examples import Report

from ncu_advisor.outputs import Options, html

Opener = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Chromium]:
    program = find()
    if program is None:
        pytest.skip("no Chromium: install Debian's package chromium, or name a browser in CHROMIUM")
    with Chromium(program) as running:
        try:
            running.send("Browser.getVersion")
        except (BrowserError, OSError) as error:
            pytest.skip(f"{program} does not start here: {error}")
        yield running


@pytest.fixture
def show(browser: Chromium, tmp_path: Path) -> Iterator[Opener]:
    """Open a report, or the text of a page, in a tab of its own: ``show(report, scheme="dark", width=1280, script=True)``."""
    pages: list[Page] = []

    def opened(content: Report | str, scheme: str = "light", width: int = 1280, script: bool = True) -> Page:
        file = tmp_path / f"report{len(pages)}.html"
        file.write_bytes(content.encode() if isinstance(content, str) else html.render(content, Options()))
        page = browser.page(width)
        pages.append(page)
        page.media(scheme)
        page.script(script)
        page.open(file)
        return page

    yield opened
    for page in pages:
        page.close()
