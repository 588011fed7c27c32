"""Pieces of work for the tests of shards, which workers import."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> bytes:
    return str(number * number).encode()


def slow_square(number: int) -> bytes:
    time.sleep(0.1)
    return square(number)


def late_square(number: int) -> bytes:
    """Work whose every other shard ends later than the next one."""
    time.sleep(0.03 * (number % 2 == 0))
    return square(number)


def noted_square(argument: tuple[str, int]) -> bytes:
    """Write a line to a file, so that a test can count the finished work."""
    log, number = argument
    with Path(log).open("a") as file:
        file.write(f"{number}\n")
    return slow_square(number)


def worker(number: int) -> bytes:
    """The number of the process that did the work."""
    time.sleep(0.1)
    return str(os.getpid()).encode()


def fails(number: int) -> bytes:
    if number == 3:
        raise ValueError("three is not a number that I like")
    return square(number)


def ends_its_worker(number: int) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return square(number)
