"""Pictures of the documentation: pages of the shipped samples, rendered with headless Chromium.

usage: python docs/screenshots.py        environment: CHROMIUM=chromium
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

from generate import EXPORTS, ROOT, pairs

from ncu_advisor import outputs
from ncu_advisor.advise import advise
from ncu_advisor.load import load
from ncu_advisor.outputs import Options
from ncu_advisor.regression import compare, run_files, runs
from ncu_advisor.regression import outputs as comparisons
from ncu_advisor.regression.gate import gate, unjudged
from ncu_advisor.report import Diagnosis, Report

_CARD = "main > section:not(#kernels), #kernels > h2, #kernels > p, .card:not(#k0) { display: none }"
# Picture -> page, style that hides what the picture does not show, and the height of the window in pixels.
PICTURES = {
    "report": ("report", "", 1600),
    "card": ("report", _CARD, 1200),
    "compare": ("compare", "#all { display: none }", 1850),
    "gate": ("gate", "#roofline { display: none }", 1255),
}
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip


def main() -> None:
    browser = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if browser is None:
        sys.exit("screenshots.py: no Chromium found; name one in CHROMIUM")
    report = advise(load([str(EXPORTS / "full.ncu-rep.xz")]))
    pages = {"report": outputs.by_name("html").render(report, Options()).decode(), "compare": mended_page(report), "gate": gate_page()}
    for name, (page, style, height) in PICTURES.items():
        # The page's own policy allows no style but its own.
        content = re.sub(r"<meta http-equiv=.?Content-Security-Policy[^>]*>", "", pages[page])
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.html"
            file.write_text(content.replace("</head>", f"<style>{style}</style></head>", 1), encoding="utf-8")
            _shoot(browser, file.as_uri(), ROOT / "docs" / "images" / f"{name}.png", height, folder)


def mended_page(report: Report) -> str:
    """The samples with a defect compared with the same work mended, under one name each, and what has no pair with itself."""
    defects = pairs()
    mended = {of: name for name, of in defects.items()}

    def side(kernels: list[Diagnosis], label: str) -> runs.Run:
        return runs.of_report(replace(report, kernels=kernels), label)

    before = [kernel for kernel in report.kernels if kernel.short_name not in mended]
    after = [replace(k, name=mended.get(k.short_name, k.short_name)) for k in report.kernels if k.short_name not in defects]
    before = [replace(kernel, name=kernel.short_name) for kernel in before]
    result = unjudged(compare.compare([side(before, "before")], [side(after, "after")]))
    return comparisons.by_name("html").render(result, Options()).decode()


def gate_page() -> str:
    """The pull request of docs/gate.md, judged."""
    before, after = (run_files.load(str(ROOT / "benchmarks" / "gate" / "example" / f"{side}.ncu-rep.xz")) for side in ("before", "after"))
    return comparisons.by_name("html").render(gate(before, after), Options()).decode()


def _shoot(browser: str, address: str, picture: Path, height: int, folder: str) -> None:
    picture.parent.mkdir(exist_ok=True)
    size = f"--window-size=1280,{height}"
    subprocess.run(  # noqa: S603 - the browser that the user named
        [browser, *_FLAGS, f"--user-data-dir={folder}/browser", size, f"--screenshot={picture}", address],
        check=True, timeout=120, capture_output=True,
    )  # fmt: skip
    print(picture)


if __name__ == "__main__":
    main()
