"""One input, whatever it is wrapped in: a file, a member of a directory or glob, standard input; plain, gzip, xz or zstandard.

A reader sees bytes (``head``, ``open``), text (``text``, ``utf8``) or a real file (``on_disk``), and never asks how they came.
Whatever expands is bounded by ``Limits``, so that a small hostile file cannot fill a machine.
"""

from __future__ import annotations

import codecs
import contextlib
import glob
import io
import os
import re
import stat
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO, TextIO, cast

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.compression import DEFAULT_LIMITS, Inflated, Limits, inflate

__all__ = ["DEFAULT_LIMITS", "HEAD", "Limits", "Source", "expand"]

HEAD = 1 << 20
Watch = Callable[[str, int, int], None]  # (path as named, bytes read, bytes of the file)
_BUFFER = 1 << 20


class Source:
    """One input after expansion of directories, globs and ``-``; reading it starts from the beginning every time."""

    def __init__(self, path: str, file: Path, limits: Limits = DEFAULT_LIMITS, named: bool = True) -> None:
        self.path = path  # as the user named it, for messages
        self.limits = limits
        self.named = named  # False for a file that was found in a directory
        self.watch: Watch | None = None  # is told how far reading has come
        self._file = file
        self._head: bytes | None = None
        self._temporary: Path | None = None

    def __repr__(self) -> str:
        return f"Source({self.path!r})"

    @property
    def identity(self) -> str:
        """The file itself, however it was named."""
        return str(self._file.resolve())

    def head(self) -> bytes:
        """The first 1 MiB, decompressed."""
        if self._head is None:
            with self.open() as stream:
                self._head = stream.read(HEAD)
        return self._head

    def open(self) -> BinaryIO:
        """The decompressed bytes from the start. Raises UnreadableInput, also while reading, for damaged or oversized ones."""
        most = self.limits.max_plain_bytes
        if most is not None and self.size() > most:
            raise UnreadableInput(self.path, f"it is larger than {most:,} bytes", "if you trust it, raise --limit bytes=...")
        try:
            file = io.FileIO(self._file) if self.watch is None else _Watched(self._file, self.path, self.watch)
            raw = io.BufferedReader(file, _BUFFER)
        except OSError as error:
            raise UnreadableInput(self.path, f"it cannot be opened ({error.strerror})", "check the name and the permissions") from None
        inflated = inflate(raw, self.path, self.limits)
        return raw if inflated is None else io.BufferedReader(inflated, _BUFFER)

    def size(self) -> int:
        """Bytes of the file as it lies there, compressed or not; 0 where that cannot be told."""
        try:
            return self._file.stat().st_size
        except OSError:
            return 0

    def encoding(self) -> str:
        """``utf-8``, ``utf-8-sig``, ``utf-16``, ``utf-16-le`` or ``utf-16-be``, after the byte-order mark or the pattern of zeros."""
        return _encoding(self.head()[:4096])

    def text(self) -> TextIO:
        """The decoded characters from the start, line ends as they are; what does not decode becomes U+FFFD."""
        return io.TextIOWrapper(self.open(), encoding=self.encoding(), errors="replace", newline="")

    def utf8(self) -> BinaryIO:
        """The same as UTF-8 bytes without a byte-order mark, which is what the CSV scanner reads."""
        encoding = self.encoding()
        if encoding.startswith("utf-16"):
            return io.BufferedReader(_Recoded(self.text()), _BUFFER)
        if b"\r" in self.head() and b"\n" not in self.head():  # as programs of old Macs end lines
            return io.BufferedReader(_Recoded(io.TextIOWrapper(self.open(), encoding=encoding, errors="replace")), _BUFFER)
        stream = self.open()
        if encoding == "utf-8-sig":
            stream.read(len(codecs.BOM_UTF8))
        return stream

    def head_text(self) -> str:
        """The first 1 MiB, decoded."""
        return self.head().decode(self.encoding(), errors="replace")

    def on_disk(self) -> Path:
        """A real, uncompressed file of these bytes: the input itself, or a temporary copy that lives as long as this Source."""
        if self._temporary is not None:
            return self._temporary
        with self.open() as stream:
            if not isinstance(getattr(stream, "raw", None), Inflated):
                return self._file
            self._temporary = _spool(self, _chunks(stream), Path(self.path).stem)
        return self._temporary


def expand(arguments: Sequence[str], limits: Limits = DEFAULT_LIMITS) -> list[Source]:
    """One Source per input file of ``arguments``: files, ``-``, globs, and directories with everything below them, in natural order.

    A file that is named twice is one input. Raises UnreadableInput for what does not exist.
    """
    sources: list[Source] = []
    seen: set[str] = set()
    for argument in arguments:
        for source in _expand_one(argument, limits):
            if source.identity not in seen:
                seen.add(source.identity)
                sources.append(source)
    return sources


def _expand_one(argument: str, limits: Limits) -> Iterator[Source]:
    if argument == "-":
        yield _spooled(argument, sys.stdin.buffer, limits)
        return
    if not argument.strip():
        raise UnreadableInput("''", "the name is empty", "check the variable that should hold it")
    path = Path(argument)
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        yield from _expand_glob(argument, limits)
        return
    if stat.S_ISDIR(mode):
        found = sorted(_files_below(path), key=_natural)
        if not found:
            raise UnreadableInput(argument, "the directory holds no files", "name a directory with profiles in it")
        yield from (Source(str(file), file, limits, named=False) for file in found)
    elif stat.S_ISREG(mode):
        yield Source(argument, path, limits)
    else:
        # A pipe, such as bash's <(...), can be read only once; readers read from the start several times.
        try:
            with path.open("rb") as stream:
                yield _spooled(argument, stream, limits)
        except OSError as error:
            raise UnreadableInput(argument, f"it cannot be read ({error.strerror})", "name a file") from None


def _expand_glob(argument: str, limits: Limits) -> Iterator[Source]:
    matches: list[str] = []
    if glob.has_magic(argument):
        matches = sorted(glob.glob(argument, recursive=True), key=_natural)  # noqa: PTH207 - Path.glob takes no absolute pattern
        if not matches:
            raise UnreadableInput(argument, "nothing matches this pattern", "check it with ls")
    for match in matches:
        yield from _expand_one(match, limits)
    if not matches:
        raise UnreadableInput(argument, "no such file or directory", "check the name")


def _files_below(directory: Path) -> Iterator[Path]:
    for folder, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for file in (Path(folder, name) for name in names if not name.startswith(".")):
            with contextlib.suppress(OSError):  # a link to nothing, or to where we may not look
                found = file.stat()
                if stat.S_ISREG(found.st_mode) and found.st_size:
                    yield file


def _natural(path: str | Path) -> list[tuple[int, int, str]]:
    """A sort key that puts ``launch_2`` before ``launch_10``."""
    return [(0, int(part), "") if part.isdecimal() and part.isascii() else (1, 0, part) for part in re.split(r"([0-9]+)", str(path))]


def _spooled(path: str, stream: BinaryIO, limits: Limits) -> Source:
    source = Source(path, Path(os.devnull), limits)
    source._file = _spool(source, _chunks(stream), "input")
    return source


def _spool(owner: Source, chunks: Iterable[bytes], stem: str) -> Path:
    """A temporary file of ``chunks``, removed when ``owner`` goes. Raises UnreadableInput beyond ``max_bytes``."""
    descriptor, name = tempfile.mkstemp(prefix=f"ncu-advisor-{re.sub(r'[^A-Za-z0-9]', '', stem)[:20]}-")
    weakref.finalize(owner, _remove, name)
    size = 0
    with os.fdopen(descriptor, "wb") as file:
        for chunk in chunks:
            size += len(chunk)
            if size > owner.limits.max_bytes:
                hint = "export fewer launches, or raise --limit bytes=..."
                raise UnreadableInput(owner.path, f"it is larger than {owner.limits.max_bytes:,} bytes", hint)
            file.write(chunk)
    return Path(name)


def _remove(name: str) -> None:
    with contextlib.suppress(OSError):
        Path(name).unlink()


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_BUFFER):
        yield chunk


def _encoding(head: bytes) -> str:
    if head.startswith(codecs.BOM_UTF8):
        return "utf-8-sig"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    # Without a mark: ASCII text in UTF-16 has a zero in every other byte, and nothing else that is text has.
    for encoding, zeros, letters in (("utf-16-le", head[1::2], head[0::2]), ("utf-16-be", head[0::2], head[1::2])):
        if len(zeros) >= 8 and zeros.count(0) > 0.9 * len(zeros) and letters.count(0) < 0.1 * len(letters):
            return encoding
    return "utf-8"


class _Watched(io.FileIO):
    """A file that says how far it was read, piece by piece."""

    def __init__(self, file: Path, path: str, watch: Watch) -> None:
        super().__init__(file)
        self._told = (path, watch, os.fstat(self.fileno()).st_size)

    def readinto(self, buffer: Any) -> int:
        count = super().readinto(buffer)
        path, watch, size = self._told
        watch(path, self.tell(), size)
        return count


class _Recoded(io.RawIOBase):
    """Text in another encoding as UTF-8 bytes."""

    def __init__(self, text: TextIO) -> None:
        self._text = text
        self._left = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        if not self._left:
            self._left = self._text.read(max(len(view) // 4, 1)).encode("utf-8", "replace")
        taken = self._left[: len(view)]
        self._left = self._left[len(taken) :]
        view[: len(taken)] = taken
        return len(taken)

    def close(self) -> None:
        if not self.closed:
            self._text.close()
        super().close()
