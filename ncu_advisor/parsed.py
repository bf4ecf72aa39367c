"""Files of the package, parsed once: what they say lies where Python keeps the bytecode of modules, and is trusted as much."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import marshal
import os
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any


def toml(folder: Path, what: str, texts: Sequence[str]) -> list[dict[str, Any]]:
    """``tomllib.loads`` of each of ``texts``; ``what`` names them among those of ``folder``."""
    file = kept_as(folder / f"{what}.toml")
    seal = hashlib.sha256("\0".join(texts).encode()).digest()
    with contextlib.suppress(OSError, ValueError, EOFError, TypeError):
        known, tables = marshal.loads(file.read_bytes())  # noqa: S302 - a file like that of a module's bytecode, beside it
        if known == seal:
            return list(tables)
    tables = [tomllib.loads(text) for text in texts]
    keep(file, marshal.dumps((seal, tables)))
    return tables


def kept_as(file: Path) -> Path:
    """Where Python would keep the bytecode of ``file``, were it a module."""
    return Path(importlib.util.cache_from_source(str(file)))


def keep(file: Path, data: bytes) -> None:
    """Writes ``file``, whole or not at all; nothing where Python was told to write no bytecode, or may not."""
    if sys.dont_write_bytecode:
        return
    temporary = file.with_name(f"{file.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_bytes(data)
        temporary.replace(file)
