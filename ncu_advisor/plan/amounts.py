"""Counts, sizes and shares as sentences of plans say them: one block fits, two blocks fit; 24 bytes, 1.5 KiB; 12.5%."""

from __future__ import annotations

import math

from ncu_advisor.errors import AdvisorError

MOST_BYTES = 2**53  # beyond any memory, and exact as a float
MOST_BLOCKS = 2**31 - 1  # of a launch, in x (CUDA C++ Programming Guide, technical specifications of a compute capability)


def count(number: int, noun: str) -> str:
    """``"1 block"``, ``"2 blocks"``."""
    return f"{number} {noun}{'s'[: number != 1]}"


def verb(number: int, many: str) -> str:
    """The verb that ``number`` things do, by the form for many: ``"hide"`` for two, ``"hides"`` for one."""
    return f"{many}s" if number == 1 else many


def idle_sms(blocks: int, sms: int) -> str:
    """``"131 of 132 SMs stay idle"``, of fewer blocks than SMs."""
    return f"{sms - blocks} of {sms} SMs {verb(sms - blocks, 'stay')} idle"


def size(bytes_: float) -> str:
    """``"1 byte"``, ``"24 bytes"``, ``"1.5 KiB"``, ``"96 MiB"``, ``"3 GiB"``: three digits."""
    if round(bytes_) < 2**10:
        return count(round(bytes_), "byte")
    power = next((power for power in (1, 2) if bytes_ < 999.5 * 2 ** (10 * power)), 3)
    return f"{figure(bytes_ / 2 ** (10 * power))} {('KiB', 'MiB', 'GiB')[power - 1]}"


def array_bytes(element: float, *shapes: tuple[int, ...]) -> float:
    """Bytes of arrays of these shapes together."""
    return sum(math.prod(shape) for shape in shapes) * element


def refuse_beyond_any_device(subject: str, read: float, written: float, remedy: str = "") -> None:
    """Raises AdvisorError, about the options of ``subject``, where what is read or what is written is more than MOST_BYTES."""
    for bytes_, what in ((read, "inputs"), (written, "a result")):
        if bytes_ > MOST_BYTES:
            pebibytes = f"{figure(bytes_ / 2**50)} PiB"
            raise AdvisorError(subject, f"{what} of {pebibytes}, more than any device moves ({MOST_BYTES // 2**50} PiB at most)", remedy)


def refuse_beyond_any_launch(subject: str, blocks: int, remedy: str = "") -> None:
    """Raises AdvisorError, about the options of ``subject``, where there are more ``blocks`` than one launch takes."""
    if blocks > MOST_BLOCKS:
        raise AdvisorError(subject, f"{blocks} blocks, more than a launch takes ({MOST_BLOCKS} at most)", remedy)


def percent(value: float) -> str:
    """Whole percents without a fraction, others with one digit of it: ``"75%"``, ``"12.5%"``."""
    return f"{value:.1f}".removesuffix(".0") + "%"


def figure(value: float) -> str:
    """Three digits without an exponent: ``"0.0123"``, ``"3.88"``, ``"1240"``; ``"<0.001"`` for less than that and more than nothing."""
    if 0.0 < value < 0.001:
        return "<0.001"
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def waves(value: float) -> str:
    """``"3.88 waves"``; ``"1 wave"`` for so little more than one that three digits do not show it."""
    said = figure(value)
    return f"{said} wave{'s'[: said != '1']}"
