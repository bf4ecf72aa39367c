"""The cells of a block of rows, found all at once: the fast path for what the profiler itself wrote, every cell in quotes.

Quotes say where cells are, so a column that nobody reads costs nothing, and one that holds the same in all rows of a block is read once.
Numbers are read digit by digit of thousands of cells together and are exact: up to 15 digits, over a power of ten. Whatever is written
in another way (an exponent, words, a list of instances) is told apart and left to the caller; a block that is not wholly regular is no
Grid.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Places = NDArray[np.int64]
Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
# Index of a column -> cell -> rows: what is no plain number.
Odd = dict[int, dict[bytes, list[int] | range]]

_QUOTE, _COMMA, _MINUS, _POINT = 0x22, 0x2C, 0x2D, 0x2E
_ZERO, _CR, _LF = 0x30, 0x0D, 0x0A
# Characters of a cell that are looked at: almost all numbers are no longer than the first, none is longer than the second.
_NARROW, _WIDE = 16, 24
_MOST_DIGITS = 15  # all such integers are floats, so one division rounds right
_TEN = 10.0 ** np.arange(_WIDE)
_WORD = 8  # characters that one machine word holds, and digits of which 32 bits hold any number
_TILE = 32768  # cells that are read together: what that takes stays in the cache


class Grid:
    """A block of rows, each of as many quoted cells as the table has columns."""

    def __init__(self, data: bytes, quotes: Places) -> None:
        self.data = data
        self._quotes = quotes  # rows x 2 columns: where each cell's quotes stand
        self.rows = len(quotes)

    @classmethod
    def of(cls, data: bytes, columns: int, delimiter: str) -> Grid | None:
        """The cells of ``data``; None where they are not whole rows of ``columns`` quoted cells that each begin as a row does."""
        characters = np.frombuffer(data, dtype=np.uint8)
        found = np.flatnonzero(characters == _QUOTE)
        if not len(found) or len(found) % (2 * columns) or found[0] != 0 or characters[-1] != _LF:
            return None
        quotes = found.reshape(-1, 2 * columns)
        # Doubled quotes within a cell would stand side by side.
        if (quotes[:, 2::2] - quotes[:, 1:-1:2] != 2).any() or (characters.take(quotes[:, 1:-1:2] + 1) != ord(delimiter)).any():
            return None
        first = characters[quotes[:, 0] + 1]
        if ((first - np.uint8(_ZERO) > 9) & (first != _MINUS) & (first != _QUOTE)).any():
            return None
        return cls(data, quotes) if _ends_lines(characters, quotes) else None

    def texts(self, column: int) -> list[bytes]:
        """The cells of a column as they stand."""
        data = self.data
        starts, ends = self._quotes[:, 2 * column] + 1, self._quotes[:, 2 * column + 1]
        return [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]

    def numbers(self, columns: Places) -> tuple[NDArray[np.float64], Odd]:
        """Values of these columns, shape (columns, rows), NaN for empty cells and for what is no plain number, which is returned beside."""
        values = np.empty((len(columns), self.rows))
        odd: Odd = {}
        step = max(_TILE // self.rows, 1)
        for start in range(0, len(columns), step):
            ends = np.ascontiguousarray(self._quotes[:, 2 * columns[start : start + step] + 1].T)
            lengths = ends - self._quotes[:, 2 * columns[start : start + step]].T - 1
            values[start : start + step], plain, same = _read(self.data, ends, lengths)
            for index in np.flatnonzero(~(plain | (lengths == 0)).all(axis=1)).tolist():
                column = columns[start + index]
                rows = range(1) if same[index] else np.flatnonzero(~plain[index] & (lengths[index] > 0)).tolist()
                odd[start + index] = self._by_text(column, rows, same[index])
        return values, odd

    def _by_text(self, column: int, rows: Sequence[int], same: bool) -> dict[bytes, list[int] | range]:
        starts, ends = self._quotes[:, 2 * column] + 1, self._quotes[:, 2 * column + 1]
        if same:
            return {self.data[starts[0] : ends[0]]: range(self.rows)}
        found: dict[bytes, list[int]] = {}
        for row in rows:
            found.setdefault(self.data[starts[row] : ends[row]], []).append(row)
        return {**found}


def _ends_lines(characters: Bytes, quotes: Places) -> bool:
    """Whether nothing but a line end stands between two rows, and after the last."""
    last, following = quotes[:, -1], np.append(quotes[1:, 0], len(characters))
    gap, after = following - last, characters[last + 1]
    return bool((((gap == 2) & (after == _LF)) | ((gap == 3) & (after == _CR))).all())


def _read(data: bytes, ends: Places, lengths: Places) -> tuple[NDArray[np.float64], Flags, Flags]:
    """The numbers of the cells (columns x rows) that end at ``ends``, which cells are plain numbers, and which columns are the same throughout."""
    columns, rows = ends.shape
    words = _words(data, ends.ravel(), lengths.ravel(), _NARROW).reshape(columns, rows, _NARROW // _WORD)
    same = (words == words[:, :1]).all(axis=(1, 2)) & (lengths == lengths[:, :1]).all(axis=1) & (lengths[:, 0] <= _NARROW)
    values, plain = np.empty(ends.shape), np.empty(ends.shape, dtype=bool)
    for chosen, width in ((np.flatnonzero(same), 1), (np.flatnonzero(~same), rows)):
        if not len(chosen):
            continue
        negative = _negative(data, ends[chosen, :width].ravel(), lengths[chosen, :width].ravel())
        value, is_plain = _parsed(words[chosen, :width].reshape(-1, _NARROW // _WORD), lengths[chosen, :width].ravel(), negative)
        values[chosen], plain[chosen] = value.reshape(-1, width), is_plain.reshape(-1, width)
    long = np.nonzero((lengths > _NARROW) & (lengths <= _WIDE))
    if len(long[0]):
        words = _words(data, ends[long], lengths[long], _WIDE)
        values[long], plain[long] = _parsed(words, lengths[long], _negative(data, ends[long], lengths[long]))
    values[~plain] = np.nan
    return values, plain, same


def _parsed(words: NDArray[np.uint64], lengths: Places, negative: Flags) -> tuple[NDArray[np.float64], Flags]:
    """The number in each row of ``words``, and which rows hold one and nothing else."""
    width = words.shape[1] * _WORD
    # One row a character, the last character last: what stands in a row is worth the same, but for the point.
    characters = np.ascontiguousarray(words.view(np.uint8).T)
    digits = characters - np.uint8(_ZERO)
    is_digit, is_point, is_comma = digits < 10, characters == _POINT, characters == _COMMA
    digits *= is_digit.view(np.uint8)
    count, points, commas = (flags.view(np.uint8).sum(axis=0, dtype=np.uint8) for flags in (is_digit, is_point, is_comma))
    after = np.arange(width - 1, -1, -1, dtype=np.uint8)[:, None]  # characters to the right
    decimals = (is_point.view(np.uint8) * after).sum(axis=0, dtype=np.uint8)
    plain = (count + points + commas + negative == lengths) & (points <= 1) & (count - np.uint8(1) < _MOST_DIGITS)
    if (grouped := np.flatnonzero(commas)).size:
        distance = after - (decimals + points).take(grouped)  # from the point, or from the end; beyond 200 for a comma behind the point
        wrong = (is_comma.take(grouped, axis=1) & ((distance & 3 != 3) | (distance > width))).any(axis=0)
        plain[grouped] &= ~wrong & (commas.take(grouped) == (count - decimals - np.uint8(1)).take(grouped) // 3)
    value = _whole(digits, is_digit, width) / _TEN.take(np.minimum(decimals, _MOST_DIGITS))
    return np.where(negative, -value, value), plain


def _negative(data: bytes, ends: Places, lengths: Places) -> Flags:
    negative: Flags = np.frombuffer(data, dtype=np.uint8).take(ends - lengths) == _MINUS
    return negative


def _words(data: bytes, ends: Places, lengths: Places, width: int) -> NDArray[np.uint64]:
    """The ``width`` characters before each of ``ends`` as machine words, zero where they are not of the cell."""
    if len(data) < width:
        data, ends = data.rjust(width), ends + width - len(data)
    overlapping = np.ndarray((len(data) - width + 1,), dtype=f"V{width}", buffer=data, strides=(1,))
    words = overlapping[np.maximum(ends - width, 0)]
    for place in np.flatnonzero(ends < width).tolist():  # the block begins within the window
        words[place] = np.void(data[: ends[place]].rjust(width, b"\0"))
    result: NDArray[np.uint64] = words.view(np.uint64).reshape(-1, width // _WORD)
    result &= _KEPT[width].take(np.minimum(lengths, width), axis=0)
    return result


def _whole(digits: Bytes, is_digit: Flags, width: int) -> NDArray[np.float64]:
    """The digits of every column as one whole number, eight positions at a time."""
    result = np.zeros(digits.shape[1])
    for start in range(0, width, _WORD):
        part = digits[start : start + _WORD].astype(np.uint32)
        factor = (is_digit[start : start + _WORD].view(np.uint8) * np.uint8(9) + np.uint8(1)).astype(np.uint32)
        word = part[0]
        for digit, ten in zip(part[1:], factor[1:], strict=True):
            word *= ten
            word += digit
        if start:
            result *= _TEN.take(is_digit[start : start + _WORD].view(np.uint8).sum(axis=0, dtype=np.uint8))
        result += word
    return result


def _kept(width: int) -> NDArray[np.uint64]:
    """For every length up to ``width`` the mask of a window's last characters."""
    masks = [b"\0" * (width - length) + b"\xff" * length for length in range(width + 1)]
    return np.frombuffer(b"".join(masks), dtype=np.uint64).reshape(-1, width // _WORD)


_KEPT = {width: _kept(width) for width in (_NARROW, _WIDE)}
