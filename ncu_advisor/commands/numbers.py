"""Kinds of numbers that options take: each says what it wants where it gets something else"""

from __future__ import annotations

import re
from typing import Any

import click

from ncu_advisor.plan.amounts import MOST_BYTES

_SIZE = re.compile(r"(?P<number>\d+(?:\.\d+)?(?:e\d+)?)\s*(?P<prefix>[kmgt]?)(?P<binary>i?)b?\Z", re.IGNORECASE)


class Whole(click.IntRange):
    """A whole number within limits, in digits."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            int(value)
        except ValueError:
            self.fail(f"{str(value)!r} is not a whole number, written in digits such as 4096", param, ctx)
        return super().convert(value, param, ctx)


class Bytes(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic from click 8.3 on
    """A number of bytes: ``4096``, ``1.5GB`` (powers of ten) or ``64MiB`` (powers of two)."""

    name = "bytes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = _SIZE.match(str(value).strip())
        if not found:
            self.fail(f"{value!r} is not a number of bytes such as 4096, 1.5GB or 64MiB", param, ctx)
        base = 1024 if found["binary"] else 1000
        size = float(found["number"]) * base ** " kmgt".index(found["prefix"].lower() or " ")
        if size > MOST_BYTES:
            self.fail(f"{value!r} is more than any device moves", param, ctx)
        return int(size)
