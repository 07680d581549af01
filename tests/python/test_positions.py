"""Position, Move and RuleSet as Python values."""

from __future__ import annotations

import copy
import pickle
import random

import jetan
import pytest
from conftest import SQUARES, WIN, random_positions


def test_text_is_read_and_written() -> None:
    assert str(jetan.Position.parse(WIN)) == WIN
    assert repr(jetan.Position.parse(WIN)) == f"<jetan.Position {WIN}>"
    assert jetan.Position.parse("9r/10/10/10/10/10/10/10/10/R9 o Rr 7").count == 7


def test_pieces_make_the_same_position_as_a_mapping_as_pairs_and_as_text() -> None:
    pieces = {"d1": "c", "e1": "R", "d5": "C", "d9": "r"}
    position = jetan.Position(pieces)
    assert position == jetan.Position(list(pieces.items())) == jetan.Position.parse(WIN)
    assert position.pieces == pieces
    assert list(position.pieces) == ["d1", "e1", "d5", "d9"]
    assert position.ending == "CRvCR"
    assert position.piece_at("d5") == "C" and position.piece_at("a1") is None


def test_a_position_never_changes() -> None:
    position = jetan.Position.parse(WIN)
    with pytest.raises(AttributeError):
        position.to_move = jetan.Side.ORANGE  # type: ignore[misc]
    assert position.with_piece("a1", "F").piece_at("a1") == "F"
    assert position.without_piece("d5").ending == "CRvR"
    changed = position.replace(to_move="orange", escapes="R", count=3)
    assert (changed.to_move, changed.escapes, changed.count) == (jetan.Side.ORANGE, "R", 3)
    assert changed.replace(count=None).count is None
    assert str(position) == WIN
    with pytest.raises(TypeError, match="colour"):
        position.replace(colour="black")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="count"):
        position.replace(count="3")  # type: ignore[arg-type]


def test_equal_positions_are_one_key(rng: random.Random) -> None:
    positions = random_positions(rng, 100)
    assert len({*positions, *(copy.copy(position) for position in positions)}) == len(set(map(str, positions)))
    assert positions[0] != "text" and positions[0] != positions[0].turned_over()
    assert positions[0].turned_over().turned_over() == positions[0]


@pytest.mark.parametrize("make_copy", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_copies_are_equal(make_copy) -> None:  # type: ignore[no-untyped-def]
    position = jetan.Position.parse(WIN)
    move = jetan.Game().legal_moves(position)[0]
    for value in (position, move, jetan.Value(jetan.Outcome.WIN, 9), jetan.Side.ORANGE, jetan.RuleSet.load("cazaux")):
        assert make_copy(value) == value and hash(make_copy(value)) == hash(value)


def test_a_board_has_a_byte_a_square() -> None:
    board = jetan.Position.parse(WIN).board()
    assert board.shape == (100,) and board.dtype == "uint8"
    codes = {SQUARES[at]: int(code) for at, code in enumerate(board) if code}
    assert codes == {"d1": 9, "e1": 2, "d5": 1, "d9": 10}


@pytest.mark.parametrize(
    "pieces",
    [{"a1": "R"}, {"a1": "R", "b1": "R", "c1": "r"}, {"a1": "R", "z9": "r"}, {"a1": "R", "b1": "x"}],
)
def test_bad_pieces_are_refused(pieces: dict[str, str]) -> None:
    with pytest.raises(jetan.BadPosition):
        jetan.Position(pieces)


def test_bad_fields_are_refused() -> None:
    pieces = {"a1": "R", "j10": "r"}
    for fields in ({"escapes": "q"}, {"count": -1}, {"to_move": "red"}):
        with pytest.raises(ValueError):
            jetan.Position(pieces, **fields)  # type: ignore[arg-type]
    with pytest.raises(jetan.BadPosition, match="two pieces on a1"):
        jetan.Position([("a1", "R"), ("a1", "r")])
    with pytest.raises(TypeError):
        jetan.Position("a1")  # type: ignore[arg-type]


def test_sides_and_outcomes_are_enums() -> None:
    assert jetan.Side("black") is jetan.Side.BLACK  # type: ignore[arg-type]
    assert jetan.Side.BLACK.opponent is jetan.Side.ORANGE
    assert [str(outcome) for outcome in sorted(jetan.Outcome)] == ["loss", "draw", "win"]


def test_rule_sets() -> None:
    presets = jetan.RuleSet.presets()
    assert presets[0] == "burroughs" and len(presets) == 9
    burroughs = jetan.RuleSet.load("burroughs")
    assert burroughs.count_plies == 10 and burroughs.without_count().count_plies is None
    assert burroughs == jetan.RuleSet.parse(burroughs.text)
    assert burroughs != jetan.RuleSet.load("cazaux") and not burroughs.plays_like(burroughs.without_count())
    assert burroughs.without_count().name == "burroughs-no-count"
