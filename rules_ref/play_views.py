"""Rulings on real cards. The question is in the address, so an answer can be shared."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_GET

from rules_ref.questions import PlayQuestion, Question, WishQuestion
from rules_ref.views import lasting


@require_GET
@conditional_page
@lasting
def play(request: HttpRequest) -> HttpResponse:
    """May I play this?"""
    return _answer(request, "rules_ref/play.html", PlayQuestion(request.GET or None))


@require_GET
@conditional_page
@lasting
def wish_helper(request: HttpRequest) -> HttpResponse:
    """Must I honour the wish, and with what?"""
    return _answer(request, "rules_ref/wish_helper.html", WishQuestion(request.GET or None))


def _answer(request: HttpRequest, template: str, question: Question) -> HttpResponse:
    unclear = question.is_bound and not question.is_valid()
    return render(request, template, {"question": question}, status=422 if unclear else 200)
