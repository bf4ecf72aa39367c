"""Source files that are no code of the user's: the toolkit's own headers, wherever its installer puts them."""

from __future__ import annotations

import re

TOOLKIT = re.compile(r"/targets/[^/]+/include/|^/usr/(?:[^/]+/)*include/|[\\/]CUDA[\\/]v[\d.]+[\\/]include[\\/]")
