"""The reference's addresses. No chapter's file may be called `rule`."""

from django.urls import path

from rules_ref import views

urlpatterns = [
    path("", views.rules, name="rules"),
    path("rule/<slug:rule_id>/", views.rule, name="rule"),
    path("<slug:slug>/", views.chapter, name="chapter"),
]
