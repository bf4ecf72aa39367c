"""The terminal summary: what to change first, on a page that fits 100 columns.

Names from a profile are cleaned of control characters and direction overrides before they are printed; there is no markup that
they could speak.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ncu_advisor import units
from ncu_advisor.presentation import digest, run_digest, wording
from ncu_advisor.text import columns, elide, one_line

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.presentation.digest import Group
    from ncu_advisor.report import Diagnosis, Finding, Report, SequenceFinding

NAME = "terminal"
SUFFIXES = ()

# A person reads the top of the list; the files hold the rest.
_ROWS = 20
_KERNELS = 8
_FINDINGS = 3
_RULES = 6
_BEHIND = 0.1  # of what the first kernel saves: findings of several launches or the run that save less stand behind the kernels
_DISPENSABLE = (2, 6, 4, 5)  # columns of the table that a narrow terminal goes without, first the first
_LEAST_NAME = 20
_COLOR = {"bold": "1", "dim": "2", "high": "31", "medium": "33", "low": "36", "info": "2"}
_COMMAND = re.compile(r"(?m)^(\s*)::")
_TOP_HEAD = ("Kernel", "Launches", "Time", "Of kernel time")
_HEAD = ("#", "Kernel", "Grid × block", "Time", "Share", "Bound", "Roof", "Saves")


def render(report: Report, options: Options) -> bytes:
    """The summary as UTF-8, at most ``options.width`` columns wide except for commands to copy."""
    page = _Page(options.width, options.color)
    blocks = [[*page.overview(report)], [*page.table(report)], [*page.top(report)], *page.sums(report)]
    groups = [group for group in digest.groups(report) if group.lead.findings]
    # What saves less than a tenth of what the first kernel's own findings do is read after them.
    least = _BEHIND * max((group.time_saved_ns for group in groups), default=0.0)
    behind = [finding for finding in report.sequence_findings if finding.time_saved_ns < least]
    blocks.append([*page.sequences([finding for finding in report.sequence_findings if finding not in behind])])
    blocks += [[*page.kernel(group)] for group in groups[:_KERNELS]]
    if len(groups) > _KERNELS:
        said = f"{wording.counted(len(groups) - _KERNELS, 'further kernel')} with findings: add -o report.html to see all."
        blocks.append([*page._wrapped(said)])
    blocks.append([*page.sequences(behind)])
    blocks.append([*page.uncollected(report)])
    text = "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
    return _without_commands(text).encode("utf-8", "replace")


def _without_commands(text: str) -> str:
    """In a job's log a line that starts with ``::``, or holds ``##[``, would be a command to the runner."""
    return _COMMAND.sub(r"\1: :", text).replace("##[", "# #[")


class _Page:
    def __init__(self, width: int, color: bool) -> None:
        self.width = width
        self.color = color
        self._advised: dict[tuple[str, str], int] = {}  # the launch under which a kernel's advice stands; other shapes of it refer to that

    def overview(self, report: Report) -> Iterator[str]:
        yield from self._wrapped(wording.device_line(report), "", "bold")
        if peaks := wording.peak_line(report):
            yield from self._wrapped(f"Peaks: {peaks}", "", "dim")
        yield from self._wrapped(digest.summary(report))
        if parts := digest.time_by_bound(report):
            yield from self._wrapped("Time by bound: " + ", ".join(f"{part.bound} {wording.fraction(part.share)}" for part in parts) + ".")
        for fact in run_digest.facts(report):
            yield from self._wrapped(fact)

    def table(self, report: Report) -> Iterator[str]:
        groups = digest.groups(report)
        if not groups:
            return
        whole_ns = report.whole_ns
        rows = [_row(group, whole_ns) for group in groups[:_ROWS]]
        wide = _widths([_HEAD, *rows], self.width)
        yield self._paint("dim", _line(_HEAD, wide))
        for group, row in zip(groups, rows, strict=False):
            text, saves = _line(row, wide), row[-1]
            level = digest.loudest(group.lead)
            yield text[: len(text) - len(saves)] + self._paint(level, saves) if level else text
        rest = groups[_ROWS:]
        if rest:
            yield self._paint("dim", digest.further(rest, "row", whole_ns))

    def top(self, report: Report) -> Iterator[str]:
        """The kernels of a trace that no profile of launches stands beside."""
        found = run_digest.top(report)
        if not found:
            return
        yield from self._columns(
            [
                _TOP_HEAD,
                *((row.name, wording.launches(row.instances), wording.time(row.total_ns), f"{units.percent(row.share_pct)}%") for row in found),
            ]
        )

    def sums(self, report: Report) -> Iterator[list[str]]:
        """What an export without kernels holds, a block each, and what cannot be said from it."""
        for table in run_digest.tables(report):
            yield [*self._columns([table.head, *table.rows]), *(self._wrapped(table.note, "", "dim") if table.note else ())]

    def _columns(self, cells: Sequence[Sequence[str]]) -> Iterator[str]:
        """Rows under their head: names to the left, as wide as the page leaves them, numbers to the right."""
        wide = [max(columns(row[at]) for row in cells) for at in range(len(cells[0]))]
        wide[0] = max(1, min(wide[0], self.width - sum(size + 2 for size in wide[1:])))
        for place, row in enumerate(cells):
            name, *numbers = (elide(cell, size) for cell, size in zip(row, wide, strict=True))
            blank = " " * (wide[0] - columns(name))
            line = "  ".join([name + blank, *(number.rjust(size) for number, size in zip(numbers, wide[1:], strict=True))])
            yield line if place else self._paint("dim", line)

    def kernel(self, group: Group) -> Iterator[str]:
        """A group of launches: who and how long, what binds the one that leads it, its first findings, and how much more there is."""
        lead = group.lead
        low, _, high = group.durations
        this = wording.time(lead.duration_ns)  # what its findings are parts of: launches of one grid may do unlike work
        each = f"{this} on average" if group.averaged else f"{this} ({wording.time(low)} to {wording.time(high)})"
        spread = this if group.count == 1 else f"×{group.count}" if math.isnan(lead.duration_ns) else f"×{group.count}, {each}"
        facts = f"{wording.shape(lead)}  {spread}"
        mark = f"#{lead.id} "
        left = self.width - columns(mark) - columns(facts) - 2
        if left >= _LEAST_NAME:
            yield self._paint("bold", mark + elide(wording.title(lead), left)) + f"  {facts}"
        else:
            yield self._paint("bold", mark + elide(wording.title(lead), self.width - columns(mark)))
            yield from self._wrapped(facts, "  ")
        yield from self._wrapped(one_line(lead.explanation), "  ")
        for finding in lead.findings[:_FINDINGS]:
            yield from self._finding(finding, lead)
        counts = [
            (len(lead.findings) - _FINDINGS, "further finding"),
            (len(lead.suppressed), "suppressed"),
            (len(lead.not_evaluated), "not evaluated"),
        ]
        rest = [wording.counted(n, what) if what.startswith("further") else f"{n} {what}" for n, what in counts if n > 0]
        if len(lead.findings) > 1:
            together, roof = units.percent(lead.combined_time_saved_pct), units.percent(lead.headroom_pct)
            rest.insert(0, f"together {together}% of the launch, of {roof}% headroom to the next roof")
        if rest:
            yield from self._wrapped("; ".join(rest), "  ", "dim")

    def sequences(self, findings: Sequence[SequenceFinding]) -> Iterator[str]:
        for finding in sorted(findings, key=lambda f: -f.time_saved_ns)[:_KERNELS]:
            where = f"launches {', '.join(map(str, finding.kernels[:6]))}{' …' if len(finding.kernels) > 6 else ''}" if finding.kernels else "the run"
            yield from self._wrapped(f"{one_line(finding.title)} ({where})", "", "bold")
            yield from self._wrapped(one_line(finding.advice), "  ")
            saved = f"Saves {wording.time(finding.time_saved_ns)}, {units.percent(finding.time_saved_pct)}% of {one_line(finding.basis)}."
            yield from self._wrapped(saved, "  ", finding.severity)

    def uncollected(self, report: Report) -> Iterator[str]:
        lacking = digest.uncollected(report.kernels, report.device)
        rules, command = digest.unasked(report)
        if lacking.command and rules and not (report.sequence_findings or any(kernel.findings for kernel in report.kernels)):
            # Beside nothing else, two commands would be most of the page.
            of_launches = wording.counted(len(lacking.launches), "rule")
            said = f"Not evaluated: {of_launches} for lack of metrics, {len(rules)} for lack of events of the run."
            yield from self._wrapped(f"{said} What collects them: `ncu-advisor collect PROFILE`.", "", "dim")
            return
        if lacking.command:
            yield from self._lacking("Not evaluated for lack of metrics", list(lacking.launches), lacking.command)
        if rules:
            yield from self._lacking("Not evaluated for lack of events of the run", rules, command)

    def _lacking(self, what: str, rules: Sequence[str], command: str) -> Iterator[str]:
        more = f" and {len(rules) - _RULES} more" if len(rules) > _RULES else ""
        yield from self._wrapped(f"{what}: {', '.join(one_line(rule) for rule in rules[:_RULES])}{more}. To collect them:", "", "dim")
        # A command is copied, so it is never wrapped.
        yield f"  {one_line(command)}"

    def _finding(self, finding: Finding, lead: Diagnosis) -> Iterator[str]:
        mark = f"{wording.mark(finding):>5}"
        first, *more = textwrap.wrap(one_line(finding.title), max(20, self.width - 8)) or [""]
        yield f" {self._paint(finding.severity, mark)}  {self._paint('bold', first)}"
        yield from (self._paint("bold", f"        {line}") for line in more)
        first_said = self._advised.setdefault((lead.name, finding.advice), lead.id)
        yield from self._wrapped(one_line(finding.advice) if first_said == lead.id else f"What to do stands under #{first_said}.", "        ")
        facts = [f"Saves {wording.saving(finding, lead.duration_ns)}."]
        if finding.binds_next and finding.time_saved_pct > 0:
            facts.append(f"Next limit: {one_line(finding.binds_next)}.")
        if finding.location:
            facts.append(f"At {elide(wording.place(finding.location[0]), max(20, self.width - 9))}.")
        yield from self._wrapped(" ".join(facts), "        ", "dim")

    def _wrapped(self, text: str, indent: str = "", color: str = "") -> Iterator[str]:
        for line in textwrap.wrap(text, max(20, self.width), initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False):
            yield self._paint(color, line) if color else line

    def _paint(self, color: str, text: str) -> str:
        return f"\x1b[{_COLOR[color]}m{text}\x1b[0m" if self.color else text


def _row(group: Group, whole_ns: float) -> tuple[str, ...]:
    lead = group.lead
    name = wording.title(lead) + (f" ×{group.count}" if group.count > 1 else "")
    of_run = wording.time(group.share_saved * whole_ns) if group.share_saved > 0 else "–"
    saves = f"{units.percent(100 * group.time_saved_ns / group.duration_ns)}% {of_run}" if group.time_saved_ns > 0 else "–"
    share = wording.fraction(group.share_of_time)
    time = wording.time(group.duration_ns or lead.duration_ns)
    return (str(lead.id), name, wording.shape(lead), time, share, one_line(wording.bound_words(lead)), wording.fraction(lead.roof_fraction), saves)


def _widths(rows: Sequence[Sequence[str]], width: int) -> dict[int, int]:
    """Columns by index: the longest cell decides, the kernel takes what is left; where that is too little, others are left out."""
    wide = {at: max(columns(row[at]) for row in rows) for at in range(len(_HEAD))}
    wide[2] = min(wide[2], 24)
    for dropped in (None, *_DISPENSABLE):
        if dropped is not None:
            del wide[dropped]
        left = width - sum(size + 2 for at, size in wide.items() if at != 1)
        if left >= min(wide[1], _LEAST_NAME):
            break
    wide[1] = max(1, min(wide[1], left))
    return wide


def _line(cells: Sequence[str], wide: dict[int, int]) -> str:
    placed = []
    for at, size in wide.items():
        cell = elide(cells[at], size)
        blank = " " * (size - columns(cell))
        # Text to the left, numbers to the right.
        placed.append(cell + blank if at in (1, 2, 5) else blank + cell)
    return "  ".join(placed).rstrip()
