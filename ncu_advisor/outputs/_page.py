"""What every page is made with: templates that escape all text, the style sheet, and the policy that allows it by hash.

Every text is escaped by the templates' environment, which also strips control characters and direction overrides; nothing of a
profile becomes an attribute name, a class, an address or a part of a script.
"""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ncu_advisor import units
from ncu_advisor.outputs import _pictures
from ncu_advisor.presentation import digest, run_digest, wording
from ncu_advisor.resources import data_folder
from ncu_advisor.text import elide, one_line, printable

if TYPE_CHECKING:
    from jinja2 import Environment

# Levels and data types of the roofline that can be switched; the engine knows 3 and 9.
_SWITCHES = 12


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Where templates are compiled: every value is escaped and free of control characters, and a name that nothing gives is an error."""
    from jinja2 import Environment, FunctionLoader, StrictUndefined
    from markupsafe import Markup, escape

    from ncu_advisor.outputs._compiled import Compiled

    def clean(value: Any) -> Any:
        return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    def code_spans(text: str) -> Markup:
        parts = one_line(text).split("`")
        if len(parts) % 2 == 0:
            return escape(one_line(text))
        return Markup("").join(Markup("<code>{}</code>").format(part) if at % 2 else escape(part) for at, part in enumerate(parts))

    def listing(text: str) -> Markup:
        return escape("\n".join(printable(line) for line in text.split("\n")))

    def breakable(text: str) -> Markup:
        return escape(printable(text)).replace("_", Markup("_<wbr>"))

    made = Environment(
        loader=FunctionLoader(_template),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=clean,
        bytecode_cache=Compiled(data_folder("report_templates"), how=Path(__file__).read_text(encoding="utf-8")),
        auto_reload=False,
    )
    made.filters |= {"time": wording.time, "fraction": wording.fraction, "percent": units.percent, "elide": elide}
    made.filters |= {"spans": code_spans, "listing": listing, "breakable": breakable, "trusted": Markup}
    made.filters["bound_class"] = lambda bound: bound if bound in digest.BOUNDS else "unknown"
    made.filters["sentence"] = wording.sentence
    made.globals |= {"digest": digest, "run_digest": run_digest, "pictures": _pictures, "wording": wording}
    return made


def _template(name: str) -> str:
    # Indentation is for those who read the template; in the page of 500 launches it would weigh more than the text.
    return re.sub(r"(?m)^[ \t]+", "", source(name))


@lru_cache(maxsize=32)
def source(name: str) -> str:
    return (Path(data_folder("report_templates")) / name).read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _numbered() -> str:
    """Rules that differ by a number only: widths of bars (the policy allows no style attributes) and the roofline's switches."""
    rules = [f".w{percent}{{width:{percent}%}}" for percent in range(101)] + ["#p-all:checked ~ .plot .one{display:none}"]
    for name in (*(f"l{n}" for n in range(_SWITCHES)), "p-all", *(f"p{n}" for n in range(_SWITCHES))):
        label = f'~ .switches label[for="{name}"]'
        rules.append(
            f"#{name}:checked {label}{{background:var(--track);color:var(--ink)}}#{name}:focus-visible {label}{{outline:2px solid var(--link)}}"
        )
        if name != "p-all":
            hidden = f"#{name}:checked ~ .plot :is(a,g)[class*={name[0]}]:not(.{name})"
            rules.append(f"{hidden}{{display:none}}")
    return "\n".join(rules)


def style(*further: str) -> str:
    """The style sheet of a page: that of all pages, rules that differ by a number, and the named files."""
    return "".join([source("report.css"), _numbered(), *(source(name) for name in further)])


def policy_hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
