"""Memory that is reserved: more than there is, and a fork is still made."""

from __future__ import annotations

import os
import sys

import pytest

from witness.base.machine import memory
from witness.searches.pool import reserved


def test_words_can_be_written() -> None:
    array = reserved(1000)
    assert array.size == 1000
    assert not array.any()
    array[:] = 7
    assert int(array.sum()) == 7000
    assert reserved(0).size == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems count reservations differently")
def test_a_process_with_large_reservations_can_fork() -> None:
    """One mapping larger than the memory of the machine would make fork fail."""
    kept = reserved(memory() // 4)  # twice the memory
    kept[0] = 5
    process = os.fork()
    if not process:
        os._exit(int(kept[0]))
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 5


def test_what_no_machine_has_is_refused() -> None:
    for number in (1 << 58, 1 << 70):
        with pytest.raises(MemoryError, match="cannot be reserved"):
            reserved(number)
