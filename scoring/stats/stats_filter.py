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

    @property
    def year(self) -> int | None:
        """The calendar year, if its evenings are those that count."""
        if self.since is None or self.until is None or self.since.year != self.until.year:
            return None
        whole = (self.since.month, self.since.day, self.until.month, self.until.day)
        return self.since.year if whole == (1, 1, 12, 31) else None

    def ends_before(self, day: date) -> bool:
        return self.until is not None and self.until < day


ALL_GAMES = StatsFilter()
