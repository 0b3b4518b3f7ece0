"""All addresses of the site."""

from django.urls import include, path, register_converter

from rules_ref.language_addresses import LanguageConverter
from tichu_score import views, well_known
from tichu_score.public_pages import views as public_pages

register_converter(LanguageConverter, "language")

urlpatterns = [
    path("", include("scoring.urls")),
    path("", include("rulings.urls")),
    path("rules/", include("rules_ref.urls")),
    path("<language:language>/rules/", include("rules_ref.language_urls")),
    path("offline/", views.offline, name="offline"),
    path("language/", views.language, name="language"),
    path("privacy/", public_pages.privacy, name="privacy"),
    path("accessibility/", public_pages.accessibility, name="accessibility"),
    path("your-scores/", public_pages.score_safety, name="score_safety"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("certificate/", views.certificate, name="certificate"),
    path("certificate/tichu-score.crt", views.certificate_file, name="certificate_file"),
    path("robots.txt", well_known.robots, name="robots"),
    path("favicon.ico", well_known.favicon, name="favicon"),
    path(".well-known/security.txt", well_known.security, name="security"),
    path("sw.js", views.service_worker, name="service_worker"),
]

handler400 = "tichu_score.views.bad_request"
handler404 = "tichu_score.views.not_found"
handler500 = "tichu_score.views.server_error"
