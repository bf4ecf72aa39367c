"""The one way this package says no: which file, what is wrong, what to do."""

from __future__ import annotations


class AdvisorError(Exception):
    """Bad input or wrong usage, worded for the user; ``str()`` is one printable line.

    ``subject`` is the file or option, ``problem`` what is wrong with it, ``remedy`` what to do.
    """

    def __init__(self, subject: str, problem: str, remedy: str = "") -> None:
        super().__init__(subject, problem, remedy)
        self.subject = subject
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        from ncu_advisor.text import one_line

        text = f"{self.subject}: {self.problem}" if self.subject else self.problem
        return one_line(f"{text}; {self.remedy}" if self.remedy else text)


class UnreadableInput(AdvisorError):
    """An input that is not, or not wholly, what a reader can read."""


class UnknownDevice(AdvisorError):
    """The profile does not carry enough of its device, and the database does not know it."""


class BadRule(AdvisorError):
    """A rule file that does not hold together."""


def beyond_toml(error: ValueError | RecursionError) -> str:
    """What is wrong with TOML that Python's parser gives up on, though the language allows it."""
    return "is nested too deeply" if isinstance(error, RecursionError) else "has a number of thousands of digits"
