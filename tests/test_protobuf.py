"""The wire decoder reads what the specification says and refuses everything else as WireError."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ncu_advisor.readers import protobuf


def encoded(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


@given(st.integers(0, 2**64 - 1), st.binary(max_size=3))
def test_every_unsigned_number_survives(value: int, tail: bytes) -> None:
    """Numbers of all lengths are read, and reading stops behind them."""
    data = encoded(value) + tail
    assert protobuf.varint(data, 0, len(data)) == (value, len(encoded(value)))


def test_a_negative_number_is_its_two_complement() -> None:
    """Signed fields are written as 64 bits; what exceeds them is cut, not kept."""
    assert protobuf.varint(b"\xff" * 9 + b"\x7f", 0, 10) == (2**64 - 1, 10)


def test_fields_of_every_wire_type_are_told_apart() -> None:
    """Numbers give their value, the others the place of their content."""
    data = b"\x08\x96\x01" + b"\x11" + b"\0" * 8 + b"\x1a\x02hi" + b"\x25" + b"\0" * 4
    assert list(protobuf.fields(data, 0, len(data))) == [(1, 0, 150, 3), (2, 1, 4, 12), (3, 2, 14, 16), (4, 5, 17, 21)]


def test_text_that_is_not_utf_8_is_replaced() -> None:
    """A damaged name is still a name."""
    assert protobuf.text(b"a\xffb", 0, 3) == "a�b"


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\x80" * 11, "a number has no end"),
        (b"\x0a\x05abc", "longer than its message"),
        (b"\x09\0\0\0", "longer than its message"),
        (b"\x0b", "wire type 3 is not in use"),
    ],
)
def test_what_is_no_message_is_refused(data: bytes, problem: str) -> None:
    """Overruns, endless numbers and retired wire types are errors, never reads beyond the span."""
    with pytest.raises(protobuf.WireError, match=problem):
        list(protobuf.fields(data, 0, len(data)))


@given(st.binary(max_size=60))
def test_random_bytes_give_fields_inside_the_span_or_an_error(data: bytes) -> None:
    """No field ends behind its message, whatever the bytes."""
    try:
        ends = [b for _, _, _, b in protobuf.fields(data, 0, len(data))]
    except protobuf.WireError:
        return
    assert all(end <= len(data) for end in ends)
    assert ends[-1:] == ([len(data)] if data else [])
