"""The comparison as one self-contained HTML file: no script, no request, a policy that allows only the style written here.

The section itself is ``report_templates/compare.html.j2``, which other pages may include with the values of ``section_values``.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ncu_advisor.presentation import wording
from ncu_advisor.regression.because import value
from ncu_advisor.regression.outputs import _rows
from ncu_advisor.resources import data_folder
from ncu_advisor.text import one_line, printable

if TYPE_CHECKING:
    from jinja2 import Environment

    from ncu_advisor.outputs import Options
    from ncu_advisor.regression.gate import GateResult

NAME = "html"
SUFFIXES = (".html", ".htm")

_STYLE = """
.verdict { border-radius: 4px; padding: 1px 8px; font-size: 0.8em; border: 1px solid currentColor; }
.v-fail { color: var(--high); } .v-ambiguous, .v-incomparable { color: var(--medium); } .v-pass { color: var(--low); }
.change { margin: 22px 0; } .change ul { margin: 8px 0; padding-left: 22px; }
.wide { overflow-x: auto; } .wide table { border-collapse: collapse; min-width: 640px; }
.wide th, .wide td { text-align: left; padding: 4px 14px 4px 0; border-bottom: 1px solid var(--line); } .wide .n { text-align: right; }
"""


def render(result: GateResult, options: Options) -> bytes:
    """The page as UTF-8; the same result gives the same bytes."""
    from markupsafe import Markup

    style = (data_folder("report_templates") / "report.css").read_text(encoding="utf-8") + _STYLE
    policy = "sha256-" + base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    # The style is a file of this package; nothing of a profile is in it.
    trusted = Markup(style)  # noqa: S704
    page = _environment().get_template("compare_page.html.j2").render(style=trusted, style_hash=policy, **section_values(result))
    return page.encode("utf-8", "replace")


def section_values(result: GateResult) -> dict[str, Any]:
    """What ``compare.html.j2`` needs."""
    return {"result": result, "rows": _rows, "kernels": _rows.sorted_kernels(result), "conditions": _conditions(result), "value": value}


def _conditions(result: GateResult) -> list[tuple[str, str, str]]:
    if result.comparison is None:
        return []
    before, after = result.comparison.conditions
    names = [f.name for f in fields(before) if f.name != "metrics"]
    told = [(name.replace("_", " "), str(getattr(before, name) or "not told"), str(getattr(after, name) or "not told")) for name in names]
    return [*told, ("metrics", str(len(before.metrics)), str(len(after.metrics)))]


@lru_cache(maxsize=1)
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape

    def clean(text: Any) -> Any:
        return printable(text) if isinstance(text, str) and not isinstance(text, Markup) else text

    def spans(text: str) -> Markup:
        parts = one_line(text).split("`")
        if len(parts) % 2 == 0:
            return escape(one_line(text))
        return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(parts))

    environment = Environment(
        loader=FileSystemLoader(str(data_folder("report_templates"))),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=clean,
    )
    environment.filters |= {"time": wording.time, "spans": spans}
    return environment
