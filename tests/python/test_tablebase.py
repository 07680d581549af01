"""Questions about one position, and about the tables there are."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import jetan
import pytest
from conftest import WIN, Program, random_positions


def test_answers_are_the_programs(
    rng: random.Random, program: Program, folder: Path, tables: jetan.Tablebase
) -> None:
    positions = random_positions(rng, 300)
    text = "".join(f"{position}\n" for position in positions)
    told = program.json("probe", "--batch", "-", "--best", "--moves", "--tables", folder, text=text)
    assert len(told) == len(positions)
    for position, answer in zip(positions, told):
        value = tables.probe(position)
        assert (str(value.outcome), value.plies) == (answer["outcome"], answer["plies"] or 0)
        assert value == tables.probe(str(position))
        assert tables.outcome(position) is value.outcome
        assert str(tables.metric(position)) == answer["metric"]
        best = tables.best(position)
        assert (best and str(best.move)) == answer["best"]
        moves = [(str(move), str(of.outcome), of.plies) for move, of in tables.moves(position)]
        assert moves == [(move["move"], move["outcome"], move["plies"] or 0) for move in answer["moves"]]


def test_a_line_is_the_programs(program: Program, folder: Path, tables: jetan.Tablebase) -> None:
    (told,) = program.json("probe", WIN, "--line", "--tables", folder)
    assert [str(move) for move in tables.line(WIN)] == told["line"]
    drawn = jetan.Position.parse(WIN).replace(count=8)
    assert len(tables.line(drawn, max_plies=3)) == 3


def test_a_value_is_in_memory_once_it_has_been_asked(tables: jetan.Tablebase) -> None:
    value = tables.probe(WIN)
    assert tables.probe_in_memory(WIN) == value


def test_memory_alone_knows_nothing_before_it_is_asked(folder: Path) -> None:
    with jetan.Tablebase(folder) as fresh:
        assert fresh.probe_in_memory(WIN) is None
        value = fresh.probe(WIN)
        assert fresh.probe_in_memory(WIN) == value
        fresh.cache_bytes = 0
        assert fresh.cache_bytes == 0
        assert fresh.probe_in_memory(WIN) is None


def test_closing_ends_it(folder: Path) -> None:
    with jetan.Tablebase(folder) as tables:
        game = tables.game
        assert not tables.closed
    assert tables.closed
    for question in (
        lambda: tables.probe(WIN),
        lambda: tables.tables(),
        lambda: tables.cache_bytes,
        lambda: tables.probe_squares("Rr", [[0, 99]]),
        lambda: tables.__enter__(),
    ):
        with pytest.raises(ValueError):
            question()
    with pytest.raises(ValueError, match="closed"):
        tables.probe(WIN)
    tables.close()
    assert "closed" in repr(tables)
    assert len(game.legal_moves(WIN)) > 0  # the game lives on


def test_an_error_in_the_block_closes_it_too(folder: Path) -> None:
    with pytest.raises(jetan.BadPosition), jetan.Tablebase(folder) as tables:
        tables.probe("nonsense")
    assert tables.closed


def test_folders_may_be_several_and_of_any_kind(folder: Path, tmp_path: Path) -> None:
    kinds: list[Any] = [str(folder), [str(folder)], (tmp_path / "none", folder)]
    for folders in kinds:
        with jetan.Tablebase(folders) as tables:
            assert len(tables.tables()) == 8
    with jetan.Tablebase(tmp_path / "none") as tables:
        assert tables.tables() == []


def test_rules_may_be_a_rule_set_or_a_name(folder: Path) -> None:
    rules = jetan.RuleSet.load("burroughs")
    with jetan.Tablebase(folder, rules) as tables:
        assert tables.game.rules == rules
    with jetan.Tablebase(folder, "ag6") as tables:  # plays CRvCR alike, see README.md
        assert tables.probe(WIN) == (jetan.Outcome.WIN, 9)


def test_tables_and_coverage(folder: Path, tables: jetan.Tablebase) -> None:
    names = tables.tables()
    assert [str(name) for name in names[:4]] == ["CRvR.--", "CRvR.R-", "CRvR.-r", "CRvR.Rr"]
    coverage = {ending.ending: ending for ending in tables.coverage()}
    assert list(coverage) == ["CRvR", "CRvCR"]
    assert coverage["CRvCR"].present == ("--", "R-", "-r", "Rr") and coverage["CRvCR"].missing == ()
    assert all(ending.complete for ending in coverage.values())
    assert tables.path("CRvCR", "R-").is_relative_to(folder)


def test_coverage_tells_gaps(program: Program, tmp_path: Path) -> None:
    program.run("gen", "CRvR", "--escapes=R-", "--tables", tmp_path)
    with jetan.Tablebase(tmp_path) as tables:
        tables.path("CRvR", "--").unlink()
    with jetan.Tablebase(tmp_path) as tables:
        (ending,) = tables.coverage()
    assert not ending.complete
    assert ending.present == ("R-",) and ending.missing == ("--", "-r", "Rr")
    assert ending.lacking == (("CRvR", "--"),)


def test_statistics_are_the_programs(program: Program, folder: Path, tables: jetan.Tablebase) -> None:
    rows = program.json("stats", "CRvR", "--tables", folder)
    told = {row["to_move"]: row["unique"] for row in rows if row["escapes"] == "Rr"}
    for side in tables.statistics("CRvR", "Rr"):
        found: dict[str, Any] = {"draw": 0, "win": {}, "loss": {}}
        for value, tally in side.values.items():
            if value.outcome is jetan.Outcome.DRAW:
                found["draw"] = tally.unique
            else:
                found[str(value.outcome)][str(value.plies)] = tally.unique
            assert tally.example.to_move is side.to_move and tally.unique <= tally.placements
            assert tables.probe(tally.example) == value
        assert found == told[1 + side.to_move]


def test_the_cache_budget_may_be_set(folder: Path) -> None:
    with jetan.Tablebase(folder, cache_bytes=1 << 20) as tables:
        value = tables.probe(WIN)
        statistics = tables.cache_statistics()
        assert statistics.misses > 0
        tables.cache_bytes = 0
        assert tables.probe(WIN) == value
        tables.cache_bytes = 1 << 30
        assert tables.probe(WIN) == value
        with pytest.raises(TypeError):
            tables.cache_bytes = -1
