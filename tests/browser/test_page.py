"""What a reader's browser makes of the page: nothing goes wrong, nothing leaves it, and everything on it can be reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import report_examples as examples
from chromium import Page

from ncu_advisor.advise import advise
from ncu_advisor.load import load

Show = Callable[..., Page]
SAMPLES = "sample_reports/exports"
# What the eye would say: an element is in view if its top is on the screen, below the sticky header.
_IN_VIEW = "(id => {const r = document.getElementById(id).getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight})"
_ROWS = "[...document.querySelectorAll('#table tbody tr')].filter(row => !row.hidden).map(row => row.cells[0].textContent)"


@pytest.fixture(scope="module")
def sample(request: pytest.FixtureRequest) -> examples.Report:
    """The report of the shipped samples, of the kernels and of the library."""
    exports = request.config.rootpath / SAMPLES
    return advise(load([str(exports / "full_raw.csv.xz"), str(exports / "library_raw.csv.xz")]))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sample_report_renders_in_peace(show: Show, sample: examples.Report, scheme: str) -> None:
    """No error or warning on the console, no exception, no request, in either colour scheme; and the page is there."""
    page = show(sample, scheme)
    assert (page.problems(), page.requests()) == ([], [])
    assert page.evaluate("document.querySelectorAll('.card').length") == len(sample.kernels)


def test_a_traced_report_renders_in_peace(show: Show) -> None:
    """The same of a report with a trace of the run, whose lanes are drawn."""
    page = show(examples.traced())
    assert (page.problems(), page.requests(), page.evaluate("document.querySelectorAll('.when svg').length")) == ([], [], 5)


def test_without_script_every_finding_is_shown(show: Show) -> None:
    """Titles, advice, conditions and rules are laid out, also of the findings of the run; only the filter is not there."""
    report = examples.traced()
    page = show(report, script=False)
    shown = " ".join(page.visible_text().split())
    findings = [finding for kernel in report.kernels for finding in kernel.findings] + report.sequence_findings
    said = [text for finding in findings for text in (finding.title, finding.advice, finding.explanation, finding.unless, finding.rule)]
    assert [text for text in said if " ".join(text.split()) not in shown] == []
    assert "name contains" not in shown


def test_without_script_the_levels_of_the_roofline_can_be_switched(show: Show) -> None:
    """The switches are radio buttons and style rules: choosing L2 hides the points of DRAM."""
    page = show(examples.report(), script=False)
    page.click("label[for=l1]")
    shown = "[...document.querySelectorAll('#roofline .along')].filter(words => words.getClientRects().length).map(words => words.textContent)"
    assert [words.split()[0] for words in page.evaluate(shown)] == ["L2"]


def _point(page: Page, launch: int) -> str:
    """A selector of the visible point of ``launch``."""
    return f"#roofline svg a.l0[href='#k{launch}']"


def test_a_point_of_the_roofline_leads_to_its_card_by_click(show: Show) -> None:
    """A click on the point of the transpose brings its card into view."""
    page = show(examples.report())
    page.click(_point(page, 0))
    page.until(lambda: page.evaluate(f"{_IN_VIEW}('k0')"), "the card of launch 0 did not come into view")
    assert page.evaluate("location.hash") == "#k0"


def test_a_point_of_the_roofline_leads_to_its_card_by_keyboard(show: Show) -> None:
    """Tab reaches the point, its focus is visible, Enter follows it, and the next Tab is behind the top of the card."""
    page = show(examples.report())
    for _ in range(80):
        page.key("Tab")
        if page.evaluate("document.activeElement.matches(`#roofline svg a.l0[href='#k0']`)"):
            break
    assert page.evaluate("document.activeElement.matches(':focus-visible')")
    page.key("Enter")
    page.until(lambda: page.evaluate(f"{_IN_VIEW}('k0')"), "the card of launch 0 did not come into view")
    page.key("Tab")
    assert page.evaluate("location.hash") == "#k0"
    assert page.evaluate("!!(document.getElementById('k0').compareDocumentPosition(document.activeElement) & Node.DOCUMENT_POSITION_FOLLOWING)")


def test_every_point_has_a_name_for_those_who_do_not_see_it(show: Show) -> None:
    """The accessible name of a point says the kernel and the figures, as the table beneath does."""
    page = show(examples.report())
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    names = [node["name"]["value"] for node in nodes if node.get("role", {}).get("value") == "link" and "of the roof at" in node["name"]["value"]]
    assert sorted(name.split(":")[0] for name in names) == ["hgemm_fma<64, 64, 16>", "transpose_naive", "triad"]


def test_the_table_is_filtered_by_name(show: Show) -> None:
    """Typing shows the launches whose name contains the words, whatever their case, and counts them."""
    page = show(examples.report())
    page.click("#filter")
    page.type("HGEMM")
    assert (page.evaluate(_ROWS), page.evaluate("document.getElementById('shown').value")) == (["7", "6", "5", "1"], "4 of 8")


def test_the_table_is_filtered_by_bound(show: Show) -> None:
    """Choosing a bound shows its launches only."""
    page = show(examples.report())
    page.evaluate("(s => {s.value = 'memory'; s.dispatchEvent(new Event('change'))})(document.getElementById('bound'))")
    assert page.evaluate(_ROWS) == ["0", "2"]


def test_the_table_is_sorted_by_click_and_by_keyboard(show: Show) -> None:
    """By number upwards on a click, downwards on the next; by time, largest first, with Enter; the header says how."""
    page = show(examples.report())
    first = "#table thead th:nth-child(1) button"
    page.click(first)
    assert (page.evaluate(_ROWS), page.evaluate(f"document.querySelector('{first}').parentNode.ariaSort")) == (list("01234567"), "ascending")
    page.click(first)
    assert page.evaluate(_ROWS) == list("76543210")
    page.evaluate("document.querySelector('#table thead th:nth-child(4) button').focus()")
    page.key("Enter")
    assert page.evaluate(_ROWS)[:2] == ["0", "7"]
    assert page.evaluate("[...document.querySelectorAll('#table thead th')].filter(head => head.ariaSort).length") == 1


def test_a_recommendation_is_copied(show: Show) -> None:
    """The button puts the text into the clipboard, or selects it where a page from disk may not, and says which."""
    page = show(examples.report())
    page.click("#k0 pre.copy button")
    page.until(lambda: page.evaluate("document.querySelector('#k0 pre.copy button').textContent") != "Copy", "the button said nothing")
    assert page.evaluate("document.querySelector('#k0 pre.copy button').textContent") in ("Copied", "Selected")


@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_is_wider_than_the_window(show: Show, width: int) -> None:
    """Wide tables scroll in their own box; the page itself never does, on a screen or a telephone."""
    page = show(examples.traced(), width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_print_opens_what_is_folded(show: Show) -> None:
    """Paper has no summary to click: everything that is folded on the screen is printed."""
    page = show(examples.report())
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate("document.querySelectorAll('details:not([open])').length") == 0
    assert page.pdf()[:5] == b"%PDF-"


def test_hostile_names_do_nothing(show: Show) -> None:
    """All of them in one report: no dialog, no error, no request, no handler, no element of theirs, and nobody's property is set."""
    kernels = []
    for number, name in enumerate(examples.HOSTILE):
        [kernel] = examples.hostile(name).kernels
        kernel.id = number
        kernels.append(kernel)
    first = examples.hostile(examples.HOSTILE[1])
    first.kernels = kernels
    page = show(first)
    page.key("Tab")
    alien = (
        "document.querySelectorAll('img, iframe, object, embed, form, base, b > b, main script, main style, [onload], [onerror], [onclick]').length"
    )
    assert (page.problems(), page.requests(), page.evaluate(alien)) == ([], [], 0)
    assert page.evaluate("document.querySelectorAll('.card').length") == len(kernels) + len(first.sequence_findings)


_INJECTIONS = {
    "inline script": "<script>document.title = 'taken'</script>",
    "handler": "<img src='data:,' onerror=\"document.title = 'taken'\">",
    "javascript address": "<a id='bait' href=\"javascript:document.title = 'taken'\">x</a>",
    "remote script": "<script src='https://example.org/x.js'></script>",
    "remote picture": "<img src='https://example.org/x.png'>",
    "inline style": "<p style='background: url(https://example.org/x.png)'>x</p>",
    "form": "<form action='https://example.org/'><button id='bait'>x</button></form>",
}


@pytest.mark.parametrize("what", _INJECTIONS)
def test_the_policy_blocks_what_is_added_by_hand(show: Show, what: str) -> None:
    """Even markup that escaping had let through would not run, fetch, style or post: the browser names the policy."""
    from ncu_advisor.outputs import Options, html

    content = html.render(examples.report(), Options()).decode().replace('<main id="main">', f'<main id="main">{_INJECTIONS[what]}', 1)
    page = show(content)
    if "bait" in _INJECTIONS[what]:
        page.click("#bait")
    blocked = [problem for problem in page.problems() if "Content Security Policy" in problem]
    failed: list[Any] = [event for event in page.events("Network.responseReceived") if event.get("type") != "Document"]
    assert (page.evaluate("document.title"), len(blocked) >= 1, failed) == ("Kernel report: NVIDIA H200", True, [])
