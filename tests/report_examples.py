# ruff: noqa: E501 - rows of figures
"""Reports made by hand, with the figures of real launches, and names that attack each output.

Rules that could not be evaluated have names that no shipped rule has, so that the commands to collect them do not follow the catalogue.
"""

from __future__ import annotations

import math
from dataclasses import replace

from ncu_advisor.report import (
    Diagnosis,
    Evidence,
    Finding,
    InputReport,
    Location,
    NotEvaluated,
    Report,
    RoofPoint,
    RunShare,
    SequenceFinding,
    Suppressed,
    VendorAdvice,
)

# Each breaks some sink: markup, attributes, terminals, workflow commands, spreadsheets, Markdown links, reading order, lines.
HOSTILE = (
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>' onload='x",
    "\x1b[31mred\x1b]0;title\x07\x9b2J",
    "::error::injected\n::error file=a.py::second",
    "=cmd|' /C calc'!A0",
    "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1",
    "[x](javascript:alert(1))", "![x](https://example.org/x.png)",
    "`code` ``more`` | cell | <b>bold</b> @someone #123 https://example.org/a",
    "reordered \u202egnp.exe \u2066isolate\u2069",
    "line one\nline two\r\n# heading\n- item\n\n```\nfence",
    "</style></script></title><!-- --> ]]> &amp; &#60;",
    "%0A%0D::warning::x {{ 7*7 }} {% raw %} ${{ github.token }}",
    "\ud800 lone surrogate \x00 nul \ufffe",
    "void at::native::vectorized_elementwise_kernel<4, at::native::(anonymous namespace)::F<float>>(int, T, at::detail::Array<char*, 2>)",
)  # fmt: skip

DEVICE = {
    "name": "NVIDIA H200",
    "compute_capability": "9.0",
    "sm_count": 132,
    "peaks": {
        "dram_bytes_per_second": {"value": 4.813e12, "source": "profile", "note": "memory clock and bus width"},
        "l2_bytes_per_second": {"value": 9.8e12, "source": "database", "note": "read plateau measured on the same chip"},
        "l1_bytes_per_second": {"value": 3.345e13, "source": "profile", "note": "128 bytes per clock and SM"},
        "fp32_flop_per_second": {"value": 6.69e13, "source": "profile", "note": ""},
        "fp64_flop_per_second": {"value": 3.345e13, "source": "profile", "note": ""},
        "tensor_fp16_flop_per_second": {"value": 9.894e14, "source": "database", "note": "dense, at the tensor clock"},
    },
    "notes": ["The datasheet says 4.8 TB/s; clock and bus give 4813 GB/s."],
}

_LIMITS = {"limit_registers": 10.0, "limit_shared": 32.0, "limit_warps": 8.0, "limit_blocks": 32.0}

TRANSPOSE = Diagnosis(
    id=0,
    name="transpose_naive(const float *, float *, int)",
    short_name="transpose_naive",
    grid=(256, 256, 1),
    block=(32, 8, 1),
    duration_ns=965216.0,
    share_of_time=0.0,
    bound="memory",
    limiter="l2",
    confidence=0.98,
    roof_fraction=0.977,
    headroom_pct=76.1,
    explanation="Once the kernel is launched, the L2 cache runs at 98% of the rate that good kernels reach.",
    findings=[
        Finding(
            rule="uncoalesced-access",
            time_saved_pct=71.4,
            title="Global stores touch 8 times the sectors that their addresses need",
            explanation="A warp's store touches 32 sectors where 4 would hold its data: threads write with a constant stride, 4 of 32 bytes used per "
            "sector. L2 takes every sector, so stores fill 88% of the path from the SMs to L2.",
            advice="Stage a 32x33 tile in shared memory so that consecutive threads store consecutive addresses. Pad the tile by one column, "
            "otherwise reading it back conflicts 32-way.",
            unless="the consumer reads the transposed layout only once and could take the untransposed one.",
            confidence=0.89,
            binds_next="DRAM",
            recommendation={
                "tile": [32, 33],
                "block": [32, 8, 1],
                "shared_bytes": 4224.0,
                "snippet": "__shared__ float tile[32][33];\ntile[threadIdx.y][threadIdx.x] = in[y * n + x];\n__syncthreads();",
            },
            evidence=(
                Evidence("store_sectors_per_request", 32.0, "sector/request", 4.0),
                Evidence("store_bytes_per_sector", 4.0, "byte", 32.0),
                Evidence("l2_from_l1", 87.9, "%", None),
            ),
            location=(Location("transpose.cu", 12, "STG.E desc[UR4][R6.64], R3", 1.0),),
        ),
        Finding(
            rule="scalar-global-access",
            time_saved_pct=6.2,
            title="Loads are 32 bits wide where 128 would do",
            explanation="2,097,152 load instructions move 268 MB, 4 bytes a thread.",
            advice="Load float4: each thread takes 4 consecutive elements.",
            unless="rows are not a multiple of 16 bytes.",
            confidence=0.7,
            binds_next="the L2 cache",
            evidence=(Evidence("load_bytes", 4.0, "byte/thread", 16.0),),
            location=(Location("transpose.cu", 11, "LDG.E R3, desc[UR4][R4.64]", 0.98), Location("", 0, "LDG.E.CONSTANT R5", 0.02)),
        ),
    ],
    combined_time_saved_pct=73.0,
    suppressed=[
        Suppressed("low-achieved-occupancy", "would save 0.4% of the launch: the L2 cache would still bind"),
        Suppressed("memory-instruction-throttle", "the same time is what `uncoalesced-access` would save, and that is the cause"),
    ],
    not_evaluated=[
        NotEvaluated("far-memory", ("lts__t_sectors_aperture_sysmem_lookup_miss.sum",), "ncu --metrics lts__t_sectors_aperture_sysmem_lookup_miss.sum APP"),
    ],
    vendor_rules=[
        VendorAdvice(
            "MemoryCacheAccessPattern",
            "The memory access pattern for global stores to L1TEX might not be optimal. On average, only 4.0 of the 32 bytes transmitted per sector "
            "are utilized by each thread. This could possibly be caused by a stride between threads.",
            47.35,
            "global",
            "OPT",
        ),
        VendorAdvice("SOLBottleneck", "This workload is utilizing greater than 80.0% of the available compute or memory performance.", None, "", "INF"),
    ],
    roofline=[RoofPoint("dram", "fp32", 0.11, 7.0e10, 5.3e11), RoofPoint("l2", "fp32", 0.028, 7.0e10, 4.6e11), RoofPoint("l1", "fp32", 0.028, 7.0e10, 9.3e11)],
    utilization={"dram": 0.131, "l2": 0.879, "l1": 0.541, "issue": 0.016, "fma": 0.0057, "alu": 0.0073, "lsu": 0.021, "adu": 0.017, "cbu": 0.0005, "fp64": 0.0, "tensor": 0.0},
    metrics={
        "duration": 965216.0, "sm_clock": 1.977e9, "grid_size": 65536.0, "block_size": 256.0, "registers_per_thread": 18.0, "waves": 62.06, **_LIMITS,
        "blocks_per_sm": 8.0, "theoretical_occupancy": 100.0, "achieved_occupancy": 75.97, "dram_bytes_read": 314327000.0, "dram_bytes_written": 293746944.0,
        "l2_bytes": 2415919104.0, "l1_bytes": 2415762816.0, "l1_hit_rate": 66.7, "l2_hit_rate": 87.8, "l1_bytes_from_l2": 268435000.0,
        "instructions": 16252928.0, "load_instructions": 2097152.0, "store_instructions": 2097152.0, "branch_instructions": 524288.0,
        "warp_latency": 749.65, "stall_long_scoreboard": 102.59, "stall_short_scoreboard": 71.63, "stall_lg_throttle": 234.06, "stall_mio_throttle": 202.6,
        "stall_drain": 130.47, "stall_wait": 2.03, "stall_not_selected": 1.7, "stall_selected": 1.0, "stall_barrier": 0.0,
    },
)  # fmt: skip

GEMM = Diagnosis(
    id=1,
    name="void hgemm_fma<64, 64, 16>(const __half *, const __half *, __half *, int)",
    short_name="hgemm_fma",
    grid=(16, 16, 1),
    block=(256, 1, 1),
    duration_ns=412640.0,
    share_of_time=0.0,
    bound="compute",
    limiter="fp32",
    confidence=0.82,
    roof_fraction=0.74,
    headroom_pct=93.0,
    explanation="While SMs have work, the FP32 pipe runs at 76% of the rate that good kernels reach. SMs are without work for 12% of the time.",
    findings=[
        Finding(
            rule="missing-tensor-cores",
            time_saved_pct=88.5,
            title="A matrix product of FP16 data runs on the FP32 pipe; the tensor cores are idle",
            explanation="17.2 GFLOP of multiply-adds, tensor pipe at 0%. Dense FP16 tensor work peaks at 989 TFLOP/s, FP32 at 66.9.",
            advice="Use wgmma m64n128k16 with FP32 accumulation through CUTLASS or cuBLAS. Both operands come from shared memory.",
            unless="the result must be bit-identical to FP32 fused multiply-adds.",
            confidence=0.85,
            binds_next="DRAM",
            recommendation={"instruction": "wgmma.mma_async.m64n128k16.f32.f16.f16", "block_m": 128.0, "block_n": 128.0, "block_k": 64.0, "stages": 4.0},
            evidence=(Evidence("pipe_tensor", 0.0, "%", 90.0), Evidence("fp32_rate", 4.16e13, "flop/s", None)),
            location=(Location("gemm.cu", 41, "FFMA R12, R4, R8, R12", 0.31),),
        ),
        Finding(
            rule="tail-wave",
            time_saved_pct=11.6,
            title="The last of 1.94 waves leaves 6% of the SMs idle",
            explanation="256 blocks on 132 SMs: the second wave holds 124 of 132.",
            advice="Use tiles of 64x32: 512 blocks are 3.88 waves of half the length.",
            unless="the grid follows from the problem.",
            confidence=0.9,
            binds_next="the FP32 pipe",
            recommendation={"grid": [16, 32, 1]},
            evidence=(Evidence("waves", 1.94, "", 2.0),),
        ),
    ],
    combined_time_saved_pct=90.1,
    not_evaluated=[NotEvaluated("serialised-banks", ("l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",), "ncu --metrics l1tex__data_pipe_lsu_wavefronts_mem_shared.sum APP")],
    roofline=[RoofPoint("dram", "fp32", 511.0, 4.16e13, 6.69e13), RoofPoint("l2", "fp32", 31.0, 4.16e13, 6.69e13), RoofPoint("l1", "fp32", 3.9, 4.16e13, 6.69e13)],
    utilization={"dram": 0.017, "l2": 0.08, "l1": 0.39, "issue": 0.61, "fma": 0.74, "alu": 0.21, "lsu": 0.32, "adu": 0.08, "tensor": 0.0},
    metrics={
        "duration": 412640.0, "grid_size": 256.0, "block_size": 256.0, "registers_per_thread": 96.0, "waves": 1.94, "blocks_per_sm": 1.0, "limit_registers": 2.0,
        "limit_shared": 1.0, "limit_warps": 8.0, "limit_blocks": 32.0, "theoretical_occupancy": 12.5, "achieved_occupancy": 12.2, "dram_bytes_read": 33554432.0,
        "dram_bytes_written": 8388608.0, "l2_bytes": 553648128.0, "l1_bytes": 4.4e9, "l1_hit_rate": 2.1, "l2_hit_rate": 93.5, "l1_bytes_from_l2": 545259520.0,
        "instructions": 1.1e9, "load_instructions": 1.6e7, "store_instructions": 2.6e5, "shared_load_instructions": 1.3e8, "shared_store_instructions": 1.7e7,
        "warp_latency": 11.2, "stall_long_scoreboard": 1.4, "stall_barrier": 1.9, "stall_math_pipe_throttle": 2.6, "stall_not_selected": 1.1, "stall_wait": 2.2,
        "stall_short_scoreboard": 0.9, "stall_selected": 1.0,
    },
)  # fmt: skip

TRIAD = Diagnosis(
    id=2,
    name="triad(float *, const float *, const float *, float)",
    short_name="triad",
    grid=(65536, 1, 1),
    block=(512, 1, 1),
    duration_ns=252320.0,
    share_of_time=0.0,
    bound="memory",
    limiter="dram",
    confidence=1.0,
    roof_fraction=0.97,
    headroom_pct=3.0,
    explanation="Once the kernel is launched, DRAM runs at 97% of the rate that good kernels reach.",
    findings=[
        Finding(
            rule="dram-saturated",
            time_saved_pct=0.0,
            title="At the DRAM roof: 87% of the peak",
            explanation="DRAM runs at 87% of its peak, 97% of what good kernels reach. Nothing is to be mended in the access pattern.",
            advice="Move fewer bytes: fuse with the neighbouring kernel that writes or reads the same array.",
            unless="part of the traffic is waste: see the other findings first.",
            confidence=0.8,
            binds_next="DRAM",
            evidence=(Evidence("dram_throughput", 86.6, "%"),),
        )
    ],
    suppressed=[Suppressed("scalar-global-access", "bandwidth is at the roof: wider accesses move the same bytes")],
    roofline=[RoofPoint("dram", "fp32", 0.125, 1.33e11, 1.5e11)],
    utilization={"dram": 0.866, "l2": 0.92, "l1": 0.29, "issue": 0.09},
    metrics={
        "dram_bytes_read": 536918000.0,
        "dram_bytes_written": 514256896.0,
        "duration": 252320.0,
        "waves": 124.12,
        "theoretical_occupancy": 100.0,
    },
)

TINY = Diagnosis(
    id=3,
    name="void (anonymous namespace)::elementwise_kernel_with_index<int, at::native::arange_cuda_out(c10::Scalar const&, at::Tensor&)::{lambda()#1}>(int)",
    short_name="elementwise_kernel_with_index",
    grid=(1, 1, 1),
    block=(64, 1, 1),
    duration_ns=2240.0,
    share_of_time=0.0,
    bound="launch",
    limiter="launch",
    confidence=0.95,
    roof_fraction=0.02,
    headroom_pct=0.0,
    explanation="Launch cost is about 50% of the 2.2 µs.",
)

UNKNOWN = Diagnosis(
    id=4,
    name="uncounted(int *)",
    short_name="uncounted",
    grid=(0, 0, 0),
    block=(0, 0, 0),
    duration_ns=math.nan,
    share_of_time=math.nan,
    bound="unknown",
    limiter="unknown",
    confidence=0.0,
    roof_fraction=math.nan,
    headroom_pct=math.nan,
    explanation="The profile holds no utilization of any resource.",
    not_evaluated=[
        NotEvaluated(
            "scattered-access",
            ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",),
            "ncu --metrics l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum APP",
        )
    ],
)


def report(kernels: list[Diagnosis] | None = None) -> Report:
    """A report of five kernels in eight launches, the matrix product four times."""
    repeated = [replace(GEMM, id=5 + n, duration_ns=GEMM.duration_ns * (1 + 0.01 * (n + 1))) for n in range(3)]
    chosen = [TRANSPOSE, GEMM, TRIAD, TINY, UNKNOWN, *repeated] if kernels is None else kernels
    total = sum(k.duration_ns for k in chosen if not math.isnan(k.duration_ns)) or math.nan
    shared = [replace(k, share_of_time=k.duration_ns / total, source=INPUT.name) for k in chosen]
    across, lacking = ([FUSION], list(OF_A_RUN)) if kernels is None else ([], [])
    return Report(device=DEVICE, kernels=shared, sequence_findings=across, inputs=[INPUT], not_evaluated=lacking)


def traced() -> Report:
    """The same launches with a trace of the run that they are from: the transpose is most of it, and one kernel was not profiled."""
    plain = report()
    kernel_ns = 4.0e8
    of_run = {"transpose_naive": (300.0, 0.6), "hgemm_fma": (400.0, 0.15), "triad": (200.0, 0.05)}
    for kernel in plain.kernels:
        kernel.share_of_time = math.nan
        if kernel.short_name in of_run:
            instances, share = of_run[kernel.short_name]
            launches = sum(k.short_name == kernel.short_name for k in plain.kernels)
            kernel.share_of_time = share / launches
            kernel.run = RunShare(instances, share * kernel_ns, share * kernel_ns / instances, 100 * share, "name and shape")
    busy = [{"name": name, "kind": kind, "total_ns": ns, "busy_pct": pattern * 25} for name, kind, ns, pattern in LANES]
    listed = [{"name": lane["name"], "instances": 100, "total_ns": lane["total_ns"], "share_pct": lane["total_ns"] / 4e6} for lane in busy[:4]]
    device = {"device": 0, "span_ns": 5e8, "busy_ns": 4.3e8, "kernel_ns": kernel_ns, "copy_ns": 3e7, "kernels": 1000}
    plain.timeline = {
        "run": "run.sqlite",
        "span_ns": 5e8,
        "gpu_busy_ns": 4.3e8,
        "kernel_ns": kernel_ns,
        "runs": [{"name": "run.sqlite", "devices": [device]}],
        "top_kernels": listed,
        "activity": {"start_ns": 1000, "bin_ns": 2.5e6, "lanes": busy},
        "coverage_pct": 80.0,
        "not_profiled": [{"name": "softmax<float>", "instances": 100, "total_ns": 8e7, "share_pct": 20.0}],
        "launches_not_in_run": 2,
        "durations": [{"kernel": "triad", "ncu_ns": 252320.0, "nsys_ns": 100000.0, "ratio": 2.5232, "matched_by": "name and shape"}],
        "duration_ratio": 2.5232,
        "note": "Launches take 152% longer under ncu than in the run (median). ncu empties the caches (`--cache-control all`).",
        "savings": [],
    }
    plain.inputs.append(replace(INPUT, kind="nsys-sqlite", name="run.sqlite", warnings=()))
    plain.sequence_findings.append(IDLE)
    plain.not_evaluated = plain.not_evaluated[:1]
    return plain


def traced_alone() -> Report:
    """The trace of ``traced`` with no profile of launches beside it."""
    alone = traced()
    names = ("run", "span_ns", "gpu_busy_ns", "kernel_ns", "runs", "top_kernels", "activity")
    return replace(alone, kernels=[], sequence_findings=[], timeline={name: alone.timeline[name] for name in names})


def many(count: int) -> Report:
    """``count`` launches of as many kernels, each as full as the fullest example."""
    return report(
        [
            replace(TRANSPOSE, id=n, name=f"void transpose_naive<{n}, float>(const float *, float *, int)", duration_ns=9e5 + 977.0 * n)
            for n in range(count)
        ]
    )


def hostile(name: str) -> Report:
    """A report in which every text that a profile can carry is ``name``."""
    finding = TRANSPOSE.findings[0]
    attacked = replace(
        finding,
        title=name,
        explanation=name,
        advice=name,
        unless=name,
        binds_next=name,
        recommendation={name: name, "list": [name]},
        evidence=(Evidence(name, 1.0, name, 2.0),),
        location=(Location(name, 12, name, 0.5),),
    )
    kernel = replace(
        TRANSPOSE,
        name=name,
        short_name=name,
        explanation=name,
        findings=[attacked],
        suppressed=[Suppressed(name, name)],
        not_evaluated=[NotEvaluated(name, (name,), name)],
        vendor_rules=[VendorAdvice(name, name, 5.0, name, name)],
        roofline=[RoofPoint("dram", name, 0.1, 1e10, 5e11), RoofPoint(name, "fp32", 0.1, 1e10, 5e11)],
        utilization={name: 0.5, "dram": 0.2},
    )
    sequence = replace(
        FUSION, title=name, explanation=name, advice=name, unless=name, basis=name, recommendation={name: name}, evidence=(Evidence(name, 1.0, name),)
    )
    device = {
        "name": name,
        "compute_capability": name,
        "sm_count": 132,
        "peaks": {name: {"value": 1.0, "source": name, "note": name}},
        "notes": [name],
    }
    kernel.source = name
    timeline = traced().timeline
    lanes = [lane | {"name": name} for lane in timeline["activity"]["lanes"][:1]]
    listed = [{"name": name, "instances": 1, "total_ns": 1.0, "share_pct": 1.0}]
    durations = [{"kernel": name, "ncu_ns": 1.0, "nsys_ns": 1.0, "ratio": 1.0, "matched_by": name}]
    words = {name: name, "run": name, "note": name, "top_kernels": listed, "not_profiled": listed, "durations": durations}
    runs = [{"name": name, "devices": timeline["runs"][0]["devices"]}]
    timeline |= words | {"runs": runs, "activity": timeline["activity"] | {"lanes": lanes}}
    lacking = [NotEvaluated(name, (name,), name)]
    inputs = [InputReport(name, name, 1, name, (name,))]
    return Report(device, [kernel], [sequence], [{"rule": name, "reason": name}], inputs, timeline, lacking)


OF_A_RUN = (
    NotEvaluated("gpu-idle-gap", ("gaps",), "nsys profile --trace=cuda,nvtx,osrt -o run APPLICATION"),
    NotEvaluated("pageable-transfer", ("copies",), "nsys profile --trace=cuda,nvtx,osrt -o run APPLICATION"),
)

# Name, kind, time and, for each of eight bins, the share of it.
LANES = (
    ("transpose_naive", "kernel", 2.4e8, [90, 0, 60, 100, 30, 80, 0, 100]),
    ("softmax<float>", "kernel", 8e7, [0, 80, 0, 0, 0, 0, 90, 0]),
    ("hgemm_fma<64, 64, 16>", "kernel", 6e7, [5, 0, 40, 0, 20, 0, 0, 0]),
    ("triad", "kernel", 2e7, [0, 0, 0, 0, 0, 20, 0, 0]),
    ("copies", "copy", 3e7, [5, 20, 0, 0, 0, 0, 0, 0]),
)

IDLE = SequenceFinding(
    rule="gpu-idle-gap",
    kernels=(),
    time_saved_pct=14.0,
    time_saved_ns=7e7,
    title="GPU 0 idles for 70 ms while the host does something else",
    explanation="Between the first and the last operation the GPU has nothing to do for 14% of the time.",
    advice="Prepare the next step's input in other threads.",
    unless="the program waits for a person or the network.",
    basis="the time line of GPU 0",
)

FUSION = SequenceFinding(
    rule="missed-fusion",
    kernels=(2, 3),
    time_saved_pct=31.0,
    time_saved_ns=78900.0,
    title="triad writes 268 MB that the next launch reads back",
    explanation="Two neighbouring memory-bound launches hand on one array.",
    advice="Apply the second operation to the value before it is stored. That saves one write and one read of the array.",
    unless="the array is needed by a third launch.",
    evidence=(Evidence("dram_bytes_written", 514256896.0, "byte", 0.0),),
)

INPUT = InputReport(kind="ncu-raw", name="full_raw.csv.xz", rows=8, tool_version=None, warnings=("1 column was not read: its unit is unknown",))
