"""The database of devices against datasheets, and how a device is told from what a user or a profile says."""

from __future__ import annotations

import dataclasses
import math
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import ncu_advisor
from ncu_advisor.errors import UnknownDevice
from ncu_advisor.hardware import architecture, gpu_files
from ncu_advisor.hardware.gpu import Sourced, limits, product
from ncu_advisor.hardware.gpu_files import all_gpus, find, ids, load, rates_alike
from ncu_advisor.hardware.gpu_measured import describes_device, sm_count
from ncu_advisor.hardware.gpu_profile import from_profile

PACKAGE = Path(ncu_advisor.__file__).parent
FILES = sorted((PACKAGE / "hardware" / "gpus").glob("*.toml"), key=lambda path: path.stem)
ARCHITECTURES = sorted((PACKAGE / "hardware" / "architectures").glob("*.toml"))

# Dense TFLOP/s (TOP/s for integers) as datasheets and whitepapers print them, typed from those and not from the database.
DATASHEET = {
    "p100-sxm2": {"fp32": 10.6, "fp64": 5.3, "fp16": 21.2},
    "gtx-1080-ti": {"fp32": 11.3},
    "v100-sxm2-16gb": {"tensor_fp16": 125, "fp32": 15.7, "fp64": 7.8},
    "v100-pcie": {"tensor_fp16": 112},
    "t4": {"tensor_fp16": 65, "tensor_int8": 130, "fp32": 8.1},
    "rtx-2080-ti": {"tensor_fp16_acc16": 107.6, "fp32": 13.4},
    "a100-sxm4-80gb": {
        "tensor_fp16": 312,
        "tensor_bf16": 312,
        "tensor_tf32": 156,
        "tensor_int8": 624,
        "tensor_fp64": 19.5,
        "fp64": 9.7,
        "fp32": 19.5,
    },
    "a100-pcie-40gb": {"tensor_fp16": 312},
    "a30": {"tensor_fp16": 165, "tensor_tf32": 82, "tensor_int8": 330, "fp64": 5.2},
    "a10": {"tensor_fp16": 125, "tensor_tf32": 62.5, "tensor_int8": 250, "fp32": 31.2},
    "a10g": {"tensor_fp16": 70},
    "a40": {"tensor_fp16": 149.7, "tensor_tf32": 74.8, "fp32": 37.4},
    "rtx-a6000": {"tensor_fp16": 154.8, "fp32": 38.7},
    "rtx-a5000": {"fp32": 27.8},
    "rtx-a4000": {"fp32": 19.2},
    "rtx-3060-ti": {"fp32": 16.2},
    "rtx-3070": {"fp32": 20.3},
    "rtx-3080": {"tensor_fp16": 59.5, "tensor_fp16_acc16": 119},
    "rtx-3090": {"tensor_fp16": 71, "tensor_fp16_acc16": 142, "fp32": 35.6},
    "jetson-agx-orin-64gb": {"tensor_int8": 85},
    "l4": {"tensor_fp16": 121, "tensor_fp8": 242.5, "fp32": 30.3},
    "l40": {"tensor_fp16": 181.05, "tensor_fp8": 362, "tensor_tf32": 90.5, "fp32": 90.5},
    "l40s": {"tensor_fp16": 362.05, "tensor_tf32": 183, "tensor_fp8": 733, "fp32": 91.6},
    "rtx-4070-ti": {"fp32": 40.1},
    "rtx-4080": {"fp32": 48.7, "tensor_fp16": 97.5},
    "rtx-4090": {"tensor_fp16": 165.2, "tensor_fp16_acc16": 330.3, "tensor_fp8_acc16": 660.6, "fp32": 82.6},
    "rtx-6000-ada": {"tensor_fp16": 364.2, "fp32": 91.1},
    "h100-sxm5-80gb": {
        "tensor_fp16": 989.4,
        "tensor_tf32": 494.7,
        "tensor_fp8": 1978.9,
        "tensor_int8": 1978.9,
        "tensor_fp64": 66.9,
        "fp64": 33.5,
        "fp32": 66.9,
        "fp16": 133.8,
    },
    "h100-pcie": {"tensor_fp16": 756, "tensor_fp8": 1513, "fp32": 51.2},
    "h200-sxm": {"tensor_bf16": 989, "tensor_fp8": 1979, "fp64": 33.5},
    "gh200-96gb": {"tensor_fp16": 989},
    "h20": {"tensor_fp16": 148, "tensor_fp8": 296},
    "b200": {"tensor_fp16": 2250, "tensor_fp8": 4500, "tensor_fp4": 9000, "fp64": 37},
    "gb200": {"tensor_fp16": 2500, "tensor_fp4": 10000},
    "b300": {"tensor_fp16": 2250, "tensor_fp8": 4500},
    "gb300": {"tensor_fp4": 15000, "tensor_fp8": 5000},
    "jetson-thor-t5000": {"tensor_fp4": 1035},
    "rtx-5070": {"fp32": 30.9},
    "rtx-5080": {"tensor_fp16": 112.6, "fp32": 56.3},
    "rtx-5090": {"tensor_fp16": 209.5, "tensor_fp16_acc16": 419, "tensor_fp4": 1676, "fp32": 104.8},
    "rtx-pro-6000-blackwell": {"tensor_fp16": 503.8, "tensor_fp8": 1007.6, "fp32": 125},
}
# Headlines with 2:4 sparsity, which no dense kernel reaches.
SPARSE = {
    "a100-sxm4-80gb": {"tensor_fp16": 624},
    "h100-sxm5-80gb": {"tensor_fp16": 1979, "tensor_fp8": 3958},
    "h200-sxm": {"tensor_bf16": 1979},
    "l4": {"tensor_fp16": 242, "tensor_fp8": 485},
    "l40s": {"tensor_fp16": 733, "tensor_fp8": 1466},
    "rtx-a6000": {"tensor_fp16": 309.7},
    "jetson-thor-t5000": {"tensor_fp4": 2070},
    "rtx-5090": {"tensor_fp4": 3352},
    "b200": {"tensor_fp8": 9000},
    "rtx-4090": {"tensor_fp8_acc16": 1321},
}
# GB/s of the memory, from datasheets.
BANDWIDTH = {
    "v100-sxm2-16gb": 900,
    "t4": 320,
    "a100-sxm4-40gb": 1555,
    "a100-sxm4-80gb": 2039,
    "a100-pcie-80gb": 1935,
    "a10": 600,
    "l4": 300,
    "l40s": 864,
    "rtx-3090": 936,
    "rtx-4090": 1008,
    "h100-sxm5-80gb": 3350,
    "h100-pcie": 2039,
    "h20": 4000,
    "gb200": 8000,
    "rtx-5090": 1792,
    "rtx-pro-6000-blackwell": 1792,
    "jetson-agx-orin-64gb": 204.8,
    "gb10-dgx-spark": 273,
}


def figures(table: dict[str, dict[str, float]]) -> list[tuple[str, str, float]]:
    return [(gpu, path, value) for gpu, paths in table.items() for path, value in paths.items()]


def close(expected: float, actual: float, tolerance: float = 0.02) -> bool:
    return abs(actual / expected - 1) <= tolerance


def attributes_of_h200(**changes: float | str) -> dict[str, float | str]:
    """Device attributes as a profile of an H200 carries them; keywords name attributes without their prefix."""
    attributes: dict[str, float | str] = {
        "display_name": "NVIDIA H200",
        "multiprocessor_count": 132,
        "compute_capability_major": 9,
        "compute_capability_minor": 0,
        "max_gpu_frequency_khz": 1980000,
        "max_mem_frequency_khz": 3201000,
        "fb_bus_width": 6144,
        "l2_cache_size": 62914560,
    }
    return {f"device__attribute_{name}": value for name, value in (attributes | changes).items()}


@pytest.mark.parametrize(("gpu", "path", "tflops"), figures(DATASHEET))
def test_peak_is_the_datasheets(gpu, path, tflops):
    """SMs x dense rate x clock give the datasheet's dense figure within 2%."""
    device = load(gpu)
    clock = device.tensor_hz if path.startswith("tensor") and path != "tensor_fp64" else device.boost_hz
    assert device.peak_flops(path) == device.sm_count * device.rates[path] * clock
    assert close(tflops * 1e12, device.peak_flops(path)), device.peak_flops(path) / 1e12


def test_enough_devices_are_checked():
    """At least 25 devices are held against figures that do not come from the database."""
    assert len(DATASHEET) >= 25


@pytest.mark.parametrize(("gpu", "path", "tflops"), figures(SPARSE))
def test_sparse_headlines_are_rejected(gpu, path, tflops):
    """A headline with 2:4 sparsity is twice the peak, never the peak."""
    assert close(tflops * 1e12 / 2, load(gpu).peak_flops(path))


@pytest.mark.parametrize(("gpu", "gigabytes"), BANDWIDTH.items())
def test_bandwidth_is_the_datasheets(gpu, gigabytes):
    """The theoretical DRAM bandwidth is the datasheet's within 3% (which rounds, and derates HBM a little)."""
    assert close(gigabytes * 1e9, load(gpu).dram_bytes_per_second.value, 0.03)


@pytest.mark.parametrize("gpu", all_gpus(), ids=lambda gpu: gpu.id)
def test_bandwidth_is_clock_times_bus(gpu):
    """DRAM bandwidth is memory clock x 2 x bus width / 8 on every device."""
    assert close(gpu.memory_clock_hz * 2 * gpu.memory_bus_bits / 8, gpu.dram_bytes_per_second.value, 1e-6)


@pytest.mark.parametrize("gpu", all_gpus(), ids=lambda gpu: gpu.id)
def test_numbers_are_sane_and_sourced(gpu):
    """Every number is positive and says where it comes from; fractions lie in 0 to 1; clocks are ordered."""
    assert gpu.grade in "AB"
    for key, number in gpu.numbers.items():
        assert number.value > 0, key
        assert (number.source, len(number.note) > 10) == ("database", True), key
    assert all(0 < number.value <= 1 for number in gpu.achievable.values())
    assert gpu.tensor_hz <= gpu.boost_hz
    assert math.isnan(gpu.base_hz) or gpu.base_hz <= gpu.boost_hz
    assert {"fp64", "fp32"} <= gpu.rates.keys()
    assert gpu.chip in gpu.architecture.chips


@pytest.mark.parametrize("gpu", all_gpus(), ids=lambda gpu: gpu.id)
def test_rates_agree_with_the_compute_capability(gpu):
    """FP32 and FP16 outside the tensor cores run at the architecture's rate; FP64 too, unless the product caps it."""
    throughput = gpu.architecture.throughput
    assert gpu.rates["fp32"] == 2 * throughput["fp32_fma"]
    assert gpu.rates.get("fp16") == (2 * throughput["fp16_fma"] if "fp16_fma" in throughput else None)
    assert gpu.rates["fp64"] == (6.5 if gpu.id == "h20" else 2 * throughput["fp64_fma"])


def values_of(table: dict) -> list[dict]:
    """Every ``{ value, source }`` of a parsed file, at any depth."""
    if "value" in table:
        return [table]
    return [entry for child in table.values() if isinstance(child, dict) for entry in values_of(child)]


@pytest.mark.parametrize("path", FILES + ARCHITECTURES, ids=lambda path: path.stem)
def test_every_number_of_a_file_has_a_source(path):
    """No bare numbers: each is a value with a source, each source is spelt out, none is left over."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    bare = [
        key
        for child in table.values()
        if isinstance(child, dict) and "value" not in child
        for key, value in child.items()
        if type(value) in (int, float)
    ]
    assert bare == []
    used = {entry["source"] for entry in values_of(table)}
    used |= {child["source"] for child in table.values() if isinstance(child, dict) and "source" in child}
    used |= set(re.findall(r"# source: (\w+)", path.read_text(encoding="utf-8")))
    assert set(table["sources"]) == used


def test_names_tell_devices_apart():
    """No two devices share name pattern, SM count and capability, but for the Orin modules, which their clock tells apart."""
    keys = [(head.device_name.pattern, head.sm_count, head.compute_capability) for head in gpu_files.heads()]
    assert {("Orin", 8, "8.7"), ("Tesla V100-SXM2-16GB", 80, "7.0")} >= {key for key in keys if keys.count(key) > 1}


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ("h200-sxm", "h200-sxm"),
        ("H200", "h200-sxm"),
        ("NVIDIA H200", "h200-sxm"),
        ("NVIDIA GeForce RTX 4090", "rtx-4090"),
        ("rtx4090", "rtx-4090"),
        ("4090", "rtx-4090"),
        ("RTX 4090 D", "rtx-4090-d"),
        ("a100", "a100-sxm4-80gb"),
        ("A100 80GB PCIe", "a100-pcie-80gb"),
        ("Tesla T4", "t4"),
        ("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"),
        ("NVIDIA GH200 480GB", "gh200-96gb"),
        ("GB10 (DGX Spark)", "gb10-dgx-spark"),
        ("thor", "jetson-thor-t5000"),
    ],
)
def test_spellings_of_a_device(spelling, expected):
    """An id, an alias, a name with or without the vendor: all mean the device."""
    assert expected == load(spelling).id


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("h20o", "h200-sxm"),
        ("rtx 4095", "rtx-4090"),
        ("a100-pcie", "a100-pcie-40gb, a100-pcie-80gb"),
        ("rtx 6000", "quadro-rtx-6000, rtx-6000-ada"),
        ("", "gpus"),
    ],
)
def test_unknown_and_ambiguous_names_are_refused(name, said):
    """A name that fits nothing or several is one line that names the nearest."""
    with pytest.raises(UnknownDevice) as error:
        load(name)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_ids_cannot_leave_the_folder():
    """A path is no id."""
    with pytest.raises(UnknownDevice):
        load("../architectures/9.0")


@pytest.mark.parametrize(
    ("name", "sms", "capability", "expected"),
    [
        ("NVIDIA H200", 132, "9.0", "h200-sxm"),
        ("NVIDIA GeForce RTX 3080", 68, "8.6", "rtx-3080"),
        ("NVIDIA GeForce RTX 3080", 70, "8.6", "rtx-3080-12gb"),
        ("Tesla V100-PCIE-32GB", 80, "7.0", "v100-pcie"),
        ("NVIDIA A10", 72, "8.6", "a10"),
        ("NVIDIA A10G", 80, "8.6", "a10g"),
        ("A100-SXM4-40GB", 108, "8.0", "a100-sxm4-40gb"),
        ("NVIDIA Thor", 20, "10.1", "jetson-thor-t5000"),
        ("NVIDIA GeForce RTX 4060 Laptop GPU", 24, "8.9", "rtx-4060-laptop"),
        ("NVIDIA GeForce RTX 4060", 24, "8.9", "rtx-4060"),
        ("Quadro RTX 6000", 72, "7.5", "quadro-rtx-6000"),
        ("NVIDIA GeForce RTX 3050 6GB Laptop GPU", 20, "8.6", "rtx-3050-6gb-laptop"),
        ("NVIDIA GeForce RTX 2050", 16, "8.6", "rtx-2050"),
        ("NVIDIA GeForce RTX 2060", 34, "7.5", "rtx-2060-12gb"),
        ("TITAN RTX", 72, "7.5", "titan-rtx"),
        ("NVIDIA TITAN X (Pascal)", 28, "6.1", "titan-x-pascal"),
        ("NVIDIA RTX PRO 6000 Blackwell Server Edition", 188, "12.0", "rtx-pro-6000-blackwell"),
    ],
)
def test_device_is_found_by_name_and_sm_count(name, sms, capability, expected):
    """Name, SM count and compute capability together choose the file."""
    assert expected == find(name, sms, capability).id


@pytest.mark.parametrize(
    ("name", "sms", "capability", "said"),
    [
        ("NVIDIA GeForce RTX 4090 Max", 76, "8.9", "no known GPU has this name"),
        ("NVIDIA GeForce RTX 4090", 100, "8.9", "has 100 SMs, but this name is known as rtx-4090 with 128"),
        ("NVIDIA Thor", 12, "11.0", "has 12 SMs"),
        ("NVIDIA H200", None, "9.0", "does not say how many SMs"),
        ("NVIDIA H200", 132, "8.0", "compute capability 8.0"),
        ("Orin", 8, "8.7", "share this name and SM count"),
    ],
)
def test_mismatch_is_explained(name, sms, capability, said):
    """A name alone never decides, and the message says what does not match."""
    with pytest.raises(UnknownDevice, match=said):
        find(name, sms, capability)


@pytest.mark.parametrize(
    ("name", "capability", "tf32"),
    [
        ("NVIDIA GeForce RTX 4060 Laptop GPU", "8.9", 256.0),  # no more than FP32: half of what workstation boards of the same chips do
        ("NVIDIA GeForce RTX 3080 Laptop GPU", "8.6", 256.0),
        ("NVIDIA GeForce GTX 1650", "7.5", None),  # no tensor cores, though others of its compute capability have them
        ("", "8.9", None),  # boards for games and for servers differ
        ("", "8.0", 1024.0),
    ],
)
def test_a_device_without_a_file_has_the_rates_of_its_line(name, capability, tf32):
    """What all described devices of the same compute capability and line reach a clock and SM, and nothing on which they differ."""
    rates = rates_alike(name, capability)
    assert (rates["rate.tensor_tf32"].value if "rate.tensor_tf32" in rates else None) == tf32


def test_clock_decides_between_equals():
    """Of two modules with one name and SM count the clock tells which."""
    assert (find("Orin", 8, "8.7", 918e6).id, find("Orin", 8, "8.7", 1020e6).id) == ("jetson-orin-nx-16gb", "jetson-orin-nano-8gb-super")


def test_equals_that_differ_by_their_clock_alone_are_known_at_any_other():
    """The profile says its clock itself; of one chip, SM count and memory bandwidth either is right in all else."""
    assert find("Orin", 8, "8.7", 1173e6).dram_bytes_per_second.value == 102.4e9


@pytest.mark.parametrize(("name", "sms"), [("NVIDIA A100-SXM4-80GB MIG 3g.40gb", 42), ("NVIDIA A100-SXM4-80GB", 42)])
def test_partition_is_scaled_and_says_so(name, sms):
    """A MIG slice has the whole's rates per SM, its share of bandwidth and cache, and a note."""
    whole, part = load("a100-sxm4-80gb"), find(name, sms, "8.0")
    assert (sms, whole.rates, whole.boost_hz) == (part.sm_count, part.rates, part.boost_hz)
    assert close(whole.dram_bytes_per_second.value * sms / 108, part.dram_bytes_per_second.value, 1e-9)
    assert close(whole.peak_flops("tensor_fp16") * sms / 108, part.peak_flops("tensor_fp16"), 1e-9)
    assert "a partition of 42 of 108 SMs" in part.notes[-1]


def test_profile_comes_before_the_database():
    """Attributes of the profile replace the database's numbers and say so; the rest stays the database's."""
    gpu = from_profile(attributes_of_h200(max_mem_frequency_khz=3000000, max_gpu_frequency_khz=1800000))
    assert Sourced(6144 / 8 * 2 * 3e9, "profile", "bus width / 8 x 2 x highest memory clock") == gpu.dram_bytes_per_second
    assert (gpu.id, gpu.boost_hz, gpu.l2_bytes) == ("h200-sxm", 1.8e9, 62914560)
    assert tuple(gpu.sourced(key).source for key in ("boost_hz", "rate.tensor_bf16", "tensor_hz")) == ("profile", "database", "database")
    assert close(1830e6 * 1800 / 1980, gpu.tensor_hz, 1e-9)


def test_memory_of_an_integrated_device_is_the_databases():
    """Its driver tells another clock than that of the memory: a peak of a quarter would have launches move more than that (Orin, JetPack 6)."""
    orin = attributes_of_h200(
        display_name="Orin",
        multiprocessor_count=16,
        compute_capability_major=8,
        compute_capability_minor=7,
        integrated=1,
        max_gpu_frequency_khz=1300000,
        max_mem_frequency_khz=816000,
        fb_bus_width=256,
    )
    gpu = from_profile(orin)
    assert (gpu.dram_bytes_per_second.value, gpu.dram_bytes_per_second.source, gpu.memory_clock_hz) == (204.8e9, "database", 3.2e9)
    assert "The DRAM peak is the database's: the 816 MHz that the driver reports" in gpu.notes[-1]


@pytest.mark.parametrize(
    ("counted", "boost"), [(1574.7e6, 1574.7e6), (1060e6, 1048.576e6), (700e6, 1048.576e6), (1.5747e15, 1048.576e6), (-1e9, 1048.576e6)]
)
def test_a_clock_that_sms_ran_at_is_no_less_than_the_highest(counted, boost):
    """Thor's driver tells 1.05 GHz, its SMs run at 1.57: peaks at the former are a third too low. Two percent more are how short launches read,
    and what is thousands of times as fast is damaged."""
    thor = {
        "device__attribute_display_name": "NVIDIA Thor",
        "device__attribute_multiprocessor_count": 20,
        "device__attribute_compute_capability_major": 11,
        "device__attribute_compute_capability_minor": 0,
        "device__attribute_integrated": 1,
        "device__attribute_max_gpu_frequency_khz": 1048576,
        "sm__cycles_elapsed.avg.per_second": counted,
    }
    gpu = from_profile(thor)
    assert (gpu.id, gpu.boost_hz) == ("jetson-thor-t5000", boost)
    assert ("counted" in gpu.sourced("boost_hz").note) == (boost == counted)


def test_sustained_peaks_come_before_attributes():
    """Peaks per clock of the profile give bandwidth and rates; texts with thousands separators and clocks in Hz are read too."""
    peaks = {
        "dram__bytes.sum.peak_sustained": "1,500",
        "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained": 16896.0,
        "sm__sass_thread_inst_executed_op_hfma_pred_on.sum.peak_sustained": 16896.0,
        "sm__sass_thread_inst_executed_op_dfma_pred_on.sum.peak_sustained": 8448.0 / 2,
        "lts__lts2xbar_cycles_active.sum.peak_sustained": 192.0,
        "lts__cycles_elapsed.avg.per_second": 1.7e9,
    }
    gpu = from_profile(attributes_of_h200(max_mem_frequency_khz=3.201e9) | peaks)
    assert gpu.dram_bytes_per_second.value == 1500 * 3.201e9
    assert (gpu.rates["fp32"], gpu.rates["fp16"], gpu.rates["fp64"]) == (256, 512, 64)
    assert gpu.l2_bytes_per_second.value == 192 * 32 * 1.7e9
    assert gpu.peaks()["fp32_flop_per_second"].source == "profile"


def test_sparse_and_legacy_tensor_peaks_of_a_profile_are_not_dense_peaks():
    """Unqualified peaks on 9.0 are sparse and op_hmma is the legacy path; only the dense wgmma peak counts."""
    peaks = {
        "sm__ops_path_tensor_src_fp16.sum.peak_sustained": 1081344.0,
        "sm__ops_path_tensor_op_hgmma_src_fp16_sparsity_on.sum.peak_sustained": 1081344.0,
        "sm__ops_path_tensor_op_hgmma_src_fp16_sparsity_off.sum.peak_sustained": 540672.0,
        "sm__ops_path_tensor_op_hmma_src_bf16_dst_fp32_sparsity_off.sum.peak_sustained": 360448.0,
        "sm__ops_path_tensor_src_fp64.sum.peak_sustained": 33792.0,
    }
    gpu = from_profile(attributes_of_h200() | peaks)
    assert (gpu.rates["tensor_fp16"], gpu.rates["tensor_bf16"], gpu.rates["tensor_fp64"]) == (4096, 4096, 256)
    assert tuple(gpu.sourced(f"rate.tensor_{path}").source for path in ("fp16", "bf16", "fp64")) == ("profile", "database", "profile")


def test_product_limits_outlast_the_counters():
    """Where the counters claim more than the device is known to reach, the lower figure stays, with a note."""
    peak = {"sm__ops_path_tensor_src_fp16_dst_fp32_sparsity_off.sum.peak_sustained": 128 * 1024.0}
    attributes = attributes_of_h200(
        display_name="NVIDIA GeForce RTX 4090", multiprocessor_count=128, compute_capability_major=8, compute_capability_minor=9
    )
    gpu = from_profile(attributes | peak)
    assert gpu.rates["tensor_fp16"] == 512
    assert "is 1024 per clock and SM" in gpu.notes[-1]


def test_device_without_a_file_is_built_from_its_attributes():
    """An unknown name with clocks and bus gets peaks of the profile and its capability, and the tensor rates of its line."""
    gpu = from_profile(
        attributes_of_h200(
            display_name="NVIDIA GeForce RTX 2060 SUPER X",
            multiprocessor_count=34,
            compute_capability_major=7,
            compute_capability_minor=5,
            max_gpu_frequency_khz=1650000,
            max_mem_frequency_khz=7001000,
            fb_bus_width=256,
            l2_cache_size=4194304,
        )
    )
    assert (gpu.id, gpu.name, gpu.compute_capability, gpu.sm_count) == ("", "NVIDIA GeForce RTX 2060 SUPER X", "7.5", 34)
    assert gpu.dram_bytes_per_second.value == 448.064e9
    assert close(7.2e12, gpu.peak_flops("fp32"))
    assert close(28.7e12, gpu.peak_flops("tensor_fp16"))  # as the vendor says of the 2060 SUPER, accumulating in FP32
    assert limits("7.5") == gpu.limits


def test_newer_capability_than_the_database_uses_its_own_sizes():
    """On a compute capability to come, sizes are the device's own and allocation rules those of the newest known, said aloud."""
    gpu = from_profile(
        attributes_of_h200(
            display_name="NVIDIA X1",
            compute_capability_major=13,
            compute_capability_minor=0,
            max_shared_memory_per_multiprocessor=262144,
            max_shared_memory_per_block_optin=261120,
            max_warps_per_multiprocessor=64,
        )
    )
    assert (gpu.compute_capability, gpu.limits.shared_per_sm, gpu.limits.shared_per_block_optin, gpu.limits.max_warps_per_sm) == (
        "13.0",
        262144,
        261120,
        64,
    )
    assert "newer than the database" in gpu.notes[-1]


@pytest.mark.parametrize(
    ("attributes", "said"),
    [
        ({}, "compute capability, SM count, clock"),
        ({"compute_capability": "9.0", "launch__sm_count": 132.0}, "perhaps gh200-96gb, h100-sxm5-80gb, h200-sxm"),
        ({"device__attribute_display_name": "NVIDIA GeForce RTX 4090 Max", "compute_capability": "8.9", "launch__sm_count": 76.0}, "rtx-4090"),
        ({"compute_capability": "9.0", "launch__sm_count": math.nan}, "lacks its SM count"),
    ],
)
def test_too_little_is_refused_with_the_way_out(attributes, said):
    """An unknown device with too little data is one line naming what lacks, ``--gpu`` and the nearest ids."""
    with pytest.raises(UnknownDevice) as error:
        from_profile(attributes)
    assert said in str(error.value)
    assert "--gpu" in str(error.value)


def test_users_device_fills_what_the_profile_lacks():
    """Numbers of the device that the user names are marked as the user's; the profile's own still come first."""
    gpu = from_profile({"compute_capability": "9.0", "launch__sm_count": 132.0}, load("h200"))
    assert (gpu.dram_bytes_per_second.source, gpu.sourced("sm_count").source, gpu.peaks()["tensor_fp16_flop_per_second"].source) == (
        "user",
        "profile",
        "user",
    )


def test_users_device_of_another_capability_is_refused():
    """``--gpu`` with another compute capability than the profile's is an error, not a silent mix."""
    with pytest.raises(UnknownDevice, match=r"has compute capability 9\.0, the profile was taken on 8\.0"):
        from_profile({"compute_capability": "8.0"}, load("h200"))


def test_profile_that_names_its_device_overrules_the_user():
    """A device that the profile identifies is used, and a different ``--gpu`` is said to be unused."""
    gpu = from_profile(attributes_of_h200(), load("h100"))
    assert (gpu.id, "H100 SXM5 80GB is not used" in gpu.notes[-1]) == ("h200-sxm", True)


def test_export_without_a_name_is_told_by_memory_clock():
    """Compute capability, SM count and memory clock of a details page suffice where one device has them, and are said to be the ground."""
    known = {"compute_capability": "9.0", "launch__sm_count": 132.0}
    gpu = from_profile(known | {"dram__cycles_elapsed.avg.per_second": 3.19e9})
    assert (gpu.id, "told by compute capability" in gpu.notes[-1]) == ("h200-sxm", True)
    with pytest.raises(UnknownDevice):  # H100 and GH200 share this memory clock
        from_profile(known | {"dram__cycles_elapsed.avg.per_second": 2.61e9})


def test_a_memory_clock_that_another_device_may_have_tells_none():
    """An RTX 2050 of 35 W clocks its memory as an RTX 3050 Laptop does, over half the bus; at its full clock it is told."""
    known = {"compute_capability": "8.6", "launch__sm_count": 16.0}
    with pytest.raises(UnknownDevice, match="rtx-2050"):
        from_profile(known | {"dram__cycles_elapsed.avg.per_second": 6.0e9, "gpc__cycles_elapsed.avg.per_second": 0.83257e9})
    assert from_profile(known | {"dram__cycles_elapsed.avg.per_second": 7.0e9}).id == "rtx-2050"


V100 = {"compute_capability": "7.0", "launch__sm_count": 80.0}
A100 = {"compute_capability": "8.0", "launch__sm_count": 108.0}


@pytest.mark.parametrize(
    ("of", "memory", "sm", "name"),
    [
        (V100, 0.878e9, 1.29e9, "V100 SXM2"),
        (V100, 0.912e9, 1.287e9, "V100 SXM2"),  # memory of short launches: 4% high
        (V100, 0.878e9, 1.23e9, "V100 PCIe"),
        (A100, 1.214e9, 1.095e9, "A100 SXM4 40GB"),
        (A100, 1.214e9, 0.765e9, "A100 PCIe 40GB"),
    ],
)
def test_base_clock_decides_between_equals_without_a_name(of, memory, sm, name):
    """The profiler locks SMs to base; where devices of one chip and memory remain, that clock tells them, and it is said to be the ground."""
    gpu = from_profile(of | {"dram__cycles_elapsed.avg.per_second": memory, "gpc__cycles_elapsed.avg.per_second": sm})
    assert (gpu.name, "the base clock at which SMs ran" in gpu.notes[-1]) == (name, True)
    assert gpu.sm_count == of["launch__sm_count"]


def test_sizes_of_memory_that_nothing_tells_apart_are_both_named():
    """Peaks are theirs alike; which size it is, is not claimed."""
    gpu = from_profile(V100 | {"dram__cycles_elapsed.avg.per_second": 0.877e9, "gpc__cycles_elapsed.avg.per_second": 1.29e9})
    assert gpu.peaks()["dram_bytes_per_second"].value == load("v100").peaks()["dram_bytes_per_second"].value
    assert math.isnan(gpu.memory_bytes)
    assert "V100 SXM2 16GB or V100 SXM2 32GB" in gpu.notes[0]


@pytest.mark.parametrize(
    ("of", "memory", "sm"),
    [
        (V100, 0.877e9, 1.38e9),  # boost of the PCIe card, and a clock like another
        (V100, 0.877e9, math.nan),
        (V100, 0.877e9, 1.25e9),  # 1.6% above the PCIe card's, 3% below the others'
        (V100, 0.877e9, 1.27e9),
        (V100, 0.850e9, 1.20e9),  # TITAN V and Quadro GV100, which no file describes
        (V100, 0.848e9, 1.13e9),
        (V100, 1.107e9, 1.25e9),  # V100S
        (A100, 1.214e9, 1.41e9),
        ({"compute_capability": "9.0", "launch__sm_count": 132.0}, 2.61e9, 1.59e9),  # H100 and GH200 share chip and clock, and not the bus
    ],
)
def test_a_clock_that_is_no_base_clock_tells_nothing(of, memory, sm):
    """Unlocked SMs run at any clock: the way out is named instead, with the devices that it may be."""
    with pytest.raises(UnknownDevice, match="pass --gpu NAME, perhaps"):
        from_profile(of | {"dram__cycles_elapsed.avg.per_second": memory, "gpc__cycles_elapsed.avg.per_second": sm})


def test_no_base_clock_tells_a_device_whose_clocks_were_left_alone():
    """Then SMs run at one by chance."""
    attributes = V100 | {"dram__cycles_elapsed.avg.per_second": 0.877e9, "gpc__cycles_elapsed.avg.per_second": 1.23e9}
    assert (from_profile(attributes).id, from_profile(attributes).told_by_clocks) == ("v100-pcie", True)
    with pytest.raises(UnknownDevice):
        from_profile(attributes, locked=False)


def test_several_sizes_have_no_id_and_no_name_of_one_of_them():
    """The file of one of them says how much memory it has."""
    gpu = from_profile(V100 | {"dram__cycles_elapsed.avg.per_second": 0.877e9, "gpc__cycles_elapsed.avg.per_second": 1.29e9})
    assert (gpu.id, gpu.told_by_clocks) == ("", True)


@pytest.mark.parametrize(("memory", "sm", "found"), [(1.48e9, 1.275e9, ""), (1.513e9, 1.275e9, ""), (1.48e9, 1.065e9, "a100-pcie-80gb")])
def test_a_memory_clock_that_reads_low_is_no_other_device_s(memory, sm, found):
    """1.59 GHz read 5 to 7% low are near the 1.51 GHz of another card: SMs at the base clock of the first then leave it open."""
    attributes = A100 | {"dram__cycles_elapsed.avg.per_second": memory, "gpc__cycles_elapsed.avg.per_second": sm}
    if found:
        assert from_profile(attributes).id == found
        return
    with pytest.raises(UnknownDevice):
        from_profile(attributes)


@pytest.mark.parametrize(
    ("capability", "peak", "expected"),
    [
        ("12.0", 4608.0, 36.0),
        ("7.5", 2560.0, 40.0),
        ("9.0", 16896.0, 132.0),
        ("9.0", 16900.0, math.nan),
        ("9.0", 1e15, math.nan),
        ("", 4608.0, math.nan),
    ],
)
def test_the_fp32_peak_counts_the_sms(capability, peak, expected):
    """A roofline's own metrics name no SM count; the peak is that of one SM as often as there are SMs, or it is something else."""
    attributes = {"compute_capability": capability, "sm__sass_thread_inst_executed_op_ffma_pred_on.sum.peak_sustained": peak}
    assert sm_count(attributes) == pytest.approx(expected, nan_ok=True)
    assert sm_count(attributes | {"launch__sm_count": 24.0}) == 24.0


@pytest.mark.parametrize("damaged", [0.5, 131.5, 1025.0, 1e9])
def test_a_count_of_sms_that_cannot_be_is_none(damaged):
    """SMs are whole, at least one and not a thousandfold: what else the attribute says, the launch's own count stands in for."""
    attributes = attributes_of_h200(multiprocessor_count=damaged)
    gpu = from_profile(attributes | {"launch__sm_count": 132.0})
    assert (gpu.id, gpu.sm_count, [note for note in gpu.notes if "partition" in note]) == ("h200-sxm", 132, [])
    assert math.isnan(sm_count(attributes))
    assert math.isnan(sm_count(attributes | {"launch__sm_count": damaged}))


def test_next_to_nothing_is_no_number_of_a_device():
    """A damaged clock of 1e-308 Hz leaves the database's L2, which plans divide by."""
    damaged = {"lts__lts2xbar_cycles_active.sum.peak_sustained": 188.0, "lts__cycles_elapsed.avg.per_second": 1e-308}
    gpu = from_profile(attributes_of_h200() | damaged)
    assert gpu.l2_bytes_per_second.source == "database"


def test_what_the_profile_is_asked_for():
    """Attributes, SM count and dense peaks are wanted; other metrics are not."""
    wanted = [
        "device__attribute_l2_cache_size",
        "launch__sm_count",
        "dram__bytes.sum.peak_sustained",
        "sm__ops_path_tensor_src_fp8_sparsity_off.sum.peak_sustained",
    ]
    assert [describes_device(name) for name in wanted] == [True] * 4
    assert [describes_device(name) for name in ("dram__bytes.sum", "launch__grid_size", "sm__ops_path_tensor_src_fp8.sum")] == [False] * 3


def test_product_is_as_trustworthy_as_its_weakest_factor():
    """A peak from the profile's rate and the user's clock is the user's."""
    result = product(Sourced(2.0, "profile", "rate"), Sourced(3.0, "user", "clock"), Sourced(5.0, "database"))
    assert Sourced(30.0, "user", "rate; clock") == result


def test_peak_at_another_clock():
    """The peak at a clock that was measured replaces the vendor's clock; a path that the device lacks has no peak."""
    gpu = load("h200")
    assert gpu.peak_flops("tensor_bf16", 1.5e9) == 4096 * 132 * 1.5e9
    assert (gpu.peak_flops("tensor_fp4"), load("b200").peak_flops("fp16")) == (None, None)


def test_numbers_can_be_asked_for_by_name():
    """``sourced`` gives fields of a device without recorded numbers as the database's, and refuses names it does not know."""
    gpu = dataclasses.replace(load("h200"), numbers={})
    assert tuple(gpu.sourced(key).value for key in ("boost_hz", "rate.tensor_fp16", "latency.l2")) == (1.98e9, 4096.0, 280.0)
    for key in ("rate.nothing", "nothing"):
        with pytest.raises(KeyError):
            gpu.sourced(key)


@pytest.mark.parametrize(
    ("text", "expected"), [("9.0", "9.0"), ("9", "9.0"), ("90", "9.0"), ("sm_90a", "9.0"), ("10.1", "11.0"), ("sm_100f", "10.0"), ("8.6", "8.6")]
)
def test_spellings_of_a_capability(text, expected):
    """Compute capabilities are understood as written by the driver, the compiler and the profiler."""
    assert expected == limits(text).compute_capability


@pytest.mark.parametrize("text", ["", "nine", "5.2", "13.0", "../9.0"])
def test_unknown_capability_is_refused(text):
    """What the database does not know has no limits, not somebody else's."""
    with pytest.raises(UnknownDevice, match="known are"):
        limits(text)


def test_features_follow_the_generations():
    """A few features that advice depends on, by capability."""
    having = {
        feature: [cc for cc in architecture.known() if architecture.architecture(cc).has(feature)]
        for feature in ("cp_async", "tma", "wgmma", "tcgen05", "fp4_mma", "multicast")
    }
    late = ["10.0", "10.3", "11.0", "12.0", "12.1"]
    assert {
        "cp_async": ["8.0", "8.6", "8.7", "8.9", "9.0", *late],
        "tma": ["9.0", *late],
        "wgmma": ["9.0"],
        "tcgen05": ["10.0", "10.3", "11.0"],
        "fp4_mma": late,
        "multicast": ["9.0", "10.0", "10.3", "11.0"],
    } == having
    assert (architecture.architecture("10.0").tensor_memory.columns, architecture.architecture("9.0").tensor_memory) == (512, None)


def test_one_device_costs_one_file(monkeypatch):
    """Loading by id parses that device's file and its architecture's, not the database."""
    opened = []
    original = Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda self, *a, **k: opened.append(self.stem) or original(self, *a, **k))
    gpu_files.read.cache_clear()
    architecture._read.cache_clear()
    load("l4")
    assert opened == ["l4", "8.9"]


def test_import_is_light():
    """Neither importing the module nor loading a device pulls in the numeric libraries."""
    heavy = "('numpy', 'pandas', 'jinja2', 'click')"
    code = f"import sys, ncu_advisor.hardware.gpu_files as g; g.load('h200'); print([m for m in {heavy} if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_listing_is_complete():
    """Every file is a device, and ids are the stems."""
    assert tuple(path.stem for path in FILES) == ids() == tuple(gpu.id for gpu in all_gpus())
    assert len(FILES) >= 60
