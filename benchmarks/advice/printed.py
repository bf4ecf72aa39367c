"""What plain ``ncu`` prints of a launch, set basic as a page to read, made of the details pages that were exported of the full set.

That page is what most people paste and commit. It names how busy DRAM, L2, L1 and the busiest part of the SM were, the launch and its
occupancy; the pipes, sectors and stalls that the other pages have are not on it.
"""

from __future__ import annotations

import csv
import io
import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

# Of metrics and of rules: the former under the section's title, the latter under its name.
_SECTIONS = {
    "GPU Speed Of Light Throughput", "Launch Statistics", "Occupancy", "GPU and Memory Workload Distribution",
    "SpeedOfLight", "LaunchStats", "WorkloadDistribution",
}  # fmt: skip


def pages(details: Iterable[Path]) -> Iterator[str]:
    """Paths of such pages, one a details page, each there until the next is asked for."""
    for file in details:
        with TemporaryDirectory() as folder:
            page = Path(folder) / file.name.removesuffix(".xz")
            page.write_text(_basic(lzma.decompress(file.read_bytes()).decode("utf-8")), encoding="utf-8")
            yield str(page)


def _basic(details: str) -> str:
    rows = list(csv.reader(details.splitlines(keepends=True)))
    place = rows[0].index("Section Name")
    page = io.StringIO()
    csv.writer(page, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows([rows[0], *(row for row in rows[1:] if row[place] in _SECTIONS)])
    return page.getvalue()
