"""The page of a comparison in a browser: it needs no script, nothing goes wrong, and everything on it can be reached."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources

import compare_examples as made
import pytest
import report_examples as examples
from chromium import Page
from test_accessibility import _RUN

from ncu_advisor.outputs import Options
from ncu_advisor.regression.gate import GateResult
from ncu_advisor.regression.outputs import html

Show = Callable[..., Page]


def source(result: GateResult) -> str:
    return html.render(result, Options()).decode()


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_renders_in_peace(show: Show, scheme: str, width: int) -> None:
    """No error, no request, no scrolling sideways; a card for either of the kernels that changed."""
    page = show(source(made.compared()), scheme, width)
    assert (page.problems(), page.requests(), page.evaluate("document.querySelectorAll('.card').length")) == ([], [], 2)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_an_arrow_leads_to_its_card_and_levels_switch(show: Show) -> None:
    """By click; choosing L1 hides DRAM's arrows, without script."""
    page = show(source(made.compared()), script=False)
    page.click("label[for=l2]")
    shown = "[...document.querySelectorAll('#roofline svg a')].filter(a => a.getClientRects().length).map(a => a.getAttribute('class'))"
    assert set(page.evaluate(shown)) == {"l2"}
    page.click("#roofline svg a.l2 circle:not(.was)")
    page.until(lambda: page.evaluate("location.hash") == "#c0", "the arrow led nowhere")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("example", [made.compared, made.gated], ids=["compared", "gated"])
def test_no_violation_of_accessibility(show: Show, example: Callable[[], GateResult], scheme: str) -> None:
    """axe finds nothing of any impact, with everything unfolded."""
    page = show(source(example()).replace("<details>", "<details open>"), scheme)
    page.evaluate(f"{resources.files('axe_core_python').joinpath('axe.min.js').read_text(encoding='utf-8')};0")
    assert page.evaluate(_RUN) == []


def test_hostile_names_do_nothing(show: Show) -> None:
    """No dialog, no error, no request, no handler, no element of theirs."""
    alien = "document.querySelectorAll('img, iframe, object, embed, form, base, script, main style, [onload], [onerror], [onclick]').length"
    for name in examples.HOSTILE:
        page = show(source(made.hostile(name)))
        assert (page.problems(), page.requests(), page.evaluate(alien)) == ([], [], 0)


@pytest.mark.parametrize("added", ["<script>document.title = 'taken'</script>", "<img src='data:,' onerror=\"document.title = 'taken'\">"])
def test_the_policy_blocks_what_is_added_by_hand(show: Show, added: str) -> None:
    """A script in the page does not run, and the browser names the policy."""
    page = show(source(made.compared()).replace('<main id="main">', f'<main id="main">{added}', 1))
    blocked = [problem for problem in page.problems() if "Content Security Policy" in problem]
    assert (page.evaluate("document.title"), len(blocked) >= 1) == ("Before and after", True)
