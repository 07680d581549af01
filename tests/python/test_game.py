"""Game against the program: legal moves, what they lead to, and the end."""

from __future__ import annotations

import random

import jetan
import pytest
from conftest import WIN, Program, random_positions


@pytest.mark.parametrize("rules", jetan.RuleSet.presets())
def test_moves_from_the_array_are_the_programs(rules: str, program: Program) -> None:
    game = jetan.Game(rules)
    (told,) = program.json("moves", "startpos", "--rules", rules)
    assert str(game.start()) == told["position"]
    assert sorted(map(str, game.legal_moves("startpos"))) == sorted(told["moves"])
    assert game.perft("startpos", 2) == int(program.run("perft", 2, "--rules", rules))


def test_moves_of_endings_are_the_programs(rng: random.Random, program: Program) -> None:
    game = jetan.Game()
    for position in random_positions(rng, 30):
        (told,) = program.json("moves", str(position))
        over = game.over(position)
        assert told["over"] == (None if over is None else str(over))
        moves = [] if over is not None else sorted(map(str, game.legal_moves(position)))
        assert moves == sorted(told["moves"])


def test_a_move_is_played() -> None:
    game = jetan.Game()
    move = game.parse_move(WIN, "e1-h2")
    assert (move.from_square, move.to_square, move.capture, move.escape) == ("e1", "h2", False, False)
    after = game.play(WIN, move)
    assert after == game.play(WIN, "e1-h2")
    assert after.outcome is None and after.position is not None
    assert str(after.position) == "10/3r6/10/10/10/3C6/10/10/7R2/3c6 o - 9"


def test_a_game_played_at_random_ends_or_goes_on(rng: random.Random) -> None:
    game = jetan.Game()
    position = game.start()
    for _ in range(200):
        after = game.play(position, rng.choice(game.legal_moves(position)))
        assert (after.outcome is None) != (after.position is None)
        if after.position is None:
            break
        assert after.position.to_move is position.to_move.opponent
        position = after.position
        if game.over(position) is not None:
            break


def test_taking_the_princess_wins() -> None:
    after = jetan.Game().play("10/10/10/10/10/3r6/10/3C6/10/R9", "d3xd5")
    assert after == (jetan.Outcome.WIN, None)


def test_what_is_not_legal_is_refused() -> None:
    game = jetan.Game()
    with pytest.raises(jetan.BadPosition, match="a1-a9"):
        game.play(WIN, "a1-a9")
    elsewhere = game.legal_moves(game.start())[0]
    with pytest.raises(jetan.BadPosition):
        game.play(WIN, elsewhere)
    with pytest.raises(jetan.BadPosition, match="11 plies"):
        game.check(jetan.Position.parse(WIN).replace(count=11))
    with pytest.raises(jetan.BadPosition):
        game.legal_moves("nonsense")
    with pytest.raises(jetan.BadArgument):
        game.perft(WIN, -1)
    with pytest.raises(TypeError):
        game.legal_moves(7)  # type: ignore[arg-type]


def test_the_count_ends_a_game() -> None:
    game = jetan.Game()
    assert game.count_runs(WIN)
    assert game.over(WIN) is None
    assert game.over(jetan.Position.parse(WIN).replace(count=0)) is jetan.Outcome.DRAW
