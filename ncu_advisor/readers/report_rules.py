"""The vendor's own rules in an ``.ncu-rep``: their messages, estimated speedups, and the source places that they point at.

RuleResult{1 Identifier, 3 Body{1 Items}, 4 SectionIdentifier, 5 SourceMarkers}, Item{1 Message{1 text, 2 type}, 10 Speedup{1 type, 2 percent}}.
"""

from __future__ import annotations

import dataclasses
import re

from ncu_advisor.profile import VendorRule
from ncu_advisor.readers import protobuf
from ncu_advisor.readers.protobuf import FIXED64, LENGTH
from ncu_advisor.text import one_line

# Message types; 1 was printed as OK until 2021 and as INF since.
_KIND = {1: "INF", 2: "WRN", 3: "ERR", 4: "OPT"}
_SCOPE = {1: "local", 2: "global"}
_URL = re.compile(r"@url:([^@]*?):(https?:[^@]*)@")
_LINK = re.compile(r"@[a-z]+:[^@:]*:([^@]*)@")


def rules(data: bytes, start: int, stop: int) -> list[VendorRule]:
    """The messages of the RuleResult ``data[start:stop]``; a rule that had nothing to say gives none."""
    strings = {n: protobuf.text(data, a, b) for n, wire, a, b in protobuf.fields(data, start, stop) if wire == LENGTH and n in (1, 4)}
    found: list[VendorRule] = []
    places = _places(data, start, stop)
    for body in protobuf.messages(data, start, stop, 3):
        for a, b in protobuf.messages(data, *body, 1):
            message = _item(data, a, b)
            if message is not None:
                found.append(dataclasses.replace(message, name=strings.get(1, ""), section=strings.get(4, ""), places=places))
    return found


def _item(data: bytes, start: int, stop: int) -> VendorRule | None:
    """The one message of an item, with the speedup beside it; None for the items of tables and charts."""
    kind, words, scope, percent = 0, None, "", None
    for number, wire, a, b in protobuf.fields(data, start, stop):
        if wire == LENGTH and number == 1:
            kind = protobuf.unsigned(data, a, b).get(2, 0)
            words = "".join(protobuf.text(data, c, d) for c, d in protobuf.messages(data, a, b, 1))
        elif wire == LENGTH and number == 10:
            scope = _SCOPE.get(protobuf.unsigned(data, a, b).get(1, 0), "")
            percent = next((protobuf.double(data, c) for n, w, c, _ in protobuf.fields(data, a, b) if n == 2 and w == FIXED64), None)
    if words is None:
        return None
    return VendorRule("", _KIND.get(kind, "INF"), plain(words), estimated_speedup_pct=percent, scope=scope)


def plain(words: str) -> str:
    """A message as the vendor's tools print it: ``@url:Text:https://...@`` is ``Text (https://...)``, other links are their text."""
    return one_line(_LINK.sub(r"\1", _URL.sub(r"\1 (\2)", words)))


def _places(data: bytes, start: int, stop: int) -> tuple[str, ...]:
    """The source lines that SourceMarkers{2 line, 6 file} of a RuleResult point at, as ``file:line``."""
    found: dict[str, None] = {}
    for a, b in protobuf.messages(data, start, stop, 5):
        line = protobuf.unsigned(data, a, b).get(2)
        file = "".join(protobuf.text(data, c, d) for c, d in protobuf.messages(data, a, b, 6))
        if line is not None and file:
            found[one_line(f"{file}:{line}")] = None
    return tuple(found)
