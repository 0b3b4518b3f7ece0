"""The addresses of the reference.

The other paths take precedence over the path of the chapters. So no file of a chapter may have
the name `rule`, `disputes`, `search`, `play`, `print`, `wish-helper` or `practice`.
"""

from django.urls import path

from rules_ref import play_views, practice_views, print_views, views

urlpatterns = [
    path("", views.rules, name="rules"),
    path("disputes/", views.disputes, name="disputes"),
    path("search/", views.search, name="search"),
    path("search/<slug:digest>.json", views.search_index, name="search_index"),
    path("rule/<slug:rule_id>/", views.rule, name="rule"),
    path("play/", play_views.play, name="may_i_play"),
    path("wish-helper/", play_views.wish_helper, name="wish_helper"),
    path("practice/", practice_views.practice, name="practice"),
    path("practice/<slug:slug>/", practice_views.practice, name="practice_step"),
    path("print/", print_views.printouts, name="printouts"),
    path("print/<slug:slug>/", print_views.printout, name="printout"),
    path("print/<slug:slug>.pdf", print_views.printout_pdf, name="printout_pdf"),
    path("<slug:slug>/", views.chapter, name="chapter"),
]
