"""The scorebook's addresses."""

from django.urls import path

from scoring.views import home, joining, outlook, playing, rounds, scoreboard, table

urlpatterns = [
    path("", home.home, name="home"),
    path("new/", home.new_game, name="new_game"),
    path("open/<str:token>/", joining.open_group, name="open_group"),
    path("t/<uuid:key>/", table.table, name="table"),
    path("t/<uuid:key>/board/", table.board, name="board"),
    path("t/<uuid:key>/scoreboard/", scoreboard.scoreboard, name="scoreboard"),
    path("t/<uuid:key>/progress/", playing.tell, name="tell"),
    path("t/<uuid:key>/progress/count/", playing.count, name="count"),
    path("t/<uuid:key>/progress/last/", playing.last_player, name="last_player"),
    path("t/<uuid:key>/progress/moments/", playing.moments, name="moments"),
    path("t/<uuid:key>/rounds/", table.record_round, name="record_round"),
    path("t/<uuid:key>/rounds/<int:seq>/", rounds.open_round, name="round"),
    path("t/<uuid:key>/rounds/<int:seq>/moments/", rounds.remember, name="remember"),
    path("t/<uuid:key>/rounds/<int:seq>/remove/", rounds.remove_round, name="remove_round"),
    path("t/<uuid:key>/undo/", table.undo, name="undo"),
    path("t/<uuid:key>/redo/", table.redo, name="redo"),
    path("t/<uuid:key>/log/", table.change_log, name="change_log"),
    path("t/<uuid:key>/outlook/", outlook.outlook, name="outlook"),
    path("t/<uuid:key>/rematch/", home.rematch, name="rematch"),
]
