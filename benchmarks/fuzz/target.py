"""One fuzzing process: reads every input that libFuzzer makes, in this process, and notes what should not happen.

Run by ``python -m benchmarks.fuzz``. Nothing stops it but the number of runs: what escapes is noted with its input and traceback, once per place.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import pkgutil
import resource
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import atheris

# pandas takes pyarrow where it is installed and then spends longer on small tables; the readers do not ask for it.
sys.modules["pyarrow"] = None  # type: ignore[assignment]

with atheris.instrument_imports(include=["ncu_advisor.readers", "ncu_advisor.names", "ncu_advisor.labels", "ncu_advisor.units", "ncu_advisor.text"]):
    from ncu_advisor import labels, names, readers, text, units  # noqa: F401 - imported here to be instrumented
    from ncu_advisor.readers import source as sources

    # Readers import one another when they are first asked; all of them have to be instrumented.
    for _module in pkgutil.iter_modules(readers.__path__):
        importlib.import_module(f"{readers.__name__}.{_module.name}")

from benchmarks.fuzz import mutate
from ncu_advisor.advise import advise
from ncu_advisor.errors import AdvisorError
from ncu_advisor.load import assemble
from ncu_advisor.profile import LaunchTable

MOST_SECONDS = 2.0  # of processor time: the machine is shared
MOST_BYTES = 500 << 20  # more than the process needs for itself
_WHOLE = 40  # one in so many readable inputs goes through the whole engine
_SAVE = 100  # inputs between two writes of the tally


class Target:
    """What libFuzzer calls; ``tally`` counts outcomes, ``folder`` gets what is wrong."""

    def __init__(self, family: str, number: str, folder: Path, scratch: Path) -> None:
        self.family = family
        self.number = number
        self.folder = folder
        self.input = scratch
        self.tally: dict[str, Any] = {"runs": 0, "read": 0, "refused": 0, "whole": 0, "slowest_s": 0.0, "most_mib": 0, "by_reader": {}}
        self.seen: set[str] = set()
        self.tables: Sequence[Any] = []

    def __call__(self, data: bytes) -> None:
        tally = self.tally
        tally["runs"] += 1
        self.input.write_bytes(data)
        before, peak = _resident(), _peak()
        # A pause of the machine is no slow input: that one is slow again.
        taken = min(self._timed(data) for _ in range(2)) if (first := self._timed(data)) > MOST_SECONDS / 4 else first
        if taken > tally["slowest_s"]:
            tally["slowest_s"] = taken
            (self.folder / f"{self.family}-{self.number}.slowest").write_bytes(data)
        if taken > MOST_SECONDS:
            self._note("slow", data, f"{taken:.2f} s")
        used = _peak() - before if _peak() > peak else 0
        tally["most_mib"] = max(tally["most_mib"], used >> 20)
        if used > MOST_BYTES:
            self._note("memory", data, f"{used >> 20} MiB")
        self._judge(data)
        if tally["runs"] % _SAVE == 0:
            self.save()

    def _timed(self, data: bytes) -> float:
        """Reads the input; how many seconds of processor time that took."""
        self.tables = []
        begun = time.process_time()
        try:
            self.tables = readers.read_one(sources.Source("input", self.input), lambda name: True) or []
        except AdvisorError as error:
            if len(str(error).splitlines()) != 1:
                self._note("several lines", data, repr(error))
        except Exception:
            self._note(_place(), data, traceback.format_exc())
        return time.process_time() - begun

    def _judge(self, data: bytes) -> None:
        """Counts what was read, looks whether it holds together, and puts some of it through the engine."""
        tally = self.tally
        tally["read" if self.tables else "refused"] += 1
        try:
            for table in self.tables:
                tally["by_reader"][table.kind] = tally["by_reader"].get(table.kind, 0) + 1
                if isinstance(table, LaunchTable) and not len(table.launches) == len(table.metrics) == len(table.texts):
                    raise AssertionError("identity, metrics and texts differ in length")
            if self.tables and tally["read"] % _WHOLE == 0:
                tally["whole"] += 1
                advise(assemble(self.tables)).to_json()
        except AdvisorError:
            pass
        except Exception:
            self._note(_place(), data, traceback.format_exc())

    def _note(self, what: str, data: bytes, said: str) -> None:
        if what not in self.seen:
            self.seen.add(what)
            stem = hashlib.sha1(what.encode(), usedforsecurity=False).hexdigest()[:10]
            (self.folder / f"{self.family}-{stem}.input").write_bytes(data)
            (self.folder / f"{self.family}-{stem}.txt").write_text(f"{what}\n{said}", encoding="utf-8", errors="replace")

    def save(self) -> None:
        """Writes the tally."""
        self.tally["wrong"] = sorted(self.seen)
        (self.folder / f"{self.family}-{self.number}.json").write_text(json.dumps(self.tally), encoding="utf-8")


def _resident() -> int:
    """Bytes of this process that are in memory now."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()


def _peak() -> int:
    """The most that it ever was; the fuzzer itself grows, so only what one input adds counts."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def _place() -> str:
    """The exception and the innermost place in this package that it came from."""
    kind, _, trace = sys.exc_info()
    ours = [frame for frame in traceback.extract_tb(trace) if "ncu_advisor" in frame.filename]
    where = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "?"
    return f"{kind.__name__ if kind else '?'} at {where}"


def main(arguments: list[str]) -> None:
    """FAMILY, FOLDER, SCRATCH FILE, NUMBER of the process, then libFuzzer's own options."""
    family, folder, scratch, number, *rest = arguments
    target = Target(family, number, Path(folder), Path(scratch))
    resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    shapes = {"report": mutate.report, "binary": mutate.report, "sqlite": mutate.database, "wrapped": None, "refused": None}
    shape = shapes.get(family, mutate.table)
    if shape is None:
        atheris.Setup(["fuzz", *rest], target)
    else:
        atheris.Setup(["fuzz", *rest], target, custom_mutator=lambda data, longest, seed: shape(data, longest, seed, atheris.Mutate))
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
