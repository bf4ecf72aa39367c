"""Outputs of a command that would take the place of what it was given to read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ncu_advisor.errors import AdvisorError, UnreadableInput

if TYPE_CHECKING:
    from ncu_advisor.profile import Profile
    from ncu_advisor.readers.source import Source


def refuse(targets: Sequence[Path], arguments: Iterable[str], profile: Profile, further: Iterable[str] = ()) -> None:
    """Raises AdvisorError where one of ``targets`` is a file that was read into ``profile``, one that ``arguments`` name, or one of ``further``."""
    from ncu_advisor.outputs import refuse_overwriting

    refuse_overwriting(targets, [*(note.path for note in profile.inputs), *_inputs_among(targets, arguments), *further])


def _inputs_among(targets: Iterable[Path], arguments: Iterable[str]) -> list[str]:
    """The ``targets`` where a file lies that ``arguments`` name, or that readers try as one of a folder, whether or not they can read it.

    What they pass over in a folder is no input: an older report there is written again.
    """
    places = {os.path.realpath(target) for target in targets if target.is_file()}
    sources = [source for argument in arguments for source in _sources(argument)] if places else []
    return [source.path for source in sources if source.identity in places and (source.named or _tried(source))]


def _sources(argument: str) -> list[Source]:
    """What ``argument`` names; nothing of standard input and pipes, which were read by now."""
    from ncu_advisor.readers.source import Source, expand

    if os.path.isfile(argument):  # noqa: PTH113 - Path.is_file raises for names that are too long
        return [Source(argument, Path(argument))]
    if os.path.exists(argument) and not os.path.isdir(argument):  # noqa: PTH110, PTH112 - as above
        return []
    try:
        return expand([argument]) if argument != "-" else []
    except UnreadableInput:
        return []


def _tried(source: Source) -> bool:
    """Whether the file is more to the readers than one that merely lies in the folder."""
    from ncu_advisor.catalogue import is_wanted
    from ncu_advisor.readers import read_one

    try:
        return read_one(source, is_wanted) is not None
    except AdvisorError:
        return True
