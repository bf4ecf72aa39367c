"""Reads ``ncu --csv``, whatever its pages: raw, details, summary or source, each by the module that knows it.

One stream may hold several tables, also of different pages (``>>`` of several runs); every table becomes a LaunchTable of its own, so that
launches with the same ID in different runs stay apart.
"""

from __future__ import annotations

from collections.abc import Callable

from ncu_advisor.profile import LaunchTable
from ncu_advisor.readers import csv_header, csv_table, ncu_details, ncu_raw, ncu_source
from ncu_advisor.readers.refusals import no_launches
from ncu_advisor.readers.source import Source

KIND = "ncu-csv"


def recognises(source: Source) -> bool:
    """Whether ``source`` holds a table of this profiler, after whatever the profiled program printed."""
    return csv_table.first_page(source) in (csv_header.RAW, csv_header.DETAILS, csv_header.SUMMARY, csv_header.SOURCE)


def read(source: Source, wanted: Callable[[str], bool]) -> list[LaunchTable]:
    """Every table of ``source``, whatever its page. Raises UnreadableInput where no launch was found."""
    notes: list[str] = []
    made: list[LaunchTable] = []
    before = ""
    kernels = ncu_source.Kernels(source)
    for table in csv_table.tables(source, notes):
        before = before or table.before
        if table.page == csv_header.SOURCE:
            kernels.add(table)
        elif table.page == csv_header.RAW:
            made.append(ncu_raw.launch_table(table, source, wanted))
        else:
            made.append(ncu_details.launch_table(table, source, wanted))
    made = [table for table in (*made, kernels.table()) if len(table.launches)]
    if not made:
        raise no_launches(source.path, notes, before)
    made[0].warnings.extend(notes)
    return made
