"""One Tablebase and many Python threads."""

from __future__ import annotations

import random
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jetan
import numpy as np
import pytest
from conftest import WIN, random_positions


def test_threads_share_a_tablebase(rng: random.Random, folder: Path) -> None:
    positions = random_positions(rng, 400)
    with jetan.Tablebase(folder) as tables:
        expected = [(tables.probe(position), tables.best(position)) for position in positions]
    # One that hasn't opened a table yet, and keeps hardly any block.
    with jetan.Tablebase(folder, cache_bytes=100_000) as tables, ThreadPoolExecutor(8) as pool:

        def ask_all(first: int) -> bool:
            order = [*range(first, len(positions)), *range(first)]
            return all((tables.probe(positions[i]), tables.best(positions[i])) == expected[i] for i in order)

        assert all(pool.map(ask_all, range(0, 400, 25)))


def test_closing_while_others_ask_does_no_harm(folder: Path) -> None:
    tables = jetan.Tablebase(folder)
    started = threading.Barrier(5)

    def ask_until_closed() -> int:
        started.wait()
        asked = 0
        try:
            while True:
                assert tables.probe(WIN) == (jetan.Outcome.WIN, 9)
                asked += 1
        except ValueError as error:
            assert "closed" in str(error)
        return asked

    with ThreadPoolExecutor(4) as pool:
        asking = [pool.submit(ask_until_closed) for _ in range(4)]
        started.wait()
        time.sleep(0.1)
        tables.close()
        assert all(future.result(timeout=60) >= 0 for future in asking)


def test_python_goes_on_during_a_batch(rng: random.Random, tables: jetan.Tablebase) -> None:
    squares = np.array([rng.sample(range(100), 4) for _ in range(2000)], np.uint8).repeat(400, axis=0)
    done = threading.Event()

    def batch() -> None:
        tables.probe_squares("CRcr", squares)
        done.set()

    thread = threading.Thread(target=batch)
    turns = 0
    thread.start()
    while not done.is_set():
        turns += 1
        time.sleep(0.001)
    thread.join()
    assert turns > 10


def test_a_batch_can_be_interrupted(rng: random.Random, tables: jetan.Tablebase) -> None:
    class Stop(Exception):
        pass

    def stop(*_: object) -> None:
        raise Stop

    squares = np.array([rng.sample(range(100), 4) for _ in range(2000)], np.uint8).repeat(2000, axis=0)
    before = signal.signal(signal.SIGALRM, stop)
    try:
        for threads in (1, 2):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(Stop):
                tables.probe_squares("CRcr", squares, threads=threads)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
