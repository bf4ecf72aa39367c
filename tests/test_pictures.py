"""The numbers behind the pictures of one launch."""

from __future__ import annotations

from dataclasses import replace

import report_examples as examples

from ncu_advisor.outputs import _pictures


def test_traffic_is_what_was_counted() -> None:
    """All four flows of a full profile; L2's is left out where it could only follow from how busy the link was; DRAM's parts go before its sum."""
    full = {"l1_bytes": 4.0, "l2_bytes": 3.0, "dram_bytes": 2.0, "dram_bytes_read": 1.5, "dram_bytes_written": 0.5}
    basic = {"l2_bytes": 3.0, "dram_bytes": 2.0}
    said = [_pictures.traffic(replace(examples.GEMM, metrics=metrics)) for metrics in (full, basic, full | {"dram_bytes_read": float("nan")})]
    assert [list(counted) for counted in said] == [
        ["l1_bytes", "l2_bytes", "dram_bytes_read", "dram_bytes_written"], ["dram_bytes"], ["l1_bytes", "l2_bytes", "dram_bytes_written"],
    ]  # fmt: skip


def test_one_number_is_no_picture() -> None:
    """A memory path of which one flow was counted is not drawn; one of two is, and says what is not known."""
    assert _pictures.memory(replace(examples.GEMM, metrics={"dram_bytes": 2e6})) is None
    path = _pictures.memory(replace(examples.GEMM, metrics={"l1_bytes": 8e6, "dram_bytes": 2e6}))
    assert path is not None
    assert (path.l1.words, path.l1.weight, path.l2, path.read, path.written) == (
        "8.00 MB", 14.0, _pictures.Flow("?", 0.0), _pictures.Flow("2.00 MB", 7.0), None,
    )  # fmt: skip
