"""Static pictures: there is one, it shows what it should, and it is always the same file."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as Xml

import pytest
import report_examples as examples
from click.testing import CliRunner
from matplotlib.figure import Figure
from matplotlib.text import Text

from ncu_advisor import plots
from ncu_advisor.cli import cli
from ncu_advisor.errors import AdvisorError
from ncu_advisor.plots import Options, _style, roofline, stalls, timeline

SAMPLE = Path(__file__).parent.parent / "sample_reports" / "exports" / "library_raw.csv.xz"
STARTS = {".png": b"\x89PNG\r\n", ".svg": b"<?xml ", ".pdf": b"%PDF-"}


def words(module: object, report: examples.Report, options: Options | None = None) -> list[str]:
    """Every text of the picture, drawn in full."""
    with _style.settings():
        figure = _style.figure()
        module.draw(report, figure, options or Options())  # type: ignore[attr-defined]
        figure.draw_without_rendering()
        texts = figure.findobj(lambda artist: isinstance(artist, Text) and artist.get_visible())
        return list(dict.fromkeys(text.get_text() for text in texts if text.get_text()))


def test_pictures_are_found() -> None:
    """Each module is a picture, and is offered under its own name."""
    assert [plots.names(), *(module.NAME for module in (roofline, stalls, timeline))] == [plots.names(), *plots.names()]


@pytest.mark.parametrize("suffix", plots.SUFFIXES)
@pytest.mark.parametrize("name", plots.names())
def test_formats(name: str, suffix: str) -> None:
    """Every picture is written in every format, with no trace of when."""
    content = plots.render(name, examples.report(), suffix, Options())
    assert content.startswith(STARTS[suffix])
    assert re.findall(rb"20\d\d-\d\d-\d\d|CreationDate|Producer|Software", content) == []


def test_two_runs_write_the_same_files(tmp_path: Path) -> None:
    """Other orders of sets, another style of the user's and another folder change no byte."""
    written = []
    (tmp_path / "matplotlibrc").write_text("axes.facecolor: red\nsvg.hashsalt: other\nfont.size: 30\nsvg.fonttype: none\n", encoding="utf-8")
    for seed, style in (("1", ""), ("2", str(tmp_path))):
        files = [tmp_path / f"{seed}{suffix}" for suffix in plots.SUFFIXES]
        targets = [argument for file in files for argument in ("-o", str(file))]
        environment = os.environ | {"PYTHONHASHSEED": seed} | ({"MATPLOTLIBRC": style} if style else {})
        subprocess.run([sys.executable, "-m", "ncu_advisor", "plot", "roofline", str(SAMPLE), *targets], check=True, env=environment)
        written.append([file.read_bytes() for file in files])
    assert written[0] == written[1]


@pytest.mark.parametrize("variable", ["HOME", "MPLCONFIGDIR"])
def test_a_home_that_takes_no_file_is_not_spoken_of(tmp_path: Path, variable: str) -> None:
    """matplotlib wants a folder for its list of fonts: it is given one, which is gone afterwards."""
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    plain = {name: value for name, value in os.environ.items() if name not in ("MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    environment = plain | {variable: str(tmp_path / "file"), "TMPDIR": str(tmp_path / "temporary")}
    command = [sys.executable, "-m", "ncu_advisor", "plot", "roofline", str(SAMPLE), "-o", str(tmp_path / "r.svg")]
    done = subprocess.run(command, env=environment, capture_output=True, check=False)
    assert (done.returncode, done.stderr, list((tmp_path / "temporary").iterdir())) == (0, b"", [])
    assert (tmp_path / "r.svg").stat().st_size


@pytest.mark.parametrize("name", plots.names())
@pytest.mark.parametrize("hostile", examples.HOSTILE)
def test_hostile_names_are_drawn_as_text(name: str, hostile: str) -> None:
    """No name is read as a formula or markup, and none breaks the drawing."""
    root = Xml.fromstring(plots.render(name, examples.hostile(hostile), ".svg", Options()))  # noqa: S314 - our own bytes
    harmless = Xml.fromstring(plots.render(name, examples.hostile("harmless"), ".svg", Options()))  # noqa: S314 - our own bytes
    assert {element.tag for element in harmless.iter()} >= {element.tag for element in root.iter()}
    assert {key for element in root.iter() for key in element.attrib} <= {key for element in harmless.iter() for key in element.attrib}
    assert [element.text for element in root.iter() if hostile.strip() and hostile in (element.text or "")] == []


def test_formulas_are_no_formulas() -> None:
    """A dollar starts no mathematics: what would be an error in a formula is shown as it is."""
    report = examples.report([replace(examples.GEMM, name=r"k_$\frac$")])
    assert r"k_$\frac$" in words(roofline, report)


def test_the_roofline_names_lines_and_points() -> None:
    """The level's slope, the path's ceiling, every point's kernel, and what binds them."""
    said = words(roofline, examples.report())
    expected = ["DRAM 4.81 TB/s", "FP32 66.9 TFLOP/s", "transpose_naive", "triad", "hgemm_fma<64, 64, 16>", "memory", "compute"]
    assert [text for text in expected if text not in said] == []


def test_the_roofline_of_another_level() -> None:
    """Points and slope are of the level that is asked for."""
    said = words(roofline, examples.report(), Options("l1"))
    assert ("L1 33.5 TB/s" in said, "triad" in said) == (True, False)


def test_a_ceiling_shared_by_two_paths_is_named_once() -> None:
    """BF16 and FP16 tensor cores have one peak: one line, one text."""
    point = replace(examples.GEMM.roofline[0], path="tensor_fp16", roof_per_second=9.894e14)
    kernel = replace(examples.GEMM, roofline=[point, replace(point, path="tensor_bf16")])
    report = examples.report([kernel])
    report.device = examples.DEVICE | {"peaks": examples.DEVICE["peaks"] | {"tensor_bf16_flop_per_second": {"value": 9.894e14, "source": "database"}}}
    assert [text for text in words(roofline, report) if text.endswith("989 TFLOP/s")] == ["BF16 tensor, FP16 tensor 989 TFLOP/s"]


def test_stall_shares_make_a_whole() -> None:
    """Reasons and the rest of the cycles add up, also where reasons are known but not the cycles."""
    assert math.fsum(stalls.shares(examples.TRANSPOSE).values()) == pytest.approx(1)
    assert stalls.shares(replace(examples.TRANSPOSE, metrics={"stall_wait": 2.0, "stall_barrier": 6.0})) == {"wait": 0.25, "barrier": 0.75}
    assert stalls.shares(examples.TRIAD) == {}


def test_the_stalls_of_kernels_with_most_time_come_first() -> None:
    """Four launches of the matrix product take more than one of the transpose."""
    said = words(stalls, examples.report())
    lanes = [text for text in said if text.startswith(("hgemm", "transpose"))]
    assert lanes == ["hgemm_fma<64, 64, 16> ×4\u200258%", "transpose_naive\u200233%"]


def test_without_a_trace_the_timeline_is_of_launches_in_order() -> None:
    """Lanes in the order in which kernels first run, over the sum of their durations."""
    said = words(timeline, examples.report())
    lanes = [text.split("\u2002")[0] for text in said if "\u2002" in text]
    assert (lanes[:3], "Launches in order, NVIDIA H200" in said) == (["transpose_naive", "hgemm_fma<64, 64, 16>", "triad"], True)


def test_with_a_trace_the_timeline_is_of_the_run() -> None:
    """Lanes of the trace, the longest first, with copies last, over the time of the run."""
    said = words(timeline, examples.traced())
    assert [said.index(name) for name in ("transpose_naive\u200260%", "softmax<float>\u200220%", "copies")] == sorted(
        said.index(name) for name in ("transpose_naive\u200260%", "softmax<float>\u200220%", "copies")
    )
    assert ("What ran when, NVIDIA H200" in said, "480 ms" in said) == (True, True)


def test_many_kernels_share_the_last_lane() -> None:
    """A thousand kernels stay one readable picture."""
    said = words(timeline, examples.many(1000))
    assert len([text for text in said if text.startswith("transpose_naive")]) == 13
    assert [text for text in said if text.startswith("other kernels")] == ["other kernels\u200298%"]


@pytest.mark.parametrize(("name", "remedy"), [("roofline", "ncu --set"), ("stalls", "WarpStateStats"), ("timeline", "gpu__time_duration.sum")])
def test_nothing_to_draw_says_what_to_collect(name: str, remedy: str) -> None:
    """One line, with the remedy; no empty picture."""
    with pytest.raises(AdvisorError) as caught:
        plots.render(name, examples.report([examples.UNKNOWN]), ".png", Options())
    assert remedy in str(caught.value)


def test_the_command_refuses_other_suffixes_before_it_reads(tmp_path: Path) -> None:
    """A wrong name is said at once, with the names that work."""
    result = CliRunner().invoke(cli, ["plot", "roofline", "absent.csv", "-o", str(tmp_path / "x.gif")])
    assert (result.exit_code, "end the name in one of .png .svg .pdf" in result.output) == (2, True)


def test_the_command_never_overwrites_an_input(tmp_path: Path) -> None:
    """Not even an input that is called like a picture."""
    profile = tmp_path / "profile.png"
    profile.write_bytes(SAMPLE.read_bytes())
    result = CliRunner().invoke(cli, ["plot", "stalls", str(profile), "-o", str(profile)])
    assert (result.exit_code, "would be overwritten" in result.output, profile.read_bytes() == SAMPLE.read_bytes()) == (2, True, True)


def test_the_command_never_overwrites_an_input_that_could_not_be_read(tmp_path: Path) -> None:
    """A picture among the inputs is no profile, and stays; one that lies in a folder of profiles is drawn again."""
    picture = tmp_path / "x.svg"
    picture.write_text("<svg/>")
    result = CliRunner().invoke(cli, ["plot", "stalls", str(SAMPLE), str(picture), "-o", str(picture)])
    assert (result.exit_code, "would be overwritten" in result.output, picture.read_text()) == (2, True, "<svg/>")
    (tmp_path / SAMPLE.name).write_bytes(SAMPLE.read_bytes())
    assert CliRunner().invoke(cli, ["plot", "stalls", str(tmp_path), "-o", str(picture)]).exit_code == 0
    assert picture.read_bytes().startswith(STARTS[".svg"])


def test_drawing_leaves_the_settings_of_the_user_alone() -> None:
    """A notebook's own style is as it was."""
    import matplotlib as mpl

    before = dict(mpl.rcParams)
    plots.render("timeline", examples.report(), ".svg", Options())
    assert before == dict(mpl.rcParams)
    assert isinstance(Figure(), Figure)


def test_matplotlib_is_loaded_by_plot_only() -> None:
    """Analysis and help never pay for it."""
    check = "import sys; from ncu_advisor import cli, outputs; import ncu_advisor.advise, ncu_advisor.load; outputs.all_formats()"
    command = f"{check}; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", command], check=False).returncode == 0
