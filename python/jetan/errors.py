"""What can go wrong. The message says what is wrong, where, and what to do about it.

The kinds are those of core/error.hpp, in its order; each has an exception, which is also one of Python's own where
one fits.
"""

from __future__ import annotations

import enum
from typing import ClassVar


class ErrorKind(enum.IntEnum):
    """The kind of an error: of an exception, or of a row of a batch, where 0 stands for no error."""

    BAD_POSITION = 1
    BAD_ENDING = 2
    BAD_RULES = 3
    BAD_ARGUMENT = 4
    TABLE_MISSING = 5
    TABLE_DAMAGED = 6
    WRONG_RULES = 7
    OUT_OF_MEMORY = 8
    IO = 9
    INTERRUPTED = 10


class JetanError(Exception):
    """Any error of the library. `row` is the number of the row it comes from, if from a batch."""

    kind: ClassVar[ErrorKind]
    row: int | None = None


class BadPosition(JetanError, ValueError):
    """A position, square or move that can't be read or can't be."""

    kind = ErrorKind.BAD_POSITION


class BadEnding(JetanError, ValueError):
    """An ending's name that can't be read, or an ending too large."""

    kind = ErrorKind.BAD_ENDING


class BadRules(JetanError, ValueError):
    """A rule set that can't be read or contradicts itself."""

    kind = ErrorKind.BAD_RULES


class BadArgument(JetanError, ValueError):
    """Any other wrong argument."""

    kind = ErrorKind.BAD_ARGUMENT


class TableMissing(JetanError, LookupError):
    """An answer needs a table that isn't there; the message names the command that makes it."""

    kind = ErrorKind.TABLE_MISSING


class TableDamaged(JetanError):
    """A table's bytes are not what its writer wrote."""

    kind = ErrorKind.TABLE_DAMAGED


class WrongRules(JetanError):
    """A table was made under another rule set."""

    kind = ErrorKind.WRONG_RULES


class OutOfMemory(JetanError, MemoryError):
    """Memory doesn't suffice."""

    kind = ErrorKind.OUT_OF_MEMORY


class IoError(JetanError, OSError):
    """The operating system refused a read or write."""

    kind = ErrorKind.IO


class Interrupted(JetanError):
    """The caller asked to stop."""

    kind = ErrorKind.INTERRUPTED
