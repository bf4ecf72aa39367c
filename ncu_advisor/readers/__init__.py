"""Readers: one module per input format, found by listing this package; nothing is registered.

A module is a reader if it has ``KIND``, ``recognises(source)`` and ``read(source, wanted)``. Recognition goes by content, never by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Protocol, cast

from ncu_advisor.errors import AdvisorError, UnreadableInput
from ncu_advisor.readers.compression import archive_kind
from ncu_advisor.readers.refusals import is_profiler_output, why_not
from ncu_advisor.readers.source import DEFAULT_LIMITS, Limits, Source, Watch, expand

if TYPE_CHECKING:
    from ncu_advisor.profile import LaunchTable
    from ncu_advisor.timeline import TimelineTable

    Table = LaunchTable | TimelineTable


class Reader(Protocol):
    """What a reader's module offers."""

    KIND: str

    def recognises(self, source: Source) -> bool: ...

    def read(self, source: Source, wanted: Callable[[str], bool]) -> Sequence[Table]: ...


@lru_cache(maxsize=1)
def readers() -> tuple[Reader, ...]:
    """Every reader of the package, in the order of their names."""
    return tuple(_each_reader())


def _each_reader() -> Iterator[Reader]:
    """The readers one by one, so that those after the one that is looked for need not be loaded."""
    for name in _modules():
        module = import_module(f"{__name__}.{name}")
        if hasattr(module, "KIND"):
            yield cast(Reader, module)


@lru_cache(maxsize=1)
def _modules() -> tuple[str, ...]:
    # Formats are mostly called after their profiler: trying these first loads fewer of the modules that are no readers.
    return tuple(sorted((info.name for info in iter_modules(__path__)), key=lambda name: (name[:3] not in ("ncu", "nsy"), name)))


def read_all(
    arguments: Sequence[str], wanted: Callable[[str], bool], limits: Limits | None = None, strict: bool = False, watch: Watch | None = None
) -> tuple[list[Table], list[AdvisorError]]:
    """The tables of every input that ``arguments`` name, in their order, and the errors of those that could not be read.

    With ``strict`` the first error is raised instead. Files of other kinds in a named directory are passed over; that a whole
    directory holds nothing readable is an error. ``watch`` is told how far reading has come.
    """
    tables: list[Table] = []
    errors: list[AdvisorError] = []
    seen: set[str] = set()
    for argument in arguments:
        found = 0
        failed = len(errors)
        sources: list[Source] = []
        try:
            sources = expand([argument], limits or DEFAULT_LIMITS)
        except AdvisorError as error:
            _collect(error, errors, strict)
        for source in sources:
            if source.identity in seen:
                found += 1
                continue
            seen.add(source.identity)
            source.watch = watch
            try:
                new = read_one(source, wanted)
            except AdvisorError as error:
                _collect(error, errors, strict)
                continue
            tables.extend(new or ())
            found += new is not None
        if sources and not found and failed == len(errors):
            _collect(UnreadableInput(argument, f"none of its {len(sources)} files is a profiler's export", "name a file"), errors, strict)
    return tables, errors


def _collect(error: AdvisorError, errors: list[AdvisorError], strict: bool) -> None:
    if strict:
        raise error
    errors.append(error)


def read_one(source: Source, wanted: Callable[[str], bool]) -> list[Table] | None:
    """The tables of one input; None for a file of another kind that merely lies in a named directory.

    Raises UnreadableInput with what the file is, where no reader knows it, or with what is wrong with it.
    """
    try:
        reader = next(_recognising(source), None)
        if reader is not None:
            return list(reader.read(source, wanted))
    except (OSError, MemoryError) as error:
        raise UnreadableInput(source.path, f"it could not be read ({error})", "check the disk and the memory") from None
    if source.named or is_profiler_output(source):
        raise why_not(source)
    return None


def _recognising(source: Source) -> Iterator[Reader]:
    # Files that an archive merely stores would be found in it as if they were in a log.
    return (reader for reader in (() if archive_kind(source.head()) else _each_reader()) if reader.recognises(source))
