"""The processes of a server as the system reports them: processor time, memory, sockets."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

CLOCK_TICKS = os.sysconf("SC_CLK_TCK")  # clock ticks in a second


class ServerProcesses:
    """The processes of one server or of several, as the system reports them."""

    def __init__(self, *pids: int) -> None:
        self.pids = [each for pid in pids for each in (pid, *child_pids(pid))]

    def cpu(self) -> float:
        """Return the seconds of processor time that they have taken since their start."""
        return sum(self._cpu(pid) for pid in self.pids)

    def memory(self) -> float:
        """Return the bytes of memory that no other process shares."""
        return sum(
            int(size) * 1024
            for pid in self.pids
            for size in re.findall(
                r"Private_\w+:\s+(\d+) kB", Path(f"/proc/{pid}/smaps_rollup").read_text()
            )
        )

    def sockets(self) -> int:
        """The number of sockets that these processes have open."""
        return sum(
            os.readlink(file).startswith("socket:")
            for pid in self.pids
            for file in Path(f"/proc/{pid}/fd").iterdir()
        )

    def _cpu(self, pid: int) -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS


def child_pids(pid: int) -> Iterable[int]:
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield int(child)
        yield from child_pids(int(child))
