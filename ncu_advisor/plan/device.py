"""The device of a profile that a plan is made for."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu import Gpu

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile


def of_profile(profile: Profile, called: str) -> Gpu:
    """The device that most launches ran on. Raises AdvisorError, naming the profile as ``called``, where it does not say enough of it."""
    from ncu_advisor.conditions import clock_control
    from ncu_advisor.hardware.device import identify

    found = identify(profile, clock_control=clock_control(profile))
    known = [gpu for gpu in found.of_launch if gpu is not None]
    if not known:
        raise AdvisorError(called, found.problems[0] if found.problems else "it does not name its device", "name the device with --gpu")
    launches = Counter(gpu.name for gpu in known)
    return max(known, key=lambda gpu: launches[gpu.name])
