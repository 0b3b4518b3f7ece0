"""Every address of the site."""

from django.urls import include, path

from tichu_score import views

urlpatterns = [
    path("", include("scoring.urls")),
    path("rules/", include("rules_ref.urls")),
    path("offline/", views.offline, name="offline"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("sw.js", views.worker, name="worker"),
]
