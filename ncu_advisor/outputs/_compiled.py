"""Templates compiled once: their bytecode lies where Python keeps that of modules, and is trusted as much."""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from jinja2 import BytecodeCache

from ncu_advisor import parsed

if TYPE_CHECKING:
    from jinja2.bccache import Bucket


class Compiled(BytecodeCache):
    """Bytecode beside the templates of ``folder``; ``how`` says with what settings they are compiled.

    Where it cannot be written, or Python was told not to, templates are compiled every time.
    """

    def __init__(self, folder: Path, how: str) -> None:
        self._folder, self._how = folder, how

    def get_source_checksum(self, source: str) -> str:
        """Of the template and of what else decides how it is compiled."""
        return hashlib.sha256(f"{self._how}\0{source}".encode()).hexdigest()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        return name

    def load_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError), self._file(bucket).open("rb") as file:
            bucket.load_bytecode(file)

    def dump_bytecode(self, bucket: Bucket) -> None:
        parsed.keep(self._file(bucket), bucket.bytecode_to_string())

    def _file(self, bucket: Bucket) -> Path:
        return parsed.kept_as(self._folder / bucket.key)
