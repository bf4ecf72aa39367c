"""How outputs word what a Report holds: names, shapes, times, savings, places, recommended values.

Text that leaves this module is unescaped and may hold names from a profile: every output escapes it in its own way.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from ncu_advisor import units
from ncu_advisor.names import normalise
from ncu_advisor.report import Diagnosis, Evidence, Finding, Location, Report, SequenceFinding
from ncu_advisor.text import one_line

_LABELS = {
    "dram": "DRAM", "l2": "L2", "l1": "L1", "shared": "shared memory", "fp32": "FP32", "fp64": "FP64", "fp16": "FP16", "tensor": "tensor cores",
    "alu": "ALU", "xu": "XU", "lsu": "LSU", "issue": "issue slots", "fma": "FMA", "adu": "ADU", "cbu": "CBU", "uniform": "uniform datapath",
    "blocks": "block starts", "sm": "SM",
}  # fmt: skip
# Units that are part of the number's words.
_SCALED = ("", "ns", "byte", "byte/s", "hz", "flop/s", "flop", "%")
_ALL = 0.995  # of a cost: the place has it all
_MOST = 100  # a factor that is promised
_WHOLE = 5e-4  # relative: three digits do not tell such a number from the whole one
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9`])")


def counted(number: int, one: str, many: str = "") -> str:
    """``counted(2, "finding")`` is ``"2 findings"``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def label(name: str) -> str:
    """How tables name a resource, limiter or path: ``"tensor_fp16_acc16"`` is ``"FP16 tensor, FP16 sums"``."""
    if name.startswith("tensor_"):
        kind, _, sums = name.removeprefix("tensor_").partition("_acc")
        return f"{kind.upper()} tensor, FP{sums} sums" if sums else f"{kind.upper()} tensor"
    return _LABELS.get(name, name.replace("_", " "))


def bound_words(kernel: Diagnosis) -> str:
    """``"memory: DRAM"``; the limiter only where it says more than the bound."""
    return kernel.bound if kernel.limiter in (kernel.bound, "", "unknown") else f"{kernel.bound}: {label(kernel.limiter)}"


def sentence(words: str) -> str:
    """``words`` with a capital at the start and the rest as it is."""
    return words[:1].upper() + words[1:]


def title(kernel: Diagnosis) -> str:
    """The kernel's name without return type, scopes and parameters; template arguments stay, they tell kernels apart."""
    return one_line(normalise(kernel.name)) or one_line(kernel.short_name) or "unnamed kernel"


def extent(size: tuple[int, ...]) -> str:
    """``(64, 64, 1)`` as ``"64x64"``."""
    used = list(size)
    while len(used) > 1 and used[-1] == 1:
        used.pop()
    return "x".join(str(n) for n in used)


def shape(kernel: Diagnosis) -> str:
    """Grid and block as ``"64x64 × 256"``, or their counts of blocks and threads where no axes are told; a dash where nothing is."""
    if min(*kernel.grid, *kernel.block) >= 1:
        return f"{extent(kernel.grid)} × {extent(kernel.block)}"
    blocks, threads = (kernel.metrics.get(name, 0.0) for name in ("grid_size", "block_size"))
    return f"{blocks:.0f} × {threads:.0f}" if blocks >= 1 and threads >= 1 else "–"


def fraction(value: float) -> str:
    """A fraction as percent, or a dash where it is not known."""
    return "–" if value is None or math.isnan(value) else f"{units.percent(100 * value)}%"


def launches(instances: float) -> str:
    """How often a kernel ran, or a dash where it is not known."""
    return "–" if math.isnan(instances) else units.plain(instances)


def time(ns: float) -> str:
    """A time, or a dash where it is not known."""
    return "–" if math.isnan(ns) else units.words(ns, "ns")


def mark(finding: Finding | SequenceFinding) -> str:
    """What stands before a finding's title: ``"58%"``, or ``"info"`` where it saves nothing by itself."""
    return f"{units.percent(finding.time_saved_pct)}%" if finding.time_saved_pct > 0 else "info"


def saving(finding: Finding, duration_ns: float) -> str:
    """``"58% of the launch (4.76 ms), 2.4x faster"``; ``"nothing by itself"`` where that is so, or that the profile does not tell."""
    if math.isnan(finding.time_saved_pct):
        lacking = "the launch's time" if math.isnan(duration_ns) else "what the GPU was busy with"
        return f"an unknown part: {lacking} was not collected"
    if not finding.time_saved_pct > 0:
        return "nothing by itself"
    part = "" if math.isnan(duration_ns) else f" ({units.words(duration_ns * finding.time_saved_pct / 100, 'ns')})"
    return f"{units.percent(finding.time_saved_pct)}% of the launch{part}, {_promised(finding.speedup)} faster"


def _promised(speedup: float) -> str:
    """``"1.35x"``, ``"2.4x"``, ``"31x"``: two digits, and three below 2; what is beyond those that an estimate can tell is only called more."""
    return f"more than {_MOST}x" if speedup > _MOST else f"{speedup:.0f}x" if speedup >= 10 else factor(speedup)


def factor(speedup: float) -> str:
    """``"2.4x"``; two decimals below 2, where one would round small gains away."""
    return f"{speedup:.2f}x" if speedup < 2 else f"{speedup:.1f}x"


def place(location: Location) -> str:
    """``"k.cu:12, LDG.E (62% of the cost)"``: of what the rule complains of, where more than this place has a part in it."""
    at = f"{location.file}:{location.line}" if location.file and location.line else location.file
    share = f" ({units.percent(100 * location.share)}% of the cost)" if location.share is not None and location.share < _ALL else ""
    return one_line(", ".join(part for part in (at, location.sass) if part)) + share


def measured(evidence: Evidence, ideal: bool = False) -> str:
    """The value of ``evidence`` in its unit, or its ideal, which leaves out a unit that scales no number; "" where there is none."""
    value = evidence.ideal if ideal else evidence.value
    if value is None or math.isnan(value):
        return ""
    whole = evidence.unit not in ("ns", "byte/s", "hz", "flop/s", "flop", "%") and 0 <= value < 1000
    whole = whole and abs(value - round(value)) <= _WHOLE * value
    text = f"{round(value)}{' B' if evidence.unit == 'byte' else ''}" if whole else units.words(value, evidence.unit)
    return text if ideal or evidence.unit in _SCALED else f"{text} {_counted_unit(evidence.unit, text)}"


def _counted_unit(unit: str, number: str) -> str:
    """``"inst"`` as ``"instructions"``, ``"sector/request"`` as ``"sectors/request"``; the singular after 1."""
    first, slash, rest = unit.partition("/")
    word = "instruction" if first == "inst" else first
    return f"{word if number == '1' else word + 's'}{slash}{rest}"


def recommended(value: Any) -> str:
    """A recommended value as one writes it in code."""
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else str(round(value)) if 1e4 <= abs(value) < 1e15 else f"{value:.4g}"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def recommendation(values: dict[str, Any]) -> tuple[str, list[str]]:
    """(lines ``name = value``, texts of several lines, such as code, by themselves)."""
    short = {name: recommended(value) for name, value in values.items()}
    lines = [f"{one_line(name)} = {text}" for name, text in short.items() if "\n" not in text]
    return "\n".join(lines), [text for text in short.values() if "\n" in text]


def device_line(report: Report) -> str:
    """``"NVIDIA H200, compute capability 9.0, 132 SMs"``."""
    name = one_line(str(report.device.get("name") or "unknown device"))
    return ", ".join([f"{name} (told by its clocks)" if report.device.get("told_by_clocks") else name, *device_facts(report)])


def device_facts(report: Report) -> list[str]:
    """``["compute capability 9.0", "132 SMs"]``."""
    device, parts = report.device, list[str]()
    if device.get("compute_capability"):
        parts.append(f"compute capability {device['compute_capability']}")
    if device.get("sm_count"):
        parts.append(f"{device['sm_count']} SMs")
    return [one_line(part) for part in parts]


def peak_line(report: Report) -> str:
    """The peaks that most judgements rest on, each with its source; "" where none is known."""
    by_source: dict[str, list[str]] = {}
    for key, what in (("dram_bytes_per_second", "DRAM"), ("fp32_flop_per_second", "FP32"), ("tensor_fp16_flop_per_second", "FP16 tensor")):
        peak = report.device.get("peaks", {}).get(key)
        if peak and peak.get("value"):
            by_source.setdefault(str(peak.get("source", "")), []).append(f"{what} {peak_words(key, peak['value'])}")
    return one_line("; ".join(f"{', '.join(peaks)} ({source})" for source, peaks in by_source.items()))


def peak_label(key: str) -> str:
    """``"fp32_flop_per_second"`` as ``"FP32"``."""
    return label(re.sub(r"_(bytes|flop|op)_per_second\Z", "", key))


def peak_words(key: str, value: float) -> str:
    """A peak of the report's ``device`` in its unit, which its key names."""
    if key.endswith("_bytes_per_second"):
        return units.words(value, "byte/s")
    return units.words(value, "flop/s").replace("FLOP", "OP") if key.endswith("_op_per_second") else units.words(value, "flop/s")


def first_sentence(text: str) -> str:
    """Up to the first end of a sentence."""
    return _SENTENCE_END.split(one_line(text), maxsplit=1)[0]


def digits(value: float) -> str:
    """A measured number for machines: 12 significant digits, which is what the JSON keeps too."""
    return f"{value:.12g}"
