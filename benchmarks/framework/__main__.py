"""What the advisor says of a framework's kernels, operation by operation, beside what a better way of the same work was measured to save.

    python -m benchmarks.framework             prints the table
    python -m benchmarks.framework --launches  also every launch with what is said of it
    python -m benchmarks.framework --write     writes docs/framework.md

measured/ holds the profiles and the times; ``measure.sh`` repeats them on a GPU. The better ways are named in operations.py.
"""

from __future__ import annotations

import argparse
import ast
import csv
import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from ncu_advisor import advise, load, measurement
from ncu_advisor.hardware import gpu_files
from ncu_advisor.hardware.gpu import Gpu
from ncu_advisor.measurements.library_products import LONG_NS
from ncu_advisor.report import Diagnosis, SequenceFinding
from ncu_advisor.rule_files import catalogue
from ncu_advisor.sequence import speak

HERE = Path(__file__).resolve().parent
MEASURED = HERE / "measured"
ROOT = HERE.parents[1]
SHORT_NS = 150_000  # below it rules/runs/missing-tensor-cores.toml promises less


@dataclass
class Operation:
    name: str
    collected: str
    launches: list[Diagnosis] = field(default_factory=list)
    sequences: list[SequenceFinding] = field(default_factory=list)

    @property
    def duration_ns(self) -> float:
        return sum(k.duration_ns for k in self.launches)

    @property
    def whole_ns(self) -> float:
        """What shares are of: the launches, and the gaps between them where a finding about several launches counts those."""
        with_gaps = [100.0 * s.time_saved_ns / s.time_saved_pct for s in self.sequences if s.time_saved_pct > 0]
        return max(self.duration_ns, *with_gaps, 0.0)

    @property
    def promised_pct(self) -> float:
        """Of the operation's time: the launches' own findings and those of several launches overlap, so the larger counts."""
        own = sum(k.time_saved_ns for k in self.launches)
        together = sum(s.time_saved_ns for s in self.sequences)
        return 100.0 * max(own, together) / self.whole_ns

    @property
    def vendor_pct(self) -> float:
        """Of the operation's time, what the vendor's largest estimate of time (scope "global") promises for each launch."""
        largest = (max((r.estimated_speedup_pct or 0.0 for r in k.vendor_rules if r.scope == "global"), default=0.0) for k in self.launches)
        return sum(pct * k.duration_ns for pct, k in zip(largest, self.launches, strict=True)) / self.duration_ns

    @property
    def said(self) -> list[tuple[float, str]]:
        """Each rule with what it saves of the operation, largest first."""
        of_rule: dict[str, float] = {}
        for kernel in self.launches:
            for finding in kernel.findings:
                of_rule[finding.rule] = of_rule.get(finding.rule, 0.0) + finding.time_saved_pct * kernel.duration_ns / self.whole_ns
        for sequence in self.sequences:
            of_rule[sequence.rule] = of_rule.get(sequence.rule, 0.0) + 100.0 * sequence.time_saved_ns / self.whole_ns
        return sorted(((saved, rule) for rule, saved in of_rule.items()), reverse=True)


def better_ways() -> dict[str, str]:
    """Operation to the one that does the same work better, as operations.py says; read, not imported: no framework is needed here."""
    found: dict[str, str] = {}
    for node in ast.parse((HERE / "operations.py").read_text()).body:
        marks = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)] if isinstance(node, ast.FunctionDef) else []
        for word in (word for mark in marks for word in mark.keywords):
            if isinstance(node, ast.FunctionDef) and word.arg == "better":
                found[node.name] = str(ast.literal_eval(word.value))
    return found


def read(page: Path) -> list[Operation]:
    """The operations of one profile, in their order."""
    part = page.name.removesuffix(".raw.csv.xz")
    of_launch = [row[1] for row in csv.reader((MEASURED / f"{part}.operations.csv").open())]
    report = advise(load([str(page), str(MEASURED / f"{part}.details.csv.xz")]))
    operations: dict[str, Operation] = {}
    for kernel, name in zip(report.kernels, of_launch, strict=True):
        operations.setdefault(name, Operation(name, part.rpartition(".")[2])).launches.append(kernel)
    for operation in operations.values():
        ids = {kernel.id for kernel in operation.launches}
        operation.sequences = [s for s in report.sequence_findings if s.kernels and ids.issuperset(s.kernels)]
    return list(operations.values())


def times() -> dict[str, float]:
    return {row["case"]: float(row["median_us"]) for row in csv.DictReader((MEASURED / "times.csv").open())}


def table(operations: Sequence[Operation]) -> str:
    measured, ways = times(), better_ways()
    lines = [
        "| operation | profile | launches | time, µs | said of it (share of its time) | promised | better way | measured | the vendor's largest |",
        "|---|---|---:|---:|---|---:|---|---:|---:|",
    ]
    for operation in operations:
        now, way = measured.get(operation.name), ways.get(operation.name, "")
        saved = f"{100.0 * (1.0 - measured[way] / now):.0f}%" if now and way in measured else ""
        said = ", ".join(f"{rule} {pct:.0f}%" for pct, rule in operation.said[:3]) or "nothing"
        time = f"{now:.0f}" if now else f"{operation.duration_ns / 1e3:.0f} (profiled)"
        cells = (
            operation.name,
            operation.collected,
            len(operation.launches),
            time,
            said,
            f"{operation.promised_pct:.0f}%",
            way,
            saved,
            f"{operation.vendor_pct:.0f}%",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def products() -> str:
    """What products in FP32 saved as TF32 (measured/precision.csv), by how long they took, beside what a trace that names them is promised."""
    rows = list(csv.DictReader((MEASURED / "precision.csv").open(newline="")))
    gpu = gpu_files.load("h200-sxm")
    lines = ["| FP32 products of | number | saved as TF32, least | median | most | promised |", "|---|---:|---:|---:|---:|---:|"]
    edges = (0.0, LONG_NS, SHORT_NS, math.inf)
    for name, (least, most) in zip(("less than 60 µs", "60 to 150 µs", "150 µs and more"), pairwise(edges), strict=True):
        chosen = [row for row in rows if least <= 1e3 * float(row["fp32_us"]) < most]
        saved = [float(row["saved_pct"]) for row in chosen]
        mean_ns = statistics.mean(1e3 * float(row["fp32_us"]) for row in chosen)
        promised = _promised_pct(mean_ns, gpu) if least else None  # a trace passes over short ones
        cells = (
            name,
            len(chosen),
            *(f"{of(saved):.0f}%" for of in (min, statistics.median, max)),
            "nothing" if promised is None else f"{promised:.0f}%",
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def _promised_pct(mean_ns: float, gpu: Gpu) -> float:
    """Of a run that is nothing but such products."""
    rule = next(rule.of_run for rule in catalogue() if rule.id == "missing-tensor-cores" and rule.of_run)
    ratio = (gpu.peak_flops("tensor_tf32") or 0.0) / (gpu.peak_flops("fp32") or math.nan)
    given = {
        "device": 0,
        "kernel": "sgemm",
        "kernels": 1,
        "launches": 1,
        "product_ns": mean_ns,
        "mean_ns": mean_ns,
        "tf32_ratio": ratio,
        "window_ns": mean_ns,
    }
    [finding] = speak(rule, measurement.of_rows([given]))
    return finding.time_saved_pct


def launches(operations: Sequence[Operation]) -> str:
    lines = []
    for operation in operations:
        lines.append(f"\n{operation.name} ({operation.collected})")
        for kernel in operation.launches:
            said = "; ".join(f"{f.rule} {f.time_saved_pct:.0f}%" for f in kernel.findings) or "-"
            lines.append(
                f"  {kernel.id:3} {kernel.duration_ns / 1e3:8.1f} us {kernel.bound:8} {kernel.limiter:18} roof {100 * kernel.roof_fraction:3.0f}%"
                f"  {kernel.short_name[:60]:60} {said}"
            )
        lines += [f"  several: {s.rule} {s.time_saved_pct:.0f}% of {s.basis}, launches {s.kernels}" for s in operation.sequences]
    return "\n".join(lines)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--launches", action="store_true", help="every launch with what is said of it")
    arguments.add_argument("--write", action="store_true", help="write docs/framework.md")
    options = arguments.parse_args()
    pages = sorted(MEASURED.glob("*.raw.csv.xz"), key=lambda page: ("full", "detailed", "basic").index(page.name.split(".")[1]))
    operations = [operation for page in pages for operation in read(page)]
    text = table(operations)
    of_products = products()
    print(text, of_products, sep="\n\n")
    if options.launches:
        print(launches(operations))
    if options.write:
        versions = "; ".join((MEASURED / "versions.txt").read_text().split("\n")[-3:]).strip("; ")
        head = (
            "# What is said of a framework's kernels\n\nWritten by `python -m benchmarks.framework --write` from `benchmarks/framework/measured` "
            f"({versions}). Times are medians of 15 runs outside the profiler. Where operations.py names a better way of the same work, the saving "
            "promised stands beside the saving measured; elsewhere the work is a library's or a compiler's, and silence or little is right.\n"
        )
        of_traces = (
            "## Products in FP32, told by name in a trace\n\nA trace has no counters; cuBLAS, cuDNN and CUTLASS name such kernels (`sgemm`). "
            "These are matrix products of PyTorch on the same GPU (`benchmarks/framework/precision.py`), with TF32 off and on.\n"
        )
        (ROOT / "docs" / "framework.md").write_text(f"{head}\n{text}\n\n{of_traces}\n{of_products}\n")


if __name__ == "__main__":
    main()
