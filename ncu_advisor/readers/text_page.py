"""The text page of ``ncu``, line by line: which line begins a launch, a section, a table or a rule, and what it says."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ncu_advisor.profile import VendorRule
from ncu_advisor.text import one_line

_DATE = r", \d{4}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2}"
_GREEN = r"(?: \(GC\))?"  # behind the number of a green context
# A pasted page may have lost the indent of its first line: a geometry or a date tells it from other text. Some who paste a page leave out the
# context and stream.
LAUNCH = re.compile(
    rf"^(?:(?: {{1,8}}\S.*|\S.*\)x\(\d+, \d+, \d+\)), (?:Context \d+{_GREEN}, |Invocations \d+)"
    rf"|\S.*{_DATE}, (?:Context \d+{_GREEN}, Stream \d|Invocations \d)"
    r"| {0,8}\S.*\)x\(\d+, \d+, \d+\), (?:Device \d+, )?CC \d)",
    re.MULTILINE,
)
_PROCESS = re.compile(r"\[(\d{1,10})\] \S.*@\S+\Z")
_KEY = r", (Context|Stream|Device|CC|Invocations) ([0-9]{1,18}(?:\.[0-9]{1,4})?)" + _GREEN
_KEYS = re.compile(rf"{_KEY}(?=,|\Z)")
_TAIL = re.compile(rf"(?:{_KEY}){{1,5}}\Z")
_DEVICE = re.compile(r"\s+(Device) ([0-9]{1,9}), (CC) ([0-9]{1,3}\.[0-9]{1,2})\Z")  # of the launches below it, in a summary per GPU
_EXTENT = r"\((\d{1,10}, \d{1,10}, \d{1,10})\)"
_GEOMETRY = re.compile(rf"(?:\A| ){_EXTENT}x{_EXTENT}\Z")
_SIGNATURE = re.compile(r"\w.*\(.*\)\Z")  # of a kernel, on a line of its own
_WHEN = re.compile(rf"{_DATE}\Z")
_QUOTED = re.compile(r"(?:> ?)+")  # of a page in a reply
_FLUSH = re.compile(r"Section: \S|Table Name : \S|-{3,}(?: -{3,})+\Z|(?:OPT|INF|WRN) {2,}\S")  # of a page that has lost its indent
_SECTION = re.compile(r"\s*Section: (\S.*)")
_TABLE = re.compile(r"\s*Table Name : (\S.*)")
_RULER = re.compile(r"\s*-{3,}(?: -{3,})*\Z")
_RULE = re.compile(r"(\s*)(OPT|INF|WRN|ERR|OK)\s+(\S.*)")
_RULE_INDENT = 3  # the text of a rule is that much deeper than its mark at least: six as printed
_SPEEDUP = re.compile(r"Est(?:\.|imated) (Local |Global )?Speedup: ([0-9]{1,9}(?:[.,][0-9]{1,9})?)%")
_HEADER = re.compile(r"\s*Metric Name\s+Metric Unit\s")
_GAP = re.compile(r"\s{2,}")
_MAX_NOTES = 5
_LONGEST_TITLE = 200


@dataclass
class Launch:
    """What the text says of one launch. ``cells`` are (section, table, label, unit, value) as printed, of a summary the average; a table
    that is a section's only one has no name."""

    name: str
    process: str
    numbers: dict[str, str]  # Context, Stream, Device, CC, Invocations
    grid: str = ""  # "1024, 1, 1"
    block: str = ""
    cells: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    rules: list[VendorRule] = field(default_factory=list)


class Page:
    """A text page while it is read: ``take`` every line, then ``finish``."""

    def __init__(self) -> None:
        self.launches: list[Launch] = []
        self.notes: list[str] = []  # what the profiler itself complained of
        self.cut = False  # the text ends inside a table
        self._process = ""
        self._device: dict[str, str] = {}
        self._section, self._table = "", ""
        self._seen: set[str] = set()  # sections of a nameless launch
        self._columns: list[tuple[int, int]] = []  # spans of the open table
        self._rulers = 0  # of the open table
        self._headed = False  # whether it has a header between its first two
        self._last_was_row = False
        self._rule: list[str] = []  # kind, then the lines of the open rule
        self._rule_depth = 0
        self._whole_line = True
        self._above = ""  # the line before, where a launch is spread over two

    def take(self, line: str) -> None:
        """Takes in the next line, with its line end."""
        self._whole_line = line.endswith(("\n", "\r"))
        self._last_was_row = False
        text = line.rstrip()
        if text[:1] == ">":
            text = text[_QUOTED.match(text).end() :]  # type: ignore[union-attr]
        if self._rule and self._continues_rule(text):
            self._rule.append(text.strip())
            return
        self._close_rule()
        if text[:1].isspace() or _FLUSH.match(text) or (self._columns and self._columns[0][0] == 0):
            self._indented(text)
        else:
            self._flush_left(text)
        self._above = text.strip()

    def finish(self) -> None:
        """Ends the page. A row that the end of the text may have cut is taken back: half a number looks like a number."""
        self._close_rule()
        if self._columns:
            self.cut = True
            if self._last_was_row and not self._whole_line:
                self.launches[-1].cells.pop()

    def _flush_left(self, text: str) -> None:
        process = _PROCESS.match(text)
        if process:
            self._process = process[1]
            self._device, self._columns = {}, []
        elif text.startswith("==ERROR==") and len(self.notes) < _MAX_NOTES:
            self.notes.append(one_line(text[:500]))
        elif LAUNCH.match(text):  # a pasted page may have lost the indent of its first line
            self._begin_launch(text.strip())

    def _indented(self, text: str) -> None:
        if LAUNCH.match(text):
            self._begin_launch(text.strip())
        elif section := _SECTION.match(text):
            self._begin_section(section[1])
        elif device := _DEVICE.match(text):
            self._device, self._columns = {device[1]: device[2], device[3]: device[4]}, []
        elif not self.launches:
            return
        elif table := _TABLE.match(text):
            self._table, self._columns = table[1][:_LONGEST_TITLE], []
        elif _RULER.match(text):
            self._ruler(text)
        elif self._columns:
            self._row(text)
        elif rule := _RULE.match(text):
            self._rule, self._rule_depth = [rule[2], rule[3]], len(rule[1]) + _RULE_INDENT - 1

    def _begin_launch(self, text: str) -> None:
        tail = _TAIL.search(text)
        start = tail.start() if tail else max(text.rfind(", Context "), text.rfind(", Invocations "))
        name = _WHEN.sub("", text[:start])
        geometry = _GEOMETRY.search(name)
        numbers = self._device | dict(_KEYS.findall(text, max(start, 0)))
        name = name[: geometry.start()] if geometry else name
        if geometry and not name and _SIGNATURE.match(self._above):
            name = self._above  # whoever pasted the page has broken its line
        launch = Launch(name, self._process, numbers)
        if geometry:
            launch.grid, launch.block = geometry[1], geometry[2]
        self.launches.append(launch)
        self._section, self._table, self._columns = "", "", []

    def _begin_section(self, section: str) -> None:
        """A section without a launch before it, or again in a launch without a name, begins a nameless launch: part of a page was copied."""
        last = self.launches[-1] if self.launches else None
        if last is None or (not last.name and section in self._seen):
            self.launches.append(Launch("", self._process, {}))
            self._seen = set()
        self._seen.add(section)
        self._section, self._table, self._columns = section, "", []

    def _ruler(self, text: str) -> None:
        spans = [match.span() for match in re.finditer("-+", text)]
        if len(spans) < 3:  # two: the line between rules
            self._columns = []
        elif spans != self._columns:
            self._columns, self._rulers, self._headed = spans, 1, False
        else:
            self._rulers += 1
            if self._rulers == (3 if self._headed else 2):
                self._columns = []

    def _row(self, text: str) -> None:
        if _HEADER.match(text):
            self._headed = True
            return
        end = self._columns[-1][1]
        if text[end - 1 : end + 1].endswith(" ") and not text[end - 1].isspace():
            text = text[:end]  # values end with their column: what follows is a remark of whoever pasted the page
        label, unit, value = self._cells(text)
        if label and value:
            self._last_was_row = True
            self.launches[-1].cells.append((self._section, self._table, label, unit, value))

    def _cells(self, text: str) -> tuple[str, str, str]:
        """Label, unit and last value of a row: by the columns of the ruler, or by gaps where a long label or a copy has pushed them aside."""
        (_, label_end), (unit_start, unit_end), *values = self._columns
        gaps = [label_end, unit_end, *(end for _, end in values[:-1])]
        if len(text) <= values[-1][1] and all(text[gap : gap + 1].strip() == "" for gap in gaps):
            value = text[values[-1][0] :].strip()
            if value:
                return text[:label_end].strip(), text[unit_start:unit_end].strip(), value
            # (Tabs that a copy made blanks: short rows end before the columns that the rulers show.)
        parts = _GAP.split(text.strip())
        if len(parts) == 2 and text[unit_start:].strip() == parts[1] and not any(map(str.isdigit, parts[1])):
            return "", "", ""  # a unit without a value
        if len(parts) == 2:  # no label ends with the sign of percent: there a unit stuck to it
            return parts[0].removesuffix("%"), "%" if parts[0].endswith("%") else "", parts[1]
        return (parts[0], parts[1], parts[-1]) if len(parts) == 1 + 1 + len(values) else ("", "", "")

    def _continues_rule(self, text: str) -> bool:
        return bool(text) and len(text) - len(text.lstrip()) >= self._rule_depth

    def _close_rule(self) -> None:
        if not self._rule:
            return
        kind, first, *rest = self._rule
        self._rule = []
        speedup = _SPEEDUP.fullmatch(first)
        scope, percent = "", None
        if speedup:
            scope = "local" if speedup[1] == "Local " else "global"
            percent = float(speedup[2].replace(",", "."))
            first = ""
        words = one_line(" ".join((first, *rest)))
        self.launches[-1].rules.append(VendorRule(self._section, kind, words, self._section, percent, scope))
