"""Inputs are the same to a reader however they come: named, found, piped, compressed, in another encoding."""

from __future__ import annotations

import gzip
import io
import lzma
import os
import shutil
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import zstandard
from csv_pages import launch, raw

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers import read_all
from ncu_advisor.readers.source import Limits, Source, expand

TEXT = '"ID","Process ID","Kernel Name"\n"0","1","grün"\n'


def _everything(name: str) -> bool:
    return True


def _source(tmp_path: Path, data: bytes, limits: Limits | None = None) -> Source:
    file = tmp_path / "input"
    file.write_bytes(data)
    return Source("input", file, limits or Limits())


@pytest.mark.parametrize("compress", [bytes, gzip.compress, lzma.compress, zstandard.compress], ids=["plain", "gzip", "xz", "zstandard"])
def test_compression_is_told_by_content_and_invisible_to_readers(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    """Head, bytes, text and the file on disk are those of the inflated content, any number of times."""
    source = _source(tmp_path, compress(TEXT.encode()))
    for _ in range(2):
        assert source.head() == TEXT.encode()
        with source.open() as stream:
            assert stream.read() == TEXT.encode()
        with source.text() as text:
            assert text.read() == TEXT
        assert source.on_disk().read_bytes() == TEXT.encode()


def test_a_plain_file_on_disk_is_not_copied(tmp_path: Path) -> None:
    """Only what is compressed needs a temporary file."""
    assert _source(tmp_path, b"SQLite").on_disk() == tmp_path / "input"


def test_a_temporary_file_goes_with_its_source(tmp_path: Path) -> None:
    """Nothing is left behind."""
    source = _source(tmp_path, gzip.compress(b"SQLite"))
    copy = source.on_disk()
    assert copy.exists()
    del source
    assert not copy.exists()


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16"), ("utf-16-le", "utf-16-le"), ("utf-16-be", "utf-16-be")],
)
def test_text_of_every_encoding_reads_the_same(tmp_path: Path, encoding: str, expected: str) -> None:
    """PowerShell writes byte-order marks and UTF-16; also without a mark the zeros tell."""
    source = _source(tmp_path, TEXT.encode(encoding))
    assert source.encoding() == expected
    with source.text() as text:
        assert text.read() == TEXT
    with source.utf8() as stream:
        assert stream.read() == TEXT.encode()


def test_what_does_not_decode_is_replaced(tmp_path: Path) -> None:
    """A stray byte in a kernel's name does not end a read."""
    with _source(tmp_path, b"k\xffn").text() as text:
        assert text.read() == "k\ufffdn"


def test_an_inflated_size_beyond_the_limit_is_refused(tmp_path: Path) -> None:
    """A small hostile file cannot fill memory or disk."""
    source = _source(tmp_path, gzip.compress(b"0" * 100_000), Limits(max_bytes=50_000))
    with pytest.raises(UnreadableInput, match="inflates to more than 50,000 bytes"):
        source.on_disk()


def test_a_ratio_beyond_the_limit_is_refused_but_only_for_large_inputs(tmp_path: Path) -> None:
    """Exports are repetitive: small ones may inflate as they like."""
    data = gzip.compress(b"0" * 100_000)
    with _source(tmp_path, data, Limits(ratio_free_bytes=100_000)).open() as stream:
        assert len(stream.read()) == 100_000
    with pytest.raises(UnreadableInput, match="200-fold"), _source(tmp_path, data, Limits(ratio_free_bytes=1000)).open() as stream:
        stream.read()


@pytest.mark.parametrize("compress", [gzip.compress, lzma.compress], ids=["gzip", "xz"])
def test_cut_off_or_damaged_compressed_data_is_one_line(tmp_path: Path, compress: Callable[[bytes], bytes]) -> None:
    """The user reads what is wrong with the file, never a traceback."""
    data = compress(os.urandom(5000))
    for broken in (data[:-100], data[:300] + b"\0" * 60 + data[360:]):
        with pytest.raises(UnreadableInput, match="damaged or cut off") as caught, _source(tmp_path, broken).open() as stream:
            stream.read()
        assert len(str(caught.value).splitlines()) == 1


def test_zstandard_frames_follow_each_other_and_the_last_one_ends(tmp_path: Path) -> None:
    """Files are appended to as with other compressions, and a copy that was cut off is no whole file."""
    zstandard = pytest.importorskip("zstandard")
    parts = [os.urandom(300_000), b"", b"x" * 70_000]
    data = b"".join(map(zstandard.compress, parts))
    with _source(tmp_path, data).open() as stream:
        assert stream.read() == b"".join(parts)
    for cut in (1, 20, 1000, 200_000):
        with pytest.raises(UnreadableInput, match="damaged or cut off"), _source(tmp_path, data[:-cut]).open() as stream:
            stream.read()


def test_a_directory_gives_its_files_in_natural_order(tmp_path: Path) -> None:
    """Launch 2 comes before launch 10; hidden and empty files are no inputs; sub-directories count."""
    for name in ("k10.csv", "k2.csv", ".hidden", "sub/k1.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    (tmp_path / "empty").touch()
    (tmp_path / "dangling.csv").symlink_to("nowhere")
    (tmp_path / "circle.csv").symlink_to("circle.csv")
    found = [Path(source.path).relative_to(tmp_path).as_posix() for source in expand([str(tmp_path)])]
    assert found == ["k2.csv", "k10.csv", "sub/k1.csv"]


def test_globs_expand_and_a_file_named_twice_is_one_input(tmp_path: Path) -> None:
    """Counting a launch twice would double its time."""
    for name in ("a1.csv", "a2.csv", "b.csv"):
        (tmp_path / name).write_text(name)
    sources = expand([str(tmp_path / "a*.csv"), str(tmp_path / "a2.csv")])
    assert [Path(source.path).name for source in sources] == ["a1.csv", "a2.csv"]


def test_a_file_whose_name_looks_like_a_glob_is_that_file(tmp_path: Path) -> None:
    """Names with brackets exist."""
    (tmp_path / "k[1].csv").write_text("x")
    assert len(expand([str(tmp_path / "k[1].csv")])) == 1


@pytest.mark.parametrize("argument", ["no-such-file.csv", "no-such-*.csv", "a\0b"])
def test_what_does_not_exist_is_said(argument: str) -> None:
    """With the argument in the message, made printable."""
    with pytest.raises(UnreadableInput) as caught:
        expand([argument])
    assert argument.replace("\0", " ") in str(caught.value)


def test_standard_input_can_be_read_more_than_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Recognising and reading both start from the beginning."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(gzip.compress(TEXT.encode()))))
    (source,) = expand(["-"])
    assert (source.path, source.head(), source.head_text()) == ("-", TEXT.encode(), TEXT)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_an_input(tmp_path: Path) -> None:
    """Bash's <(...) names one."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(TEXT.encode(),))
    writer.start()
    (source,) = expand([str(pipe)])
    writer.join()
    assert source.head() == TEXT.encode()


def test_one_bad_file_never_stops_the_others(tmp_path: Path) -> None:
    """Unless strict: then the first error is raised."""
    good = tmp_path / "good.csv"
    good.write_text(TEXT.replace('"Kernel Name"', '"Kernel Name","launch__grid_size"').replace('"grün"', '"grün","4"'))
    arguments = [str(tmp_path / "absent.csv"), str(good)]
    tables, errors = read_all(arguments, _everything)
    assert [len(tables), len(errors)] == [1, 1]
    with pytest.raises(UnreadableInput, match="no such file"):
        read_all(arguments, _everything, strict=True)


def test_other_files_of_a_directory_are_passed_over_but_not_named_ones(tmp_path: Path) -> None:
    """A kernel's source beside its profile is no error; naming it is, and a directory with nothing readable is."""
    (tmp_path / "k.cu").write_text("__global__ void k() {}\n")
    tables, errors = read_all([str(tmp_path)], _everything)
    assert (tables, len(errors)) == ([], 1)
    assert "none of its 1 files" in str(errors[0])
    assert "source code" in str(read_all([str(tmp_path / "k.cu")], _everything)[1][0])
    (tmp_path / "raw.csv").write_text('"ID","Process ID","Kernel Name","launch__grid_size"\n"0","1","k","4"\n')
    assert [len(part) for part in read_all([str(tmp_path)], _everything)] == [1, 0]


REFUSALS = {
    "": "empty",
    "==PROF== Connected to process 7 (/bin/a)\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n": "ERR_NVGPUCTRPERM.*allow access",
    "==PROF== Connected to process 7 (/bin/a)\n==ERROR== The application returned an error code (1).\n": "returned an error code \\(1\\)",
    "==PROF== Connected to process 7 (/bin/a)\n==WARNING== No kernels were profiled.\n": "No kernels were profiled",
    "==ERROR== Option '--section X' did not match any section.\n": "did not match any section.*--list-sections",
    "==ERROR== Something new\n": "Something new",
    "==WARNING== Note: Running with unmodified GPU clocks.\n==PROF== Connected to process 7\n": "printed no table",
    "==PROF== Connected to process 7\n==WARNING== No kernels\n==PROF== Report: /a/b.ncu-rep\n": "where the results were saved.*name /a/b.ncu-rep",
    "==PROF== Connected to process 7\n==PROF== Report: /a.ncu-rep\n==PROF== Report: /b.ncu-rep\n": "the 2 files.*such as /a.ncu-rep",
    "Processing [/a.sqlite] with [/r/nvtx_sum.py] to [b_nvtx_sum.csv]... PROCESSED\n": "where the results were saved; name b_nvtx_sum.csv",
    "NVIDIA Tegra Profiler Report 1.\n\x0b\0": "only nsys itself can read.*nsys export --type sqlite",
    "\x01\0\0\x02": "binary file",
    "<!DOCTYPE html><html></html>": "HTML",
    '{"kernels": []}': "JSON",
    "#include <cstdio>\nint main() {}\n": "source code",
    "a,b,c\n1,2,3\n": "CSV file, but not one of ncu",
    "hello\n": "not a profiler's export",
    "\x7fELF\x02": "program",
    "PK\x03\x04": "zip archive",
}


@pytest.mark.parametrize(("content", "reason"), REFUSALS.items(), ids=[reason[:20] for reason in REFUSALS.values()])
def test_an_input_of_another_kind_is_refused_by_name(tmp_path: Path, content: str, reason: str) -> None:
    """One line: what it is, or what the failed run itself says, and what to do."""
    file = tmp_path / "input.csv"
    file.write_text(content)
    tables, errors = read_all([str(file)], _everything)
    assert (tables, len(errors)) == ([], 1)
    message = str(errors[0])
    assert len(message.splitlines()) == 1
    with pytest.raises(UnreadableInput, match=reason):
        raise errors[0]


def test_nvprof_output_is_refused_by_name(tmp_path: Path) -> None:
    """The predecessor's output looks alike and holds other things."""
    (tmp_path / "old").write_text('==7== NVPROF is profiling process 7\n==7== Metric result:\n"Device","Kernel","Invocations","Metric Name"\n')
    (tmp_path / "imported").write_text("======== Profiling result:\n   Type  Time(%)      Time     Calls       Avg\n")
    for name in ("old", "imported"):
        message = str(read_all([str(tmp_path / name)], _everything)[1][0])
        assert "nvprof" in message
        assert "ncu" in message


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_an_archive_that_merely_stores_an_export_is_refused(tmp_path: Path, kind: str) -> None:
    """The table could be found in it as in a log, but who knows which of its files that is."""
    (tmp_path / "page.csv").write_text(raw(("gpu__time_duration.sum",), ("ns",), [[*launch(), "5"]]))
    archive = shutil.make_archive(str(tmp_path / "held"), kind, tmp_path, "page.csv")
    if kind == "zip":
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as stored:
            stored.write(tmp_path / "page.csv", "page.csv")
    _, [error] = read_all([archive], lambda name: True)
    assert f"this is a {kind} archive; unpack it" in str(error)
