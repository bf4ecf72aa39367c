"""The gate as Markdown, for job summaries and pull request comments: always short enough to be posted, names in code spans."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ncu_advisor.outputs.markdown import LIMIT, code, spans, text
from ncu_advisor.presentation import wording
from ncu_advisor.regression.decide import PASS
from ncu_advisor.regression.outputs import _rows
from ncu_advisor.text import elide

if TYPE_CHECKING:
    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult, KernelVerdict

NAME = "md"
SUFFIXES = (".md", ".markdown")

_ROWS = 60
_NAME = 100
_SENTENCE = 600


def render(result: GateResult, options: Options) -> bytes:
    """GitHub-flavoured Markdown in UTF-8, fewer than 60,000 characters."""
    title = f"### Performance gate: {text(result.verdict)}" if result.verdict else "### Comparison"
    parts = ["\n".join([title, "", text(_rows.headline(result)), *(f"\n- {spans(elide(line, _SENTENCE))}" for line in _rows.problems(result))])]
    said = [k for k in _rows.sorted_kernels(result) if k.verdict not in (PASS, "") or k.change.because]
    parts += ["\n".join(_kernels(group, lines)) for group, lines in _rows.grouped(said)]
    parts += ["\n".join(_table(result)), "\n".join(f"- {spans(elide(line, _SENTENCE))}" for line in _rows.notes(result))]
    written, size = [], 0
    for part in filter(None, parts):
        if size + len(part) + 2 > LIMIT - 200:
            written.append("Some kernels are left out: the JSON and HTML outputs have them all.")
            break
        written.append(part)
        size += len(part) + 2
    return ("\n\n".join(written) + "\n").encode("utf-8", "replace")


def _kernels(group: list[KernelVerdict], said: list[str]) -> Iterator[str]:
    kernel, change = group[0], group[0].change
    times = f"{wording.time(change.typical_ns[0])} to {wording.time(change.typical_ns[1])}"
    verdict = f"**{text(kernel.verdict)}** " if kernel.verdict else ""
    if len(group) == 1:
        yield f"{verdict}{code(elide(_rows.name(change), _NAME))}, {text(_rows.shape(change.kernel))}: {times}\n"
    else:
        yield f"{verdict}{wording.counted(len(group), 'kernel')}: {', '.join(code(elide(_rows.name(k.change), 40)) for k in group[:12])}\n"
    yield from (f"- {spans(elide(line, _SENTENCE))}" for line in said)


def _table(result: GateResult) -> Iterator[str]:
    kernels = _rows.sorted_kernels(result)
    if not kernels:
        return
    apart = _rows.told_apart(result)
    yield f"| Verdict | Kernel | Baseline | Now | Change |{' Of its own |' if apart else ''} 95% interval |"
    yield f"|---|---|--:|--:|--:|{'--:|' if apart else ''}--:|"
    for kernel in kernels[:_ROWS]:
        change = kernel.change
        name = code(elide(_rows.name(change), 60), in_table=True)
        times = [wording.time(ns) for ns in change.typical_ns]
        changes = [text(cell) for cell in _rows.change_cells(change, apart)[: 1 + apart]]
        cells = (text(kernel.verdict), name, *times, *changes, text(_rows.interval_words(change)))
        yield f"| {' | '.join(cells)} |"
    if len(kernels) > _ROWS:
        yield f"\n{wording.counted(len(kernels) - _ROWS, 'further kernel')}."
