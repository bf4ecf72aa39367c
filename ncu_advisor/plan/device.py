"""The device of a profile that a plan is made for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu import Gpu

if TYPE_CHECKING:
    from ncu_advisor.readers.source import Limits


def of_profile(path: str, limits: Limits | None = None) -> Gpu:
    """The device that most launches of the profile ran on. Raises AdvisorError where the profile does not say enough of it."""
    from ncu_advisor.hardware.device import identify
    from ncu_advisor.load import load

    found = identify(load(path, limits=limits))
    known = [gpu for gpu in found.of_launch if gpu is not None]
    if not known:
        raise AdvisorError(path, found.problems[0] if found.problems else "it does not name its device", "name the device with --gpu")
    names = [gpu.name for gpu in known]
    return max(known, key=lambda gpu: names.count(gpu.name))
