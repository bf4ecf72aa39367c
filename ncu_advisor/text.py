"""Untrusted text, made fit for where it goes: one control-free line, elided in the middle."""

from __future__ import annotations

import re
import unicodedata

_ELLIPSIS = "…"
# C0 and C1 controls carry terminal escapes; bidirectional overrides reorder what a reviewer reads.
_BEYOND_C0 = "\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
_UNSAFE = re.compile(f"[\x00-\x1f{_BEYOND_C0}]")
_UNSAFE_IN_JSON = re.compile(f"[{_BEYOND_C0}]")  # its strings escape C0
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # XML 1.0, production 2


def one_line(text: str) -> str:
    """``text`` without controls or line breaks: runs of them become one space."""
    return re.sub(r" {2,}", " ", printable(text)).strip()


def xml_line(text: str) -> str:
    """``one_line``, each character that no XML 1.0 document may hold, not even escaped, a question mark."""
    return _NOT_XML.sub("?", one_line(text))


def printable(text: str) -> str:
    """``text`` of the same length, each control, line break and direction override a space."""
    return _UNSAFE.sub(" ", text)


def json_safe(text: str) -> str:
    """A JSON text that means the same, its controls and direction overrides escaped: on a terminal they would act."""
    return _UNSAFE_IN_JSON.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def elide(text: str, width: int) -> str:
    """``text`` in at most ``width`` terminal columns, shortened in the middle, where kernel names differ least."""
    text = one_line(text)
    if columns(text) <= width:
        return text
    if width <= 1:
        return _ELLIPSIS[:width]
    head = (width - 1) * 3 // 5
    return _take(text, head) + _ELLIPSIS + _take(text[::-1], width - 1 - head)[::-1]


def columns(text: str) -> int:
    """Terminal columns that ``text`` takes: wide East Asian characters count twice, combining ones not at all."""
    return sum(_columns_of(character) for character in text)


def _columns_of(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _take(text: str, width: int) -> str:
    used = 0
    for index, character in enumerate(text):
        used += _columns_of(character)
        if used > width:
            return text[:index]
    return text
