"""How large a report of many launches is, how long it takes to write, and when Chromium first paints it.

    python -m benchmarks.page [LAUNCHES]        environment: CHROMIUM=chromium

Every launch is of another kernel and carries what the fullest example carries: the worst case of a report.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "browser")]  # their examples and their browser are no package

import chromium  # noqa: E402
import report_examples as examples  # noqa: E402

from ncu_advisor.outputs import Options, html  # noqa: E402

LOADS = 7
_PAINT = "performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)"


def main(launches: int = 500) -> None:
    report = examples.many(launches)
    started = time.perf_counter()
    content = html.render(report, Options())
    written = time.perf_counter() - started
    print(f"launches                {launches}")
    print(f"size                    {len(content) / 1e6:.2f} MB")
    print(f"written in              {written:.2f} s")
    paints = _paints(content)
    if paints:
        print(f"first contentful paint  {statistics.median(paints):.0f} ms (median of {len(paints)} loads, {min(paints):.0f} to {max(paints):.0f})")


def _paints(content: bytes) -> list[float]:
    """Milliseconds from the start of the navigation, of several loads; [] without a browser."""
    program = chromium.find()
    if program is None:
        print("first contentful paint  not measured: no Chromium found")
        return []
    paints: list[float] = []
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium(program) as browser:
        file = Path(folder) / "report.html"
        file.write_bytes(content)
        for _ in range(LOADS):
            page = browser.page()
            page.open(file)
            page.until(lambda page=page: page.evaluate(f"{_PAINT}.length"), "nothing was painted")
            paints += page.evaluate(_PAINT)
            page.close()
    return paints


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
