"""What the library answers with: plain enums and named tuples."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._jetan import Move, Position

INVALID = -128
"""The outcome of a batch's row that has none; its `error` says why."""


class _Named(enum.IntEnum):
    """Numbers with names: `Side("black")` is `Side.BLACK`, and prints as `black`."""

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def _missing_(cls, value: object) -> _Named | None:
        return next((member for member in cls if str(member) == value), None)


class Side(_Named):
    """A player. Where an ending's sides are meant, BLACK is the one its name has first."""

    BLACK = 0
    ORANGE = 1

    @property
    def opponent(self) -> Side:
        """The other side."""
        return Side(1 - self)


class Outcome(_Named):
    """How a game ends for the side to move: a better one is the greater number."""

    LOSS = -1
    DRAW = 0
    WIN = 1


class Metric(_Named):
    """How plies are to be read.

    WIN: plies to the end of the game with best play. COUNT: the least number of plies left on the count with which
    the win can still be forced.
    """

    WIN = 0
    COUNT = 1


class Value(NamedTuple):
    """What a table says of a position, for the side to move."""

    outcome: Outcome
    plies: int
    """0 for a draw."""


class MoveValue(NamedTuple):
    """A move and what it is worth to the mover."""

    move: Move
    value: Value


class AfterMove(NamedTuple):
    """What a move leads to: an outcome (the mover's) if it ends the game, else a position."""

    outcome: Outcome | None
    position: Position | None


class TableName(NamedTuple):
    """A table: an ending in one escape state (Rr, R-, -r or --, R for the side named first)."""

    ending: str
    escapes: str

    def __str__(self) -> str:
        return f"{self.ending}.{self.escapes}"


class EndingCoverage(NamedTuple):
    """What there is of an ending."""

    ending: str
    present: tuple[str, ...]
    """Escape states with a table."""
    missing: tuple[str, ...]
    """Escape states without."""
    lacking: tuple[TableName, ...]
    """Tables, not there, that moves from those present lead to."""

    @property
    def complete(self) -> bool:
        """Every position of the ending can be asked, and so can all that its moves lead to."""
        return not self.missing and not self.lacking


class Tally(NamedTuple):
    """How many positions have a value."""

    unique: int
    """Up to symmetry."""
    placements: int
    """As they stand on the board."""
    example: Position
    """One of them; Black has the ending's first side."""


class SideStatistics(NamedTuple):
    """The values of a table's positions with one side to move."""

    to_move: Side
    values: dict[Value, Tally]


class CacheStatistics(NamedTuple):
    """How the cache of unpacked blocks does; `bytes` are kept now, `budget` may be."""

    hits: int
    misses: int
    bytes: int
    budget: int


class BatchValues(NamedTuple):
    """The answers of a batch, an array each, by row."""

    outcome: npt.NDArray[np.int8]
    """-1, 0 or 1 as `Outcome`; INVALID where there is an error."""
    plies: npt.NDArray[np.int16]
    """0 for a draw, -1 where there is an error."""
    error: npt.NDArray[np.uint8]
    """0, or the `ErrorKind`."""
