"""Markdown for pull request comments and job summaries: largest savings first, always short enough to be posted.

Names from a profile stand in code spans, where nothing is markup, a mention or a reference; sentences are escaped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ncu_advisor import units
from ncu_advisor.presentation import digest, run_digest, wording
from ncu_advisor.text import elide, one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.presentation.digest import Group
    from ncu_advisor.report import Finding, Report, SequenceFinding

NAME = "md"
SUFFIXES = (".md", ".markdown")

# GitHub refuses comments of 65,536 characters; some room is left for what a workflow adds around the report.
LIMIT = 60_000
_TAIL = 1_500
_ROWS = 30
_FINDINGS = 3
_NAME = 100
_SENTENCE = 600
_MARKUP = re.compile(r"([\\`*_\[\]<>|~&$])")
_START = re.compile(r"^(\d*)([-+=.)#>:])")
_LINK = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(?=:)|\bwww(?=\.)")
# A zero-width space keeps mentions and references from being made: they are found in the rendered text, where a backslash is gone.
_REFERENCE = re.compile(r"([@#!])(?=\w)|\b(GH-)(?=\d)", re.IGNORECASE)
_APART = "\u200b"


def render(report: Report, options: Options) -> bytes:
    """The report as GitHub-flavoured Markdown, UTF-8, fewer than 60,000 characters."""
    groups = [group for group in digest.groups(report) if group.lead.findings]
    parts = ["\n".join(_overview(report)), "\n".join(_table(report)), "\n".join(_top(report))]
    parts += ["\n".join(_sums(table)) for table in run_digest.tables(report)]
    parts += ["\n".join(_sequence(finding)) for finding in sorted(report.sequence_findings, key=lambda f: -f.time_saved_ns)]
    parts += ["\n".join(_kernel(group)) for group in groups]
    parts = [part for part in parts if part]
    tail = "\n".join(_uncollected(report))
    written, size = [], len(tail)
    for part in parts:
        if size + len(part) + 2 > LIMIT - _TAIL:
            break
        written.append(part)
        size += len(part) + 2
    if len(written) < len(parts):
        written.append(f"{wording.counted(len(parts) - len(written), 'section')} with smaller savings left out.")
    return ("\n\n".join([*written, tail] if tail else written) + "\n").encode("utf-8", "replace")


def _overview(report: Report) -> Iterator[str]:
    yield f"### {text(elide(wording.device_line(report), 200))}\n"
    yield text(digest.summary(report))
    bounds = ", ".join(f"{text(part.bound)} {wording.fraction(part.share)}" for part in digest.time_by_bound(report)[:8])
    if bounds:
        yield f"Time by bound: {bounds}."
    for fact in run_digest.facts(report):
        yield spans(elide(fact, _SENTENCE))
    changes = [change for change in digest.changes(report) if change.saved_ns > 0][:3]
    if changes:
        yield ""
    for number, change in enumerate(changes, 1):
        times = f" ×{change.count}" if change.count > 1 and change.who else ""
        who = f"{code(elide(change.who, _NAME))}{times}: " if change.who else ""
        yield f"{number}. **{wording.fraction(change.share)} of {text(elide(change.of, _NAME))}**: {who}{spans(elide(change.action, _SENTENCE))}"


def _table(report: Report) -> Iterator[str]:
    groups = digest.groups(report)
    if not groups:
        return
    yield "| # | Kernel | Grid × block | Time | Of run | Bound | Roof | Saves |"
    yield "|--:|---|---|--:|--:|---|--:|--:|"
    whole_ns = report.whole_ns
    for group in groups[:_ROWS]:
        lead = group.lead
        name = code(elide(wording.title(lead), 60), in_table=True) + (f" ×{group.count}" if group.count > 1 else "")
        of_run = f"{wording.time(group.share_saved * whole_ns)} " if group.share_saved > 0 else ""
        saves = f"{of_run}({units.percent(lead.combined_time_saved_pct)}%)" if group.time_saved_ns > 0 else "–"
        cells = (
            str(lead.id),
            name,
            wording.shape(lead),
            wording.time(group.duration_ns or lead.duration_ns),
            wording.fraction(group.share_of_time),
            text(elide(wording.bound_words(lead), 40)),
            wording.fraction(lead.roof_fraction),
            saves,
        )
        yield f"| {' | '.join(cells)} |"
    rest = groups[_ROWS:]
    if rest:
        yield f"\n{digest.further(rest, 'kernel', whole_ns)}"


def _top(report: Report) -> Iterator[str]:
    """The kernels of a trace that no profile of launches stands beside."""
    found = run_digest.top(report)
    if found:
        yield "| Kernel | Launches | Time | Of kernel time |"
        yield "|---|--:|--:|--:|"
    for row in found:
        name = row.name if row.name == run_digest.OTHERS else code(elide(row.name, 60), in_table=True)
        yield f"| {name} | {wording.launches(row.instances)} | {wording.time(row.total_ns)} | {units.percent(row.share_pct)}% |"


def _sums(table: run_digest.Table) -> Iterator[str]:
    """What an export without kernels holds, and what cannot be said from it."""
    yield f"| {' | '.join(table.head)} |"
    yield "|---|--:|--:|--:|"
    for name, *numbers in table.rows:
        yield f"| {' | '.join([code(elide(name, 60), in_table=True), *numbers])} |"
    if table.note:
        yield f"\n{spans(table.note)}"


def _kernel(group: Group) -> Iterator[str]:
    lead = group.lead
    times = f" ×{group.count}" if group.count > 1 else ""
    yield f"#### {code(elide(wording.title(lead), _NAME))}{times}\n"
    yield f"{wording.shape(lead)}, {wording.time(lead.duration_ns)}. {spans(elide(lead.explanation, _SENTENCE))}\n"
    for finding in lead.findings[:_FINDINGS]:
        yield from _finding(finding, lead.duration_ns)
    more = len(lead.findings) - _FINDINGS
    rest = [wording.counted(more, "further finding")] if more > 0 else []
    rest += [f"{len(lead.suppressed)} suppressed"] if lead.suppressed else []
    if rest:
        yield f"- {', '.join(rest)}"


def _finding(finding: Finding, duration_ns: float) -> Iterator[str]:
    yield f"- **{wording.mark(finding)}** {spans(elide(finding.title, _SENTENCE))}. {spans(elide(finding.advice, _SENTENCE))}"
    facts = [f"Saves {wording.saving(finding, duration_ns)}."]
    if finding.binds_next and finding.time_saved_pct > 0:
        facts.append(f"Next limit: {text(elide(finding.binds_next, _NAME))}.")
    if finding.location:
        facts.append(f"At {code(elide(wording.place(finding.location[0]), _NAME))}.")
    yield f"  {' '.join(facts)} Rule {code(elide(finding.rule, _NAME))}."


def _sequence(finding: SequenceFinding) -> Iterator[str]:
    yield f"#### {spans(elide(finding.title, _SENTENCE))}\n"
    basis = text(elide(finding.basis, _NAME))
    saves = f"Saves {wording.time(finding.time_saved_ns)}, {units.percent(finding.time_saved_pct)}% of {basis}."
    yield f"{spans(elide(finding.advice, _SENTENCE))} {saves} Rule {code(elide(finding.rule, _NAME))}."


def _uncollected(report: Report) -> Iterator[str]:
    lacking = digest.uncollected(report.kernels, report.device)
    if lacking.command:
        yield from _lacking("Not evaluated for lack of metrics", list(lacking.launches), lacking.command)
    rules, command = digest.unasked(report)
    if rules:
        yield from ["", *_lacking("Not evaluated for lack of events of the run", rules, command)]


def _lacking(what: str, rules: Sequence[str], command: str) -> Iterator[str]:
    named = ", ".join(code(elide(rule, 60)) for rule in rules[:20])
    more = f" and {len(rules) - 20} more" if len(rules) > 20 else ""
    yield f"{what}: {named}{more}."
    if len(one_line(command)) <= 4000:
        yield f"To collect them: {code(command)}"


def text(sentence: str) -> str:
    """One line that shows ``sentence`` and nothing else: no markup, no link, no mention, no reference, no list or heading."""
    return _START.sub(r"\1\\\2", _within(sentence))


def _within(sentence: str) -> str:
    """As ``text``, for what does not start a line."""
    escaped = _MARKUP.sub(r"\\\1", one_line(sentence))
    escaped = _LINK.sub(lambda match: match[0] + _APART, escaped)
    return _REFERENCE.sub(lambda match: match[0] + _APART, escaped)


def code(name: str, in_table: bool = False) -> str:
    """``name`` in a code span whose fence is longer than any run of backticks in it; ``|`` is escaped in tables only."""
    shown = one_line(name) or "unnamed"
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence, pad = "`" * (longest + 1), " " if longest else ""
    if in_table:
        shown = shown.replace("|", "\\|")
    return f"{fence}{pad}{shown}{pad}{fence}"


def spans(sentence: str) -> str:
    """A rule's sentence: what it sets in pairs of backticks stays code, the rest is text."""
    parts = one_line(sentence).split("`")
    if len(parts) % 2 == 0 or any(not part.strip() for part in parts[1::2]):
        return text(sentence)
    # The spaces around code are part of the sentence, which `text` would strip.
    return "".join(code(part) if at % 2 else _kept(part, at == 0) for at, part in enumerate(parts))


def _kept(part: str, first: bool) -> str:
    inner = part.strip()
    if not inner:
        return part
    lead, tail = part[: len(part) - len(part.lstrip())], part[len(part.rstrip()) :]
    return lead + (text(inner) if first else _within(inner)) + tail
