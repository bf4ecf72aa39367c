"""ncu-advisor: what binds every GPU kernel of a profile, what to change, and what that saves.

``load(paths)`` reads exports into a Profile, ``advise(profile)`` turns it into a Report. Both are imported when first used.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ncu_advisor.advise import advise
    from ncu_advisor.load import load

__version__ = "0.1.0"
__all__ = ["__version__", "advise", "load"]


def __getattr__(name: str) -> Any:
    # Lazy, so that `ncu-advisor --help` does not pay for numpy.
    if name == "load":
        from ncu_advisor.load import load

        return load
    if name == "advise":
        from ncu_advisor.advise import advise

        return advise
    raise AttributeError(f"module 'ncu_advisor' has no attribute {name!r}")


class _Package(ModuleType):
    """Python binds an imported submodule to its package under its own name, which would hide the functions ``load`` and ``advise``."""

    def __setattr__(self, name: str, value: Any) -> None:
        named_alike = name in ("load", "advise") and isinstance(value, ModuleType)
        super().__setattr__(name, getattr(value, name) if named_alike else value)


sys.modules[__name__].__class__ = _Package
