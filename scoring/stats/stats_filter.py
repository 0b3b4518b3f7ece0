"""The filter of the games that statistics count."""

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """The games to count: those of the evenings from `since` to `until`, both included, and
    those to this target. None is no bound."""

    since: date | None = None
    until: date | None = None
    target: int | None = None

    def __str__(self) -> str:
        return f"{self.since}-{self.until}-{self.target}"

    def includes(self, day: date, target: int | None) -> bool:
        return (
            (self.since is None or day >= self.since)
            and (self.until is None or day <= self.until)
            and self.target in {None, target}
        )

    def ends_before(self, day: date) -> bool:
        return self.until is not None and self.until < day


ALL_GAMES = StatsFilter()
