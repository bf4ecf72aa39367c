"""What the documentation takes from the code: pages of rules and metrics, and the output of commands in README.

usage: python docs/generate.py           write them
       python docs/generate.py --check   exit 1 if one is out of date

Also the tree of modules in ARCHITECTURE, the accuracy table in README, and the promises of the samples beside their measurements.

A block in README between `<!-- run: COMMAND -->` and `<!-- /run -->` is the output of that command, run in the root of the
checkout; `| lines 12` behind the command keeps that many, `| until Needs` those before the first that begins so.
"""

from __future__ import annotations

import ast
import contextlib
import csv
import itertools
import re
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner

from ncu_advisor import catalogue as metric_catalogue
from ncu_advisor import explain
from ncu_advisor.advise import advise
from ncu_advisor.cli import cli
from ncu_advisor.load import load
from ncu_advisor.rule import Rule
from ncu_advisor.rule_files import catalogue

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "ncu_advisor"
EXPORTS = ROOT / "sample_reports" / "exports"
DATA = {
    "rules": "one a rule",
    "rules/families": "one a set of definitions that several rules share",
    "rules/runs": "one what a rule about single launches says of a trace alone",
    "ncu_advisor/hardware/gpus": "one a device",
    "ncu_advisor/hardware/architectures": "one a compute capability",
}
_NOTE = "<!-- Written by docs/generate.py: change the rule files or the catalogue, then `make docs`. -->"
_RUN = re.compile(r"(<!-- run: ncu-advisor ([^|\n]*?)(?: \| (lines|until) ([^\n]*?))? -->\n).*?(<!-- /run -->)", re.DOTALL)


def documents() -> dict[str, str]:
    """Every generated document: path in the checkout -> text."""
    readme, architecture, samples = (_text(path) for path in ("README.md", "ARCHITECTURE.md", "sample_reports/README.md"))
    return {
        "docs/rules.md": rules_page(),
        "docs/metrics.md": metrics_page(),
        "docs/gate.md": with_outputs(_text("docs/gate.md")),
        "README.md": _between(with_outputs(readme), "advice-table", accuracy_table()),
        "ARCHITECTURE.md": _between(architecture, "tree", module_tree()),
        "sample_reports/README.md": _between(samples, "promises", sample_table()),
    }


def _text(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def _between(text: str, name: str, content: str) -> str:
    """``text`` with ``content`` between the marks ``<!-- name -->`` and ``<!-- /name -->``."""
    head, _, rest = text.partition(f"<!-- {name} -->\n")
    return f"{head}<!-- {name} -->\n{content}{rest[rest.index(f'<!-- /{name} -->') :]}"


def accuracy_table() -> str:
    """Of the first table of docs/accuracy.md (`python -m benchmarks.advice --write`): the latest sets together, sweeps, and all as judged now."""
    table = re.search(r"(?:^\|.*\n)+", _text("docs/accuracy.md"), re.MULTILINE)
    head, line, *rows = table[0].splitlines() if table else ("", "")
    shown = ("the latest", "a sweep of", "carried out", "all, which")
    return "\n".join([head, line, *(row for row in rows if any(part in row for part in shown))]) + "\n"


def pairs() -> dict[str, str]:
    """Samples with a defect -> the same work with that defect mended (sample_reports/pairs.csv)."""
    with (EXPORTS.parent / "pairs.csv").open(encoding="utf-8") as stream:
        return {row["kernel"]: row["mended"] for row in csv.DictReader(stream) if row["mended"]}


def sample_table() -> str:
    """What the advisor promises for the samples with a defect, beside what mending it saved."""
    with (EXPORTS / "times.csv").open(encoding="utf-8") as stream:
        times = {row["case"]: float(row["median_us"]) for row in csv.DictReader(stream)}
    kernels = {kernel.short_name: kernel for kernel in advise(load(str(EXPORTS / "full_raw.csv.xz"))).kernels}
    lines = ["| Sample | first finding | promised | measured |", "|---|---|---:|---:|"]
    for name, mended in pairs().items():
        first = kernels[name].findings[0]
        saved = 100 * (1 - times[mended] / times[name])
        lines.append(f"| `{name}` | `{first.rule}` | {first.time_saved_pct:.0f}% | {saved:.0f}% |")
    return "\n".join(lines) + "\n"


def module_tree() -> str:
    """Every module with the first sentence of its docstring; folders of data with their number of files."""
    lines = ["```"]
    for folder in sorted({path.parent for path in PACKAGE.rglob("*.py")}):
        lines += ["", f"{folder.relative_to(ROOT)}/"]
        lines += [
            f"  {path.name:<24}{_first_sentence(path)}"
            for path in sorted(folder.glob("*.py"))
            if path.name != "__main__.py" and path.read_text("utf-8")
        ]
    counted = {folder: len(list((ROOT / folder).glob("*.toml"))) for folder in DATA}
    lines += [""] + [f"{folder + '/*.toml':<43}{counted[folder]} file{'s'[: counted[folder] != 1]}, {what}" for folder, what in DATA.items()]
    return "\n".join([lines[0], *lines[2:], "```"]) + "\n"


def _first_sentence(path: Path) -> str:
    text = " ".join((ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n\n")[0].split())
    return re.split(r"(?<=[^.][.])\s+(?=[A-Z`])", text)[0].rstrip(".").replace("``", "")


def rules_page() -> str:
    """Every rule as `ncu-advisor explain` shows it, and folded up what `--full` adds."""
    rules = sorted(catalogue(), key=lambda rule: (rule.group, rule.id))
    lines = [
        "# Rules",
        "",
        _NOTE,
        "",
        f"{len(rules)} rules, one file each in `rules/`. `ncu-advisor explain RULE` prints the same in a terminal, with",
    ]
    lines += ["`--full` also what is folded up here. There, words in `<>` are values of the launch, conditions are in the language of"]
    lines += ["`ncu_advisor/expression.py`, and names that end in `_ns` are parts of the time model (see ARCHITECTURE). The ids never change.", ""]
    for group in dict.fromkeys(rule.group for rule in rules):
        lines += [f"- {group}: " + ", ".join(f"[{rule.id}](#{rule.id})" for rule in rules if rule.group == group)]
    for rule in rules:
        lines += ["", *_rule(rule)]
    return "\n".join(lines) + "\n"


def _rule(rule: Rule) -> list[str]:
    lines = [f"## {rule.id}", "", f"{_escaped(rule.summary)}. Group: {rule.group}.", *_parts(explain.parts(rule))]
    return [*lines, "", "<details><summary>Wordings, definitions and the saving</summary>", *_parts(explain.details(rule)), "", "</details>"]


def _parts(parts: Iterable[explain.Part]) -> list[str]:
    lines: list[str] = []
    for part in parts:
        if not part.code and len(part.entries) == 1 and not part.entries[0][0]:
            lines += ["", f"**{_escaped(part.heading)}:** {_escaped(part.entries[0][1])}"]
            continue
        lines += ["", f"**{_escaped(part.heading)}**", ""]
        if part.code:
            wide = max(len(term) for term, _ in part.entries)
            lines += ["```", *(f"{term.ljust(wide)} {text}".strip() for term, text in part.entries), "```"]
        else:
            lines += [f"- {_term(term, part.labelled)}{_escaped(text)}" for term, text in part.entries]
    return lines


def _term(term: str, labelled: bool) -> str:
    return f"{term if labelled else f'`{term}`'}: " if term else ""


def _escaped(text: str) -> str:
    """Markdown of plain text: `<name>` is no element, outside of code."""
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(piece if piece.startswith("`") else re.sub(r"([<*|])", r"\\\1", piece) for piece in pieces)


def metrics_page() -> str:
    """Every metric that a rule, formula or output may name."""
    table = metric_catalogue.metrics()
    lines = [
        "# Metrics",
        "",
        _NOTE,
        "",
        f"{len(table)} metrics: what rules and formulas may name. Values are in base units: nanoseconds, hertz, bytes,",
    ]
    lines += ["percent 0 to 100. An exported metric is read under the first of its names that the profile holds; a computed one is worked out"]
    lines += ["from other metrics (`ncu_advisor/formulas/`), also where an exported one is missing."]
    for group in dict.fromkeys(metric.group for metric in table.values()):
        lines += ["", f"## {group}", "", "| metric | unit | meaning | exported as, or computed from |", "|---|---|---|---|"]
        for metric in table.values():
            if metric.group == group:
                ways = [f"`{name}`" for name in metric.vendor] + [f"computed: {', '.join(f'`{n}`' for n in f.needs)}" for f in metric.formulas]
                lines.append(f"| `{metric.name}` | {_escaped(metric.unit)} | {_escaped(metric.what)} | {'; '.join(ways)} |")
    return "\n".join(lines) + "\n"


def with_outputs(text: str) -> str:
    """``text`` with what its commands print now."""

    def ran(match: re.Match[str]) -> str:
        lines = run(match[2]).splitlines()
        if match[3] == "lines":
            lines = lines[: int(match[4])]
        elif match[3] == "until":
            lines = list(itertools.takewhile(lambda line: not line.startswith(match[4]), lines))
        while lines and not lines[-1]:
            lines.pop()
        return f"{match[1]}```text\n" + "\n".join(lines) + f"\n```\n{match[5]}"

    return _RUN.sub(ran, text)


def run(command: str) -> str:
    """What ``ncu-advisor`` prints on standard output, in the root of the checkout."""
    with contextlib.chdir(ROOT):
        result = CliRunner(env={"COLUMNS": None, "NO_COLOR": "1"}).invoke(cli, shlex.split(command), prog_name="ncu-advisor")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def main() -> None:
    stale = [path for path, text in documents().items() if not (ROOT / path).is_file() or (ROOT / path).read_text(encoding="utf-8") != text]
    if "--check" in sys.argv[1:]:
        sys.exit(f"out of date: {', '.join(stale)}; run `make docs`" if stale else 0)
    for path in stale:
        (ROOT / path).write_text(documents()[path], encoding="utf-8")
        print(path)


if __name__ == "__main__":
    main()
