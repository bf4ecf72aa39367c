"""What summaries and traces hold beside kernels, in numbers and in words."""

from __future__ import annotations

import json
import math
from pathlib import Path

import jsonschema
import pytest
import report_examples as examples
from launch_rows import profile
from traces import session

from ncu_advisor import advise, load
from ncu_advisor.outputs import Options, html, markdown, terminal
from ncu_advisor.presentation import digest, run_digest
from ncu_advisor.report import Report
from ncu_advisor.timeline import Session, shaped
from ncu_advisor.traces import run_shares, run_sums

TIMES = "Time (%),Total Time (ns),{},Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),{}"
CALLS = f"{TIMES.format('Num Calls', 'Name')}\n60.0,600,3,200,200,1,300,0,cudaMalloc\n40.0,400,2,200,200,1,300,0,cudaLaunchKernel_v7000\n"
SYSTEM = f"{TIMES.format('Num Calls', 'Name')}\n100.0,900,9,100,100,1,300,0,poll\n"
COPIES = f"{TIMES.format('Count', 'Operation')}\n100.0,500,5,100,100,1,300,0,[CUDA memcpy HtoD]\n"
BYTES = "Total (MB),Count,Avg (MB),Med (MB),Min (MB),Max (MB),StdDev (MB),Operation\n2.000,5,0.4,0.4,0.1,1,0,[CUDA memcpy HtoD]\n"
RANGES = f"{TIMES.format('Instances', 'Style,Range')}\n50.0,800,2,400,400,1,500,0,PushPop,:step\n50.0,700,2,350,350,1,500,0,PushPop,:step/forward\n"
BY_RANGE = (
    "NVTX Range,Style,PID,TID,NVTX Inst,Kern Inst,Total Time (ns),Avg (ns),Med (ns),Min (ns),Max (ns),StdDev (ns),Kernel Name\n"
    ":step,PushPop,1,1,2,4,800,200,200,1,300,0,void ns::k<(int)4>(float *)\n,,,,,1,50,50,50,50,50,0,void ns::k<(int)4>(float *)\n"
)


def _report(path: Path, text: str) -> Report:
    path.write_text(text)
    return advise(load(str(path)))


@pytest.mark.parametrize(
    ("text", "summary", "row", "note"),
    [
        (CALLS, "No list of kernels, but CUDA calls; no findings.", ("cudaMalloc", "3", "600 ns", "60%"), "Whether the GPU worked meanwhile"),
        (SYSTEM, "No list of kernels, but operating system calls; no findings.", ("poll", "9", "900 ns", "100%"), "summed over all threads"),
        (
            COPIES,
            "No list of kernels, but times of copies and memsets; no findings.",
            ("[CUDA memcpy HtoD]", "5", "500 ns", "100%"),
            "kernels ran beside",
        ),
        (
            BYTES,
            "No list of kernels, but bytes of copies and memsets; no findings.",
            ("[CUDA memcpy HtoD]", "5", "2.00 MB", "100%"),
            "How long they took",
        ),
        (RANGES, "No list of kernels, but NVTX ranges; no findings.", ("step", "2", "800 ns", "–"), "the host's time"),
        (BY_RANGE, "No list of kernels, but kernels by NVTX range; no findings.", ("step / k<4>", "4", "800 ns", "–"), "may count in each"),
    ],
)
def test_a_summary_without_kernels_shows_its_rows_and_what_they_do_not_say(
    tmp_path: Path, text: str, summary: str, row: tuple[str, ...], note: str
) -> None:
    """In every output that people read; shares only where rows do not lie in each other."""
    report = _report(tmp_path / "a.csv", text)
    assert digest.summary(report) == summary
    [table] = run_digest.tables(report)
    assert table.rows[0] == row
    assert note in table.note
    for page in (terminal.render(report, Options()), markdown.render(report, Options()), html.render(report, Options())):
        assert row[2] in page.decode()
        assert note.split(maxsplit=1)[0] in page.decode()


def test_kernels_outside_of_all_ranges_are_said_to_be_there(tmp_path: Path) -> None:
    """The report leaves their range empty."""
    [table] = run_digest.tables(_report(tmp_path / "a.csv", BY_RANGE))
    assert [row[0] for row in table.rows] == ["step / k<4>", "no range / k<4>"]


KERNELS = f"{TIMES.format('Instances', 'Name')}\n100.0,900,9,100,100,1,300,0,k\n"


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        (("cudaMemcpy", "cudaMalloc", "cudaLaunchKernel_v7000", "cuModuleGetLoadingMode"), True),
        (("cudaMemcpy", "cudaLaunchKernel", "cudaStreamCreateWithFlags"), False),
        (("cudaMemcpy", "cudaLaunchKernel", "cudaMemcpyAsync"), False),
        (("cudaMemcpy_ptds", "cudaLaunchKernel_ptsz"), True),  # a default stream a thread
        (("cudaMemcpy", "cudaGraphLaunch"), False),
        (("cudaMemcpy", "cuLaunchKernel"), False),  # a library's, whose streams may be its own
        (("cudaLaunchKernel",), False),
    ],
)
def test_copies_that_cannot_have_run_beside_kernels_are_told(tmp_path: Path, calls: tuple[str, ...], said: bool) -> None:
    """From the names of the calls alone: what all goes through the default stream goes in order."""
    rows = "".join(f"10.0,600,3,200,200,1,300,0,{name}\n" for name in calls)
    texts = {"cuda_gpu_kern_sum": KERNELS, "cuda_api_sum": f"{TIMES.format('Num Calls', 'Name')}\n{rows}", "cuda_gpu_mem_time_sum": COPIES}
    for name, text in texts.items():
        (tmp_path / f"run_{name}.csv").write_text(text)
    report = advise(load([str(tmp_path / f"run_{name}.csv") for name in texts]))
    assert ("took turns" in " ".join(run_digest.facts(report))) == said
    schema = json.loads((Path(run_shares.__file__).parents[1] / "report.schema.json").read_text())
    jsonschema.validate(json.loads(json.dumps(report.to_json())), schema)


def test_the_json_holds_what_tables_say_and_fits_its_schema(tmp_path: Path) -> None:
    """Numbers that are not known are null."""
    schema = json.loads((Path(run_sums.__file__).parents[1] / "report.schema.json").read_text())
    for text in (CALLS, RANGES, BYTES):
        data = _report(tmp_path / "a.csv", text).to_json()
        data = json.loads(data) if isinstance(data, str | bytes) else data
        jsonschema.validate(data, schema)
        [held] = data["timeline"]["sums"]
        assert held["rows"][0].keys() == {"name", "count", "total", "share_pct"}
    assert held["rows"][0]["total"] == 2e6


def _complete(run: Session) -> Report:
    report = Report({}, [])
    run_shares.complete(report, profile([], [run]))
    return report


def test_beside_kernels_only_the_page_has_these_tables() -> None:
    """There they come after the kernels, closed."""
    run = session([(0, 10, "k", 1)], api=[(0, 1, "cudaLaunchKernel", 1)])
    assert _complete(run).timeline["sums"] == []
    kernels = shaped("kernel_summary", {"name": ["k"], "instances": [1], "total_ns": [100]})
    calls = shaped("api_summary", {"name": ["cudaMalloc"], "calls": [1], "total_ns": [900]})
    report = _complete(Session({"kernel_summary": kernels, "api_summary": calls}))
    assert (run_digest.tables(report), len(run_digest.tables(report, whole=True))) == ([], 1)


def test_a_trace_without_kernels_shows_its_calls() -> None:
    """What was launched left no activity, so calls are all there is."""
    api = shaped("api", {"start_ns": [0, 10, 30], "end_ns": [5, 20, 35], "name": ["cudaFree", "cudaMalloc", "cudaFree"]})
    [held] = run_sums.sums(Session({"api": api}))
    assert [(row["name"], row["count"], row["total"]) for row in held["rows"]] == [("cudaFree", 2, 10), ("cudaMalloc", 1, 10)]


def test_copies_are_told_where_they_count() -> None:
    """Ten times as long as the kernels, or a tenth of the busy time; page moves are no copies."""
    copies = {"operation": ["[CUDA memcpy HtoD]", "[CUDA Unified Memory memcpy HtoD]"], "count": [1, 1], "total_ns": [1e6, 5e6]}
    kernels = shaped("kernel_summary", {"name": ["k"], "instances": [1], "total_ns": [1e5]})
    report = _complete(Session({"kernel_summary": kernels, "memory_time_summary": shaped("memory_time_summary", copies)}))
    assert run_digest.words(report) == "A run with 100 µs of kernels and 1 ms of copies and memsets"
    traced = _complete(session([(0, 100, "k", 1)], [(100, 200, 1000, "DtoH", "pinned", 2)]))
    assert run_digest.words(traced) == "A run of 200 µs in which the GPU was busy for 100%, 100 µs of copies and memsets among that"
    hardly = _complete(session([(0, 100, "k", 1)], [(100, 101, 1000, "DtoH", "pinned", 2)]))
    assert run_digest.words(hardly) == "A run of 101 µs in which the GPU was busy for 100%"


def test_a_trace_of_copies_alone_ran_no_kernel() -> None:
    """The GPU was busy, and the table of kernels is empty."""
    assert run_digest.words(_complete(session([], [(0, 10, 1000, "HtoD", "pinned", 1)]))).endswith("busy for 100% and ran no kernel")


@pytest.mark.parametrize(("kernels", "said"), [(30, True), (3030, False)])
def test_graphs_are_missing_from_sums_that_hold_no_more_kernels_than_were_launched_singly(kernels: int, said: bool) -> None:
    """`nsys` sums up the kernels of graphs only where it traced the graphs' nodes."""
    calls = {"name": ["cudaGraphLaunch", "cudaLaunchKernel", "cudaLaunchHostFunc"], "calls": [10, 30, 5], "total_ns": [9, 9, 9]}
    frames = {"kernel_summary": shaped("kernel_summary", {"name": ["k"], "instances": [kernels], "total_ns": [100]})}
    report = _complete(Session({**frames, "api_summary": shaped("api_summary", calls)}))
    assert any("10 launches of CUDA graphs are not in these sums" in fact for fact in run_digest.facts(report)) == said


def test_graphs_that_were_traced_whole_are_told_with_their_time() -> None:
    """Their kernels are in no table."""
    graphs = shaped("graphs", {"start_ns": [200_000], "end_ns": [300_000], "device": [0]})
    report = _complete(session([(0, 100, "k", 1)], graphs=graphs))
    assert any(fact.startswith("CUDA graphs took 100 µs") for fact in run_digest.facts(report))


def test_launches_stand_in_for_a_summary_of_kernels() -> None:
    """The kernel-execution reports hold how often and how long each kernel ran."""
    columns = {"name": ["k", "k"], "count": [3, 1], "kernel_avg_ns": [100, 50], "call": ["cudaLaunchKernel", "cudaLaunchKernelExC"]}
    [kernel] = _complete(Session({"kern_exec_summary": shaped("kern_exec_summary", columns)})).timeline["top_kernels"]
    assert (kernel["instances"], kernel["total_ns"]) == (4, 350)
    trace = {"name": ["k"] * 2, "grid": ["(2, 1, 1)"] * 2, "block": ["(32, 1, 1)"] * 2, "kernel_ns": [10, 20]}
    [kernel] = _complete(Session({"kern_exec": shaped("kern_exec", trace)})).timeline["top_kernels"]
    assert (kernel["instances"], kernel["total_ns"]) == (2, 30)


def test_of_several_runs_it_is_said_that_there_are_others() -> None:
    """One file of `nsys stats` may hold the reports of many runs, of which one is shown."""
    runs = [Session({"kernel_summary": shaped("kernel_summary", {"name": ["k"], "instances": [1], "total_ns": [ns]})}) for ns in (100, 300, 200)]
    report = Report({}, [])
    run_shares.complete(report, profile([], runs))
    assert report.timeline["kernel_ns"] == 300
    assert run_digest.facts(report)[0].startswith("Of 3 runs in what was read it is the one that has most kernel time")


def test_shares_are_missing_where_nothing_took_time() -> None:
    """No division by nothing."""
    calls = shaped("api_summary", {"name": ["cudaFree"], "calls": [0], "total_ns": [0]})
    [held] = run_sums.sums(Session({"api_summary": calls}))
    assert math.isnan(held["rows"][0]["share_pct"])


def test_where_times_of_copies_are_known_nobody_is_sent_to_look_for_them(tmp_path: Path) -> None:
    """Both reports of memory operations in one stream: the sizes need no note."""
    times, sizes = run_digest.tables(_report(tmp_path / "a.csv", f"{COPIES}\n{BYTES}"))
    assert (bool(times.note), sizes.note) == (True, "")


@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_stay_in_their_row(hostile: str) -> None:
    """A call or range can have any name."""
    report = _complete(Session({"api_summary": shaped("api_summary", {"name": [hostile], "calls": [1], "total_ns": [5]})}))
    known = _complete(Session({"api_summary": shaped("api_summary", {"name": ["cudaFree"], "calls": [1], "total_ns": [5]})}))
    for render in (terminal.render, markdown.render):
        assert len(render(report, Options()).splitlines()) == len(render(known, Options()).splitlines())
    assert "<" not in hostile or hostile not in html.render(report, Options()).decode()
