"""What an accessibility engine (axe) says of the page: contrast, names, landmarks, tables, order of headings."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import pytest
import report_examples as examples
from chromium import Page

Show = Callable[..., Page]
_RUN = "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => [v.impact, v.id, v.nodes.map(n => n.html.slice(0, 120))]))"


@pytest.fixture(scope="module")
def engine() -> str:
    return resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")


@pytest.mark.parametrize("unfolded", [False, True], ids=["folded", "unfolded"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("example", [examples.report, examples.traced, lambda: examples.report([])], ids=["report", "traced", "empty"])
def test_no_serious_violation(show: Show, engine: str, example: Callable[[], examples.Report], scheme: str, unfolded: bool) -> None:
    """Nothing of any impact, in light and dark, with every part folded in or out."""
    page = show(example(), scheme)
    if unfolded:
        page.evaluate("document.querySelectorAll('details').forEach(part => {part.open = true})")
    page.evaluate(f"{engine};0")
    assert page.evaluate(_RUN) == []


def test_the_engine_would_notice(show: Show, engine: str) -> None:
    """It is not vacuous: a button without a name is a violation."""
    page = show(examples.report())
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    page.evaluate(f"{engine};0")
    assert "button-name" in [rule for _, rule, _ in page.evaluate(_RUN)]
