"""Times of short kernels on a device: many launches in a CUDA graph over rotating buffers, so that inputs come from DRAM as they do in a program."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any

import torch

CACHE_BYTES = 130_000_000  # rotating buffers hold at least this much: twice the L2 of an H200
HOPELESS, SLOW = 5.0, 1.6  # a first run so much slower than the best is recorded as it is, or repeated fewer times
SETTLE_US = 30_000.0  # in which clocks follow a change of power
GRAPH_US = 150.0  # a graph is at least this long, so that its launch does not count


class Clock:
    """Times ``run(set_index)`` in microseconds per call."""

    def __init__(self) -> None:
        self.side = torch.cuda.Stream()
        self.flush = torch.empty(2 * CACHE_BYTES, dtype=torch.int8, device="cuda")
        self.graphs = 0
        self.fallbacks = 0

    def time(self, run: Callable[[int], Any], sets: int, best: float, graph: bool = True) -> tuple[float, int]:
        """Median time of a launch, and how many repetitions it comes from (1: given up after the first)."""
        torch.cuda.synchronize()
        with torch.cuda.stream(self.side):
            run(0)
            self.side.synchronize()
            first = self._repeat(lambda: run(1 % sets), 1)[0]
            if first > HOPELESS * best:  # once more: the first run of a kernel can be late for reasons of its own
                first = min(first, *self._repeat(lambda: run(0), 2))
            if first > HOPELESS * best:
                return first, 3
            calls = max(sets if sets > 1 else 1, min(40, int(GRAPH_US / first) + 1))
            reps = 3 if first > SLOW * best else 9
            if calls == 1:
                return statistics.median(self._repeat(lambda: run(0), reps)), reps
            if graph:
                try:
                    return statistics.median(self._replay(run, sets, calls, reps)) / calls, reps
                except RuntimeError:
                    self.fallbacks += 1
                    torch.cuda.synchronize()
            return statistics.median(self._repeat(lambda: [run(i % sets) for i in range(calls)], min(reps, 7), 12_000 * calls)) / calls, min(reps, 7)

    def sustained(self, run: Callable[[int], Any], sets: int, us: float) -> float:
        """The time of a launch among many, once clocks have settled under this kernel's power; for kernels of about ``us`` each."""
        calls = int(SETTLE_US / us) + 1
        with torch.cuda.stream(self.side):
            begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            for i in range(calls):
                run(i % sets)
            begin.record()
            for i in range(calls):
                run(i % sets)
            end.record()
            self.side.synchronize()
            return begin.elapsed_time(end) * 1000.0 / calls

    def time_each(self, run: Callable[[int], Any], best: float) -> tuple[float, int]:
        """The same between two events around one launch, every cache emptied before it, as autotuners time."""
        with torch.cuda.stream(self.side):
            run(0)
            reps = 3 if best == float("inf") or self._repeat(lambda: run(0), 1)[0] > 2.5 * best else 9
            marks = [torch.cuda.Event(enable_timing=True) for _ in range(2 * reps)]
            torch.cuda._sleep(200_000)
            for i in range(reps):
                self.flush.zero_()
                marks[2 * i].record()
                run(0)
                marks[2 * i + 1].record()
            self.side.synchronize()
            return statistics.median(marks[2 * i].elapsed_time(marks[2 * i + 1]) * 1000.0 for i in range(reps)), reps

    def _replay(self, run: Callable[[int], Any], sets: int, calls: int, reps: int) -> list[float]:
        self.graphs += 1
        graph = torch.cuda.CUDAGraph()
        graph.capture_begin()
        try:
            for i in range(calls):
                run(i % sets)
        finally:
            graph.capture_end()
        graph.replay()
        graph.replay()
        times = self._repeat(graph.replay, reps)
        del graph
        return times

    def _repeat(self, work: Callable[[], Any], reps: int, hide_ns: int = 60_000) -> list[float]:
        """Microseconds of each repetition; the device sleeps first, so that the host has queued everything by the time it wakes."""
        marks = [torch.cuda.Event(enable_timing=True) for _ in range(2 * reps)]
        torch.cuda._sleep(int(hide_ns * 1.98))
        for i in range(reps):
            marks[2 * i].record()
            work()
            marks[2 * i + 1].record()
        self.side.synchronize()
        return [marks[2 * i].elapsed_time(marks[2 * i + 1]) * 1000.0 for i in range(reps)]


def sets_for(bytes_per_set: float, most: int = 100) -> int:
    """How many sets of buffers are needed for no input to be in cache when its turn comes again."""
    return max(1, min(most, -int(-CACHE_BYTES // bytes_per_set)))


class Pool:
    """Random data of one type, handed out in pieces."""

    def __init__(self, dtype: torch.dtype, elements: int) -> None:
        if dtype == torch.int8:
            self.data = torch.randint(-100, 100, (elements,), dtype=torch.int8, device="cuda")
        else:
            self.data = torch.randn(elements, dtype=torch.float16, device="cuda").to(dtype)
        self.at = 0

    def take(self, *shape: int) -> torch.Tensor:
        count = 1
        for extent in shape:
            count *= extent
        piece = self.data[self.at : self.at + count].view(shape)
        if piece.numel() != count:
            raise ValueError("pool is too small")
        self.at += -(-count // 256) * 256
        return piece

    def rewind(self) -> None:
        self.at = 0
