"""The addresses of pages of the reference that name a language. These are the pages that a
search engine lists. They have the slugs of `rules_ref.urls`."""

from django.urls import path

from rules_ref import views
from rules_ref.language_addresses import in_language_of_address

urlpatterns = [
    path("", in_language_of_address(views.rules), name="rules_in"),
    path("disputes/", in_language_of_address(views.disputes), name="disputes_in"),
    path("<slug:slug>/", in_language_of_address(views.chapter), name="chapter_in"),
]
