"""What the types in a kernel's signature say of its work, as columns of numbers: what counters show and cannot name."""

from __future__ import annotations

import re

import numpy as np

from ncu_advisor.formula import Column
from ncu_advisor.profile import Profile

# cuRAND's generators whose states skip ahead by tables of matrices in memory; Philox counts, and Sobol's directions are no states of these types.
_SKIPPING = re.compile(r"\bcurandState(?:XORWOW|MRG32k3a)?(?:_t)?\b")


def signature_columns(profile: Profile) -> dict[str, Column]:
    """``takes_skipping_states``: 1 where a kernel is handed states of cuRAND that skip ahead by tables, 0 where it is not, or states no types."""
    names = profile.launch_columns["name"].tolist()
    found = {name: float(bool(_SKIPPING.search(name))) for name in set(names)}
    return {"takes_skipping_states": np.array([found[name] for name in names], dtype=float)}
