"""Steps as text, one a line: what a trace prints, a scenario is written in, and a replay reads.

phone1 tap first=A1           tap a target, named as in `pages`
phone1 double card_points=55 150   tap twice at one place, so many milliseconds apart
phone2 ticked first=A1        wait until the box is ticked (scenarios only)
phone1 left                   wait until it has left the table (scenarios only)
phone1 sent                   wait until every request of the page has been answered
phone1 rematch                start the next game; the other phones follow
phone1 reload | back | forward | return    return: to the table, from wherever it is
device1 offline | online
server kill | start
pause 300                     milliseconds
quiet                         all pages have to show what a new page shows
"""

from dataclasses import dataclass
from typing import Self

PHONES = ("phone1", "phone2", "phone3")
TELEVISION = "television"
DEVICES = {"device1": ("phone1", "phone2"), "device2": ("phone3",)}


@dataclass(frozen=True)
class Step:
    """One step: who does what to which target, and for `double` and `pause` milliseconds."""

    who: str
    verb: str
    target: str = ""
    milliseconds: int = 0

    def __str__(self) -> str:
        if self.verb in {"pause", "quiet"}:
            return f"{self.verb} {self.milliseconds or ''}".strip()
        return f"{self.who} {self.verb} {self.target} {self.milliseconds or ''}".strip()

    @classmethod
    def read(cls, line: str) -> Self:
        """Read one line of a trace. Raises ValueError."""
        first, _, rest = line.partition(" ")
        if first == "pause":
            return cls("", "pause", milliseconds=int(rest))
        if first == "quiet":
            return cls("", "quiet")
        verb, _, target = rest.partition(" ")
        if verb == "double":
            target, _, delay = target.rpartition(" ")
            return cls(first, verb, target, int(delay))
        if not verb:
            raise ValueError(f"A step names who does what: {line}")
        return cls(first, verb, target)


def read(text: str) -> list[Step]:
    """Read a trace: a step a line, without blank lines and what follows a #."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [Step.read(line) for line in lines if line]
