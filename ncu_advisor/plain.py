"""Plain values: dataclasses as dictionaries, tuples as lists, numbers as JSON writes them, the same on every machine."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Sequence
from typing import Any

# Significant digits kept: more than any counter's precision after scaling, few enough to be the same on every machine.
_DIGITS = 12
_WHOLE = 10.0**_DIGITS
_TOLD: dict[type, tuple[str, ...]] = {}  # by class, as it is asked for every value of a report


def plain(value: Any) -> Any:
    """``value`` as dictionaries, lists, numbers and strings; NaN and infinities are None.

    A dataclass gives its fields in order, then the properties that its class names in ``DERIVED``.
    """
    kind = type(value)
    if kind is float:
        # A whole number of no more digits than are kept is what it is.
        return _float(value) if not value.is_integer() or abs(value) >= _WHOLE else value
    if kind is str or kind is bool or value is None:
        return value
    if isinstance(value, dict):
        return {str(key): plain(entry) for key, entry in value.items()}
    if kind is list or kind is tuple:
        return [plain(entry) for entry in value]
    if names := _told(kind):
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Sequence):
        return [plain(entry) for entry in value]
    if isinstance(value, int):
        return int(value)
    return _float(float(value)) if isinstance(value, float) else _other(float(value))


def _told(kind: type) -> tuple[str, ...]:
    """What a dataclass tells; nothing of other classes."""
    if kind not in _TOLD:
        fields = (field.name for field in dataclasses.fields(kind)) if dataclasses.is_dataclass(kind) else ()
        _TOLD[kind] = (*fields, *getattr(kind, "DERIVED", ()))
    return _TOLD[kind]


def _float(number: float) -> float | None:
    return float(f"{number:.{_DIGITS}g}") if math.isfinite(number) else None


def _other(number: float) -> float | int | None:
    """Of a number of numpy, which may be a count."""
    return int(number) if number.is_integer() and abs(number) < 2**53 else _float(number)
