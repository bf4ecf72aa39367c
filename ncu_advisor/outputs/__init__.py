"""Outputs: one module per format, each with NAME, SUFFIXES and ``render(report, options) -> bytes``; found, not registered."""

from __future__ import annotations

import contextlib
import importlib
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from ncu_advisor.errors import AdvisorError
from ncu_advisor.resources import modules_of

if TYPE_CHECKING:
    from ncu_advisor.report import Report


@dataclass(frozen=True)
class Options:
    """What a terminal allows, and which folder of source files other tools do not know by that name; "" is none."""

    width: int = 100
    color: bool = False
    source_root: str = ""


Writer = TypeVar("Writer")


class Output(Protocol):
    """What a module of this package provides."""

    NAME: str
    SUFFIXES: tuple[str, ...]

    def render(self, report: Report, options: Options) -> bytes: ...


@lru_cache(maxsize=1)
def names() -> tuple[str, ...]:
    """Module names of all outputs."""
    return modules_of(__path__)


def by_name(name: str) -> Output:
    """The output called ``name``; raises AdvisorError where there is none."""
    for module_name in sorted(names(), key=lambda module: module != name):
        module = cast("Output", importlib.import_module(f"{__name__}.{module_name}"))
        if name == module.NAME:
            return module
    raise AdvisorError("--format", f"{name!r} is no output format", f"one of {', '.join(all_formats())}")


def all_formats() -> list[str]:
    return [cast("Output", importlib.import_module(f"{__name__}.{name}")).NAME for name in names()]


def by_suffix(file_name: str) -> Output:
    """The output that writes files of this suffix; raises AdvisorError naming the suffixes that are known."""
    suffix = Path(file_name).suffix.lower()
    known: list[str] = []
    for name in sorted(names(), key=lambda name: f".{name}" != suffix):  # the namesake first: most often no other need be imported
        module = cast("Output", importlib.import_module(f"{__name__}.{name}"))
        if suffix in module.SUFFIXES:
            return module
        known += module.SUFFIXES
    raise AdvisorError(file_name, f"no output format has the suffix {suffix!r}", f"end the name in one of {' '.join(sorted(known))}")


def targets(names: Iterable[str], writer: Callable[[str], Writer]) -> list[tuple[Path, Writer]]:
    """Where every output goes, with what ``writer`` gives for its name; asked before anything is read, so that no work is lost.

    Raises AdvisorError for a name that ``writer`` refuses, and for a place that takes no file.
    """
    found = [(Path(name), writer(name)) for name in names]
    for target, _ in found:
        place, special = _place(target)
        if not place.parent.is_dir():
            raise AdvisorError(str(target), "cannot be written (its folder is not there)", "make the folder, or choose another place")
        if not os.access(place if special else place.parent, os.W_OK):
            raise AdvisorError(str(target), "cannot be written (Permission denied)", "choose another place")
    return found


def refuse_overwriting(targets: Iterable[Path], inputs: Iterable[str]) -> None:
    """An output never replaces one of the files that were read; raises AdvisorError before anything is written."""
    sources = {os.path.realpath(path) for path in inputs if path != "-"}
    for target in targets:
        if os.path.realpath(target) in sources:
            raise AdvisorError(str(target), "is one of the inputs and would be overwritten", "choose another name for the output")


def write_all(contents: Sequence[tuple[Path, bytes]]) -> None:
    """Write every file whole or not at all: to a temporary neighbour first, renamed only when all of them are complete.

    Of a link the file behind it is written. What is no plain file, such as a pipe, takes the bytes itself, once the others are complete.
    """
    temporaries: list[Path] = []
    waiting: list[tuple[Path, Callable[[], object]]] = []  # what is left to do for each target
    places = [_place(target) for target, _ in contents]
    try:
        for (target, content), (place, special) in zip(contents, places, strict=True):
            if special:
                waiting.append((target, partial(place.write_bytes, content)))
                continue
            with _told_of(target):
                temporaries.append(_beside(place))
                temporaries[-1].write_bytes(content)
                temporaries[-1].chmod(0o666 & ~_umask())
            waiting.append((target, partial(temporaries[-1].replace, place)))
        for done, (target, finish) in enumerate(waiting):
            with _told_of(target, [written for written, _ in waiting[:done]]):
                finish()
    finally:
        for temporary in temporaries:
            temporary.unlink(missing_ok=True)


def _place(target: Path) -> tuple[Path, bool]:
    """The file itself, behind all links; and whether it is no plain file: a pipe or a device is written, not replaced."""
    with _told_of(target), contextlib.suppress(FileNotFoundError):
        mode = target.stat().st_mode
        if stat.S_ISDIR(mode):
            raise AdvisorError(str(target), "is a folder and cannot be written as a file", "choose another name for the output")
        return Path(os.path.realpath(target)), not stat.S_ISREG(mode)
    return Path(os.path.realpath(target)), False


def _beside(place: Path) -> Path:
    handle, name = tempfile.mkstemp(prefix=f".{place.name}.", dir=place.parent)
    os.close(handle)
    return Path(name)


@contextlib.contextmanager
def _told_of(target: Path, written: Sequence[Path] = ()) -> Iterator[None]:
    """What the system refuses, as one line, with what lies there already where it refuses late, against all that was tried before."""
    try:
        yield
    except OSError as error:
        but = f", but {', '.join(map(str, written))} {'was' if len(written) == 1 else 'were'}" if written else ""
        raise AdvisorError(str(target), f"cannot be written ({error.strerror}){but}", "choose another place") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
