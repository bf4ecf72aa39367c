"""The page of a comparison: before and after of what changed, from what both sides measured."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import compare_examples as made
import gate_profiles
import pytest
import report_examples as examples
from test_outputs_html import ATTRIBUTES, TAGS, Page

from ncu_advisor.outputs import Options
from ncu_advisor.regression import baseline
from ncu_advisor.regression.compare import compare
from ncu_advisor.regression.gate import GateResult, unjudged
from ncu_advisor.regression.outputs import _before_after, _movement, html

GOLDEN = Path(__file__).parent / "golden"


def source(result: GateResult) -> str:
    return html.render(result, Options()).decode()


def cards(page: str) -> dict[str, str]:
    """The cards' words by the kernel's name."""
    found = re.findall(r'<article class="card".*?</article>', page, flags=re.DOTALL)
    words = [" ".join(" ".join(Page(card).words).split()) for card in found]
    return {re.sub(r"^(FAIL|AMBIGUOUS|PASS) ", "", text).split()[0]: text for text in words}


def test_golden(request: pytest.FixtureRequest) -> None:
    """The page is written as tests/golden has it (`pytest --update-golden` writes it anew), and alike twice."""
    written = html.render(made.compared(), Options())
    golden = GOLDEN / "compared.html"
    if request.config.getoption("--update-golden"):
        golden.write_bytes(written)
    assert golden.read_bytes() == written == html.render(made.compared(), Options())


def test_what_changed_has_a_card_and_what_stayed_has_none() -> None:
    """The mended kernel and the slower one; the one that came and the one that went have a row, for there is nothing beside them."""
    page = source(made.compared())
    assert sorted(cards(page)) == ["hgemm_fma<64,", "transpose_naive"]
    assert ("1 new, 1 gone." in page, "scale</th>" in page or "scale <span" in page) == (True, True)


def test_a_card_says_what_was_measured() -> None:
    """Times, factor, limiter, the finding that went, and pairs of figures of the two launches of median duration."""
    card = cards(source(made.compared()))["transpose_naive"]
    for words in (
        "966 µs → 143 µs", "6.7x faster", "Memory: L2 →", "memory: DRAM", "Finding gone 71%", "Finding as before 6%", "DRAM 13% → 75%",
        "lg throttle 234 → 0", "SMs to L1 2.42 GB → 537 MB", "all 16.3 M → 27.3 M", "registers a thread 18 → 22", "achieved occupancy 76% → 94%",
    ):  # fmt: skip
        assert words in card


def test_single_launches_are_compared_as_measured() -> None:
    """No interval is claimed, and the page says why; what is six times as fast is faster, whatever cannot be told of its noise."""
    page = source(made.single())
    assert ("95% interval" in page, "Too few launches to tell a change from noise" in page) == (False, True)
    card = cards(page)["transpose_naive"]
    assert ("6.7x faster" in card, "Changed because" in card, "Finding gone 71%" in card) == (True, False, True)


def test_only_what_both_sides_know_is_paired() -> None:
    """A resource, a stall or a kind of instruction that one side did not collect is no bar."""
    [change] = [k.change for k in made.compared().kernels if k.change.kernel.name == "transpose_naive"]
    shown = {table.title: [row.label for row in table.rows] for table in _before_after.pictures(change)}
    assert ("LSU" in shown["Busy, of peak"], "shared loads" in shown["Instructions of warps"]) == (False, False)


def test_a_baseline_file_gives_figures_without_pictures() -> None:
    """It keeps times, medians and rules: the card has those, and no bars."""
    data = json.loads(baseline.content([made.before()]))
    page = source(unjudged(compare(baseline.runs(data, "b.json"), [made.after()])))
    card = cards(page)["transpose_naive"]
    assert ("Finding gone 71%" in card, "metrics that changed" in card, "Measurements" in card) == (True, True, False)


def test_arrows_lead_from_before_to_after() -> None:
    """Up by the ratio of the rates, in pixels of the axis; a kernel that stayed where it was has no shaft."""
    result = made.compared()
    assert result.comparison is not None
    moved = _movement.movement(result.comparison.report, [k.change for k in result.kernels])
    assert moved is not None
    dram = {arrow.after.name: arrow for arrow in moved.arrows if moved.chart.levels[arrow.after.level] == "DRAM"}
    mended, same = dram["transpose_naive"], dram["triad"]
    assert (mended.before.x == mended.after.x, mended.before.y > mended.after.y, bool(mended.shaft), same.shaft) == (True, True, True, "")
    first, last = (tuple(map(float, point.split())) for point in mended.shaft.removeprefix("M").split("L"))
    assert mended.after.y < last[1] < first[1] < mended.before.y


def test_the_share_of_a_run_is_drawn_on_one_scale() -> None:
    """The longer run's bar is whole, the other's as long as its time; parts add up to it."""
    result = made.compared()
    assert result.comparison is not None
    sides = html._sides(result.comparison)
    before, after = result.comparison.total_ns
    assert [round(sum(part["width"] for part in side["segments"])) for side in sides] == [
        round(1000 * spent / max(before, after)) for spent in (before, after)
    ]


def test_the_style_is_the_one_that_the_policy_allows() -> None:
    """And no script is."""
    page = source(made.compared())
    [style] = re.findall(r"<style>(.*?)</style>", page, flags=re.DOTALL)
    assert f"style-src 'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in page
    assert "<script" not in page


@pytest.mark.parametrize("name", examples.HOSTILE)
def test_hostile_names_add_no_element_and_no_attribute(name: str) -> None:
    """Only elements and attributes of the templates occur; ids and addresses hold no name."""
    page = Page(source(made.hostile(name)))
    assert ({tag for tag, _ in page.elements} - TAGS, {a for _, attributes in page.elements for a in attributes} - ATTRIBUTES) == (set(), set())
    assert all(re.fullmatch(r"#[a-z0-9-]+|data:,", target) for target in page.values("href"))


def test_what_failed_is_named_first() -> None:
    """Before an improvement that saved more time."""
    listed = re.findall(r'<ol class="changes">(.*?)</ol>', source(made.gated()), flags=re.DOTALL)[0]
    assert listed.index("hgemm_fma") < listed.index("transpose_naive")


def test_every_link_has_its_place() -> None:
    """No address within the page leads nowhere."""
    page = Page(source(made.gated()))
    assert {target[1:] for target in page.values("href") if target.startswith("#")} <= set(page.values("id"))


@pytest.mark.parametrize(
    ("count", "words"), [(9.006e7, "90.1 M"), (9.7e7, "97.0 M"), (2.5e9, "2.50 G"), (12345.0, "12.3 k"), (517.0, "517"), (0.0, "0")]
)
def test_short_counts(count: float, words: str) -> None:
    """Three digits and a letter."""
    assert _before_after.short(count) == words


def test_a_kernel_in_more_and_shorter_launches_is_what_the_run_says() -> None:
    """Three launches of half the time instead of one: each is faster, the run is 1.5 times slower, and the page calls the kernel that."""
    before, base = gate_profiles.run({"stream": [2e5] * 10, **gate_profiles.scattered(seed=1)}), gate_profiles.scattered(seed=2)
    after = gate_profiles.run({"stream": [1e5] * 30, **base})
    stream = replace(after.kernels[0], kernel=after.kernels[0].kernel._replace(grid=(32, 1, 1)))
    card = cards(source(unjudged(compare([before], [replace(after, kernels=(stream, *after.kernels[1:]))]))))["stream"]
    assert ("+50.0% a run , 1.50x slower" in card, "x faster" in card, "30 launches a run instead of 10" in card) == (True, False, True)
