"""Batches against single probes."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import jetan
import numpy as np
import pytest
from conftest import SQUARES, WIN, random_position, random_positions

ESCAPES = {"-": 0, "R": 1, "r": 2, "Rr": 3}


def columns(positions: Sequence[jetan.Position]) -> dict[str, Any]:
    return {
        "to_move": np.array([position.to_move for position in positions], np.uint8),
        "escapes": np.array([ESCAPES[position.escapes] for position in positions], np.int16),
        "count": np.array([-1 if position.count is None else position.count for position in positions]),
    }


def boards(positions: Sequence[jetan.Position]) -> Any:
    return np.array([position.board() for position in positions])


def squares_of(positions: Sequence[jetan.Position], pieces: str) -> Any:
    numbers = [{letter: SQUARES.index(square) for square, letter in position.pieces.items()} for position in positions]
    return np.array([[row[letter] for letter in pieces] for row in numbers])


def arrays(batch: jetan.BatchValues) -> list[Any]:
    return list(batch)


def assert_answers(batch: jetan.BatchValues, values: Sequence[jetan.Value]) -> None:
    assert [str(answers.dtype) for answers in arrays(batch)] == ["int8", "int16", "uint8"]
    assert not batch.error.any()
    assert list(zip(batch.outcome.tolist(), batch.plies.tolist())) == values


@pytest.mark.parametrize("threads", [1, 3])
def test_boards_are_answered_as_one_by_one(rng: random.Random, tables: jetan.Tablebase, threads: int) -> None:
    positions = random_positions(rng, 5000)
    batch = tables.probe_batch(boards(positions), **columns(positions), threads=threads)
    assert_answers(batch, [tables.probe(position) for position in positions])


@pytest.mark.parametrize("pieces", ["CRcr", "rcRC", "RrC"])
def test_squares_are_answered_as_one_by_one(rng: random.Random, tables: jetan.Tablebase, pieces: str) -> None:
    positions = [random_position(rng, pieces) for _ in range(5000)]
    batch = tables.probe_squares(pieces, squares_of(positions, pieces), **columns(positions), threads=2)
    assert_answers(batch, [tables.probe(position) for position in positions])


def test_what_is_left_out_is_black_no_escapes_and_no_count(tables: jetan.Tablebase) -> None:
    board = jetan.Position.parse(WIN).board()
    assert [answers.tolist() for answers in arrays(tables.probe_batch([board]))] == [[1], [9], [0]]
    assert [answers.tolist() for answers in arrays(tables.probe_batch([board], count=8))] == [[0], [0], [0]]
    (orange,) = tables.probe_batch([board], jetan.Side.ORANGE).outcome
    assert orange == tables.outcome(jetan.Position.parse(WIN).replace(to_move="orange"))


def test_arrays_may_be_of_any_whole_numbers_and_strides(rng: random.Random, tables: jetan.Tablebase) -> None:
    positions = [random_position(rng, "CRcr") for _ in range(200)]
    rest = columns(positions)
    numbers = squares_of(positions, "CRcr")
    expected = tables.probe_squares("CRcr", numbers, **rest)
    for given in (
        numbers.tolist(),
        numbers.astype(np.uint8),
        numbers.astype(np.int32),
        np.asfortranarray(numbers),
        np.repeat(numbers, 2, axis=1)[:, ::2],
        numbers[::-1][::-1],
    ):
        for told, answer in zip(arrays(tables.probe_squares("CRcr", given, **rest)), arrays(expected)):
            assert np.array_equal(told, answer)
    wide = boards(positions).astype(np.int64)
    assert np.array_equal(tables.probe_batch(wide, **rest).plies, expected.plies)
    assert np.array_equal(tables.probe_batch(np.asfortranarray(wide), **rest).plies, expected.plies)


def test_no_rows_are_no_answers(tables: jetan.Tablebase) -> None:
    for batch in (tables.probe_batch(np.zeros((0, 100), np.uint8)), tables.probe_squares("Rr", np.zeros((0, 2), int))):
        assert [len(answers) for answers in arrays(batch)] == [0, 0, 0]


def damaged_rows(rng: random.Random) -> tuple[Any, dict[str, Any], dict[int, jetan.ErrorKind]]:
    """Boards of which some rows are bad, their columns, and the bad rows."""
    positions = [random_position(rng, "CRcr") for _ in range(3000)]
    rows, rest = boards(positions), columns(positions)
    rows[2000, np.argmin(rows[2000])] = 17
    rows[100][rows[100] == 2] = 0  # Black has no Princess
    rest["to_move"][2500] = 2
    rest["escapes"][2501] = -1
    rest["count"][2502] = 11
    rows[2900][rows[2900] == 1] = 3  # a Flier, of whom there is no table
    rest["count"][2900] = -1
    kinds = {row: jetan.ErrorKind.BAD_POSITION for row in (100, 2000, 2500, 2501, 2502)}
    return rows, rest, kinds | {2900: jetan.ErrorKind.TABLE_MISSING}


@pytest.mark.parametrize("threads", [1, 4])
def test_bad_rows_are_marked(rng: random.Random, tables: jetan.Tablebase, threads: int) -> None:
    rows, rest, kinds = damaged_rows(rng)
    batch = tables.probe_batch(rows, **rest, errors="mark", threads=threads)
    assert {int(row): jetan.ErrorKind(batch.error[row]) for row in np.flatnonzero(batch.error)} == kinds
    assert np.array_equal(batch.outcome == jetan.INVALID, batch.error != 0)
    assert np.array_equal(batch.plies == -1, batch.error != 0)


@pytest.mark.parametrize("threads", [1, 4])
def test_the_first_bad_row_is_raised(rng: random.Random, tables: jetan.Tablebase, threads: int) -> None:
    rows, rest, kinds = damaged_rows(rng)
    with pytest.raises(jetan.BadPosition, match="row 100: .*Princess") as raised:
        tables.probe_batch(rows, **rest, threads=threads)
    assert raised.value.row == 100
    with pytest.raises(jetan.TableMissing, match="row 0: .*CRvRF") as missing:
        tables.probe_batch(rows[2900:], **{name: column[2900:] for name, column in rest.items()}, threads=threads)
    assert missing.value.row == 0


def test_bad_squares(tables: jetan.Tablebase) -> None:
    for squares, message in (([[5, 5]], "two pieces on f1"), ([[0, 100]], "100 is no square"), ([[-1, 3]], "-1")):
        with pytest.raises(jetan.BadPosition, match=message):
            tables.probe_squares("Rr", squares)


def test_wrong_arguments(tables: jetan.Tablebase) -> None:
    board = np.zeros((2, 100), np.uint8)
    questions: list[Callable[[], object]] = [
        lambda: tables.probe_batch(board[0]),
        lambda: tables.probe_batch(board[:, :99]),
        lambda: tables.probe_batch(board, to_move=[0, 1, 0]),
        lambda: tables.probe_batch(board, count=[[1], [2]]),
        lambda: tables.probe_batch(board, errors="ignore"),  # type: ignore[arg-type]
        lambda: tables.probe_batch(board, threads=0),
        lambda: tables.probe_squares("CRx", board),
        lambda: tables.probe_squares("CRr", board),
    ]
    for wrong in questions:
        with pytest.raises(jetan.BadArgument):
            wrong()
    questions = [
        lambda: tables.probe_batch(board.astype(float)),
        lambda: tables.probe_batch(board, escapes="Rr"),
        lambda: tables.probe_batch(board.astype(">i4")),
        lambda: tables.probe_batch(board, 0, 0, -1, "mark"),  # type: ignore[misc]
    ]
    for of_wrong_type in questions:
        with pytest.raises(TypeError):
            of_wrong_type()
