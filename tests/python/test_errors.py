"""Every kind of error a user can meet comes as its exception, with the library's message."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import jetan
import pytest
from conftest import WIN


def test_kinds_have_exceptions_that_are_also_pythons_own() -> None:
    fitting = {
        jetan.BadPosition: ValueError,
        jetan.BadEnding: ValueError,
        jetan.BadRules: ValueError,
        jetan.BadArgument: ValueError,
        jetan.TableMissing: LookupError,
        jetan.TableDamaged: Exception,
        jetan.WrongRules: Exception,
        jetan.OutOfMemory: MemoryError,
        jetan.IoError: OSError,
        jetan.Interrupted: Exception,
    }
    assert [error.kind for error in fitting] == list(jetan.ErrorKind)
    for error, pythons in fitting.items():
        assert issubclass(error, jetan.JetanError) and issubclass(error, pythons)


def test_a_bad_position_says_what_is_wrong(tables: jetan.Tablebase) -> None:
    with pytest.raises(jetan.BadPosition, match="'x' is no piece"):
        tables.probe("x")
    with pytest.raises(jetan.BadPosition, match="no count runs"):
        tables.probe("10/10/10/10/10/C3r1R3/10/10/10/10 b - 5")


def test_an_ending_too_large(tables: jetan.Tablebase) -> None:
    with pytest.raises(jetan.BadEnding):
        tables.probe("startpos")
    with pytest.raises(jetan.BadEnding):
        tables.statistics("CRvX")


def test_bad_rules() -> None:
    with pytest.raises(jetan.BadRules, match="text:1: "):
        jetan.RuleSet.parse("nonsense")


def test_rules_that_are_no_file() -> None:
    with pytest.raises(jetan.JetanError, match="no-such-rules"):
        jetan.Game("no-such-rules")


def test_a_bad_escape_state(tables: jetan.Tablebase) -> None:
    with pytest.raises(jetan.BadArgument, match="'rR'"):
        tables.statistics("CRvR", "rR")


def test_a_missing_table_names_the_command_that_makes_it(tables: jetan.Tablebase) -> None:
    position = "10/3r6/10/10/10/3F6/10/10/10/3cR5"
    questions: list[Callable[[str], object]] = [
        tables.probe,
        tables.outcome,
        tables.moves,
        tables.best,
        tables.line,
        tables.probe_in_memory,
    ]
    for question in questions:
        with pytest.raises(jetan.TableMissing, match="jetan gen") as raised:
            question(position)
        assert raised.value.row is None
    with pytest.raises(LookupError):
        tables.path("FRvCR")


def test_a_damaged_table(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tables"
    shutil.copytree(folder, copy)
    with jetan.Tablebase(copy) as tables:
        path = tables.path("CRvCR")
    content = bytearray(path.read_bytes())
    content[40] ^= 0x10
    path.write_bytes(content)
    with jetan.Tablebase(copy) as tables, pytest.raises(jetan.TableDamaged, match="CRvCR"):
        tables.probe(WIN)


def test_a_table_of_other_rules(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tables"
    shutil.copytree(folder, copy)
    with jetan.Tablebase(copy) as tables:
        own = tables.path("CRvCR").parent
    rules = jetan.RuleSet.load("burroughs").without_count()
    folder_of_others = repr(rules).split()[-1].rstrip(">")  # the hash ends the folder's name
    own.rename(copy / f"{rules.name}-{folder_of_others}")
    with jetan.Tablebase(copy, rules) as tables, pytest.raises(jetan.WrongRules):
        tables.probe(jetan.Position.parse(WIN))


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(OSError, match="isn't a folder") as raised:
        jetan.Tablebase(file)
    assert isinstance(raised.value, jetan.IoError)


def test_a_path_that_is_not_text(tmp_path: Path) -> None:
    file = Path(os.fsdecode(bytes(tmp_path) + b"/\xff"))
    file.touch()
    with pytest.raises(jetan.IoError, match="isn't a folder"):
        jetan.Tablebase(file)


def test_wrong_types_are_type_errors(tables: jetan.Tablebase) -> None:
    for position in (None, 7, b"\xff", [WIN]):
        with pytest.raises((TypeError, jetan.BadPosition)):
            tables.probe(position)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        jetan.Tablebase(7)  # type: ignore[arg-type]
