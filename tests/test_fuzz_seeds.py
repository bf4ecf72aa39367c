"""What the fuzzer starts from: inputs that are read, or it would only ever look at refusals."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.readers import read_one
from ncu_advisor.readers.source import Source

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.skipif(not (ROOT / "sample_reports" / "exports").is_dir(), reason="the sample exports are not in this checkout")
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

seeds = pytest.importorskip("benchmarks.fuzz.seeds", reason="the benchmarks are not in this checkout")
mutate = pytest.importorskip("benchmarks.fuzz.mutate", reason="the benchmarks are not in this checkout")


@pytest.mark.parametrize("family", [*seeds.FAMILIES])
def test_seeds_are_read(tmp_path: Path, family: str) -> None:
    """Every seed of every family, but for those that must be refused, which are."""
    seeds.write(family, tmp_path)
    for file in tmp_path.iterdir():
        source = Source(file.name, file)
        if family == "refused":
            with pytest.raises(AdvisorError):
                read_one(source, lambda name: True)
        else:
            assert read_one(source, lambda name: True), file
        assert len(file.read_bytes()) <= seeds.FAMILIES[family][2]


def test_shares_are_of_one_whole() -> None:
    """The runs asked for are the runs that are made."""
    assert sum(share for _, share, _ in seeds.FAMILIES.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(("family", "shape"), [("report", mutate.report), ("sqlite", mutate.database), ("raw", mutate.table)])
def test_mutations_keep_an_input_readable_often_enough(tmp_path: Path, family: str, shape: object) -> None:
    """Random bytes break lengths and headers at once; these get past them, so that what lies behind is reached."""
    assert callable(shape)
    seed = seeds.FAMILIES[family][0]()[0]
    read = 0
    for number in range(40):
        (tmp_path / "input").write_bytes(shape(seed, 1 << 16, number, lambda data, longest: data[:longest]))
        try:
            read += bool(read_one(Source("input", tmp_path / "input"), lambda name: True))
        except AdvisorError as error:
            assert len(str(error).splitlines()) == 1
    assert read >= 10
