"""One self-contained HTML file: no request leaves it, its policy allows only the style and script written here, and it reads without script."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ncu_advisor.outputs import _page, _roofline_chart
from ncu_advisor.presentation import digest, run_digest, wording
from ncu_advisor.presentation.roofs import LEVELS

if TYPE_CHECKING:
    from jinja2 import Environment

    from ncu_advisor.outputs import Options
    from ncu_advisor.report import Diagnosis, Report

NAME = "html"
SUFFIXES = (".html", ".htm")

# Characters for cards: with the tables of 500 launches a file stays below 3 MB. Beyond, cards leave out pictures and quotes and say so.
_ROOM = 2_300_000
_OPEN = 3  # cards whose pictures are shown at once
_CARDS, _ROWS = 500, 1000  # a page of more opens too slowly to be read; what saves least is counted, and the other formats have it


def render(report: Report, options: Options) -> bytes:
    """The page as UTF-8; the same report gives the same bytes."""
    environment = _page.environment()
    style, script = _page.style(), _page.source("report.js")
    groups = digest.groups(report)
    carded, launches = groups[:_CARDS], _ranked(report)[:_ROWS]
    changes = [change for change in digest.changes(report) if change.saved_ns > 0]
    named = {kernel.id for kernel in launches} | {group.lead.id for group in carded} | {change.first for change in changes[:3]}
    places = {kernel.id for group in carded for kernel in group.launches if kernel.id in named}
    lacking = _lacking(report, groups)
    cards, short = _cards(environment, report, carded, places, {rules: number for number, same in enumerate(lacking, 1) for rules in same.sets})
    page = environment.get_template("report.html.j2").render(
        report=report,
        device=wording.sentence(report.device.get("name") or "unknown device"),
        groups=groups,
        cards=cards,
        short=short,
        places=places,
        lacking=lacking,
        launches=launches,
        changes=changes,
        bounds=_stack(report),
        kinds=list(dict.fromkeys(part.bound for part in digest.time_by_bound(report) if part.bound != digest.NOT_PROFILED)),
        run=run_digest.rows(report),
        sums=run_digest.tables(report, whole=True),
        whole_ns=report.whole_ns,
        peaks=_used_peaks(report, carded),
        chart=_roofline_chart.chart(report, carded),
        geometry=_roofline_chart,
        uncollected=digest.uncollected(report.kernels, report.device),
        style=style,
        script=script,
        style_hash=_page.policy_hash(style),
        script_hash=_page.policy_hash(script),
    )
    return page.encode("utf-8", "replace")


def _ranked(report: Report) -> list[Diagnosis]:
    """Launches that save most of the run first, then those that take most of it."""
    return sorted(report.kernels, key=lambda k: (-_number(k.share_saved), -_number(k.share_of_time), -_number(k.duration_ns), k.id))


def _cards(
    environment: Environment, report: Report, groups: list[digest.Group], places: set[int], lacking: dict[tuple[str, ...], int]
) -> tuple[list[Any], int]:
    """The cards, and how many of them are short because whole ones would make the file too large; those save least.

    ``places``: launches that something links to; ``lacking``: by what a group could not be asked, the number of the place that says how to.
    """
    template = environment.get_template("card.html.j2")
    sources = len({kernel.source for kernel in report.kernels})

    def card(rank: int, whole: bool) -> Any:
        group = groups[rank]
        number = lacking.get(_lacks(group), 0)
        return template.render(group=group, lead=group.lead, places=places, whole=whole, opened=rank < _OPEN, lacking=number, sources=sources)

    cards = [card(rank, True) for rank in range(len(groups))]
    if sum(map(len, cards)) <= _ROOM:
        return cards, 0
    short = [card(rank, False) for rank in range(len(groups))]
    left, whole = _ROOM - sum(map(len, short)), 0
    while whole < len(cards) and left >= len(cards[whole]) - len(short[whole]):
        left -= len(cards[whole]) - len(short[whole])
        whole += 1
    return cards[:whole] + short[whole:], len(cards) - whole


def _lacks(group: digest.Group) -> tuple[str, ...]:
    return tuple(entry.rule for entry in group.lead.not_evaluated)


@dataclass(frozen=True)
class Lacking:
    """Launches that lack metrics which one command collects, and the sets of rules that could not be asked of them."""

    uncollected: digest.Uncollected
    launches: int
    sets: frozenset[tuple[str, ...]]


def _lacking(report: Report, groups: list[digest.Group]) -> list[Lacking]:
    """Launches by the command that collects what they lack, most launches first: mostly they lack nearly the same."""
    members: dict[tuple[str, ...], list[Diagnosis]] = {}
    for group in groups:
        if rules := _lacks(group):
            members.setdefault(rules, []).extend(group.launches)
    by_command: dict[str, list[tuple[str, ...]]] = {}
    for rules, launches in members.items():
        by_command.setdefault(digest.uncollected(launches[:1], report.device).command, []).append(rules)
    found = []
    for sets in by_command.values():
        launches = [kernel for rules in sets for kernel in members[rules]]
        count = sum(kernel.invocations for kernel in launches)
        found.append(Lacking(digest.uncollected(launches, report.device), count, frozenset(sets)))
    return sorted(found, key=lambda lacking: -lacking.launches)


def _stack(report: Report) -> list[dict[str, Any]]:
    """Segments of the bar of time by bound, in thousandths of its width."""
    segments, start = [], 0.0
    for part in digest.time_by_bound(report):
        segments.append({"part": part, "x": round(1000 * start, 1), "width": round(1000 * part.share, 1)})
        start += part.share
    return segments


def _number(value: float) -> float:
    """A figure to sort by: what is not known comes last."""
    return -1.0 if math.isnan(value) else value


def _used_peaks(report: Report, groups: list[digest.Group]) -> dict[str, Any]:
    """The device's peaks under which a kernel of this page has a point; memory and the usual types where none has."""
    points = [point for group in groups for point in group.lead.roofline]
    used = {point.level for point in points} | {point.path for point in points} or {"dram", "l2", "fp32", "tensor_fp16"}
    named = {key: key.removesuffix("_per_second").rpartition("_")[0] for key in report.device.get("peaks", {})}
    order = {level: place for place, level in enumerate(LEVELS)}
    chosen = sorted((key for key in named if named[key] in used), key=lambda key: order.get(named[key], len(order)))
    return {key: report.device["peaks"][key] for key in chosen}
