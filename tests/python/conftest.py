"""Tables for the tests, made by the program JETAN_PROGRAM once a run, and random positions of them."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jetan
import pytest

# Black wins with 9 of the plies on the count.
WIN = "10/3r6/10/10/10/3C6/10/10/10/3cR5 b - -"
SQUARES = [f"{file}{rank}" for rank in range(1, 11) for file in "abcdefghij"]


class Program:
    """The command line program."""

    path = os.environ["JETAN_PROGRAM"]

    def run(self, *arguments: object, text: str | None = None) -> str:
        done = subprocess.run(
            [self.path, *map(str, arguments)], input=text, capture_output=True, text=True, timeout=600
        )
        assert done.returncode in (0, 3), done.stderr  # 3: a bad position in a batch
        return done.stdout

    def json(self, *arguments: object, text: str | None = None) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.run(*arguments, "--json", text=text).splitlines()]


@pytest.fixture(scope="session")
def program() -> Program:
    return Program()


@pytest.fixture(scope="session")
def folder(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tables folder with CRvR, where no count runs, and CRvCR, where one does; not to be changed."""
    path = tmp_path_factory.mktemp("tables")
    program.run("gen", "CRvR", "CRvCR", "--tables", path)
    return path


@pytest.fixture
def tables(folder: Path) -> Iterator[jetan.Tablebase]:
    with jetan.Tablebase(folder) as tables:
        yield tables


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """The seed is printed when a test fails."""
    seed = int(os.environ.get("JETAN_TEST_SEED", "20"))
    print(f"JETAN_TEST_SEED={seed}")
    return random.Random(seed)


def random_position(rng: random.Random, pieces: str) -> jetan.Position:
    squares = rng.sample(SQUARES, len(pieces))
    position = jetan.Position(
        list(zip(squares, pieces)),
        to_move=rng.choice(list(jetan.Side)),
        escapes=rng.choice(["-", "R", "r", "Rr"]),
    )
    counted = sorted(pieces.upper()) == ["C", "C", "R", "R"]
    return position.replace(count=rng.choice([None, *range(11)])) if counted else position


def random_positions(rng: random.Random, number: int) -> list[jetan.Position]:
    return [random_position(rng, rng.choice(["CRcr", "CRr", "Rcr"])) for _ in range(number)]
