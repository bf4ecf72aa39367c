"""The HTML page: structure, policy, escaping, size."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
import report_examples as examples

from ncu_advisor.outputs import Options, html

_TAGS = """
html head meta title link style body a header nav span main section h1 h2 h3 h4 p div svg rect ul li i b ol table thead tbody tr th td caption
article dl dt dd code pre label input select option output circle path g text use defs details summary figure figcaption blockquote footer script wbr
"""
_ATTRIBUTES = """
lang charset http-equiv content name rel href class id aria-label aria-labelledby aria-sort aria-hidden role viewbox preserveaspectratio
x y x1 y1 width height rx d cx cy r transform stroke-width scope data-v data-b hidden open type placeholder autocomplete spellcheck value for
checked tabindex title
"""
TAGS = frozenset(_TAGS.split())
ATTRIBUTES = frozenset(_ATTRIBUTES.split())


class Page(HTMLParser):
    """Everything that a test asks of a page."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def values(self, attribute: str) -> list[str]:
        return [attributes[attribute] or "" for _, attributes in self.elements if attribute in attributes]


def source(report: examples.Report) -> str:
    return html.render(report, Options()).decode()


def inlined(page: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}>(.*?)</{tag}>", page, flags=re.DOTALL)


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_add_no_element_and_no_attribute(hostile: str) -> None:
    """Only elements and attributes of the templates occur; the one script and style are ours; ids and addresses hold no name."""
    text = source(examples.hostile(hostile))
    page = Page(text)
    assert set() == {tag for tag, _ in page.elements} - TAGS
    assert set() == {name for _, attributes in page.elements for name in attributes} - ATTRIBUTES
    harmless = source(examples.hostile("harmless"))
    assert [inlined(harmless, tag) for tag in ("script", "style")] == [inlined(text, tag) for tag in ("script", "style")]
    assert [value for value in page.values("href") if not re.fullmatch(r"#[a-z0-9-]+|data:,", value)] == []
    assert [value for attribute in ("id", "class", "for") for value in page.values(attribute) if not re.fullmatch(r"[a-z0-9 -]*", value)] == []


@pytest.mark.parametrize("hostile", [name for name in examples.HOSTILE if name.isprintable() and "`" not in name])
def test_hostile_names_are_shown_as_they_are(hostile: str) -> None:
    """Escaping loses nothing: the words on the page hold the name."""
    assert " ".join(hostile.split()) in " ".join("".join(Page(source(examples.hostile(hostile))).words).split())


def test_the_policy_allows_exactly_the_inlined_style_and_script() -> None:
    """Hashes in the policy are those of the two inlined texts; everything else is forbidden."""
    text = source(examples.report())
    policy = next(a["content"] for _, a in Page(text).elements if a.get("http-equiv") == "Content-Security-Policy")
    hashes = ["sha256-" + base64.b64encode(hashlib.sha256(inlined(text, tag)[0].encode()).digest()).decode() for tag in ("style", "script")]
    expected = f"default-src 'none'; style-src '{hashes[0]}'; script-src '{hashes[1]}'; img-src data:; base-uri 'none'; form-action 'none'"
    assert expected == policy


def test_nothing_is_fetched_and_no_style_is_inline() -> None:
    """No address leads out of the file, and no attribute is one that the policy would block."""
    text = source(examples.report())
    names = {name for _, attributes in Page(text).elements for name in attributes}
    assert set() == names & {"style", "src", "srcset", "action", "onclick", "onload"}
    assert re.findall(r"(?:https?:)?//[a-z]|url\(|@import", "".join(inlined(text, "style"))) == []


def test_every_link_leads_somewhere_and_ids_are_unique() -> None:
    """Each launch has a place of its own, so that #k17 works from the table, the chart and other tools."""
    page = Page(source(examples.report()))
    ids = page.values("id")
    assert len(ids) == len(set(ids))
    assert set() == {href[1:] for href in page.values("href") if href.startswith("#")} - set(ids)
    assert {f"k{n}" for n in range(8)} <= set(ids)


def test_everything_a_finding_says_is_on_the_page_without_script() -> None:
    """Titles, advice, conditions, values and what would bind next are in the markup itself."""
    words = " ".join("".join(Page(source(examples.report())).words).split())
    report = examples.report()
    said = [text for k in report.kernels for f in k.findings for text in (f.title, f.explanation, f.advice, f.unless, f.binds_next, f.rule)]
    said += [entry.rule for k in report.kernels for entry in (*k.suppressed, *k.not_evaluated)] + [
        v.text for k in report.kernels for v in k.vendor_rules
    ]
    assert [text for text in said if " ".join(text.split()) not in words] == []


def test_the_roofline_has_a_point_and_a_row_per_level() -> None:
    """Points link to cards, carry their words, and are repeated as a table."""
    page = Page(source(examples.report()))
    points = [a["href"] for tag, a in page.elements if tag == "a" and re.fullmatch(r"l\d p\d", a.get("class") or "")]
    assert sorted(points) == ["#k0"] * 3 + ["#k2"] + ["#k6"] * 3
    assert " ".join(page.words).count("Roof there") == 1


def test_500_launches_fit_3_megabytes() -> None:
    """Cards that save least leave out their pictures and say so; no finding is left out."""
    text = source(examples.many(500))
    assert (
        len(text.encode()) < 3_000_000,
        text.count('<article class="card"'),
        text.count("Stage a 32x33 tile in shared memory so that consecutive threads store consecutive addresses. Pad"),
    ) == (True, 500, 500)
    assert "leave out pictures" in text


def test_thousands_of_kernels_stay_a_page() -> None:
    """Of 3000 kernels the 500 that save most have a card and 1000 a row; the rest is counted, and no link leads nowhere."""
    text = source(examples.many(3000))
    page = Page(text)
    assert (text.count('<article class="card"'), text.count("<tr data-b"), len(text.encode()) < 3_500_000) == (500, 1000, True)
    assert ("2,500 kernels have no card" in text, "2,000 launches that save least are left out" in text) == (True, True)
    assert set() == {href[1:] for href in page.values("href") if href.startswith("#")} - set(page.values("id"))


def test_a_launch_repeated_often_is_one_card_of_modest_size() -> None:
    """Ten thousand launches of one kernel: one card, its distribution, and places for the launches that the table lists."""
    from dataclasses import replace

    kernels = [replace(examples.GEMM, id=n, duration_ns=4e5 + n % 97) for n in range(10_000)]
    text = source(examples.report(kernels))
    assert (text.count('<article class="card"'), "×10000" in text, len(text.encode()) < 1_500_000) == (1, True, True)


def test_a_traced_run_is_drawn_and_told() -> None:
    """Lanes have paths of the templates' own, profiled kernels link to their card, and what the profile lacks is said."""
    text = source(examples.traced())
    words = " ".join("".join(Page(text).words).split())
    assert (text.count('<path class="f-memory q'), '<a href="#k0">transpose_<wbr>naive</a>' in text) == (4, True)
    told = ("A run of 500 ms", "Not profiled: softmax<float> (20%)", "not profiled 20% 80.0 ms", "Under ncu")
    assert [said for said in told if said not in words] == []


def test_a_trace_alone_is_a_report() -> None:
    """No launches, no table, no roofline; the run and its findings are there."""
    from dataclasses import replace

    page = Page(source(replace(examples.traced(), kernels=[])))
    ids = set(page.values("id"))
    assert ({"overview", "run", "sequences", "data"} <= ids, {"launches", "roofline", "kernels"} & ids) == (True, set())


def test_what_saves_nothing_is_a_dash_in_the_table() -> None:
    """A launch whose only finding informs: no time, no percentage, and it sorts below what saves."""
    row = next(row for row in re.findall(r"<tr data-b.*?</tr>", source(examples.report())) if ">triad<" in row)
    assert ('<td class="n" data-v="-1">–</td>' in row, "dram-saturated" in row) == (True, True)


def test_a_small_report_leaves_nothing_out() -> None:
    """The room is for reports of hundreds of kernels only."""
    assert "leave out pictures" not in source(examples.report())


def test_scripts_and_styles_end_where_they_should() -> None:
    """Neither inlined text holds what would end its element or start a comment."""
    assert [text for tag in ("style", "script") for text in inlined(source(examples.report()), tag) if "</" in text or "<!--" in text] == []


def test_what_one_command_collects_is_said_once() -> None:
    """Launches that lack nearly the same share a place with one command, which says how many of them lack each rule; all cards lead there."""
    many = tuple(f"metric_{number}.sum" for number in range(200))
    first, second = examples.NotEvaluated("scattered-access", many, "ncu"), examples.NotEvaluated("serialised-banks", many, "ncu")
    kernels = [replace(examples.TRIAD, not_evaluated=[first, second]), replace(examples.GEMM, not_evaluated=[first])]
    page = source(examples.report(kernels))
    words = " ".join(" ".join(Page(page).words).split())
    assert (
        "2 launches lack metrics that these rules need: scattered-access , serialised-banks (1 of them). This collects them: ncu --set full" in words
    )
    assert (page.count('id="lacking-'), page.count('href="#lacking-1"')) == (1, 2)
