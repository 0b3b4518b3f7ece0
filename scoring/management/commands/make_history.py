"""`manage.py make_history`: creates groups with years of evenings, drawn from published
frequencies."""

import time
from argparse import ArgumentTypeError
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.urls import reverse

from scoring.management.database_command import DatabaseCommand
from scoring.management.history_generator import NAMES, HistoryGenerator
from scoring.services.transaction import write_transaction

# Several groups are written in one transaction, because each commit waits for the disk.
ROUNDS_AT_A_TIME = 20_000


def positive(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise ArgumentTypeError(f"must be a whole number above 0, not {text!r}")
    return int(text)


def moment(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"must be like 2026-03-06T19:30, not {text!r}") from None


class Command(DatabaseCommand):
    help = (
        "Create groups with rounds drawn from published frequencies, and print an address that"
        " opens the last group. Without --log their games have no change log, so nothing in"
        " them can be undone."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--groups", type=positive, default=1, help="number of groups")
        parser.add_argument(
            "--rounds", type=positive, default=1000, help="minimum of rounds in each group"
        )
        parser.add_argument(
            "--players",
            type=int,
            default=6,
            choices=range(4, len(NAMES) + 1),
            help="number of players in each group",
        )
        parser.add_argument("--seed", type=int, default=1, help="seed of the random numbers")
        parser.add_argument(
            "--until",
            type=moment,
            default=datetime.now(UTC).replace(microsecond=0),
            help="when the last evening began, as in 2026-03-06T19:30",
        )
        parser.add_argument("--log", action="store_true", help="write the change log as well")

    def handle(self, *_args: Any, groups: int, rounds: int, **options: Any) -> None:
        until = options["until"]
        generator = HistoryGenerator(
            options["seed"],
            players=options["players"],
            until=until if until.tzinfo else until.replace(tzinfo=UTC),
            log=options["log"],
        )
        started = time.perf_counter()
        groups_at_a_time = max(ROUNDS_AT_A_TIME // rounds, 1)
        for first in range(1, groups + 1, groups_at_a_time):
            with write_transaction():
                for number in range(first, min(first + groups_at_a_time, groups + 1)):
                    group = generator.write(rounds, name=f"History {number}")
        rate = generator.rounds / (time.perf_counter() - started)
        self.stdout.write(f"{generator.rounds:,} rounds, {rate:,.0f} a second")
        address = reverse("join", args=[group.join_token])
        self.stdout.write(f"Join {group}:\nhttp://localhost:{settings.PORT}{address}")
