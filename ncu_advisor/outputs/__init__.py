"""Outputs: one module per format, each with NAME, SUFFIXES and ``render(report, options) -> bytes``; found, not registered."""

from __future__ import annotations

import importlib
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

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


def refuse_overwriting(targets: Iterable[Path], inputs: Iterable[str]) -> None:
    """An output never replaces one of the files that were read; raises AdvisorError before anything is written."""
    sources = {Path(path).resolve() for path in inputs if path != "-"}
    for target in targets:
        if target.resolve() in sources:
            raise AdvisorError(str(target), "is one of the inputs and would be overwritten", "choose another name for the output")


def write_all(contents: Sequence[tuple[Path, bytes]]) -> None:
    """Write every file whole or not at all: to a temporary neighbour first, renamed only when all of them are complete."""
    for target, _ in contents:
        if target.is_dir():
            raise AdvisorError(str(target), "is a folder and cannot be written as a file", "choose another name for the output")
    waiting: list[tuple[str, Path]] = []
    try:
        for target, content in contents:
            try:
                handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
                waiting.append((temporary, target))
                with os.fdopen(handle, "wb") as file:
                    file.write(content)
                Path(temporary).chmod(0o666 & ~_umask())
            except OSError as error:
                raise AdvisorError(str(target), f"cannot be written ({error.strerror})", "choose another place") from error
        for done, (temporary, target) in enumerate(waiting):
            try:
                Path(temporary).replace(target)
            except OSError as error:
                raise AdvisorError(str(target), f"cannot be written ({error.strerror}){_but(waiting[:done])}", "choose another place") from error
    finally:
        for temporary, _ in waiting:
            Path(temporary).unlink(missing_ok=True)


def _but(written: Sequence[tuple[str, Path]]) -> str:
    """What lies there already when the system refuses a later name, against all that was tried before."""
    return f", but {', '.join(str(target) for _, target in written)} {'was' if len(written) == 1 else 'were'}" if written else ""


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
