"""`python3 -m jetan`, the example in README.md, and the installed package."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from conftest import WIN


def demo(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    surroundings = {name: value for name, value in os.environ.items() if name != "JETAN_TABLES"} | environment
    command = [sys.executable, "-m", "jetan", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=surroundings)


def test_demo_tells_what_there_is_and_picks_a_position(folder: Path) -> None:
    done = demo("--tables", folder)
    assert (done.returncode, done.stderr) == (0, "")
    assert "CRvCR: tables for escapes -- R- -r Rr\n" in done.stdout
    assert "to move: win" in done.stdout and "best line: " in done.stdout
    assert done.stdout == demo(JETAN_TABLES=str(folder)).stdout


def test_demo_answers_a_position(folder: Path) -> None:
    done = demo(WIN, "--tables", folder)
    assert done.stdout.splitlines()[:3] == [
        f"position: {WIN}",
        "black to move: win, which takes 9 of the 10 plies left on the count",
        "  e1-h2    win in 9 plies",
    ]
    assert done.stdout == demo(*WIN.split(), "--tables", folder).stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--tables", "/nowhere"], "jetan gen CRvCR"),
        (["--rules", "no-such-rules"], "no-such-rules"),
        (["nonsense"], "is no piece"),
        (["10/3r6/10/10/10/3F6/10/10/10/3cR5"], "jetan gen"),
    ],
)
def test_demo_says_what_is_wrong(folder: Path, arguments: list[str], message: str) -> None:
    done = demo(*arguments, JETAN_TABLES=str(folder))
    assert done.returncode == 1 and done.stdout == ""
    assert message in done.stderr and "Traceback" not in done.stderr


def test_demo_helps() -> None:
    done = demo("--help")
    assert done.returncode == 0 and "--tables DIR" in done.stdout
    assert demo("--wrong").returncode == 2


def test_demo_stops_quietly_when_no_one_reads(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "jetan", "--tables", str(folder)]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True, timeout=120)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_the_readmes_example_prints_what_it_says(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    section = Path(os.environ["JETAN_SOURCE"], "README.md").read_text().split("### From Python")[1].split("\n#")[0]
    block = re.search(r"(?:^    .*\n|^\n)+^    .*\n", section, re.MULTILINE)
    assert block is not None
    example = textwrap.dedent(block[0])
    monkeypatch.chdir(folder.parent)
    link = Path("tables")
    if not link.exists():
        link.symlink_to(folder)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})
    said = re.findall(r"print\(.*\)  # (.*)", example)
    assert said and printed.getvalue().splitlines() == said


def test_the_installed_package_works(folder: Path, tmp_path: Path) -> None:
    install = ["cmake", "--install", os.environ["JETAN_BUILD"], "--prefix", str(tmp_path), "--component", "python"]
    subprocess.run(install, check=True, capture_output=True, timeout=120)
    (package,) = tmp_path.glob("lib/python3*/*-packages")
    assert (package / "jetan/py.typed").exists()
    done = demo("--tables", folder, PYTHONPATH=str(package))
    assert done.returncode == 0, done.stderr
