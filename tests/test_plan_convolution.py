"""Convolutions as implicit products: sizes, halo, and the traffic that repeats only in L2."""

from __future__ import annotations

import pytest

from ncu_advisor.errors import AdvisorError
from ncu_advisor.hardware.gpu_files import load
from ncu_advisor.plan.convolution import ConvolutionProblem, plan, product
from ncu_advisor.plan.traffic import product_traffic

RESNET = ConvolutionProblem(32, 64, 56, 56, 64, 3, 3, 1, 1)


def test_sizes_of_the_implicit_product() -> None:
    """Rows are output pixels, columns filters, depth input channels times taps; stride and padding shape the output."""
    seen = product(RESNET)
    assert (seen.m, seen.n, seen.k) == (32 * 56 * 56, 64, 64 * 9)
    assert ConvolutionProblem(1, 3, 224, 224, 64, 7, 7, 2, 3).output == (112, 112)
    assert seen.flops == 2.0 * 32 * 56 * 56 * 64 * 64 * 9


def test_taps_are_read_from_dram_once() -> None:
    """L2 serves nine taps of every pixel, DRAM the image about once."""
    seen = product(RESNET)
    moved = product_traffic(seen, 128, 64, 264, 30e6)
    image = 32 * 56 * 56 * 64 * 2.0
    assert moved.operands_l2 > 8 * image
    assert image <= moved.dram_read < 2 * image


def test_notes_say_pixels_halo_and_channels() -> None:
    """The notes name the implicit product and the halo; 63 input channels are said to waste their copies."""
    notes = plan(RESNET, load("h200")).notes
    assert "100352 pixels (32 x 56 x 56)" in notes[0]
    assert "halo" in notes[1]
    narrow = plan(ConvolutionProblem(32, 63, 56, 56, 64, 3, 3, 1, 1), load("h200")).notes
    assert any("padding them to 64" in note for note in narrow)


def test_a_filter_larger_than_its_image_is_refused() -> None:
    """The message says which filter and which image."""
    with pytest.raises(AdvisorError, match="7 x 7 filter does not fit a 4 x 4 image"):
        plan(ConvolutionProblem(1, 8, 4, 4, 8, 7, 7), load("h200"))
