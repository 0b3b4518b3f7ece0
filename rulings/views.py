"""The pages of rulings by the house rules of a group, which are opened from one of its tables,
of its saved rulings, and of its house rules."""

import uuid
from contextlib import suppress

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from rules_ref.forms import QuestionForm
from rules_ref.search import MAX_QUERY_LENGTH
from rulings.forms import (
    GroupPlayQuestionForm,
    GroupWishQuestionForm,
    PlayRulesForm,
    RemoveRulingForm,
    SaveRulingForm,
)
from rulings.presentation import (
    agreed_rules,
    question_address,
    rules_sentence,
    ruling_lines,
    settled_sentence,
)
from rulings.saved_rulings import find_saved_rulings, settled_before
from scoring.models import Game
from scoring.services import play_rules as service
from scoring.services.transaction import Conflict
from scoring.views import access, responses

# If the same question was settled before, the page of an answer shows the latest decisions.
MAX_SETTLED = 3


@require_safe
@cache_control(private=True, no_cache=True)
def may_i_play(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """May I play this, by the rules of my group?"""
    game = access.get_game(request, key)
    rules = service.play_rules(game.group_id)
    question = GroupPlayQuestionForm(request.GET or None, house_rules=rules)
    return _answer(request, game, question, SaveRulingForm(game=game, question=question))


@require_POST
def save_ruling(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Save a ruling with its round and with the decision of the table."""
    game = access.get_game_with_rounds(request, key)
    rules = service.play_rules(game.group_id)
    question = GroupPlayQuestionForm(request.POST, house_rules=rules)
    form = SaveRulingForm(request.POST, game=game, question=question)
    status, change = responses.execute_or_explain(form)
    if change:
        return redirect(question_address(game, question.card_question))
    return _answer(request, game, question, form, status)


def _answer(
    request: HttpRequest,
    game: Game,
    question: GroupPlayQuestionForm,
    form: SaveRulingForm,
    status: int = 200,
) -> HttpResponse:
    answered = question.is_bound and question.is_valid()
    context = _context(game, question)
    if answered:
        settled = settled_before(game.group_id, question.card_question)
        context |= {
            "form": form,
            "settled": [settled_sentence(each) for each in settled[:MAX_SETTLED]],
        }
    unclear = question.is_bound and not answered
    return render(request, "rulings/play.html", context, status=422 if unclear else status)


@require_safe
@cache_control(private=True, no_cache=True)
def wish_helper(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Must I honour the wish, by the rules of my group?"""
    game = access.get_game(request, key)
    rules = service.play_rules(game.group_id)
    question = GroupWishQuestionForm(request.GET or None, house_rules=rules)
    unclear = question.is_bound and not question.is_valid()
    context = _context(game, question)
    status = 422 if unclear else 200
    return render(request, "rulings/wish_helper.html", context, status=status)


def _context(game: Game, question: QuestionForm) -> dict[str, object]:
    rules = rules_sentence(question.house_rules)
    return {"game": game, "question": question, "group_rules": rules}


@require_safe
@cache_control(private=True, no_cache=True)
def saved_rulings(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The rulings that the tables of a group saved: all, or those that contain the words of a
    query."""
    group = access.get_group(request, key)
    query = request.GET.get("q", "").strip()[:MAX_QUERY_LENGTH]
    lines = ruling_lines(find_saved_rulings(group.pk), query)
    return render(
        request, "rulings/saved.html", {"group": group, "query": query, "lines": lines}
    )


@require_POST
def remove_ruling(request: HttpRequest, key: uuid.UUID, seq: int) -> HttpResponse:
    """Remove a saved ruling. Undo at its table restores it."""
    game = access.get_game_with_rounds(request, key)
    with suppress(Conflict):  # somebody has removed it already
        RemoveRulingForm(request.POST, game=game, seq=seq).execute()
    return redirect("saved_rulings", game.group.key)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def play_rules(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """The house rules of play of a group. A POST replaces them."""
    group = access.get_group(request, key)
    form = PlayRulesForm(request.POST if request.method == "POST" else None, group=group)
    if form.is_valid():
        form.save()
        return redirect("play_rules", key)
    agreed = agreed_rules(group.play_rules.with_device_names())
    context = {"group": group, "form": form, "agreed": agreed}
    status = 422 if form.errors else 200
    return render(request, "rulings/play_rules.html", context, status=status)
