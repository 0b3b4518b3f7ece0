"""The filter of the games that statistics count."""

from dataclasses import dataclass, replace
from datetime import date


@dataclass(frozen=True, slots=True)
class StatsFilter:
    """The games to count: those of the evenings from `since` to `until`, both included, and
    those with this target. None means no limit."""

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
        """The calendar year, if the filter includes exactly its evenings."""
        year = self.since and self.since.year
        return year if year and replace(self, target=None) == year_filter(year) else None

    def ends_before(self, day: date) -> bool:
        return self.until is not None and self.until < day


def year_filter(year: int) -> StatsFilter:
    """Return the filter for the evenings of a year."""
    return StatsFilter(date(year, 1, 1), date(year, 12, 31))


ALL_GAMES = StatsFilter()
