"""Perfect endgame tables of Jetan, the chess of Barsoom.

    import jetan

    with jetan.Tablebase("tables") as tables:
        value = tables.probe("10/3r6/10/10/10/3C6/10/10/10/3cR5")
        print(value.outcome, value.plies)  # win 9

A position is a `Position` or its text: `placement to-move escapes count`, as the program `jetan` reads it. `Game`
knows the legal moves under a rule set, `Tablebase` who wins. `python3 -m jetan --help` shows both at work.
"""

# Before _jetan, which takes its classes from them.
from .errors import (
    BadArgument,
    BadEnding,
    BadPosition,
    BadRules,
    ErrorKind,
    Interrupted,
    IoError,
    JetanError,
    OutOfMemory,
    TableDamaged,
    TableMissing,
    WrongRules,
)
from .values import (
    INVALID,
    AfterMove,
    BatchValues,
    CacheStatistics,
    EndingCoverage,
    Metric,
    MoveValue,
    Outcome,
    Side,
    SideStatistics,
    TableName,
    Tally,
    Value,
)
from ._jetan import Game, Move, Position, RuleSet, Tablebase, __version__

__all__ = [
    "INVALID",
    "AfterMove",
    "BadArgument",
    "BadEnding",
    "BadPosition",
    "BadRules",
    "BatchValues",
    "CacheStatistics",
    "EndingCoverage",
    "ErrorKind",
    "Game",
    "Interrupted",
    "IoError",
    "JetanError",
    "Metric",
    "Move",
    "MoveValue",
    "OutOfMemory",
    "Outcome",
    "Position",
    "RuleSet",
    "Side",
    "SideStatistics",
    "TableDamaged",
    "TableMissing",
    "TableName",
    "Tablebase",
    "Tally",
    "Value",
    "WrongRules",
    "__version__",
]
