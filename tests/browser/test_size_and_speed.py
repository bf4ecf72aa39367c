"""A report of 500 launches stays a page that one opens. The figures are printed by ``python -m benchmarks.page``."""

from __future__ import annotations

from collections.abc import Callable

import report_examples as examples
from chromium import Page

from ncu_advisor.outputs import Options, html

_PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


def test_500_launches_are_painted_soon(show: Callable[..., Page]) -> None:
    """Under 3 MB, and painted within 3 s also where other work shares the processor (the goal is 1 s)."""
    report = examples.many(500)
    size = len(html.render(report, Options()))
    page = show(report)
    page.until(lambda: page.evaluate("performance.getEntriesByName('first-contentful-paint').length"), "nothing was painted")
    assert (size < 3_000_000, page.evaluate(_PAINT) < 3_000, page.problems()) == (True, True, [])
