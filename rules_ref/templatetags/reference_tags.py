"""The filters and tags of the reference. They are functions of `rules_ref.presentation` and
have their names."""

from collections.abc import Callable

from django import template

from rules_ref.presentation import combinations, language, rulings, search

register = template.Library()

FILTERS: tuple[Callable[..., object], ...] = (
    combinations.card_images,
    combinations.combination_name,
    combinations.group_by_rank,
    combinations.rank_name,
    language.as_lang,
    language.english_note,
    rulings.alternatives,
    rulings.explanation,
    rulings.find_rules,
    rulings.house_name,
    rulings.note,
    rulings.pile_name,
    rulings.play_name,
    search.highlight,
    search.hit_count,
)

for function in FILTERS:
    register.filter(function.__name__, function)

register.simple_tag(language.page_addresses)
register.simple_tag(language.page_lang)
register.simple_tag(language.text_lang)
register.simple_tag(search.hit_counts)
register.simple_tag(search.search_index_url)
