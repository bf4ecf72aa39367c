"""Reads ``ncu --csv``, whatever its pages: raw, details, summary or source, each by the module that knows it.

One stream may hold several tables, also of different pages (``>>`` of several runs); every table becomes a LaunchTable of its own, so that
launches with the same ID in different runs stay apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import csv_header, csv_table
from ncu_advisor.readers.refusals import no_launches
from ncu_advisor.readers.source import Source

if TYPE_CHECKING:
    from ncu_advisor.readers.ncu_source import Kernels

KIND = "ncu-csv"


def recognises(source: Source) -> bool:
    """Whether ``source`` holds a table of this profiler, after whatever the profiled program printed."""
    return csv_table.first_page(source) in (csv_header.RAW, csv_header.DETAILS, csv_header.SUMMARY, csv_header.SOURCE)


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    """Every table of ``source``, whatever its page. Raises UnreadableInput where no launch was found."""
    notes: list[str] = []
    made: list[LaunchTable] = []
    before = ""
    kernels: Kernels | None = None
    for table in csv_table.tables(source, notes):
        before = before or table.before
        # Each page's module is loaded when such a page comes.
        if table.page == csv_header.SOURCE:
            from ncu_advisor.readers import ncu_source

            kernels = kernels or ncu_source.Kernels(source)
            kernels.add(table)
        elif table.page == csv_header.RAW:
            from ncu_advisor.readers import ncu_raw

            made.append(ncu_raw.launch_table(table, source, wanted))
        else:
            from ncu_advisor.readers import ncu_details

            made.append(ncu_details.launch_table(table, source, wanted))
    if kernels is not None:
        made.append(kernels.table())
    empty = [warning for table in made if not len(table) for warning in table.warnings]
    made = [table for table in made if len(table)]
    if not made:
        raise no_launches(source.path, notes, before, empty)
    made[0].warnings.extend(notes)
    return made
