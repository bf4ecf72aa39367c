"""How a grid falls into waves of blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ncu_advisor.timemodel import column

if TYPE_CHECKING:
    from ncu_advisor.columns import Column, Columns


@dataclass(frozen=True)
class Waves:
    """How ``grid`` blocks fall into waves of ``blocks`` on each of ``sms`` SMs; one element a launch, NaN where unknown."""

    grid: Column
    sms: Column
    blocks: Column

    @classmethod
    def of(cls, metrics: Columns) -> Waves:
        return cls(column(metrics, "grid_size"), column(metrics, "sm_count"), column(metrics, "blocks_per_sm"))

    @cached_property
    def count(self) -> Column:
        return self.grid / (self.sms * self.blocks)

    @cached_property
    def whole(self) -> Column:
        return np.floor(self.count)

    @cached_property
    def rest(self) -> Column:
        """Blocks of the last, partial wave."""
        return self.grid - self.whole * self.sms * self.blocks

    @cached_property
    def filled(self) -> Column:
        """The part of its slots that the last, partial wave fills."""
        return self.rest / (self.sms * self.blocks)
