"""The lines of a stream, singly or in blocks of whole lines, with what was read too far put back."""

from __future__ import annotations

import re
from typing import BinaryIO

from ncu_advisor.errors import UnreadableInput
from ncu_advisor.readers.other_pages import CSV, SIGNS, OtherPages
from ncu_advisor.readers.source import Source

_BLOCK = 1 << 20
_MAX_NOTES = 20
_BANNER = re.compile(rb"==(?:ERROR|WARNING)==\s*(.*)")


class Lines:
    """Reads ``stream`` forward once; ``notes`` gathers what the profiler complained of on the way."""

    def __init__(self, stream: BinaryIO, source: Source, notes: list[str]) -> None:
        self._stream = stream
        self._source = source
        self._left = b""  # put back; the part from ``_at`` on is still to be read
        self._at = 0
        self.notes = notes
        self._others = OtherPages(CSV)

    def line(self) -> bytes | None:
        """The next line with its end, None at the end of the stream. Raises UnreadableInput for one beyond the limit."""
        if self.pending():
            end = self._left.find(b"\n", self._at) + 1 or len(self._left)
            line = self._left[self._at : end]
            self._at = end
            return line
        return self._read_line() or None

    def pending(self) -> bool:
        """Whether something that was put back waits."""
        return self._at < len(self._left)

    def block(self) -> bytes:
        """About 1 MiB of whole lines; empty at the end of the stream."""
        data = self._left[self._at :]
        self._left, self._at = b"", 0
        if len(data) < _BLOCK:
            data += self._stream.read(_BLOCK)
            if data and not data.endswith(b"\n"):
                data += self._read_line()
        return data

    def push_back(self, data: bytes) -> None:
        start = self._at - len(data)
        if start >= 0 and self._left[start : self._at] == data:
            self._at = start
        else:
            self._left, self._at = data + self._left[self._at :], 0

    def note(self, text: str) -> None:
        if text not in self.notes and len(self.notes) < _MAX_NOTES:
            self.notes.append(text)

    def note_banner(self, line: bytes) -> None:
        """Keep what the profiler itself complained of, and which other pages than those of ``ncu --csv`` are here."""
        if match := _BANNER.match(line):
            self.note(match[0].decode("utf-8", "replace").strip())
        elif SIGNS.search(line):
            self._others.look(line.decode("utf-8", "replace"))
            for warning in self._others.warnings():
                self.note(warning)

    def _read_line(self) -> bytes:
        line = self._stream.readline(self._source.limits.max_line + 1)
        if len(line) > self._source.limits.max_line:
            remedy = "if it is a profiler's export, raise --limit line=..."
            raise UnreadableInput(self._source.path, f"it has a line longer than {self._source.limits.max_line:,} bytes", remedy)
        return line
