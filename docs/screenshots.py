"""Pictures of the documentation: reports of the shipped samples, rendered with headless Chromium.

usage: python docs/screenshots.py        environment: CHROMIUM=chromium
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ncu_advisor import outputs
from ncu_advisor.advise import advise
from ncu_advisor.load import load
from ncu_advisor.outputs import Options

ROOT = Path(__file__).resolve().parent.parent
EXPORTS = ROOT / "sample_reports" / "exports"
INPUTS = ("full_raw.csv.xz", "full_source_sass.csv.xz")
# Picture -> style that hides what it does not show, and the height of the window in pixels.
PICTURES = {"report": ("", 1600), "card": ("main > section:not(#kernels), #kernels > h2, #kernels > p, .card:not(#k0) { display: none }", 1200)}
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
)  # fmt: skip


def main() -> None:
    browser = shutil.which(os.environ.get("CHROMIUM", "chromium"))
    if browser is None:
        sys.exit("screenshots.py: no Chromium found; name one in CHROMIUM")
    profile = load([str(EXPORTS / file) for file in INPUTS])
    content = outputs.by_name("html").render(advise(profile), Options()).decode()
    # The report's own policy allows no style but its own.
    content = re.sub(r"<meta http-equiv=.?Content-Security-Policy[^>]*>", "", content)
    for name, (style, height) in PICTURES.items():
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "report.html"
            page.write_text(content.replace("</head>", f"<style>{style}</style></head>", 1), encoding="utf-8")
            _shoot(browser, page.as_uri(), ROOT / "docs" / "images" / f"{name}.png", height, folder)


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
