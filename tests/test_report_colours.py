"""Colours of the page and of the static pictures: readable, and told apart by readers who confuse some of them."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import numpy as np
import pytest

from ncu_advisor.outputs import _page
from ncu_advisor.plots import _style
from ncu_advisor.resources import data_folder

STYLE = (Path(data_folder("report_templates")) / "report.css").read_text(encoding="utf-8")
# Machado, Oliveira and Fernandes (2009), "A physiologically-based model for simulation of color vision deficiency", severity 1.0.
SIGHTS = {
    "usual": np.eye(3),
    "protanopia": np.array([[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]),
    "deuteranopia": np.array([[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]),
    "tritanopia": np.array([[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]),
}
_WHITE = np.array([0.9505, 1.0, 1.089])
_TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def themes() -> dict[str, dict[str, str]]:
    """The variables of the light, dark and print themes."""
    found = [dict(re.findall(r"--(\w+): (#[0-9a-f]+)", block)) for block in re.findall(r":root \{(.*?)\}", STYLE, flags=re.DOTALL)]
    return dict(zip(("light", "dark", "print"), found, strict=True))


THEMES = themes()


def linear(colour: str) -> np.ndarray:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    values = np.array([int(digits[at : at + 2], 16) for at in (0, 2, 4)]) / 255
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


def contrast(one: str, other: str) -> float:
    """WCAG 2.2, contrast ratio."""
    light, dark = sorted((float(_TO_XYZ[1] @ linear(colour)) + 0.05 for colour in (one, other)), reverse=True)
    return light / dark


def lab(rgb: np.ndarray) -> np.ndarray:
    """CIE 1976 L*a*b* of linear sRGB."""
    scaled = _TO_XYZ @ np.clip(rgb, 0, 1) / _WHITE
    x, y, z = np.where(scaled > 0.008856, np.cbrt(scaled), 7.787 * scaled + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_text_has_contrast(theme: str) -> None:
    """4.5:1 of every colour of text on every ground that it stands on (WCAG AA), also inside pictures, which engines cannot judge."""
    colours = THEMES[theme]
    grounds = ("page", "panel", "code")
    low = {
        (text, ground): round(contrast(colours[text], colours[ground]), 2)
        for text in ("ink", "soft", "link", "high", "medium", "low", "info")
        for ground in grounds
        if contrast(colours[text], colours[ground]) < 4.5
    }
    assert low == {}


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_marks_have_contrast(theme: str) -> None:
    """3:1 of every colour of a bound on the grounds that it is drawn on (WCAG AA for graphics)."""
    colours = THEMES[theme]
    low = [bound for bound in _style.BOUND_COLOUR for ground in ("page", "panel") if contrast(colours[bound], colours[ground]) < 3]
    assert low == []


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_bounds_are_told_apart(theme: str, sight: str) -> None:
    """Any two bounds are at least 18 apart (CIE 1976), however the reader sees colours."""
    seen = [lab(SIGHTS[sight] @ linear(THEMES[theme][bound])) for bound in _style.BOUND_COLOUR]
    assert min(float(np.linalg.norm(one - other)) for one, other in itertools.combinations(seen, 2)) >= 18


def test_pictures_have_the_colours_of_the_page() -> None:
    """One bound has one colour, in the page, on paper and in static pictures."""
    shown = {name: {bound: THEMES[name][bound] for bound in _style.BOUND_COLOUR} for name in ("light", "print")}
    assert shown == {"light": _style.BOUND_COLOUR, "print": _style.BOUND_COLOUR}


def test_shapes_tell_bounds_apart_without_colour() -> None:
    """Every bound has a shape of its own."""
    assert (len(set(_style.BOUND_SHAPE.values())), set(_style.BOUND_SHAPE)) == (5, set(_style.BOUND_COLOUR))


def test_the_page_uses_these_colours() -> None:
    """Nothing is painted in a colour that is no variable, which the tests above would not see."""
    rules = re.sub(r":root \{.*?\}", "", _page.style("compare.css"), flags=re.DOTALL)
    assert re.findall(r"#[0-9a-f]{3,6}\b(?=[;} ])", rules) == []
