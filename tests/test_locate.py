"""Places in the code: the lines that cost most, added up over their instructions."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import pandas as pd
import pytest

from ncu_advisor.load import load
from ncu_advisor.locate import locations
from ncu_advisor.report import Location
from ncu_advisor.resources import data_folder
from ncu_advisor.rule import Rule
from ncu_advisor.rule_files import load_folder

SAMPLES = Path(__file__).parents[1] / "sample_reports" / "exports"
RULES = load_folder(data_folder("rules"))
PAGE = pd.DataFrame(
    {
        "file": ["k.cu", "k.cu", "k.cu", "", "other.cu"],
        "line": [12, 12, 20, 0, 7],
        "sass": ["LDG.E R1, [R2]", "@P0 DFMA R4, R4, R6, R8", "LDG.E.128 R4, [R2.64]", "DADD R2, R2, R4", "EXIT ;"],
        "executed": [10.0, 30.0, 10.0, 10.0, 10.0],
        "sectors_global": [320.0, 0.0, 160.0, 0.0, 0.0],
        "sectors_global_ideal": [40.0, 0.0, 160.0, 0.0, 0.0],
        "stall_long_sb": [50.0, 30.0, 20.0, float("nan"), 0.0],
    }
)


def places(*locate: str, page: pd.DataFrame | None = PAGE) -> tuple[Location, ...]:
    return locations(replace(RULES[0], locate=locate), page)


def test_lines_add_up_their_instructions() -> None:
    """The line that costs most comes first, with its most costly instruction and its share of all."""
    assert places("stall_long_scoreboard") == (Location("k.cu", 12, "LDG.E R1, [R2]", 0.8), Location("k.cu", 20, "LDG.E.128 R4, [R2.64]", 0.2))


def test_a_difference_is_what_exceeds_the_ideal() -> None:
    """Coalesced accesses cost nothing of it."""
    assert places("sectors_global-sectors_global_ideal") == (Location("k.cu", 12, "LDG.E R1, [R2]", 1.0),)


def test_executions_of_a_kind_of_instruction() -> None:
    """By the kinds of sass.py; an instruction without a line stands by itself."""
    assert places("executed_fp64") == (Location("k.cu", 12, "@P0 DFMA R4, R4, R6, R8", 0.75), Location("", 0, "DADD R2, R2, R4", 0.25))


def test_the_first_that_the_page_has_counts() -> None:
    """Also one that is there but zero everywhere is passed over."""
    page = PAGE.assign(wavefronts_shared=0.0)
    assert places("no_such_column", "wavefronts_shared", "sectors_global", page=page)[0].share == pytest.approx(0.667)


def test_at_most_three_places_worth_reading() -> None:
    """Anything below a twentieth is left out."""
    page = pd.DataFrame({"sass": list("abcdef"), "executed": [0.0] * 6, "stall_wait": [40.0, 30.0, 20.0, 6.0, 3.9, 0.1]})
    assert [place.share for place in places("stall_wait", page=page)] == [0.4, 0.3, 0.2]


@pytest.mark.parametrize("page", [None, pd.DataFrame({"sass": ["EXIT"]}), PAGE.assign(stall_long_sb=0.0)])
def test_no_page_or_no_cost_is_no_place(page: pd.DataFrame | None) -> None:
    """Nothing is guessed."""
    assert places("stall_long_scoreboard", page=page) == ()


@lru_cache(maxsize=1)
def real_columns() -> frozenset[str]:
    """The counters that a real source page and a real report have of each instruction; no sample touches local memory."""
    names = (("full*raw.csv.xz", "full*source_cuda_sass.csv.xz"), ("full*.ncu-rep.xz",))
    pages = [page for group in names for page in load([str(next(SAMPLES.glob(name))) for name in group]).instructions.values()]
    return frozenset(str(name) for page in pages for name in page.select_dtypes("number")) - {"line", "address"} | {"sectors_local"}


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule.locate], ids=lambda rule: rule.id)
def test_rules_locate_by_what_source_pages_have(rule: Rule) -> None:
    """Each entry is such a counter, or a kind of instruction; a misspelt one would never find anything."""
    sass = ["LDL R1, [R1]", "STL [R1], R2", "DFMA R1", "IADD3 R1", "MUFU.RCP R1", "HMMA.16816.F32 R4"]
    page = pd.DataFrame({"sass": sass, **dict.fromkeys(real_columns(), 1.0)}).assign(sectors_global_ideal=0.5, wavefronts_shared_ideal=0.5)
    assert [entry for entry in rule.locate if not locations(replace(rule, locate=(entry,)), page)] == []


def test_places_of_the_samples_are_in_their_sources() -> None:
    """The scattered store of the naive transpose is found on its line, from a source page as from a binary report."""
    from ncu_advisor.advise import advise

    for names in (("full*raw.csv.xz", "full*source_cuda_sass.csv.xz"), ("full*.ncu-rep.xz",)):
        report = advise(load([str(next(SAMPLES.glob(name))) for name in names]))
        [place] = report.kernels[0].findings[0].location
        line = (SAMPLES.parent / "kernels" / Path(place.file).name).read_text().splitlines()[place.line - 1]
        assert (Path(place.file).name, "out[" in line, place.share) == ("transpose.cu", True, 1.0)


def test_a_page_without_lines_and_instructions_names_no_place() -> None:
    """A finding is then told without one, instead of at nothing."""
    page = pd.DataFrame({"file": ["", "k.cu"], "line": [0, 0], "sass": ["", ""], "executed": [1.0, 2.0]})
    assert places("executed", page=page) == ()
