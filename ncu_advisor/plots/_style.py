"""How every picture looks, and why its bytes are always the same: matplotlib's own defaults, whatever a user's matplotlibrc says,
no dates, fixed ids in SVG, and fonts that matplotlib ships.

Text is drawn as it is: ``$`` in a kernel's name starts no formula, and characters that the font lacks become boxes.
All of it passes through ``xml_line``, as SVG repeats texts in its comments.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends import backend_agg, backend_pdf, backend_svg
from matplotlib.figure import Figure

from ncu_advisor.text import xml_line

# As the page has them (report.css): at least 18 apart (CIE 1976) also for readers who confuse red and green, or blue and yellow, and at
# least 3:1 against white. Shapes tell the bounds apart without any colour.
BOUND_COLOUR = {"memory": "#3167aa", "compute": "#c4832a", "latency": "#773b72", "launch": "#3d986c", "unknown": "#818891"}
BOUND_SHAPE = {"memory": "o", "compute": "s", "latency": "^", "launch": "D", "unknown": "v"}
# Okabe and Ito (2008), "Color universal design", without black; the last is for the rest.
CATEGORIES = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442")
REST = "#c9cdd2"
INK, SOFT, LINE = "#1c2026", "#59616c", "#e2e4e6"
TRACK = "#eef0f2"

_SIZE = (10.0, 5.6)  # inches
_DPI = 160
_SETTINGS: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 9.5,
    "text.parse_math": False,
    "text.usetex": False,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": SOFT,
    "axes.titlesize": 12,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 12,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": LINE,
    "ytick.color": LINE,
    "xtick.labelcolor": SOFT,
    "ytick.labelcolor": SOFT,
    "grid.color": LINE,
    "legend.frameon": False,
    "svg.hashsalt": "ncu-advisor",
    "svg.fonttype": "path",
    "pdf.fonttype": 3,
    "figure.dpi": 100,
}
# What each writer would otherwise fill with the time, or with its own version.
_METADATA: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None, "Creator": "ncu-advisor"},
    "pdf": {"CreationDate": None, "ModDate": None, "Creator": "ncu-advisor", "Producer": None},
}
_CANVAS = {"png": backend_agg.FigureCanvasAgg, "svg": backend_svg.FigureCanvasSVG, "pdf": backend_pdf.FigureCanvasPdf}


@contextmanager
def settings() -> Iterator[None]:
    """matplotlib as it comes, with the settings above."""
    with warnings.catch_warnings(), mpl.rc_context():
        # Settings that matplotlib is about to drop, and characters that its font lacks.
        warnings.simplefilter("ignore")
        mpl.rcdefaults()
        for name, value in _SETTINGS.items():
            mpl.rcParams[name] = value  # type: ignore[index]
        yield


def figure() -> Figure:
    return Figure(figsize=_SIZE, layout="constrained")


def written(drawn: Figure, suffix: str) -> bytes:
    """The bytes of a file in the format ``suffix``."""
    file = io.BytesIO()
    _CANVAS[suffix](drawn).print_figure(file, format=suffix, dpi=_DPI, facecolor="white", metadata=_METADATA[suffix])
    return file.getvalue()


def lane_axes(axes: Axes, names: list[str]) -> None:
    """One horizontal lane per name, the first on top."""
    axes.set_yticks(range(len(names)), [xml_line(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.spines["left"].set_visible(False)


def legend(figure: Figure, handles: Sequence[Artist]) -> None:
    """One line of small squares beneath the picture."""
    figure.legend(
        handles=handles, loc="outside lower left", ncols=len(handles), handlelength=1.0, handleheight=1.0, columnspacing=1.2, handletextpad=0.4,
        fontsize=8.5,
    )  # fmt: skip
