"""The command line: exit codes, one-line errors, what goes where, and that nothing is ever half written or overwritten."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import jsonschema
import pytest
from csv_pages import launch, raw

from ncu_advisor.cli import main
from ncu_advisor.errors import AdvisorError
from ncu_advisor.outputs import write_all

ROOT = Path(__file__).parents[1]
SAMPLES = ROOT / "sample_reports" / "exports"
FULL, LIBRARY = (str(next(SAMPLES.glob(f"{name}*raw.csv.xz"))) for name in ("full", "library"))
REPORT = str(next(SAMPLES.glob("full*.ncu-rep.xz")))
HEAVY = ("pandas", "numpy", "matplotlib", "jinja2", "zstandard", "sqlite3")
COMMAND = [sys.executable, "-m", "ncu_advisor"]
# What the installed script runs: it ends the process by itself.
INSTALLED = [sys.executable, "-c", "from ncu_advisor.cli import main; main()"]


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    returncode: int
    stdout: bytes
    stderr: bytes


class Run(Protocol):
    def __call__(self, *arguments: str, cwd: Path | None = None, given: bytes | None = None, **environment: str) -> Done: ...


@pytest.fixture
def run(capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command in this process, with a plain environment: no colour settings of whoever runs the tests."""

    def call(*arguments: str, cwd: Path | None = None, given: bytes | None = None, **environment: str) -> Done:
        with monkeypatch.context() as patched:
            for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS"):
                patched.delenv(name, raising=False)
            for name, value in environment.items():
                patched.setenv(name, value)
            patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given or b"")))
            if cwd is not None:
                patched.chdir(cwd)
            capfdbinary.readouterr()
            with pytest.raises(SystemExit) as ended:
                main(arguments)
        written = capfdbinary.readouterr()
        return Done(int(ended.value.code or 0), written.out, written.err)

    return call


def refused(done: Done) -> str:
    """The one line that a refusal says; nothing else is printed."""
    assert (done.returncode, done.stdout) == (2, b"")
    [line] = done.stderr.decode().splitlines()
    assert line.startswith("ncu-advisor: ")
    return line


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A profile of one launch."""
    cells = {
        "gpu__time_duration.sum": ("us", "100"),
        "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed": ("%", "95"),
        "device__attribute_display_name": ("", "NVIDIA H200"),
        "device__attribute_multiprocessor_count": ("", "132"),
    }
    page = raw(list(cells), [unit for unit, _ in cells.values()], [[*launch(0, "k<int>(float *)"), *(value for _, value in cells.values())]])
    path = tmp_path_factory.mktemp("small") / "small.csv"
    path.write_text(page)
    return path


@pytest.mark.parametrize("arguments", [["--help"], ["analyze", "--help"], ["rules", "--help"], ["plan", "--help"], ["--version"]])
def test_help_does_not_wait_for_what_it_does_not_need(run: Run, arguments: list[str]) -> None:
    """No heavy package is imported before there is work for it."""
    script = f"""
import sys
from ncu_advisor.cli import main
try:
    main({arguments!r})
except SystemExit as done:
    assert done.code == 0
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
    assert done.stdout


@pytest.mark.parametrize("profile", [FULL, REPORT])
def test_a_profile_is_analysed_without_pandas(profile: str, tmp_path: Path) -> None:
    """Importing it takes as long as all of the work on a raw page or a small binary report, so nothing on the way from there to the outputs may."""
    arguments = ["analyze", profile, "-o", str(tmp_path / "r.json"), "-o", str(tmp_path / "r.html")]
    script = (
        f"import sys; from ncu_advisor.cli import main\ntry: main({arguments!r})\nfinally: print('numpy' in sys.modules, 'pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "True False\n"


def test_success_is_zero_and_says_nothing_on_standard_error(run: Run) -> None:
    """Results go to standard output."""
    done = run("analyze", FULL)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"transpose_naive" in done.stdout


@pytest.mark.parametrize(("profile", "level", "code"), [(FULL, "high", 1), (FULL, "info", 1), (LIBRARY, "high", 0), (LIBRARY, "medium", 0)])
def test_fail_on_is_one_where_a_finding_is_that_severe(run: Run, profile: str, level: str, code: int) -> None:
    """And the report is printed all the same."""
    done = run("analyze", profile, "--fail-on", level)
    assert (done.returncode, done.stderr) == (code, b"")
    assert done.stdout


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty.csv"),
        (b"what,is\nthis,1\n", "table.csv"),
        (b"\x00\x01\x02\xff" * 500, "noise.bin"),
        (b"==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU Performance Counters\n", "permission.csv"),
        (b"\xfd7zXZ\x00 not really", "broken.xz"),
        (b"\x1f\x8b\x08 not really", "broken.gz"),
        (b"PK\x03\x04 a zip", "archive.zip"),
        (b"SQLite format 3\x00 but short", "broken.sqlite"),
        ('"ID","Process ID"\n"\x1b[31mred\u202e'.encode(), "hostile\x1b[31m.csv"),
        (b"[" * 5000, "deep.json"),
    ],
)
def test_what_cannot_be_read_is_two_and_one_line(run: Run, content: bytes, name: str, tmp_path: Path) -> None:
    """Which file, what is wrong with it; no traceback, no control characters."""
    (tmp_path / name).write_bytes(content)
    line = refused(run("analyze", name, cwd=tmp_path))
    assert name.split(".", maxsplit=1)[0].split("\x1b", maxsplit=1)[0] in line
    assert [c for c in line if c < " " or c in "\x1b\u202e"] == []


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["analyze", "no_such_file.csv"], "no_such_file.csv"),
        (["analyze", FULL, "--format", "docx"], "docx"),
        (["analyze", FULL, "-o", "report.docx"], "report.docx"),
        (["analyze", FULL, "-o", "no_such_folder/report.json"], "report.json"),
        (["analyze", FULL, "--gpu", "no-such-gpu"], "no-such-gpu"),
        (["explain", "no-such-rule"], "no-such-rule"),
        (["gpus", "no-such-gpu"], "no-such-gpu"),
        (["collect", "--for", "no-such-rule"], "no-such-rule"),
    ],
)
def test_wrong_names_are_two_and_one_line(run: Run, arguments: list[str], named: str, tmp_path: Path) -> None:
    """What was asked for is in the line."""
    assert named in refused(run(*arguments, cwd=tmp_path))


@pytest.mark.parametrize(
    ("arguments", "wrong", "page"),
    [
        (["analyze"], "PROFILE", "ncu-advisor analyze"),
        (["analyse", FULL], "analyse", "ncu-advisor"),
        (["--no-such-option", "rules"], "--no-such-option", "ncu-advisor"),
        (["analyze", FULL, "--no-such-option"], "--no-such-option", "ncu-advisor analyze"),
        (["analyze", FULL, "--fail-on", "most"], "most", "ncu-advisor analyze"),
        (["analyze", FULL, "--fail-on", "\x1b[31m\nmost"], "most", "ncu-advisor analyze"),
        (["analyze", FULL, "--limit", "bytes=none"], "bytes=none", "ncu-advisor analyze"),
        (["collect"], "--for RULE", "ncu-advisor collect"),
        (["gate", "--current"], "--current", "ncu-advisor gate"),
        (["plot"], "roofline, stalls, timeline", "ncu-advisor plot"),
        (["plan", "gemm", "--m", "8", "--n", "8", "--k", "8"], "--gpu NAME", "ncu-advisor plan gemm"),
        (["history", "trend", "--last", "few"], "few", "ncu-advisor history trend"),
    ],
)
def test_wrong_usage_is_two_and_one_line(run: Run, arguments: list[str], wrong: str, page: str) -> None:
    """What is wrong is in the line, and which command says how it is right."""
    line = refused(run(*arguments))
    assert wrong in line
    assert (line.startswith("ncu-advisor: "), line.endswith(f"; see {page} --help"), "\x1b" in line) == (True, True, False)


@pytest.mark.parametrize("arguments", [[], ["plan"], ["history"]])
def test_a_command_without_a_verb_shows_its_help(run: Run, arguments: list[str]) -> None:
    """Whoever asks for nothing wants to know what there is, and gets the whole page."""
    done = run(*arguments)
    assert (done.stdout + done.stderr).startswith(" ".join(["Usage: ncu-advisor", *arguments, "[OPTIONS] COMMAND"]).encode())


def test_a_broken_rule_of_ones_own_is_two_and_one_line(run: Run, tmp_path: Path, small: Path) -> None:
    """The line names the file."""
    (tmp_path / "mine.toml").write_text('id = "mine"\n')
    assert "mine.toml" in refused(run("analyze", str(small), "--rules", str(tmp_path)))


@pytest.mark.parametrize(
    ("content", "said"), [(b"\xff\xfe", "is not UTF-8 (byte 0 is 0xff); save it as UTF-8"), (None, "cannot be read (Is a directory)")]
)
def test_a_rule_file_that_is_no_text_is_two_and_one_line(run: Run, tmp_path: Path, small: Path, content: bytes | None, said: str) -> None:
    """The line gives the whole path, for the folder is named on the command line, and what to do."""
    path = tmp_path / "rules" / "mine.toml"
    if content is None:
        path.mkdir(parents=True)
    else:
        path.parent.mkdir()
        path.write_bytes(content)
    line = refused(run("analyze", str(small), "--rules", str(path.parent)))
    assert f"{path}: {said}" in line
    assert ";" in line


def test_a_device_that_is_not_known_is_answered_with_what_there_is(run: Run) -> None:
    """`gpus NAME` has no --gpu, so nobody is told to pass it."""
    line = refused(run("gpus", "no-such-gpu"))
    assert "name one that `ncu-advisor gpus` lists" in line
    assert "--gpu" not in line


@pytest.mark.parametrize("verb", [("analyze",), ("collect",), ("plot", "roofline", "-o", "r.svg")], ids=lambda verb: verb[0])
def test_a_device_that_the_profile_does_not_mean_is_told(run: Run, tmp_path: Path, verb: tuple[str, ...]) -> None:
    """Of two devices of one compute capability the one that the profile names counts: one line says so, and none for the right one."""
    other, right = (run(*verb, FULL, "--gpu", name, cwd=tmp_path) for name in ("h100", "h200"))
    assert (other.returncode, other.stderr.decode()) == (
        0,
        "ncu-advisor: the profile names its device itself, H200 SXM, which counts: h100 is not used there\n",
    )
    assert (right.returncode, right.stderr, right.stdout) == (0, b"", other.stdout)


def _settings(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").write_text(f"[tool.ncu-advisor]\n{text}\n")
    return folder


def test_analyze_reads_the_settings(run: Run, tmp_path: Path) -> None:
    """A severity to fail on in pyproject.toml decides the exit code; the command line wins over it, and --settings takes another file."""
    folder = _settings(tmp_path / "high", 'fail_on = "high"\n[tool.ncu-advisor.gate]\neffect_pct = 2')
    assert run("analyze", FULL, cwd=folder).returncode == 1
    (tmp_path / "other.toml").write_text("strict = false\n")
    assert run("analyze", FULL, "--settings", "../other.toml", cwd=folder).returncode == 0
    folder = _settings(tmp_path / "strict", "strict = true")
    (folder / "bad.csv").write_text("what,is\nthis,1\n")
    assert "bad.csv" in refused(run("analyze", FULL, "bad.csv", cwd=folder))
    assert run("analyze", FULL, "bad.csv", "--no-strict", cwd=folder).returncode == 0
    assert run("analyze", FULL, "bad.csv", "--no-strict", "--fail-on", "low", cwd=folder).returncode == 1


def test_rules_and_device_of_the_settings(run: Run, tmp_path: Path, small: Path) -> None:
    """The folder of rules lies beside the file, wherever the command is called; a device that contradicts the profile is refused as --gpu is."""
    folder = _settings(tmp_path / "project", 'rules = "mine"')
    (folder / ".git").mkdir()
    (folder / "mine").mkdir()
    (folder / "mine" / "mine.toml").write_text('id = "mine"\n')
    (folder / "below").mkdir()
    assert str(folder / "mine" / "mine.toml") in refused(run("analyze", str(small), cwd=folder / "below"))
    assert "no-such-gpu" in refused(run("analyze", str(small), cwd=_settings(folder, 'gpu = "no-such-gpu"')))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('fail_one = "high"', "'fail_one' is not known"),
        ('fail_on = "loud"', "fail_on = 'loud'"),
        ("fail_on = 3", "fail_on = 3 is not a text"),
        ('strict = "yes"', "strict = 'yes' is not true or false"),
    ],
)
def test_what_analyze_refuses_of_the_settings(run: Run, tmp_path: Path, small: Path, text: str, said: str) -> None:
    """One line that names the file, as gate does."""
    line = refused(run("analyze", str(small), cwd=_settings(tmp_path, text)))
    assert said in line
    assert "pyproject.toml [tool.ncu-advisor]" in line


def test_one_bad_file_does_not_stop_the_others(run: Run, tmp_path: Path, small: Path) -> None:
    """It is told on standard error, the rest is analysed; `--strict` makes it an error."""
    (tmp_path / "bad.csv").write_text("what,is\nthis,1\n")
    done = run("analyze", "bad.csv", str(small), "--format", "json", cwd=tmp_path)
    assert (done.returncode, len(json.loads(done.stdout)["kernels"]), len(done.stderr.splitlines())) == (0, 1, 1)
    assert "bad.csv" in refused(run("analyze", "bad.csv", str(small), "--strict", cwd=tmp_path))


def test_standard_input(run: Run, small: Path) -> None:
    """`-` reads it."""
    done = run("analyze", "-", "--format", "json", given=small.read_bytes())
    assert (done.returncode, [kernel["name"] for kernel in json.loads(done.stdout)["kernels"]]) == (0, ["k<int>(float *)"])


@pytest.mark.parametrize("how", ["same", "relative", "link"])
def test_an_input_is_never_overwritten(run: Run, how: str, tmp_path: Path, small: Path) -> None:
    """Whatever it is called the second time."""
    shutil.copy(small, tmp_path / "profile.csv")
    (tmp_path / "folder").mkdir()
    (tmp_path / "linked.csv").symlink_to("profile.csv")
    output = {"same": "profile.csv", "relative": "folder/../profile.csv", "link": "linked.csv"}[how]
    assert "overwritten" in refused(run("analyze", "profile.csv", "-o", output, cwd=tmp_path))
    assert (tmp_path / "profile.csv").read_bytes() == small.read_bytes()


@pytest.mark.parametrize("inputs", [["bad.json"], ["b*.json"]], ids=["named", "pattern"])
def test_an_input_that_could_not_be_read_is_never_overwritten(run: Run, inputs: list[str], tmp_path: Path, small: Path) -> None:
    """What was no profile may be all the more worth to whoever named it."""
    (tmp_path / "bad.json").write_text('{"a": 1}')
    done = run("analyze", str(small), *inputs, "-o", "bad.json", cwd=tmp_path)
    assert (done.returncode, b"bad.json: is one of the inputs and would be overwritten" in done.stderr) == (2, True)
    assert (tmp_path / "bad.json").read_text() == '{"a": 1}'


def test_a_folder_holds_reports_beside_its_inputs(run: Run, tmp_path: Path, small: Path) -> None:
    """What readers pass over, as an older report, is written again; what they try and cannot read is not."""
    shutil.copy(small, tmp_path / "profile.csv")
    again = ["analyze", str(tmp_path), *(part for name in ("r.csv", "r.html", "r.json") for part in ("-o", str(tmp_path / name)))]
    assert [run(*again).returncode for _ in range(2)] == [0, 0]
    log = tmp_path / "log.csv"
    log.write_text("==PROF== Connected to process 5\n")
    assert run("analyze", str(tmp_path), "-o", str(log)).returncode == 2
    assert log.read_text() == "==PROF== Connected to process 5\n"


def test_outputs_are_written_whole_or_not_at_all(run: Run, tmp_path: Path, small: Path) -> None:
    """One that cannot be written takes the others with it, and nothing is left lying about."""
    refused(run("analyze", str(small), "-o", "good.json", "-o", "missing/bad.html", cwd=tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_is_no_output(run: Run, tmp_path: Path, small: Path) -> None:
    """One line, and the outputs named beside it are not written either."""
    (tmp_path / "folder.json").mkdir()
    assert "is a folder" in refused(run("analyze", str(small), "-o", "good.md", "-o", "folder.json", cwd=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["folder.json"]


@pytest.mark.parametrize("verb", [("analyze",), ("plot", "roofline")], ids=lambda verb: verb[0])
@pytest.mark.parametrize(
    ("output", "said"),
    [
        ("report.docx", "suffix '.docx'"),
        ("missing/report.svg", "folder is not there"),
        ("taken.svg", "is a folder"),
        ("a" * 300 + ".svg", "too long"),
    ],
)
def test_an_output_that_cannot_be_is_refused_before_the_work(run: Run, tmp_path: Path, verb: tuple[str, ...], output: str, said: str) -> None:
    """Reading may take minutes: here there is nothing to read, and the output is told all the same."""
    (tmp_path / "taken.svg").mkdir()
    (tmp_path / "taken.json").mkdir()
    name = output if verb == ("plot", "roofline") else output.replace(".svg", ".json")
    line = refused(run(*verb, "no_such_profile.csv", "-o", name, cwd=tmp_path))
    assert said in line
    assert "no_such_profile" not in line


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_no_file_is_told_before_the_work(run: Run, tmp_path: Path) -> None:
    """As one that is not there."""
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "Permission denied" in refused(run("analyze", "no_such_profile.csv", "-o", "locked/r.json", cwd=tmp_path))


def test_of_a_link_the_file_behind_it_is_written(run: Run, tmp_path: Path, small: Path) -> None:
    """The link stays, also one to a file that is not there yet; nothing temporary is left on either side."""
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared" / "old.json").write_text("old")
    (tmp_path / "a.json").symlink_to("shared/old.json")
    (tmp_path / "b.json").symlink_to("shared/new.json")
    done = run("analyze", str(small), "-o", "a.json", "-o", "b.json", cwd=tmp_path)
    assert (done.returncode, [(tmp_path / name).is_symlink() for name in ("a.json", "b.json")]) == (0, [True, True])
    assert [json.loads((tmp_path / "shared" / name).read_text())["kernels"][0]["id"] for name in ("old.json", "new.json")] == [0, 0]
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a.json", "b.json", "new.json", "old.json", "shared"]


def test_a_pipe_is_written_and_stays(run: Run, tmp_path: Path, small: Path) -> None:
    """Whoever waits at its other end gets the output."""
    os.mkfifo(tmp_path / "pipe.json")
    # A report may be longer than a pipe holds: somebody has to read while it is written.
    with ThreadPoolExecutor(1) as pool:
        taken = pool.submit((tmp_path / "pipe.json").read_bytes)
        # (Both ends open: the reader gets away even if nothing is ever written.)
        held = os.open(tmp_path / "pipe.json", os.O_RDWR)
        try:
            done = run("analyze", str(small), "-o", "pipe.json", cwd=tmp_path)
        finally:
            os.close(held)
    assert done.returncode == 0
    assert (json.loads(taken.result())["kernels"][0]["name"], (tmp_path / "pipe.json").is_fifo()) == ("k<int>(float *)", True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_a_device_that_takes_nothing_takes_the_others_with_it(run: Run, tmp_path: Path, small: Path) -> None:
    """It is written before any other file is put in its place."""
    (tmp_path / "full.json").symlink_to("/dev/full")
    assert "full.json: cannot be written (No space" in refused(run("analyze", str(small), "-o", "full.json", "-o", "b.md", cwd=tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["full.json"]


def test_what_was_written_before_a_failure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system may refuse the last step of one file only; nothing temporary is left."""
    replace = Path.replace

    def refuse(self: Path, target: Path) -> Path:
        if target.name == "b.md":
            raise PermissionError(1, "Operation not permitted")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(AdvisorError) as caught:
        write_all([(tmp_path / "a.md", b"a"), (tmp_path / "b.md", b"b")])
    assert str(caught.value) == f"{tmp_path / 'b.md'}: cannot be written (Operation not permitted), but {tmp_path / 'a.md'} was; choose another place"
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]


def test_several_outputs_at_once(run: Run, tmp_path: Path, small: Path) -> None:
    """Each in the format of its suffix; nothing is printed where nobody looks."""
    names = ["a.html", "a.md", "a.json", "a.csv", "a.sarif", "a.xml"]
    done = run("analyze", str(small), *(part for name in names for part in ("-o", name)), cwd=tmp_path)
    assert (done.returncode, done.stdout, sorted(path.name for path in tmp_path.iterdir())) == (0, b"", sorted(names))
    assert [name for name in names if not (tmp_path / name).stat().st_size] == []


def test_an_older_output_is_replaced(run: Run, tmp_path: Path, small: Path) -> None:
    """By the whole new one, readable by whom it was readable."""
    (tmp_path / "a.json").write_text("old")
    run("analyze", str(small), "-o", "a.json", cwd=tmp_path)
    assert json.loads((tmp_path / "a.json").read_text())["kernels"]
    assert (tmp_path / "a.json").stat().st_mode & 0o400


@pytest.mark.parametrize(
    ("arguments", "environment", "coloured"),
    [
        ([], {}, False),
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (["--color", "always"], {}, True),
        (["--color", "always"], {"NO_COLOR": "1"}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour(run: Run, arguments: list[str], environment: dict[str, str], coloured: bool) -> None:
    """None in a pipe unless asked for; NO_COLOR is respected, the option wins."""
    done = run("analyze", FULL, *arguments, **environment)
    assert (done.returncode, b"\x1b[" in done.stdout) == (0, coloured)


@pytest.mark.parametrize("width", [60, 100, 160])
def test_the_summary_fits_its_width(run: Run, width: int) -> None:
    """Words wrap; only a command, which is there to be copied, runs over."""
    lines = run("analyze", FULL, "--width", str(width)).stdout.decode().splitlines()
    assert [line for line in lines if len(line) > width and not line.strip().startswith(("ncu ", "nsys "))] == []


def test_a_reader_that_leaves_is_no_error() -> None:
    """`ncu-advisor analyze ... | head -1`."""
    with subprocess.Popen([*COMMAND, "analyze", FULL, "--format", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


@pytest.mark.parametrize(("arguments", "code"), [(["analyze", "-", "--fail-on", "low"], 1), (["analyze", "-"], 0), (["analyze", "nothing"], 2)])
def test_the_installed_command_ends_like_any_other(tmp_path: Path, arguments: list[str], code: int) -> None:
    """It leaves without Python's own end: what it prints is whole, temporary files are gone, the code is the same."""
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    given = Path(FULL).read_bytes()
    direct = subprocess.run([*COMMAND, *arguments], input=given, capture_output=True, env=environment, check=False)
    done = subprocess.run([*INSTALLED, *arguments], input=given, capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (code, direct.stdout, direct.stderr)
    assert direct.returncode == code
    assert list(tmp_path.iterdir()) == []


_EACH_VERB = [
    ["analyze", FULL],
    ["collect", FULL],
    ["compare", FULL, FULL],
    ["gate", "--counters-only", "--baseline", FULL, "--current", FULL],
    ["explain", "tail-wave"],
    ["rules"],
    ["gpus"],
    ["plan", "gemm", "--m", "512", "--n", "512", "--k", "512", "--gpu", "h200"],
    ["--help"],
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize("arguments", _EACH_VERB, ids=lambda arguments: arguments[0])
def test_a_full_disk_is_two_and_one_line(arguments: list[str]) -> None:
    """Standard output may be a file, and its disk full."""
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run([*INSTALLED, *arguments], stdout=full, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.count(b"Traceback"), b"No space left" in done.stderr) == (2, 0, True)


@pytest.mark.parametrize(("arguments", "code"), [(["analyze", FULL, "--fail-on", "high"], 1), (["analyze", FULL], 0), (["rules"], 0)])
def test_a_reader_that_has_gone_does_not_change_the_code(arguments: list[str], code: int) -> None:
    """Under `| head` and `set -o pipefail` what was found still fails the job; nothing is said of the pipe."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*INSTALLED, *arguments], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, b"Broken pipe" in done.stderr, b"Traceback" in done.stderr) == (code, False, False)


def test_a_closed_output_still_writes_the_files(tmp_path: Path) -> None:
    """``>&-``: the caller wants what `-o` names, and nothing else."""
    target = tmp_path / "report.json"
    script = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'ncu_advisor', *sys.argv[1:]])"
    done = subprocess.run([sys.executable, "-c", script, "analyze", FULL, "-o", str(target)], stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr.count(b"Traceback"), target.exists()) == (0, 0, True)


def without_stream(number: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """The command as a shell starts it with ``>&-`` or ``<&-``."""
    script = f"import os, sys; os.close({number}); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    return subprocess.run([sys.executable, "-c", script, *INSTALLED[1:], *arguments], capture_output=True, check=False)


@pytest.mark.parametrize("arguments", [*_EACH_VERB, ["analyze", FULL, "--format", "json"]], ids=lambda arguments: arguments[0])
def test_a_closed_output_that_was_to_show_a_result_is_two_and_one_line(arguments: list[str]) -> None:
    """``>&-`` as for a full disk: nobody sees the result, so the code must not say that all went well."""
    done = without_stream(1, *arguments)
    assert (done.returncode, done.stderr) == (
        2,
        b"ncu-advisor: standard output: is closed, and the result was to go there; send it to a file or a pipe\n",
    )


@pytest.mark.parametrize("arguments", [["analyze", "-"], ["compare", "-", FULL], ["collect", "-"]], ids=lambda arguments: arguments[0])
def test_a_closed_input_is_two_and_one_line(arguments: list[str]) -> None:
    """``<&-``: no traceback, and what to do; who does not read it does not miss it."""
    done = without_stream(0, *arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"ncu-advisor: standard input: is closed; pipe a profile into it, or name a file\n"
    assert without_stream(0, "rules").returncode == 0


def test_inside_another_program_nothing_of_it_changes() -> None:
    """It goes on afterwards, with its garbage collected, its environment, its modules and its streams; a missing stream stays missing."""
    script = """
import gc, os, sys
from ncu_advisor.cli import main
os.environ.pop("OPENBLAS_NUM_THREADS", None)
sys.stdin = None
before = gc.isenabled(), gc.get_freeze_count(), dict(os.environ), sys.stdin, sys.stdout, sys.stderr, "pyarrow" in sys.modules
try:
    main(["rules"])
except SystemExit as done:
    after = gc.isenabled(), gc.get_freeze_count(), dict(os.environ), sys.stdin, sys.stdout, sys.stderr, "pyarrow" in sys.modules
    sys.exit(done.code if after == before else 3)
"""
    assert subprocess.run([sys.executable, "-c", script], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_an_empty_name_is_no_folder() -> None:
    """A variable that was never set must not stand for the whole checkout."""
    done = subprocess.run([*COMMAND, "analyze", ""], capture_output=True, check=False)
    assert (done.returncode, done.stderr.count(b"\n"), b"the name is empty" in done.stderr) == (2, 1, True)


def test_a_device_tells_the_names_of_its_metrics() -> None:
    """`collect --for RULE --gpu NAME`: without a profile, the device is asked; a wrong one is told."""
    wrong = subprocess.run([*COMMAND, "collect", "--for", "tail-wave", "--gpu", "nosuch"], capture_output=True, check=False)
    assert (wrong.returncode, b"no GPU of this name is known" in wrong.stderr) == (2, True)
    right = subprocess.run([*COMMAND, "collect", "--for", "tail-wave", "--gpu", "v100"], capture_output=True, check=False)
    assert (right.returncode, right.stdout[:4]) == (0, b"ncu ")


def test_an_interrupt_is_130() -> None:
    """While it waits for input, too; without a traceback."""
    # A job that a shell runs in the background ignores interrupts, and so would what it starts.
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        process = subprocess.Popen([*COMMAND, "analyze", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)
    with process:
        time.sleep(3.0)  # until it reads
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, b"Traceback" in said) == (130, False)


def test_a_crash_is_none_of_the_promised_codes(run: Run) -> None:
    """A defect of ours keeps its traceback, and is not taken for a finding or for bad input."""
    script = "import ncu_advisor.explain as page\nfrom ncu_advisor.cli import main\npage.listing = lambda *_: 1 / 0\nmain(['rules'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "ZeroDivisionError" in done.stderr
    assert done.returncode not in (0, 1, 2, 3, 130)


def test_json_follows_the_schema(run: Run) -> None:
    """The one that ships, for a rich, a poor and a nearly empty profile."""
    schema = json.loads((ROOT / "ncu_advisor" / "report.schema.json").read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    for profile in (FULL, LIBRARY, str(next(SAMPLES.glob("live*.csv.xz"))), str(next(SAMPLES.glob("full*.ncu-rep.xz")))):
        jsonschema.validate(json.loads(run("analyze", profile, "--format", "json").stdout), schema)


def test_the_same_input_gives_the_same_bytes(tmp_path: Path) -> None:
    """In another process and folder, by another path, with another seed of Python's hashes: in every format."""
    names = ["a.html", "a.json", "a.md", "a.csv", "a.sarif", "a.xml"]
    outputs = [part for name in names for part in ("-o", name)]
    for folder, profile, seed in (("one", FULL, "1"), ("other", Path(FULL).name, "2")):
        (tmp_path / folder).mkdir()
        shutil.copy(FULL, tmp_path / folder / Path(FULL).name)
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [*COMMAND, "analyze", profile, *outputs, "--format", "terminal"], cwd=tmp_path / folder, env=environment, capture_output=True, check=True
        )
        (tmp_path / folder / "terminal").write_bytes(done.stdout)
    differing = [name for name in [*names, "terminal"] if (tmp_path / "one" / name).read_bytes() != (tmp_path / "other" / name).read_bytes()]
    assert differing == []


def test_a_report_names_no_folder_of_this_machine(run: Run, tmp_path: Path, small: Path) -> None:
    """Inputs by their file names only."""
    shutil.copy(small, tmp_path / "profile.csv")
    done = run("analyze", str(tmp_path / "profile.csv"), "--format", "json")
    assert str(tmp_path) not in done.stdout.decode()
