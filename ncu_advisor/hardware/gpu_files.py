"""The database of devices: ``gpus/*.toml``, one file a device, its stem the id.

Telling devices apart needs only the head of each file (all before the first table); the tables are parsed for the one asked for.
"""

from __future__ import annotations

import difflib
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from ncu_advisor import parsed
from ncu_advisor.errors import UnknownDevice
from ncu_advisor.hardware.architecture import architecture, canonical
from ncu_advisor.hardware.gpu import Gpu, Sourced, assemble

_FOLDER = Path(__file__).parent / "gpus"
# Table and key of a file -> number of a Gpu and the factor to its base unit.
_NUMBERS = {
    ("clocks", "base_mhz"): ("base_hz", 1e6),
    ("clocks", "boost_mhz"): ("boost_hz", 1e6),
    ("clocks", "tensor_mhz"): ("tensor_hz", 1e6),
    ("memory", "bus_bits"): ("memory_bus_bits", 1.0),
    ("memory", "clock_mhz"): ("memory_clock_hz", 1e6),
    ("memory", "lowered_clock_mhz"): ("lowered_memory_clock_hz", 1e6),
    ("memory", "dram_gb_per_second"): ("dram_bytes_per_second", 1e9),
    ("memory", "capacity_gib"): ("memory_bytes", 2.0**30),
    ("cache", "l2_mib"): ("l2_bytes", 2.0**20),
    ("cache", "l2_near_mib"): ("l2_near_bytes", 2.0**20),
    ("cache", "l2_bytes_per_clock"): ("l2_bytes_per_clock", 1.0),
    ("cache", "l2_read_gb_per_second"): ("l2_bytes_per_second", 1e9),
    ("concurrency", "bytes_in_flight_per_sm"): ("bytes_in_flight_per_sm", 1.0),
    ("board", "power_watts"): ("power_watts", 1.0),
}
_GROUPS = {"rates": "rate", "achievable": "achievable", "latency_cycles": "latency"}
# What a partition has a share of; its rates per SM, clocks and latencies are those of the whole.
_SHARED = ("dram_bytes_per_second", "memory_bus_bits", "memory_bytes", "l2_bytes", "l2_near_bytes", "l2_bytes_per_clock", "l2_bytes_per_second")
_MIG_NAME = re.compile(r" MIG [\w.+]+$")
# (Not "quadro": RTX 6000 is a board of Ada as well.)
_BRANDS = frozenset({"nvidia", "geforce", "tesla"})
# What the driver's names tell of a chip's rates: GeForce boards accumulate in FP32 at half the rate, and those called GTX have no tensor cores.
_LINES = ("GeForce GTX", "GeForce RTX", "GeForce")
_SAME_CLOCK = 0.02
_ALIKE = 0.6  # difflib's own threshold of a close match


@dataclass(frozen=True)
class Head:
    """What tells one device from another."""

    id: str
    name: str
    device_name_regex: str
    aliases: tuple[str, ...]
    compute_capability: str
    sm_count: int
    partitions: bool

    @cached_property
    def device_name(self) -> re.Pattern[str]:
        """What the device may call itself. Compiled when it is asked for: most heads are passed over by their compute capability."""
        return re.compile(self.device_name_regex, re.IGNORECASE)


@lru_cache(maxsize=1)
def ids() -> tuple[str, ...]:
    """Stems of the files, sorted."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


@lru_cache(maxsize=1)
def heads() -> tuple[Head, ...]:
    """The heads of all files, by id."""
    texts = [(_FOLDER / f"{stem}.toml").read_text(encoding="utf-8").partition("\n[")[0] for stem in ids()]
    return tuple(map(_head, ids(), parsed.toml(_FOLDER, "heads", texts)))


def _head(stem: str, table: Mapping[str, Any]) -> Head:
    return Head(
        id=stem,
        name=table["name"],
        device_name_regex=table["device_name_regex"],
        aliases=tuple(table.get("aliases", ())),
        compute_capability=table["compute_capability"],
        sm_count=table["sm_count"]["value"],
        partitions=table["partitions"],
    )


@cache
def read(stem: str) -> Gpu:
    """The device of one file; ``stem`` is an id."""
    table = tomllib.loads((_FOLDER / f"{stem}.toml").read_text(encoding="utf-8"))
    sources: dict[str, str] = table["sources"]
    numbers = {"sm_count": _sourced(table["sm_count"], sources)}
    for (group, key), (number, factor) in _NUMBERS.items():
        if key in table.get(group, {}):
            numbers[number] = _sourced(table[group][key], sources, factor)
    for group, prefix in _GROUPS.items():
        numbers |= {f"{prefix}.{key}": _sourced(entry, sources) for key, entry in table.get(group, {}).items()}
    identity = {key: table[key] for key in ("name", "chip", "compute_capability", "memory_type", "grade")} | {"id": stem, "source": sources["part"]}
    kind = architecture(table["compute_capability"])
    covering = Sourced(float(kind.bytes_in_flight_per_sm), "database", f"the vendor's libraries, for compute capability {kind.compute_capability}")
    numbers.setdefault("bytes_in_flight_per_sm", covering)
    return assemble(identity, numbers, kind.limits, tuple(table.get("notes", ())))


def _sourced(entry: dict[str, Any], sources: dict[str, str], factor: float = 1.0) -> Sourced:
    return Sourced(float(entry["value"]) * factor, "database", sources[entry["source"]])


def resolve(id_or_name: str) -> str:
    """The id that a user's spelling means. Raises UnknownDevice for a name that fits none or several."""
    key = spelling(id_or_name)
    if key in ids():
        return key
    wanted = set(key.split("-"))
    exact = [head for head in heads() if key in (*head.aliases, spelling(head.name)) or _named(head, id_or_name)]
    # "4090" means the shortest name that holds it, unless several are as short.
    inside = [head for head in heads() if wanted <= set(head.id.split("-"))] if key else []
    shortest = min((head.id.count("-") for head in inside), default=0)
    matches = exact or [head for head in inside if head.id.count("-") == shortest]
    if len(matches) == 1:
        return matches[0].id
    if matches:
        raise UnknownDevice(id_or_name, "fits several GPUs", f"name one of {', '.join(head.id for head in matches)}")
    raise UnknownDevice(id_or_name or '""', "no GPU of this name is known", f"name one that {_listed(id_or_name)}")


def spelling(text: str) -> str:
    """A name as an id: ``"NVIDIA GeForce RTX 4090"`` and ``"rtx4090"`` both give ``"rtx-4090"``."""
    spaced = re.sub(r"\b(rtx|gtx)(?=\d)", r"\1 ", text.lower())
    return "-".join(word for word in re.findall(r"[a-z0-9]+", spaced) if word not in _BRANDS)


def nearest(name: str, count: int = 4) -> list[str]:
    """The ids most like ``name``, best first: most words in common, then most letters; none that has neither."""
    key = spelling(name)
    words = set(key.split("-"))

    def likeness(head: Head) -> tuple[int, float]:
        names = (head.id, *head.aliases)
        return len(words & set(head.id.split("-"))), max(difflib.SequenceMatcher(None, key, known).ratio() for known in names)

    scores = {head.id: likeness(head) for head in heads()}
    alike = [stem for stem, (common, ratio) in scores.items() if key and (common or ratio > _ALIKE)]
    return sorted(alike, key=lambda stem: scores[stem], reverse=True)[:count]


def _suggestion(name: str) -> str:
    return f"pass --gpu with one that {_listed(name)}"


def _listed(name: str) -> str:
    close = nearest(name)
    return f"`ncu-advisor gpus` lists{', nearest are ' + ', '.join(close) if close else ''}"


def candidates(compute_capability: str, sm_count: float | None) -> list[str]:
    """Ids of this compute capability, those of this SM count only where there are any."""
    alike = [head for head in heads() if head.compute_capability == canonical(compute_capability)]
    return [head.id for head in alike if head.sm_count == sm_count] or [head.id for head in alike]


def rates_alike(device_name: str, compute_capability: str) -> dict[str, Sourced]:
    """Rates a clock and SM on which all described devices of this compute capability and line agree; without a name, of whatever line."""
    alike = [head for head in heads() if head.compute_capability == canonical(compute_capability)]
    alike = [head for head in alike if not device_name or _line(head.device_name_regex) == _line(device_name)]
    tables = [{key: number for key, number in read(head.id).numbers.items() if key.startswith("rate.")} for head in alike]
    shared = set.intersection(*(set(table) for table in tables)) if tables else set()
    note = f"as all described devices of compute capability {canonical(compute_capability)}{' and of the same line' if device_name else ''}"
    agreed = [key for key in sorted(shared) if len({table[key].value for table in tables}) == 1]
    return {key: Sourced(tables[0][key].value, "database", note) for key in agreed}


def _line(device_name: str) -> str:
    return next((line for line in _LINES if line in device_name), "")


def find(device_name: str, sm_count: float | None, compute_capability: str, boost_hz: float = math.nan) -> Gpu:
    """The device whose name *and* SM count a profile reports; a partition (MIG) comes scaled by its SMs and says so in its notes.

    ``boost_hz`` decides between devices that share both. Raises UnknownDevice, saying what does not match.
    """
    whole_name = _MIG_NAME.sub("", device_name.strip())
    named = [head for head in heads() if head.compute_capability == canonical(compute_capability) and _named(head, whole_name)]
    if not named:
        raise UnknownDevice(device_name, f"no known GPU has this name and compute capability {compute_capability}", _suggestion(whole_name))
    if sm_count is None or math.isnan(sm_count):
        raise UnknownDevice(
            device_name, "the profile does not say how many SMs it has, and names repeat", f"collect launch__sm_count, or pass --gpu {named[0].id}"
        )
    same = [head for head in named if head.sm_count == sm_count]
    if len(same) > 1 and not math.isnan(boost_hz):
        same = [head for head in same if abs(read(head.id).boost_hz / boost_hz - 1) < _SAME_CLOCK] or same
    if len(same) == 1 or (same and not math.isnan(boost_hz) and _one_memory(same)):
        return read(same[0].id)
    if same:
        raise UnknownDevice(device_name, f"{', '.join(head.id for head in same)} share this name and SM count", "pass --gpu with one of them")
    whole = next((head for head in named if head.partitions and head.sm_count > sm_count), None)
    if whole is not None:
        return partition(read(whole.id), int(sm_count))
    counts = ", ".join(f"{head.id} with {head.sm_count}" for head in named)
    raise UnknownDevice(device_name, f"has {sm_count:g} SMs, but this name is known as {counts}", "pass --gpu if its rates per SM hold here too")


def _one_memory(heads: Sequence[Head]) -> bool:
    """Whether devices of one name and SM count differ only in their clock, which the profile itself says."""
    return len({(gpu.chip, gpu.dram_bytes_per_second.value) for gpu in (read(head.id) for head in heads)}) == 1


def of_any_size(gpus: Sequence[Gpu]) -> Gpu | None:
    """What ``gpus`` are that differ in nothing but the size of their memory: one device, of a size that is not known where there are several.
    None where there is none, or where they differ in more."""
    if len(gpus) < 2:
        return gpus[0] if gpus else None
    numbers = [{key: number.value for key, number in gpu.numbers.items() if key != "memory_bytes"} for gpu in gpus]
    if any(other != numbers[0] for other in numbers):
        return None
    first = gpus[0]
    others = [set(gpu.name.split()) for gpu in gpus[1:]]
    shared = " ".join(word for word in first.name.split() if all(word in words for words in others))
    note = f"{' or '.join(gpu.name for gpu in gpus)}: they differ in the size of their memory alone"
    kept = {key: number for key, number in first.numbers.items() if key != "memory_bytes"}
    return assemble(identity(first) | {"id": "", "name": shared or first.name}, kept, first.limits, (note,))


def partition(gpu: Gpu, sm_count: int) -> Gpu:
    """``gpu`` cut down to ``sm_count`` SMs: bandwidths and sizes in proportion, as the share of the memory is not known."""
    share = sm_count / gpu.sm_count
    note = f"a partition of {sm_count} of {gpu.sm_count} SMs: bandwidth, L2 and memory scaled in proportion"
    numbers = dict(gpu.numbers) | {"sm_count": Sourced(float(sm_count), "profile", note)}
    for key in _SHARED:
        if key in numbers:
            numbers[key] = Sourced(numbers[key].value * share, numbers[key].source, f"{numbers[key].note}; {note}")
    numbers.pop("power_watts", None)
    return assemble(identity(gpu), numbers, gpu.limits, (*gpu.notes, note))


def identity(gpu: Gpu) -> dict[str, str]:
    """What ``assemble`` needs beside numbers."""
    return {key: getattr(gpu, key) for key in ("id", "name", "chip", "compute_capability", "memory_type", "source", "grade")}


def _named(head: Head, name: str) -> bool:
    # Drivers before 2021 leave out the vendor; later ones put it before Tesla names too.
    bare = name.strip().removeprefix("NVIDIA ")
    return any(head.device_name.fullmatch(variant) for variant in (bare, f"NVIDIA {bare}"))


def load(id_or_name: str) -> Gpu:
    """The device that a user means: an id (``h200-sxm``), an alias (``h200``), or its name in any usual spelling.

    Reads one file. Raises UnknownDevice, naming the nearest ids, for a name that fits none or several.
    """
    return read(resolve(id_or_name))


def all_gpus() -> tuple[Gpu, ...]:
    """Every device of the database, by id."""
    return tuple(read(stem) for stem in ids())
