"""The scorebook's addresses."""

from django.urls import path

from scoring.views import (
    adjustments,
    game_settings,
    groups,
    home,
    joining,
    offline_manifest,
    offline_queue,
    ownership,
    pictures,
    progress,
    race,
    results,
    rounds,
    schedules,
    scoreboard,
    seating,
    stakes,
    statistics,
    table,
    winning_conditions,
)
from scoring.views.redirects import moved

current = [
    # Found in this order, so the ones that a table asks for all evening come first.
    path("t/<uuid:key>/", table.table, name="table"),
    path("t/<uuid:key>/rounds/", table.record_round, name="record_round"),
    path("t/<uuid:key>/progress/", progress.update, name="update_progress"),
    path("t/<uuid:key>/board/", table.board, name="board"),
    path("t/<uuid:key>/scoreboard/", scoreboard.scoreboard, name="scoreboard"),
    path("t/<uuid:key>/progress/count/", progress.count, name="count"),
    path("t/<uuid:key>/progress/last/", progress.last_player, name="last_player"),
    path("t/<uuid:key>/progress/notes/", progress.notes, name="progress_notes"),
    path("t/<uuid:key>/rounds/<int:seq>/", rounds.round_detail, name="round"),
    path("t/<uuid:key>/rounds/<int:seq>/notes/", rounds.annotate_round, name="annotate_round"),
    path("t/<uuid:key>/rounds/<int:seq>/remove/", rounds.remove_round, name="remove_round"),
    path("t/<uuid:key>/undo/", table.undo, name="undo"),
    path("t/<uuid:key>/redo/", table.redo, name="redo"),
    path("t/<uuid:key>/invite/", groups.invite_to_table, name="invite_to_table"),
    path("t/<uuid:key>/log/", table.change_log, name="change_log"),
    path(
        "t/<uuid:key>/winning-conditions/",
        winning_conditions.winning_conditions,
        name="winning_conditions",
    ),
    path("t/<uuid:key>/race/", race.race, name="race"),
    path("t/<uuid:key>/settings/", game_settings.settings, name="game_settings"),
    path("t/<uuid:key>/substitute/", seating.substitute, name="substitute"),
    path("t/<uuid:key>/end/", game_settings.end, name="end_game"),
    path("t/<uuid:key>/resume/", game_settings.resume, name="resume_game"),
    path("t/<uuid:key>/adjust/", adjustments.adjust, name="adjust"),
    path(
        "t/<uuid:key>/adjust/<int:seq>/remove/",
        adjustments.remove_adjustment,
        name="remove_adjustment",
    ),
    path("t/<uuid:key>/agreement/", game_settings.change_agreement, name="change_agreement"),
    path("t/<uuid:key>/result/", results.correct, name="correct_result"),
    path("t/<uuid:key>/date/", game_settings.correct_date, name="correct_date"),
    path("t/<uuid:key>/delete/", game_settings.delete, name="delete_game"),
    path("t/<uuid:key>/restore/", game_settings.restore, name="restore_game"),
    path("t/<uuid:key>/share.png", pictures.game, name="game_picture"),
    path("t/<uuid:key>/rematch/", home.rematch, name="rematch"),
    path("t/<uuid:key>/next/", home.next_game, name="next_game"),
    path(
        "t/<uuid:key>/next/scoreboard/",
        home.next_game,
        {"scoreboard": True},
        name="next_scoreboard",
    ),
    path("", home.home, name="home"),
    path("offline-manifest.json", offline_manifest.offline_manifest, name="offline_manifest"),
    path("new/", home.new_game, name="new_game"),
    path("join/", joining.join_by_code, name="join_by_code"),
    path("j/<slug:token>/", joining.join, name="join"),
    path("w/<slug:token>/", joining.watch, name="watch"),
    path("recover/<slug:token>/", joining.recover, name="recover"),
    path("g/<uuid:key>/", groups.group, name="group"),
    path("g/<uuid:key>/settings/", groups.settings, name="group_settings"),
    path("g/<uuid:key>/invite/", groups.invite, name="invite"),
    path("g/<uuid:key>/claim/", groups.claim_player, name="claim_player"),
    path(
        "g/<uuid:key>/recovery-link/", groups.create_recovery_link, name="create_recovery_link"
    ),
    path("g/<uuid:key>/requests/<int:number>/", groups.answer_request, name="answer_request"),
    path("g/<uuid:key>/devices/<int:number>/", groups.name_device, name="name_device"),
    path("g/<uuid:key>/devices/<int:number>/revoke/", groups.revoke, name="revoke"),
    path("g/<uuid:key>/links/", ownership.rotate_links, name="rotate_links"),
    path("g/<uuid:key>/owner/", ownership.transfer_ownership, name="transfer_ownership"),
    path("g/<uuid:key>/delete/", ownership.delete, name="delete_group"),
    path("g/<uuid:key>/restore/", ownership.restore, name="restore_group"),
    path("g/<uuid:key>/export/", ownership.export, name="export"),
    path("g/<uuid:key>/result/", results.enter, name="enter_result"),
    path("g/<uuid:key>/schedule/", schedules.schedule, name="schedule"),
    path("g/<uuid:key>/stakes/", stakes.stakes, name="stakes"),
    path("g/<uuid:key>/stakes/paid/", stakes.pay, name="pay_stakes"),
    path("g/<uuid:key>/stakes/<int:number>/remove/", stakes.remove, name="remove_payment"),
    path("g/<uuid:key>/stats/", statistics.group, name="stats"),
    path("g/<uuid:key>/stats/p/<int:number>/", statistics.player, name="player_stats"),
    path("g/<uuid:key>/stats/pairs/", statistics.pairs, name="pair_stats"),
    path("g/<uuid:key>/stats/ratings/", statistics.ratings, name="rating_stats"),
    path("g/<uuid:key>/stats/evening/", statistics.evening, name="evening_stats"),
    path("g/<uuid:key>/stats/evening/share.png", pictures.evening, name="evening_picture"),
    path("waiting/", offline_queue.offline_queue, name="offline_queue"),
    path("blank/", table.blank, name="blank_table"),
]

# Addresses of earlier releases, which people saved and older scripts ask.
former = [
    path("kept.json", offline_manifest.offline_manifest),
    path("back/<slug:token>/", moved(joining.recover, "recover")),
    path("g/<uuid:key>/me/", groups.claim_player),
    path("g/<uuid:key>/way-back/", groups.create_recovery_link),
    path("t/<uuid:key>/progress/moments/", moved(progress.notes, "progress_notes")),
    path(
        "t/<uuid:key>/rounds/<int:seq>/moments/", moved(rounds.annotate_round, "annotate_round")
    ),
    path(
        "t/<uuid:key>/outlook/",
        moved(winning_conditions.winning_conditions, "winning_conditions"),
    ),
]

urlpatterns = [*current, *former]
