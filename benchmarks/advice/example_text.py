"""The examples of a rule as TOML, between two marks at the end of its file."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from pathlib import Path

from ncu_advisor.rule import Example

START = "# --- Examples: real launches, written by `python -m benchmarks.advice.examples --update`, not by hand ---"
END = "# --- end of the examples ---"
_WIDTH = 150
_WRITTEN = re.compile(rf"\n*{re.escape(START)}\n.*?{re.escape(END)}\n*", re.DOTALL)


def same(path: Path, examples: Sequence[Example]) -> bool:
    """Whether the file has exactly these examples."""
    text = path.read_text(encoding="utf-8")
    return _with(text, examples) == text


def write(path: Path, examples: Sequence[Example]) -> None:
    """Put ``examples`` in place of what this module wrote before; the rest of the file stays as it is."""
    path.write_text(_with(path.read_text(encoding="utf-8"), examples), encoding="utf-8")


def _with(text: str, examples: Sequence[Example]) -> str:
    own = _WRITTEN.sub("\n", text).rstrip("\n")
    written = "\n\n".join("\n".join(_lines(example)) for example in examples)
    return f"{own}\n\n{START}\n{written}\n\n{END}\n"


def _lines(example: Example) -> list[str]:
    lines = ["[[example]]", f"name = {_string(example.name)}", f"device = {_string(example.device)}", f'outcome = "{example.outcome}"']
    if example.time_saved_pct is not None:
        lines.append(f"time_saved_pct = {example.time_saved_pct:.1f}")
    if example.says:
        lines += _text("says", example.says)
    return [*lines, *_table("metrics", example.metrics)]


def _table(name: str, values: dict[str, float]) -> list[str]:
    """An array of inline tables, one a line: an inline table alone may not span lines."""
    rows: list[list[str]] = [[]]
    for key, value in values.items():
        entry = f"{key} = {_number(value)}"
        if rows[-1] and sum(len(part) + 2 for part in [*rows[-1], entry]) > _WIDTH - 8:
            rows.append([])
        rows[-1].append(entry)
    return [f"{name} = [", *(f"  {{ {', '.join(row)} }}," for row in rows), "]"]


def _number(value: float) -> str:
    return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _string(text: str) -> str:
    return f'"{_escaped(text)}"'


def _text(name: str, text: str) -> list[str]:
    one_line = f"{name} = {_string(text)}"
    if len(one_line) <= _WIDTH:
        return [one_line]
    wrapped = textwrap.wrap(text.replace("\\", "\\\\").replace('"""', '""\\"'), _WIDTH, break_long_words=False, break_on_hyphens=False)
    return [f'{name} = """', *wrapped, '"""']
