"""The seasons of a group, which its owner makes."""

import uuid
from dataclasses import dataclass
from datetime import date

from scoring.models import Group, Season
from scoring.services.transaction import lock_group, write_transaction

MAX_SEASONS = 100


class TooManySeasons(Exception):
    """The group has MAX_SEASONS seasons."""


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """A name, and the first and the last day; the last one is not before the first."""

    name: str
    first_day: date
    last_day: date


def add_season(group: Group, facts: SeasonFacts, *, key: uuid.UUID) -> Season:
    """Add a season; a known key is the season that it added. Raises TooManySeasons."""
    with write_transaction():
        lock_group(group.pk)
        if known := group.seasons.filter(key=key).first():
            return known
        if group.seasons.count() >= MAX_SEASONS:
            raise TooManySeasons
        return group.seasons.create(
            key=key, name=facts.name, first_day=facts.first_day, last_day=facts.last_day
        )


def change_season(season: Season, facts: SeasonFacts) -> None:
    """Give the season another name or other days."""
    Season.objects.filter(pk=season.pk).update(
        name=facts.name, first_day=facts.first_day, last_day=facts.last_day
    )


def remove_season(group: Group, number: int) -> bool:
    """Remove the season with this primary key: whether the group had it. Its games stay."""
    return group.seasons.filter(pk=number).delete()[0] > 0
