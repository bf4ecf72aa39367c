"""One piece of work in a process of its own, which prints its seconds and its most memory as JSON; run by ``benchmarks.reading``."""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable


def analysed(path: str) -> dict[str, float]:
    """The whole of it as a library: imports, reading, all rules."""
    begun = time.perf_counter()
    _without_pyarrow()
    from ncu_advisor import advise, load

    profile = load(path)
    read = time.perf_counter()
    report = advise(profile)
    done = time.perf_counter()
    return {"seconds": done - begun, "read": read - begun, "launches": len(report.kernels)}


def summarised(path: str) -> dict[str, float]:
    """The command line with its terminal summary, which looks at every launch."""
    begun = time.perf_counter()
    _without_pyarrow()
    import contextlib
    import io

    from ncu_advisor.cli import main

    out = io.TextIOWrapper(io.BytesIO())
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        main(["analyze", path])
    return {"seconds": time.perf_counter() - begun, "launches": float(b"launches" in out.buffer.getvalue())}  # type: ignore[attr-defined]


def projected(path: str) -> dict[str, float]:
    """pyarrow reading the same columns; it knows nothing of units, thousands or launches, and uses every processor."""
    import csv

    from ncu_advisor import catalogue
    from ncu_advisor.readers.csv_page import IDENTITY_COLUMNS

    with open(path, encoding="utf-8") as stream:  # noqa: PTH123
        names = next(csv.reader([stream.readline()]))
    columns = [name for name in dict.fromkeys(names) if name in IDENTITY_COLUMNS or catalogue.is_wanted(name)]
    begun = time.perf_counter()
    from pyarrow import csv as arrow

    table = arrow.read_csv(
        path, read_options=arrow.ReadOptions(skip_rows_after_names=1), convert_options=arrow.ConvertOptions(include_columns=columns)
    )
    return {"seconds": time.perf_counter() - begun, "launches": table.num_rows, "columns": len(columns)}


def report_read(path: str) -> dict[str, float]:
    """A binary report, only what rules need."""
    _without_pyarrow()
    from ncu_advisor import catalogue
    from ncu_advisor.readers import read_all, readers

    readers(), catalogue.is_wanted("")
    begun = time.perf_counter()
    tables, _ = read_all([path], catalogue.is_wanted)
    return {"seconds": time.perf_counter() - begun, "launches": sum(len(table) for table in tables)}


def _without_pyarrow() -> None:
    # pandas loads pyarrow where it finds it. It is here for the comparison only; users of ncu-advisor need not have it.
    sys.modules["pyarrow"] = None  # type: ignore[assignment]


WORK: dict[str, Callable[[str], dict[str, float]]] = {work.__name__: work for work in (analysed, summarised, projected, report_read)}

if __name__ == "__main__":
    figures = WORK[sys.argv[1]](sys.argv[2])
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps(figures | {"bytes": used.ru_maxrss << 10, "cpu": used.ru_utime + used.ru_stime}))
