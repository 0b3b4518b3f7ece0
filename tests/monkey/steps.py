"""Steps as text, one on each line: traces are printed, scenarios written and replays read so.

phone1 tap first=A1           tap a target, named as in `pages`
phone1 double card_points=55 150   tap twice at one point, here 150 ms apart
phone2 ticked first=A1        wait until the box is ticked (scenarios only)
phone1 left                   wait until it has left the table (scenarios only)
phone1 sent                   wait until every request of the page has been answered
phone1 rematch                start the next game; the other phones follow
phone1 reload | back | forward | return    `return` opens the table from any page
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
    """One step: the actor, the verb, the target, and milliseconds for `double` and `pause`."""

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
    """Parse a trace with one step a line. Blank lines and comments that begin with # are
    ignored."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [Step.read(line) for line in lines if line]
