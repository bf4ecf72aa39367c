"""Make a virtual environment with pip in it, also where Debian's python3 comes without ensurepip (package python3-venv absent).

usage: environment.py FOLDER
"""

import re
import subprocess
import sys
import tempfile
import urllib.request
import venv
from pathlib import Path

INDEX = "https://pypi.org/simple/pip/"


def main() -> None:
    folder = Path(sys.argv[1])
    try:
        import ensurepip  # noqa: F401 - asked for, not used: venv needs it
    except ImportError:
        venv.create(folder, with_pip=False, clear=True)
        install_pip(folder)
    else:
        venv.create(folder, with_pip=True, clear=True)  # a set-up that was interrupted leaves half of one


def install_pip(folder: Path) -> None:
    """A pip wheel can install itself: take the newest that the index lists."""
    page = urllib.request.urlopen(INDEX, timeout=60).read().decode()
    wheels = re.findall(r'href="([^"#]+/(pip-(\d+)\.(\d+)[\d.]*-py3-none-any\.whl))', page)
    url, name, *_ = max(wheels, key=lambda wheel: (int(wheel[2]), int(wheel[3])))
    with tempfile.TemporaryDirectory() as temporary:
        wheel = Path(temporary) / name
        wheel.write_bytes(urllib.request.urlopen(url, timeout=120).read())
        subprocess.run([str(folder / "bin" / "python"), f"{wheel}/pip", "install", "--quiet", str(wheel)], check=True)


main()
