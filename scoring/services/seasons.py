"""The seasons of a group, which its owner creates."""

import uuid
from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet

from scoring.models import Group, Season
from scoring.services.transaction import lock_group, write_transaction

MAX_SEASONS = 100


class TooManySeasons(Exception):
    """The group has MAX_SEASONS seasons."""


class SameDays(Exception):
    """Another season of the group, with this `name`, has the same days and therefore the same
    table."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A name, and the first and the last day; the last one is not before the first."""

    name: str
    first_day: date
    last_day: date


def add_season(group: Group, facts: SeasonFacts, *, key: uuid.UUID) -> Season:
    """Add a season. If a season with this key exists, it is returned. Raises SameDays and
    TooManySeasons."""
    with write_transaction():
        lock_group(group.pk)
        if known := group.seasons.filter(key=key).first():
            return known
        _check_days(group.seasons.all(), facts)
        if group.seasons.count() >= MAX_SEASONS:
            raise TooManySeasons
        return group.seasons.create(
            key=key, name=facts.name, first_day=facts.first_day, last_day=facts.last_day
        )


def change_season(season: Season, facts: SeasonFacts) -> None:
    """Change the name or the days of the season. Raises SameDays."""
    with write_transaction():
        lock_group(season.group_id)
        others = Season.objects.filter(group=season.group_id).exclude(pk=season.pk)
        _check_days(others, facts)
        Season.objects.filter(pk=season.pk).update(
            name=facts.name, first_day=facts.first_day, last_day=facts.last_day
        )


def _check_days(seasons: QuerySet[Season], facts: SeasonFacts) -> None:
    """Raise SameDays if one of these seasons has the same days. Seasons may overlap, and files
    of earlier releases can contain two with the same days. A new one would contain the same
    evenings as the other, and its winner would be counted twice."""
    same = seasons.filter(first_day=facts.first_day, last_day=facts.last_day).first()
    if same:
        raise SameDays(same.name)


def remove_season(group: Group, number: int) -> bool:
    """Remove the season with this primary key, but not its games. Returns whether the group had
    it."""
    return group.seasons.filter(pk=number).delete()[0] > 0
