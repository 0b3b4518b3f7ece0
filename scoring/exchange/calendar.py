"""The evenings of a group as a calendar (iCalendar, RFC 5545)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime

from scoring.exchange.tables import TableGame, table_games
from scoring.models import Group
from scoring.stats.evening_date import evening_date

LINE_OCTETS = 75  # RFC 5545, 3.1


@dataclass(slots=True)
class _Evening:
    """The first and the last moment of an evening, and the number of games that each player has
    won."""

    began: datetime
    ended: datetime
    won: Counter[str] = field(default_factory=Counter)


def write_calendar(group: Group) -> str:
    """Return a calendar with an event for each evening on which a game began. The id of an
    event does not change when games are added or corrected, so a calendar program updates the
    event."""
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Tichu Score//EN",
        f"NAME:{_text(f'Tichu: {group}')}",
        f"X-WR-CALNAME:{_text(f'Tichu: {group}')}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT12H",
        *(line for day, each in _evenings(group).items() for line in _event(group, day, each)),
        "END:VCALENDAR",
    ]
    return "".join(_fold(line) + "\r\n" for line in lines)


def _evenings(group: Group) -> dict[date, _Evening]:
    found: dict[date, _Evening] = {}
    for each in table_games(group):
        began = each.game.created
        end = each.ended or began
        evening = found.setdefault(evening_date(began), _Evening(began, end))
        evening.began, evening.ended = min(evening.began, began), max(evening.ended, end)
        evening.won.update(_winners(each))
    return dict(sorted(found.items()))


def _winners(each: TableGame) -> Iterator[str]:
    """Yield the names of the winners. There are none if no team has won, or if the game does
    not count as a game."""
    winner, players = each.standing.winner, each.game.players
    if each.standing.counts_as_game and winner:
        yield from (each.names[players[seat]] for seat in winner.seats)


def _event(group: Group, day: date, evening: _Evening) -> Iterator[str]:
    ranked = sorted(evening.won.items(), key=lambda each: (-each[1], each[0]))
    won = ", ".join(f"{name} {number}" for name, number in ranked)
    yield "BEGIN:VEVENT"
    yield f"UID:evening-{day}@{group.key}"
    yield f"DTSTAMP:{_moment(evening.ended)}"
    yield f"DTSTART:{_moment(evening.began)}"
    # The end has to be later than the start (3.6.1). The end of a game without rounds is
    # unknown.
    if evening.ended > evening.began:
        yield f"DTEND:{_moment(evening.ended)}"
    yield f"SUMMARY:{_text(f'Tichu: {won}' if won else 'Tichu')}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(value: str) -> str:
    """Escape a text (RFC 5545, 3.3.11). Names have no line breaks."""
    for sign in "\\;,":
        value = value.replace(sign, f"\\{sign}")
    return value


def _fold(line: str) -> str:
    """Fold a line that is too long, between characters (RFC 5545, 3.1)."""
    parts, octets = [""], 0
    for sign in line:
        size = len(sign.encode())
        if octets + size > LINE_OCTETS:
            parts.append("")
            octets = 1  # the space at the beginning of the next part
        parts[-1] += sign
        octets += size
    return "\r\n ".join(parts)
