"""What the fuzzer starts from: small inputs of every kind, from the tests' builders and from trimmed samples."""

from __future__ import annotations

import gzip
import lzma
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from ncu_advisor.readers import protobuf

ROOT = Path(__file__).parents[2]
EXPORTS = ROOT / "sample_reports" / "exports"
sys.path.insert(0, str(ROOT / "tests"))  # their builders are no package
_METRIC, _SECTION = 13, 17  # fields of a result

WORDS = (
    '"ID","Process ID","Process Name","Host Name","Kernel Name"', '"Metric Name","Metric Unit","Metric Value"', '"Section Name"', '"Rule Name"',
    '"Address","Source"', '"Line No","Source"', '"Kernel Name","k"', '"File Path","/k.cu"', '"Function Name","k"', "==PROF== ", "==ERROR== ",
    "==WARNING== ", '""', "\r\n", "\n\n", '","', "1,234.5", "1.234,5", "12 (3; 9)", "(1; 2)", "n/a", "nan", "inf", "1e308", "-", "us", "Kbyte",
    "\ufeff", "\x00", "    Section: GPU Speed Of Light Throughput", "    ----------- ----------- -----------", "  k(int), Context 1, Stream 7",
    "Time (%),Total Time (ns)", "Num Calls", "Start (ns)", "Duration (ns)", "SKIPPED: ", "Processing [", "==1== NVPROF is profiling",
)  # fmt: skip


def _lines(name: str, rows: int, cells: int | None = None) -> bytes:
    """The first lines of a sample export; of a wide one the first cells and every fiftieth of the others."""
    import csv
    import io

    with lzma.open(EXPORTS / name, "rt", encoding="utf-8", newline="") as stream:
        taken = [stream.readline() for _ in range(rows)]
    if cells is None:
        return "".join(taken).encode()
    out = io.StringIO()
    writer = csv.writer(out, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerows(row[:cells] + row[cells::50] for row in csv.reader(taken))
    return out.getvalue().encode()


def _raw() -> list[bytes]:
    import csv_pages as pages

    row = [*pages.launch(0), "1,234.50", "12 (FFMA: 8; LDG.E: 4)", "all"]
    names = ("gpu__time_duration.sum", "sass__inst_executed_per_opcode", "launch__tpc_enabled")
    small = pages.raw(names, ("us", "inst", ""), [row, row])
    dressed = b"\xef\xbb\xbf==PROF== x\r\n" + small.replace("\n", "\r\n").encode()
    return [small.encode(), small.encode("utf-16"), dressed, _lines("basic_raw.csv.xz", 4, 14)]


def _details() -> list[bytes]:
    import csv_pages as pages

    rule = [*pages.launch(1), "SpeedOfLight", "", "", "", "SOLBottleneck", "OPT", 'Look, "here"', "global", "12.5"]
    page = pages.details([[*pages.launch(0), pages.SOL, "Duration", "us", "2.50"], rule], (*pages.LAUNCH, *pages.METRIC, *pages.RULE))
    columns = '"Process ID","Kernel Name","Invocations","Metric Name","Metric Unit","Minimum","Maximum","Average"'
    summary = columns + '\n"1","k","3","m__x.sum","us","1","2","1.5"\n'
    comma = page.replace("2.50", "2,50")
    return [page.encode(), comma.encode(), summary.encode(), _lines("full_details.csv.xz", 8), _lines("live.csv.xz", 50)]


def _source() -> list[bytes]:
    import test_ncu_csv_damaged as damaged

    return [page.encode() for page in damaged.PAGES[2:]]


def _text() -> list[bytes]:
    import test_ncu_text as text

    return [page.encode() for page in (text.LATEST, text.OLDEST, text.SUMMARY)]


def _report() -> list[bytes]:
    import report_encoder

    return [report_encoder.VALID, _trimmed_report()]


def _trimmed_report() -> bytes:
    """The first launch of a sample report with every twentieth of its metrics, without sections and binaries."""
    import report_encoder as encoder

    from ncu_advisor.readers import report_container as container

    session = container.Session()
    with lzma.open(EXPORTS / "basic.ncu-rep.xz") as stream:
        message = next(message for kind, message in container.entries(stream, session) if kind == container.RESULT)
    metrics, others = [], b""
    for key, whole in _fields(message):
        if key == _METRIC:
            metrics.append(whole)
        elif key != _SECTION:
            others += whole
    kept = metrics[::20]
    used = {protobuf.unsigned(whole, 2 + (whole[1] >= 0x80), len(whole)).get(1, -1) for whole in kept}
    names = tuple(name if place in used else "" for place, name in enumerate(session.strings))
    return encoder.report(encoder.block(session=encoder.VERSION), encoder.block(strings=names, results=(others + b"".join(kept),)))


def _fields(message: bytes) -> Iterator[tuple[int, bytes]]:
    """Every field of a message by its number, with its key."""
    position = 0
    while position < len(message):
        start = position
        key, position = protobuf.varint(message, position, len(message))
        if key & 7 == protobuf.LENGTH:
            size, position = protobuf.varint(message, position, len(message))
            position += size
        elif key & 7 == protobuf.VARINT:
            _, position = protobuf.varint(message, position, len(message))
        else:
            position += 8 if key & 7 == protobuf.FIXED64 else 4
        yield key >> 3, message[start:position]


def _binary() -> list[bytes]:
    """A report that embeds a binary with line numbers."""
    import cubin_encoder
    import report_encoder as encoder

    code = encoder.field(1, encoder.field(1, 11)) + encoder.field(2, cubin_encoder.BINARY)
    launch = encoder.launch(encoder.metric(0, 99), encoder.metric(1, 5, {64: 2, 80: 3}))
    names = ("gpu__time_duration.sum", "inst_executed")
    return [encoder.report(encoder.block(strings=names, sources=(code,), results=(launch,)))]


def _nsys_csv() -> list[bytes]:
    import test_nsys_csv as nsys

    row = "50.0,1000,2,500.0,500.0,400,600,10.0,void k<int>(int)\n"
    trace = nsys.TRACE if isinstance(nsys.TRACE, str) else ""
    stream = nsys.STREAM if isinstance(nsys.STREAM, str) else ""
    skipped = b"SKIPPED: x.sqlite does not contain CUDA kernel data.\n"
    return [(nsys.KERNELS + row).encode(), (nsys.CALLS + row).encode(), trace.encode(), stream.encode(), skipped]


def _nsys_text() -> list[bytes]:
    import test_nsys_text as text

    return [page.encode() for page in (text.NEW, text.OLD, text.COMMA.replace("{second}", "0,102000"))]


def _sqlite() -> list[bytes]:
    import test_nsys_sqlite as nsys

    with tempfile.TemporaryDirectory() as folder:
        kernels = [nsys.kernel(10, 20, graphNodeId=None), nsys.kernel(30, 40, graphNodeId=9)]
        tables = {"CUPTI_ACTIVITY_KIND_KERNEL": kernels, "TARGET_INFO_GPU": [nsys.GPU], "META_DATA_EXPORT": nsys.META}
        file = nsys.export(Path(folder) / "a.sqlite", tables)
        connection = sqlite3.connect(file)
        connection.executescript("PRAGMA page_size = 512; VACUUM")
        connection.close()
        return [file.read_bytes()]


def _wrapped() -> list[bytes]:
    import zstandard

    page = _raw()[0]
    return [gzip.compress(page), lzma.compress(page), zstandard.compress(page), gzip.compress(_report()[0]), zstandard.compress(_report()[0])]


def _refused() -> list[bytes]:
    return [
        b"==1== NVPROF is profiling process 1\n==1== Profiling result:\n",
        b"==PROF== Connected to process 1\n==ERROR== ERR_NVGPUCTRPERM\n",
        b"<!DOCTYPE html><html>",
        b'{"a": [1]}',
        b"#include <cuda.h>\n__global__ void k() {}\n",
        b"PK\x03\x04",
    ]


# Family of inputs -> (its seeds, share of the runs, longest input).
FAMILIES: dict[str, tuple[Callable[[], list[bytes]], float, int]] = {
    "raw": (_raw, 0.06, 8192),
    "details": (_details, 0.05, 8192),
    "source": (_source, 0.03, 4096),
    "text": (_text, 0.12, 8192),
    "report": (_report, 0.32, 12288),
    "binary": (_binary, 0.18, 4096),
    "nsys-csv": (_nsys_csv, 0.06, 4096),
    "nsys-text": (_nsys_text, 0.07, 4096),
    "sqlite": (_sqlite, 0.07, 12288),
    "wrapped": (_wrapped, 0.03, 4096),
    "refused": (_refused, 0.01, 1024),
}


def write(family: str, folder: Path) -> None:
    """The seeds of ``family`` as files of ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(FAMILIES[family][0]()):
        (folder / f"seed-{number}").write_bytes(data)


def write_dictionary(target: Path) -> None:
    """The words of the formats, in libFuzzer's notation."""
    escaped = ("".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else f"\\x{b:02x}" for b in word.encode()) for word in WORDS)
    target.write_text("".join(f'"{word}"\n' for word in escaped), encoding="ascii")
