"""Every address of the site, from the URL resolver, and a group with a row for each address."""

import re
import uuid
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from rules_ref.loader import reference
from rules_ref.practice import STEPS
from rules_ref.search import index_digest
from scoring.models import Agreement, GameImport, Group, JoinRequest, Membership, Role
from scoring.rules import BySeat
from scoring.services.access_tokens import create_token
from scoring.services.game_import import open_import
from scoring.services.games import start_game
from scoring.services.membership import (
    create_join_code,
    create_recovery_link,
    join_group,
    register_device,
)
from scoring.services.player_merge import merge_players
from scoring.services.players import choose_photo
from scoring.services.sessions import SessionStart, start_session
from tests.factories import GameWriter, enter_game, plain
from tests.photos import jpeg

PLAYERS = BySeat("Anna", "Bernd", "Clara", "Dieter")


def addresses(
    patterns: list[URLPattern | URLResolver] | None = None, prefix: str = ""
) -> Iterator[tuple[str, str]]:
    """Yield the name and the route of every address of the project."""
    for each in get_resolver().url_patterns if patterns is None else patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from addresses(each.url_patterns, route)
        elif each.name:  # addresses of earlier releases have no name
            yield each.name, route


ROUTES = dict(addresses())


def path_of(name: str, known: Mapping[str, str | int]) -> str:
    """Return the path of the address with this name. The value of an argument is looked up in
    `known` as `name.argument`, then by the first letter of the route and the argument
    (`t/key`), then by the argument alone."""
    route = ROUTES[name]

    def value(argument: str) -> str | int:
        names = (f"{name}.{argument}", f"{route[0]}/{argument}", argument)
        return next(known[each] for each in names if each in known)

    wanted = re.findall(r"<(?:\w+:)?(\w+)>", route)
    return reverse(name, kwargs={each: value(each) for each in wanted})


def create_everything() -> dict[str, str | int]:
    """Create a group with a row of every kind. Returns the arguments of all addresses, by the
    keys that `path_of` looks up, and the `token` of the owner's device."""
    group = Group.objects.create(name="Friday")
    owner, token = register_device("Android")
    join_group(owner, group, Role.OWNER)
    running = start_game(group, PLAYERS, Agreement(), key=uuid.uuid4())
    GameWriter(running, owner).record(plain(60))
    over = start_game(group, PLAYERS, Agreement(target=50), key=uuid.uuid4())
    GameWriter(over, owner).record(plain(60))
    entered = enter_game(group, names=PLAYERS, device=owner)
    last_year = timezone.now() - timedelta(days=365)
    enter_game(group, names=PLAYERS, device=owner, created=last_year)
    merged = group.players.create(name="Ana")
    merge_players(merged, group.players.get(name=PLAYERS.a1))
    anna, bernd = group.players.order_by("pk")[:2]
    choose_photo(anna, jpeg())
    Membership.objects.filter(device=owner).update(player=anna)
    stranger, _ = register_device("iPhone")
    asked = JoinRequest.objects.create(group=group, player=bernd, device=stranger)
    access_token = create_token(group, "Television")
    group.device_id = owner.pk
    draft = open_import(group, "games.csv", "Us,Them\n60,40\n200,0\n")
    GameImport.objects.filter(pk=draft.pk).update(begun=draft.created)
    season = group.seasons.create(
        name="Spring", first_day=date(2026, 1, 1), last_day=date(2026, 6, 30)
    )
    players = (*PLAYERS, "Emil", "Frieda", "Georg", "Hanna")
    session = start_session(group, SessionStart(players, Agreement()), key=uuid.uuid4())
    chapter = reference().chapters[0]
    return {
        "token": token,
        "access_token": access_token,
        "revoke_access_token.number": group.access_tokens.get().pk,
        "api_game.key": str(running.key),
        "g/key": str(group.key),
        "t/key": str(running.key),
        "game_picture.key": str(over.key),
        "bg_stats.key": str(over.key),
        "correct_result.key": str(entered.key),
        "seq": 1,
        "number": Membership.objects.get(device=owner).pk,
        "player_stats.number": anna.pk,
        "year": last_year.year,
        "player_year_review.number": anna.pk,
        "player_year_picture.number": anna.pk,
        "session": str(session.key),
        "season.number": season.pk,
        "change_season.number": season.pk,
        "remove_season.number": season.pk,
        "one": anna.pk,
        "other": bernd.pk,
        "player.number": anna.pk,
        "player_avatar.number": anna.pk,
        "player_photo.number": anna.pk,
        "photo.digest": anna.photo or "",
        "hide_player.number": anna.pk,
        "show_player.number": anna.pk,
        "merge_player.number": anna.pk,
        "split_player.number": anna.pk,
        "export_player.number": anna.pk,
        "forget_player.number": anna.pk,
        "take_merge_back.number": merged.pk,
        "game_import.number": draft.pk,
        "undo_game_import.number": draft.pk,
        "answer_request.number": asked.pk,
        "join.token": group.join_token,
        "watch.token": group.watch_token,
        "calendar.token": group.watch_token,
        "recover.token": create_recovery_link(anna),
        "code": create_join_code(group),
        "slug": chapter.slug,
        "language": "de",
        "practice_step.slug": STEPS[1].slug,
        "printout.slug": "aid",
        "printout_pdf.slug": "aid",
        "rule_id": chapter.rules[0].id,
        "digest": index_digest(),
    }
