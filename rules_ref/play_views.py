"""The pages of rulings on cards. The question is in the query string, so an answer can be
shared."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import conditional_page, require_safe

from rules_ref.forms import PlayQuestionForm, QuestionForm, WishQuestionForm
from rules_ref.views import revalidated


@require_safe
@conditional_page
@revalidated
def play(request: HttpRequest) -> HttpResponse:
    """May I play this?"""
    return _answer(request, "rules_ref/play.html", PlayQuestionForm(request.GET or None))


@require_safe
@conditional_page
@revalidated
def wish_helper(request: HttpRequest) -> HttpResponse:
    """Must I honour the wish, and with what?"""
    return _answer(request, "rules_ref/wish_helper.html", WishQuestionForm(request.GET or None))


def _answer(request: HttpRequest, template: str, question: QuestionForm) -> HttpResponse:
    unclear = question.is_bound and not question.is_valid()
    return render(request, template, {"question": question}, status=422 if unclear else 200)
