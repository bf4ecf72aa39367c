"""Exhaustive sweeps on a device: GEMM, attention, streams and rows, each configuration timed and checked.

    python3 benchmarks/tiles/sweep.py --seconds 190 --out FOLDER

Kernels are compiled by worker processes while others are timed. Whatever is measured when the time is up has been written.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import csv
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
os.environ.setdefault("TRITON_CACHE_DIR", tempfile.mkdtemp(prefix="tiles_"))
os.environ["TRITON_STORE_BINARY_ONLY"] = "1"

import specs

# The share of the time at which each phase ends at the latest; what one leaves is the next one's.
PHASES = (
    ("streams", 0.10),
    ("rows", 0.20),
    ("gemms", 0.70),
    ("attentions", 0.84),
    ("typed", 0.92),
    ("masked", 0.95),
    ("warm", 0.97),
    ("events", 0.98),
    ("fresh", 0.985),
    ("fresh_attentions", 0.99),
    ("odd", 0.995),
)


class Sweep:
    """The compiled kernels, the clock, the tables being written, and the time left."""

    def __init__(self, out: Path, seconds: float, workers: int) -> None:
        self.begin = time.monotonic()
        self.seconds = seconds
        self.deadline = self.begin
        self.out = out
        out.mkdir(parents=True, exist_ok=True)
        context = multiprocessing.get_context("spawn")
        self.pool = concurrent.futures.ProcessPoolExecutor(workers, mp_context=context)
        self.pending: dict[specs.Spec, concurrent.futures.Future[str]] = {}
        self.kernels: dict[specs.Spec, Any] = {}
        self.failures: dict[str, int] = {}
        self.log: list[dict[str, Any]] = []
        self.tables: dict[str, Any] = {}
        self.resources = self.table("kernels.csv", "kernel", "constants", "aligned", "warps", "stages", "registers", "spills", "shared")

    def submit(self, wanted: Iterable[specs.Spec]) -> None:
        for spec in wanted:
            if spec not in self.pending:
                self.pending[spec] = self.pool.submit(specs.compile_one, spec)

    def kernel(self, spec: specs.Spec) -> Any:
        """The loaded kernel and its constants; raises RuntimeError where it does not compile or does not fit."""
        if spec not in self.kernels:
            self.submit([spec])
            error = self.pending[spec].result(timeout=120)
            loaded: Any = None
            if not error:
                try:
                    loaded = specs.compiled(spec)
                    loaded._init_handles()
                    used = (loaded.n_regs, loaded.n_spills, loaded.metadata.shared)
                    self.resources(spec.kernel, json.dumps(dict(spec.constants)), len(spec.multiples), spec.warps, spec.stages, *used)
                except Exception as problem:  # out of resources: a result too
                    error, loaded = f"{type(problem).__name__}: {str(problem)[:120]}", None
            if error:
                self.failures[error] = self.failures.get(error, 0) + 1
            self.kernels[spec] = loaded
        if self.kernels[spec] is None:
            raise RuntimeError("does not run")
        return self.kernels[spec]

    def launcher(self, spec: specs.Spec, grid: tuple[int, int, int], arguments: list[list[Any]]) -> Callable[[int], None]:
        """A function that launches the kernel with the i-th argument list on the current stream."""
        run = self.kernel(spec)[grid]
        constants = [value for _, value in spec.constants]
        full = [[*a, *constants] for a in arguments]
        return lambda i: run(*full[i])

    def table(self, name: str, *columns: str) -> Callable[..., None]:
        if name not in self.tables:
            file = (self.out / name).open("w", newline="")
            writer = csv.writer(file)
            writer.writerow(columns)

            def write(*row: Any) -> None:
                writer.writerow(row)
                file.flush()

            self.tables[name] = write
        return self.tables[name]

    def time_up(self) -> bool:
        return time.monotonic() > self.deadline

    def note(self, **facts: Any) -> None:
        import torch

        try:
            facts |= {"sm_mhz": torch.cuda.clock_rate(), "watts": torch.cuda.power_draw() / 1000}
        except Exception:  # no driver library: not worth stopping for
            facts |= {"sm_mhz": None}
        self.log.append({"at": round(time.monotonic() - self.begin, 2), **facts})
        (self.out / "log.json").write_text(json.dumps({"failures": self.failures, "log": self.log}, indent=0))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=float, default=190.0, help="wall clock, compilation included")
    options.add_argument("--out", type=Path, required=True)
    options.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 4) - 2))
    options.add_argument("--only", default="", help="comma-separated phases")
    given = options.parse_args()
    sweep = Sweep(given.out, given.seconds, given.workers)
    import phases

    wanted = [(name, share) for name, share in PHASES if not given.only or name in given.only.split(",")]
    for name, _ in wanted:
        sweep.submit(phases.SPECS[name]())
    sweep.note(phase="start", kernels=len(sweep.pending))
    for name, share in wanted:
        sweep.deadline = sweep.begin + sweep.seconds * share
        before = time.monotonic()
        try:
            phases.PHASES[name](sweep)
        except Exception as error:  # one broken phase must not cost the others
            import traceback

            traceback.print_exc()
            sweep.note(phase=name, error=f"{type(error).__name__}: {error}")
        print(f"{name}: {time.monotonic() - before:.1f} s, {time.monotonic() - sweep.begin:.1f} s in all", flush=True)
        sweep.note(phase=name)
    print(json.dumps(sweep.failures, indent=1)[:3000])
    sweep.pool.shutdown(wait=False, cancel_futures=True)
    sys.stdout.flush()
    for worker in list((sweep.pool._processes or {}).values()):  # a compiler at work would hold the machine
        worker.terminate()
    os._exit(0)


if __name__ == "__main__":
    main()
