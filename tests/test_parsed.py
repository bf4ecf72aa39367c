"""Shipped TOML is parsed once, and never believed when the files have changed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ncu_advisor import parsed


def test_what_is_kept_follows_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second time nothing is parsed; another text, a damaged file or another Python's is parsed anew."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    assert parsed.toml(tmp_path, "of", ["a = 1"]) == [{"a": 1}]
    (kept,) = (tmp_path / "__pycache__").iterdir()
    with monkeypatch.context() as patched:
        patched.setattr(parsed.tomllib, "loads", lambda text: pytest.fail("parsed again"))
        assert parsed.toml(tmp_path, "of", ["a = 1"]) == [{"a": 1}]
    assert parsed.toml(tmp_path, "of", ["a = 2", "b = 3"]) == [{"a": 2}, {"b": 3}]
    for damaged in (b"", b"\xff", b"i\x01\x00\x00\x00", kept.read_bytes()[:-3]):
        kept.write_bytes(damaged)
        assert parsed.toml(tmp_path, "of", ["a = 2", "b = 3"]) == [{"a": 2}, {"b": 3}]


def test_nothing_is_written_where_python_may_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As told by PYTHONDONTWRITEBYTECODE, or by the rights of a folder."""
    monkeypatch.setattr(sys, "pycache_prefix", None)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert parsed.toml(tmp_path, "of", ["a = 1"]) == [{"a": 1}]
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "file").touch()
    assert parsed.toml(tmp_path / "file", "of", ["a = 1"]) == [{"a": 1}]
