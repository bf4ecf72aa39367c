"""Every figure of the documentation, measured again: ``python -m benchmarks`` (the parts that need no GPU)."""

from __future__ import annotations

import subprocess
import sys

PARTS = ("benchmarks.advice", "benchmarks.framework", "benchmarks.collecting", "benchmarks.tiles", "benchmarks.reading", "benchmarks.gate")


def main() -> int:
    failed = [part for part in PARTS if subprocess.run([sys.executable, "-m", part], check=False).returncode]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
