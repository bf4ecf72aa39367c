"""A framework workload for plausibility: what PyTorch, its compiler, its libraries and Triton kernels run in training and inference.

    python workload.py time > times.csv                       case,median_us,min_us,max_us,runs (CUDA events, after warm-up)
    ncu --set full --clock-control none --nvtx --profile-from-start off -o OUT python workload.py profile [--seconds N] [--only NAME ...]

Each operation runs twice before it is profiled, so that library selection and compilation stay out of it; a range of its name is around it.
With ``--seconds`` no operation starts after that time: the list is in the order of what it tells. An operation that this version of the
framework lacks is named and left out.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator

import torch
from operations import OPERATIONS, Operation, Work

RUNS = 15
# Shorter work repeats between two events, so that their own cost drowns.
_ENOUGH_US = 1000.0


def prepared(only: list[str], seconds: float, profiled: bool) -> Iterator[tuple[Operation, Work]]:
    started = time.monotonic()
    for entry in OPERATIONS.values():
        if (only and entry.name not in only) or (profiled and not only and not entry.profiled):
            continue
        if time.monotonic() - started > seconds:
            print(f"out of time before {entry.name}", file=sys.stderr, flush=True)
            return
        torch.manual_seed(0)
        try:
            work = entry.prepare()
            work()
            work()
            torch.cuda.synchronize()
        except Exception as error:
            print(f"left out {entry.name}: {str(error).splitlines()[0]}", file=sys.stderr, flush=True)
            continue
        yield entry, work
        del work
        torch.cuda.empty_cache()


def elapsed_us(work: Work, repeats: int) -> float:
    start, stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    for _ in range(repeats):
        work()
    stop.record()
    stop.synchronize()
    return start.elapsed_time(stop) * 1e3 / repeats


def measure(only: list[str], seconds: float) -> None:
    print("case,median_us,min_us,max_us,runs")
    for entry, work in prepared(only, seconds, profiled=False):
        repeats = max(1, min(50, int(_ENOUGH_US / max(elapsed_us(work, 3), 1.0))))
        times = [elapsed_us(work, repeats) for _ in range(RUNS)]
        print(f"{entry.name},{statistics.median(times):.3f},{min(times):.3f},{max(times):.3f},{RUNS}", flush=True)


def profile(only: list[str], seconds: float) -> None:
    for entry, work in prepared(only, seconds, profiled=True):
        print(f"launching {entry.name}", flush=True)
        torch.cuda.profiler.start()
        torch.cuda.nvtx.range_push(entry.name)
        work()
        torch.cuda.synchronize()
        torch.cuda.nvtx.range_pop()
        torch.cuda.profiler.stop()


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("mode", choices=["time", "profile"])
    arguments.add_argument("--seconds", type=float, default=3600.0)
    arguments.add_argument("--only", nargs="*", default=[])
    options = arguments.parse_args()
    {"time": measure, "profile": profile}[options.mode](options.only, options.seconds)


if __name__ == "__main__":
    main()
