"""The type hints say what is there: names, parameters and defaults; and the package keeps to them."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import jetan


def mypy(module: str, *arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", module, *arguments], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_hints_are_of_what_is_there() -> None:
    mypy("mypy.stubtest", "jetan", "--allowlist", str(Path(__file__).with_name("stubtest_allowed.txt")))


def test_package_keeps_to_its_hints() -> None:
    mypy("mypy", "--strict", "--cache-dir=/dev/null", "-p", "jetan")


def test_these_tests_keep_to_the_hints() -> None:
    files = sorted(map(str, Path(__file__).parent.glob("*.py")))
    mypy("mypy", "--strict", "--cache-dir=/dev/null", *files)


def test_everything_public_is_documented() -> None:
    for name in jetan.__all__:
        thing = getattr(jetan, name)
        if not inspect.isclass(thing):
            continue
        assert thing.__doc__, name
        if thing.__module__ != "jetan._jetan":
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_"):
                assert inspect.getdoc(value), f"{name}.{member}"
