"""Compressed inputs, inflated while they are read and bounded, so that a small hostile file cannot fill a machine."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from ncu_advisor.errors import UnreadableInput

_MAGIC = ((b"\x1f\x8b", "gzip"), (b"\xfd7zXZ\0", "xz"), (b"\x28\xb5\x2f\xfd", "zstandard"))
_PIECE = 1 << 11  # bytes of zstandard data inflated at a time: they can claim to be 64 MiB
_ARCHIVES = ((b"PK\x03\x04", 0, "zip archive"), (b"BZh", 0, "bzip2 file"), (b"7z\xbc\xaf", 0, "7-zip archive"), (b"ustar", 257, "tar archive"))


@dataclass(frozen=True)
class Limits:
    """How much one input may claim. A ratio is only held against what inflates beyond ``ratio_free_bytes``."""

    max_bytes: int = 4 << 30  # inflated
    max_ratio: float = 200.0  # inflated over compressed
    ratio_free_bytes: int = 64 << 20
    max_columns: int = 65_536
    max_line: int = 16 << 20  # bytes
    max_plain_bytes: int | None = None  # of what lies there uncompressed: only what somebody asked for, as traces of many gigabytes are in order


DEFAULT_LIMITS = Limits()


def inflate(raw: io.BufferedReader[Any], path: str, limits: Limits) -> Inflated | None:
    """The inflated bytes of ``raw``, by its first bytes; None where it is not compressed. ``path`` is for messages."""
    magic = raw.peek(8)[:8]
    kind = next((kind for prefix, kind in _MAGIC if magic.startswith(prefix)), None)
    return Inflated(raw, kind, path, limits) if kind else None


def archive_kind(head: bytes) -> str | None:
    """What container ``head`` begins, of those that hold files but are not read: ``zip archive`` and the like."""
    return next((kind for magic, place, kind in _ARCHIVES if head.startswith(magic, place)), None)


class Inflated(io.RawIOBase):
    """The inflated bytes of a compressed file, counted against the limits."""

    def __init__(self, raw: BinaryIO, kind: str, path: str, limits: Limits) -> None:
        self._path = path
        self._limits = limits
        self._raw = raw
        self._kind = kind
        self._compressed = os.fstat(raw.fileno()).st_size
        self._inflated = 0
        self._stream, self._errors = _inflater(raw, kind, path)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        try:
            data = self._stream.read(len(view))
        except self._errors as error:
            remedy = "copy it again, or decompress it by hand"
            raise UnreadableInput(self._path, f"its {self._kind} data is damaged or cut off ({error})", remedy) from None
        view[: len(data)] = data
        self._inflated += len(data)
        limits = self._limits
        too_large = self._inflated > limits.max_bytes
        too_dense = self._inflated > limits.ratio_free_bytes and self._inflated > limits.max_ratio * self._compressed
        if too_large or too_dense:
            what = f"it inflates to more than {limits.max_bytes:,} bytes" if too_large else f"it inflates more than {limits.max_ratio:.0f}-fold"
            raise UnreadableInput(self._path, what, f"if you trust it, raise --limit {'bytes' if too_large else 'ratio'}=...")
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._stream.close()
            self._raw.close()
        super().close()


def _inflater(raw: BinaryIO, kind: str, path: str) -> tuple[BinaryIO, tuple[type[Exception], ...]]:
    """A stream of the inflated bytes, and the exceptions that its damage shows in."""
    if kind == "gzip":
        import gzip
        import zlib

        return cast(BinaryIO, gzip.GzipFile(fileobj=raw)), (OSError, EOFError, zlib.error)
    if kind == "xz":
        import lzma

        return cast(BinaryIO, lzma.LZMAFile(raw)), (OSError, EOFError, lzma.LZMAError)
    try:
        import zstandard
    except ImportError:
        raise UnreadableInput(path, "reading zstandard files needs a package that is not installed", "pip install zstandard") from None
    # 128 MiB is the window that the zstd command itself accepts; more is a way to claim memory.
    inflater = zstandard.ZstdDecompressor(max_window_size=1 << 27)
    return cast(BinaryIO, _Frames(raw, inflater.decompressobj)), (zstandard.ZstdError, OSError, EOFError)


class _Frames:
    """The inflated bytes of one zstandard frame after the other. The package's own stream takes the end of a cut off file for its end."""

    def __init__(self, raw: BinaryIO, begin: Callable[[], Any]) -> None:
        self._raw = raw
        self._begin = begin
        self._frame = begin()
        self._begun = False
        self._ready = memoryview(b"")

    def read(self, size: int) -> memoryview:
        while not self._ready:
            data = (self._frame.unused_data if self._frame.eof else b"") or self._raw.read(_PIECE)
            if not data:
                if self._begun and not self._frame.eof:
                    raise EOFError("the last frame has no end")
                break
            if self._frame.eof:
                self._frame = self._begin()
            self._ready, self._begun = memoryview(self._frame.decompress(data)), True
        taken, self._ready = self._ready[:size], self._ready[size:]
        return taken

    def close(self) -> None:
        self._ready = memoryview(b"")
