"""Every address of the site."""

from django.urls import include, path

urlpatterns = [
    path("", include("scoring.urls")),
    path("rules/", include("rules_ref.urls")),
]
