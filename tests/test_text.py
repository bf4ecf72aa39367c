"""Untrusted text: one line, no controls, elided in the middle."""

from __future__ import annotations

import unicodedata
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.text import columns, elide, one_line, printable, xml_line

HOSTILE = "evil\x1b[31m\u202ereversed\u2066 name\r\nsecond\x00 line\x9b2J\u2028end\ufeff"


def controls(text: str) -> list[str]:
    """Characters that steer a terminal or the direction of reading."""
    return [
        c
        for c in text
        if unicodedata.category(c) == "Cc" or c in "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
    ]


def test_controls_become_blanks() -> None:
    """Escape sequences lose their escape, lines become one, direction overrides go."""
    assert one_line(HOSTILE) == "evil [31m reversed name second line 2J end"


@given(st.text())
def test_one_line_is_one_clean_line(text: str) -> None:
    """Whatever comes in, nothing steers a terminal, and doing it twice changes nothing."""
    clean = one_line(text)
    assert (controls(clean), clean.splitlines() in ([], [clean]), one_line(clean)) == ([], True, clean)


@given(st.text())
def test_an_xml_document_may_hold_any_xml_line(text: str) -> None:
    """Whatever comes in, a parser gives back what was written; of ordinary text nothing is lost."""
    element = ElementTree.Element("e", a=xml_line(text))
    assert ElementTree.fromstring(ElementTree.tostring(element, encoding="unicode")).attrib == {"a": xml_line(text)}  # noqa: S314 - our own
    assert xml_line("void k<(int)4>(µ, 😀)\ud800\uffff") == "void k<(int)4>(µ, 😀)??"


@given(st.text())
def test_printable_keeps_the_length(text: str) -> None:
    """Positions in the text stay what they are."""
    assert (len(printable(text)), controls(printable(text))) == (len(text), [])


@given(st.text(), st.integers(0, 60))
def test_elided_text_fits(text: str, width: int) -> None:
    """In terminal columns, not characters; text that fits stays whole."""
    short = elide(text, width)
    assert columns(short) <= width
    if columns(one_line(text)) <= width:
        assert short == one_line(text)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("kernel", 10, "kernel"),
        ("abcdefghij", 7, "abc…hij"),
        ("void gemm<float, 128, 64>(float*)", 16, "void gemm…loat*)"),
        ("核核核核核", 5, "核…核"),
        ("abc", 1, "…"),
        ("abc", 0, ""),
    ],
)
def test_elision_is_in_the_middle(text: str, width: int, expected: str) -> None:
    """Kernel names differ at both ends; wide characters count twice."""
    assert elide(text, width) == expected


@pytest.mark.parametrize(("text", "width"), [("abc", 3), ("核", 2), ("e\u0301", 1), ("", 0)])
def test_columns(text: str, width: int) -> None:
    """East Asian characters take two columns, combining ones none."""
    assert columns(text) == width
