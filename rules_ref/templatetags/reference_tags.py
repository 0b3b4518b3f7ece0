"""The filters and tags of the reference: functions of rules_ref.presentation, by name."""

from collections.abc import Callable

from django import template

from rules_ref.presentation import language, rulings, search

register = template.Library()

FILTERS: tuple[Callable[..., object], ...] = (
    language.as_lang,
    language.is_partly_english,
    rulings.alternatives,
    rulings.card_images,
    rulings.combination_name,
    rulings.explanation,
    rulings.find_rules,
    rulings.group_by_rank,
    rulings.house_name,
    rulings.note,
    rulings.pile_name,
    rulings.play_name,
    rulings.rank_name,
    search.highlight,
)

for function in FILTERS:
    register.filter(function.__name__, function)

register.simple_tag(search.search_index_url)
register.simple_tag(language.page_lang)
register.simple_tag(language.text_lang)
