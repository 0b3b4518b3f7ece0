"""The addresses of the rulings of a group."""

from django.urls import path

from rulings import views

urlpatterns = [
    path("t/<uuid:key>/may-i-play/", views.may_i_play, name="group_may_i_play"),
    path("t/<uuid:key>/wish-helper/", views.wish_helper, name="group_wish_helper"),
    path("t/<uuid:key>/rulings/", views.save_ruling, name="save_ruling"),
    path("t/<uuid:key>/rulings/<int:seq>/remove/", views.remove_ruling, name="remove_ruling"),
    path("g/<uuid:key>/rulings/", views.saved_rulings, name="saved_rulings"),
    path("g/<uuid:key>/play-rules/", views.play_rules, name="play_rules"),
]
