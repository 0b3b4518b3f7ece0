"""Store the games of an import, and undo an import.

The games are stored in small transactions, so that others can write meanwhile. One request
stores games only for a few seconds, so that the person sees the progress. Each transaction also
records which games it has stored, so that an interrupted import continues after them, and can
be undone."""

import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.utils import timezone

from scoring.models import (
    SEAT_ID_COLUMNS,
    Agreement,
    Change,
    ChangeKind,
    Game,
    GameImport,
    Group,
    GroupChangeKind,
    Round,
    name_key,
)
from scoring.rules import BySeat, ByTeam, Ending, RoundNotes, RoundResult
from scoring.services.game_changes import delete_game
from scoring.services.game_players import games_with_players
from scoring.services.group_log import log_group_change
from scoring.services.log_rows import batches, create_games
from scoring.services.logged_group import LoggedGame
from scoring.services.players import get_or_create_all
from scoring.services.transaction import (
    BATCH_PAUSE,
    Conflict,
    Submission,
    lock_group,
    raise_revisions,
    write_transaction,
)

STORE_SECONDS = 2.0  # the time limit of one call; the next call stores the rest
DRAFT_LIFE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """A game that is to be stored. `players` are the names of the four players. `key` is the
    same whenever the same game is imported into the group. A game with `results` is stored
    round by round, with the `notes` of each round. A game without them is stored by its
    `totals`, with the points of its rounds if they are known."""

    key: uuid.UUID
    players: BySeat[str]
    created: datetime
    agreement: Agreement
    totals: ByTeam[int]
    results: Sequence[RoundResult] = ()
    notes: Sequence[RoundNotes] = ()
    round_points: Sequence[ByTeam[int]] = ()


def open_import(group: Group, source: str, text: str) -> GameImport:
    """Store the text of an import for its preview. Drafts of the group that are older than
    DRAFT_LIFE and whose games were never stored are deleted."""
    drafts = group.game_imports.filter(begun=None)
    drafts.filter(created__lt=timezone.now() - DRAFT_LIFE).delete()
    return group.game_imports.create(device_id=group.device_id, source=source, text=text)


def save_choices(draft: GameImport, choices: Mapping[str, object]) -> None:
    """Store the person's answers so far, unless the games are already being stored."""
    draft.choices = dict(choices)
    GameImport.objects.filter(pk=draft.pk, begun=None).update(choices=draft.choices)


def store_import(
    draft: GameImport,
    games: Sequence[ImportedGame],
    people: Mapping[str, str],
    *,
    seconds: float = STORE_SECONDS,
) -> None:
    """Store these games, except those whose keys the group already has. Stops after `seconds`;
    `draft.stored` says whether all games are stored. `people` contains the name in the group
    for each spelling in the text, "" for a person who is ignored. Raises Conflict if another
    request stores the same games at this moment; the call can then be repeated."""
    until = time.monotonic() + seconds
    players = _begin(draft, games, people)
    if players is None:
        return
    missing = missing_games(draft.group, games).values()
    for batch in batches(_rows(each, players, draft.device_id) for each in missing):
        _store_batch(draft, batch)
        if time.monotonic() > until and len(draft.games) < draft.planned:
            return
        time.sleep(BATCH_PAUSE)
    _finish(draft)


def _begin(
    draft: GameImport, games: Sequence[ImportedGame], people: Mapping[str, str]
) -> dict[str, int] | None:
    """Store the new players and the answers. Returns the primary keys of all players by their
    names; None if the import has been stored completely or was undone."""
    group = draft.group
    with write_transaction():
        lock_group(group.pk)
        draft.refresh_from_db()
        if draft.stored or draft.undone:
            return None
        names = list(dict.fromkeys(name for game in games for name in game.players))
        there = set(group.players.offered().values_list("pk", flat=True))
        found = get_or_create_all(group, names)
        players = {name: player.pk for name, player in zip(names, found, strict=True)}
        added = sorted(set(players.values()) - there)
        draft.new_players = [*draft.new_players, *added]
        draft.begun = draft.begun or timezone.now()
        draft.planned = draft.planned or len(games)
        known = {each: players.get(name, 0) for each, name in people.items()}
        draft.choices = {**draft.choices, "players": known}
        draft.save(update_fields=["new_players", "begun", "planned", "choices"])
    return players


def _store_batch(draft: GameImport, batch: list[LoggedGame]) -> None:
    """Store these games, and record them in the import. Raises Conflict if another request
    stores the same games or has undone the import."""
    with write_transaction():
        lock_group(draft.group.pk)
        draft.refresh_from_db(fields=["games", "undone"])
        keys = [each.game.key for each in batch]
        if draft.undone or Game.with_deleted.filter(key__in=keys).exists():
            raise Conflict
        create_games(draft.group, batch, {})
        draft.games = [*draft.games, *(each.game.pk for each in batch)]
        draft.save(update_fields=["games"])


def _finish(draft: GameImport) -> None:
    """Complete the import: every phone shows the games, and the text is deleted because it is
    no longer needed. Raises Conflict if the import was undone."""
    with write_transaction():
        lock_group(draft.group.pk)
        draft.refresh_from_db(fields=["undone"])
        if draft.undone:
            raise Conflict
        raise_revisions(draft.group.pk)
        draft.stored, draft.text = timezone.now(), ""
        draft.save(update_fields=["stored", "text"])
        _log_import(draft, draft.device_id, GroupChangeKind.IMPORT)


def undo_import(draft: GameImport, device: int) -> None:
    """Delete the games of the import one by one, as an owner deletes a game; each can be
    restored for 30 days. Players whom the import added and who are in no other game are
    hidden."""
    with write_transaction():
        # After this lock, `games` contains everything that was stored, and nothing more is
        # stored.
        lock_group(draft.group_id)
        draft.refresh_from_db()
        if draft.undone is None:
            _log_import(draft, device, GroupChangeKind.UNDO_IMPORT)
        draft.undone, draft.text = draft.undone or timezone.now(), ""
        draft.save(update_fields=["undone", "text"])
    for game in Game.objects.filter(group=draft.group_id, pk__in=draft.games).order_by("pk"):
        try:
            delete_game(game, Submission(uuid.uuid4(), device))
        except Conflict:  # the game was already deleted
            continue
    _hide_players_without_games(draft)


def _hide_players_without_games(draft: GameImport) -> None:
    """Hide the players whom the import added and who are in no game, unless a device is linked
    to them. A player who sits out of a game, or has left it, is in that game too."""
    with write_transaction():
        lock_group(draft.group_id)
        games = games_with_players(draft.group)
        playing = {player for game in games if not game.deleted for player in game.players}
        idle = draft.group.players.filter(pk__in=set(draft.new_players) - playing)
        idle.filter(membership=None).update(hidden=True)


def _log_import(draft: GameImport, device: int | None, kind: GroupChangeKind) -> None:
    log_group_change(draft.group_id, device, kind, name=draft.source, games=len(draft.games))


def remembered_players(group: Group) -> dict[str, int]:
    """The player for each spelling in the group's earlier imports: the primary key of a player
    by `name_key`, 0 for a spelling that was ignored."""
    known: dict[str, int] = {}
    imports = group.game_imports.exclude(stored=None).filter(undone=None).order_by("id")
    for choices in imports.values_list("choices", flat=True):
        players = choices.get("players", {})
        known |= {name_key(each): number for each, number in players.items()}
    return known


def missing_games(group: Group, games: Sequence[ImportedGame]) -> dict[uuid.UUID, ImportedGame]:
    """The games that the group does not have yet, by their own keys; each has the key under
    which it is to be stored. A game that was deleted, also with its import, gets another
    key."""
    ids = Game.with_deleted.filter(group=group).values_list("key", "log_id", "deleted")
    is_deleted: dict[uuid.UUID, bool] = {}
    for key, log_id, deleted in ids:
        is_deleted |= {key: deleted is not None, log_id or key: deleted is not None}
    missing: dict[uuid.UUID, ImportedGame] = {}
    for game in games:
        key = game.key
        while is_deleted.get(key):
            key = uuid.uuid5(key, "again")
        if key not in is_deleted:
            missing[game.key] = replace(game, key=key)
    return missing


def _rows(imported: ImportedGame, players: Mapping[str, int], device: int) -> LoggedGame:
    """The unsaved rows of the game."""
    names = imported.players.items()
    seats = {SEAT_ID_COLUMNS[seat]: players[name] for seat, name in names}
    columns = {**seats, **imported.agreement.columns}
    game = Game(key=imported.key, created=imported.created, **columns)
    if imported.results:
        return _game_with_rounds(game, imported, device)
    return _game_without_rounds(game, imported, columns, device)


def _game_without_rounds(
    game: Game, imported: ImportedGame, columns: Mapping[str, object], device: int
) -> LoggedGame:
    game.final_a, game.final_b = imported.totals
    game.round_points = [list(each) for each in imported.round_points] or None
    game.version = game.revision = 1
    facts = {
        **columns,
        "final_a": imported.totals.a,
        "final_b": imported.totals.b,
        "created": imported.created.isoformat(),
    }
    return LoggedGame(game, None, [], [_change(ChangeKind.ENTRY, 1, 0, facts, device)])


def _game_with_rounds(game: Game, imported: ImportedGame, device: int) -> LoggedGame:
    logged = LoggedGame(game, None)
    game.version = game.revision = len(imported.results)
    rounds = zip(imported.results, imported.notes, strict=True)
    for number, (result, notes) in enumerate(rounds, 1):
        recorded = imported.created + timedelta(seconds=number)
        row = Round(seq=number, version=number, recorded=recorded)
        row.assign(result, notes, game.house_rules)
        logged.rounds.append(row)
        change = _change(ChangeKind.RECORD, number, number, row.facts, device)
        change.seq = number
        logged.changes.append(change)
    if not imported.agreement.race.standing(imported.totals, len(imported.results)).over:
        game.ending = str(Ending.ABANDONED)
    return logged


def _change(
    kind: ChangeKind, number: int, round_number: int, after: Mapping[str, object], device: int
) -> Change:
    return Change(
        number=number,
        kind=kind,
        seq=0,
        round_number=round_number,
        after=dict(after),
        key=uuid.uuid4(),
        device_id=device,
        at=timezone.now(),
    )
