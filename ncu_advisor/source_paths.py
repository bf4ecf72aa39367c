"""What source files of a profile are called: paths of Windows, and the toolkit's own headers, which are no code of the user's."""

from __future__ import annotations

import re

DRIVE = re.compile(r"[A-Za-z]:[\\/]")  # how a whole path of Windows begins
TOOLKIT = re.compile(r"/targets/[^/]+/include/|^/usr/(?:[^/]+/)*include/|[\\/]CUDA[\\/]v[\d.]+[\\/]include[\\/]")
