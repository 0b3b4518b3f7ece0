"""The addresses of the site and of the bare views."""

from django.urls import include, path

from tests.bench import bare

urlpatterns = [
    path("bare/insert/", bare.insert),
    path("bare/cached/<uuid:key>/", bare.cached),
    path("", include("tichu_score.urls")),
]
