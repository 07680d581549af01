"""`python3 -m jetan`: who wins a position, by which moves, and which tables there are."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator

import jetan

MOVES_SHOWN = 5
LINE_PLIES = 20  # of a draw


def in_words(value: jetan.Value) -> str:
    """Such as "win in 1 ply"."""
    if value.outcome == jetan.Outcome.DRAW:
        return "draw"
    return f"{value.outcome} in {value.plies} {'ply' if value.plies == 1 else 'plies'}"


def verdict(tables: jetan.Tablebase, position: jetan.Position) -> str:
    value = tables.probe(position)
    left = tables.game.rules.count_plies if position.count is None else position.count
    if tables.metric(position) == jetan.Metric.WIN or value.plies == 0:
        return in_words(value)
    return f"{value.outcome}, which takes {value.plies} of the {left} plies left on the count"


def show_tables(tables: jetan.Tablebase) -> None:
    for ending in tables.coverage():
        gaps = "" if ending.complete else "; incomplete: not every move leads to a table"
        print(f"{ending.ending}: tables for escapes {' '.join(ending.present)}{gaps}")


def show_position(tables: jetan.Tablebase, position: jetan.Position) -> None:
    answer = verdict(tables, position)  # all that can fail comes before the first line is printed
    moves = tables.moves(position)
    line = tables.line(position, LINE_PLIES)
    print(f"position: {position}")
    print(f"{position.to_move} to move: {answer}")
    for move, value in moves[:MOVES_SHOWN]:
        print(f"  {str(move):<8} {in_words(value)}")
    if len(moves) > MOVES_SHOWN:
        print(f"  and {len(moves) - MOVES_SHOWN} more")
    if line:
        drawn = moves[0].value.outcome == jetan.Outcome.DRAW
        print(f"best line: {' '.join(map(str, line))}{' ...' if drawn else ''}")


def examples(tables: jetan.Tablebase) -> Iterator[tuple[int, jetan.Position]]:
    """A longest win of every ending whose moves all lead to tables, with its plies."""
    for ending in tables.coverage():
        if not ending.complete:
            continue
        for side in tables.statistics(ending.ending, ending.present[0]):
            wins = [value for value in side.values if value.outcome == jetan.Outcome.WIN]
            if wins:
                longest = max(wins, key=lambda value: value.plies)
                yield longest.plies, side.values[longest].example


def parser() -> argparse.ArgumentParser:
    options = argparse.ArgumentParser(
        prog="python3 -m jetan",
        description="Tell who wins a position of Jetan, by which moves, and which tables there are.",
        epilog='example: python3 -m jetan "10/3r6/10/10/10/3C6/10/10/10/3cR5 b - 10"     after `jetan gen CRvCR`',
    )
    options.add_argument(
        "position",
        nargs="*",
        metavar="POS",
        help="placement to-move escapes count; default: a longest win the tables know",
    )
    options.add_argument(
        "--tables",
        metavar="DIR",
        default=os.environ.get("JETAN_TABLES") or "tables",
        help="folder of the tables (default $JETAN_TABLES, else ./tables)",
    )
    options.add_argument(
        "--rules",
        metavar="NAME|FILE",
        default="burroughs",
        help="rule set: a preset's name or a rule file (default burroughs)",
    )
    return options


def run(options: argparse.Namespace) -> None:
    with jetan.Tablebase(options.tables, options.rules) as tables:
        if not tables.tables():
            raise jetan.TableMissing(
                f"{options.tables}: no tables of rules {tables.game.rules.name} here; `jetan gen CRvCR` makes the "
                "first (--tables names another folder)"
            )
        if options.position:
            show_position(tables, jetan.Position.parse(" ".join(options.position)))
            return
        show_tables(tables)
        longest = max(examples(tables), key=lambda example: example[0], default=None)
        if longest is not None:
            print()
            show_position(tables, longest[1])


def main() -> int:
    try:
        run(parser().parse_args())
        sys.stdout.flush()
    except jetan.JetanError as error:
        print(f"jetan: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # whoever reads has seen enough; Python's own flush at the end is not to say so
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
