"""Objects with parts that are worked out when they are first read.

A report of a hundred thousand launches is mostly sentences that nobody will read: outputs show one launch of each kind and count the
others. So what is counted is there from the start, and what is read is made when it is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

# (name of the part, where it is of) -> that part, and others that came with it.
Later = Callable[[str, int], Mapping[str, Any]]


class Deferred:
    """A base for dataclasses with slots. ``_later`` is unset, or (what makes missing parts, its second argument)."""

    __slots__ = ("_later",)

    if not TYPE_CHECKING:  # where types are checked, no part is missing and no other name is there

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_") or name not in self.__slots__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            later, of = self._later
            for part, value in later(name, of).items():
                object.__setattr__(self, part, value)
            return object.__getattribute__(self, name)


def partly(made: Deferred, later: Later, of: int, parts: Mapping[str, Any]) -> None:
    """Give an empty ``made`` these of its parts; ``later`` makes the others."""
    for part, value in parts.items():
        object.__setattr__(made, part, value)
    object.__setattr__(made, "_later", (later, of))
