"""Screens of statistics and ratings: of a year, of one game, and of no game."""

from collections.abc import Iterable, Mapping
from typing import Any

from playwright.sync_api import expect

from tests.e2e.joining import post_join
from tests.e2e.posting import GROUP, find_in, post_form, post_game, post_rounds
from tests.e2e.round_facts import NAMES, double, plain
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen


@screen()
def stats(visit: Visit) -> None:
    open_year(visit)


@screen()
def stats_unfolded(visit: Visit) -> None:
    open_year(visit)
    for summary in visit.page.locator(".fold > summary").all():
        summary.tap()
    expect(visit.page.get_by_text("too close to call").first).to_be_visible()


@screen()
def stats_empty(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    post_game(visit.page.request)
    visit.page.goto("/")
    visit.page.get_by_role("link", name="Statistics").tap()
    expect(visit.page.get_by_text("After the first round")).to_be_visible()


@screen()
def stats_of_one_game(visit: Visit) -> None:
    open_one_game(visit)


def open_statistics(
    visit: Visit,
    names: Mapping[str, str] = NAMES,
    *,
    recorded: Iterable[Mapping[str, Any]],
    target: int,
) -> None:
    """Open the statistics of a new group whose only game has these rounds."""
    request = visit.page.request
    visit.page.context.clear_cookies()
    post_rounds(request, post_game(request, names, target=target), recorded)
    visit.page.goto(f"{find_in(request, '/', GROUP)}stats/")


def open_one_game(visit: Visit) -> None:
    """Open the statistics of one game, with few figures and the longest names."""
    rounds = [plain(60), double("A1"), plain(55)]
    open_statistics(visit, LONG_NAMES, recorded=rounds, target=300)
    expect_heading(visit.page, "Our group")


@screen("status of 422")
def stats_refused(visit: Visit) -> None:
    open_year(visit)
    visit.page.goto(f"{visit.page.url}?since=2026-03-01&until=2026-01-01")
    expect(visit.page.get_by_role("alert")).to_contain_text("swap them")


@screen()
def stats_player(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Anna").first.tap()
    expect_heading(visit.page, "Anna")


@screen()
def stats_player_unfolded(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Elena").first.tap()
    expect_heading(visit.page, "Elena")
    for summary in visit.page.locator(".fold > summary").all():
        summary.tap()
    expect(visit.page.get_by_text("Games won against", exact=True)).to_be_visible()


@screen()
def stats_player_of_one_game(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.locator(".league a").first.tap()
    expect(visit.page.get_by_text("No place in the league yet")).to_be_visible()


@screen()
def stats_player_who_should_call_less(visit: Visit) -> None:
    open_statistics(visit, recorded=[plain(60, B1="grand")] * 10, target=100_000)
    expect_heading(visit.page, "Our group")
    visit.page.get_by_role("link", name="Grand Tichus cost Ben").tap()
    expect(visit.page.get_by_text("Call Grand Tichu less")).to_be_visible()


@screen()
def stats_pairs(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")


@screen()
def stats_pairs_unfolded(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")
    for summary in visit.page.locator(".fold > summary").all():
        summary.tap()
    expect(visit.page.get_by_text("the paler the colour")).to_be_visible()


@screen()
def stats_pair(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")
    visit.page.locator(".matrix a").first.tap()
    expect(visit.page.get_by_text("Likely by their strengths")).to_be_visible()


@screen()
def stats_pair_long_names(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")
    visit.page.locator(".matrix a").first.tap()
    expect(visit.page.get_by_text("What they add to each other is not known")).to_be_visible()


@screen()
def stats_pairs_long_names(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Partners and rivals").tap()
    expect_heading(visit.page, "Partners and rivals")


@screen()
def stats_ratings(visit: Visit) -> None:
    open_ratings(visit)


@screen()
def stats_fair_teams(visit: Visit) -> None:
    open_ratings(visit)
    for name in ("Anna", "Bernd", "Clara", "Dieter", "Elena", "Fritz"):
        visit.page.get_by_label(name, exact=True).check()
    visit.page.get_by_role("button", name="Find fair teams").tap()
    expect(visit.page.get_by_text("sit out").first).to_be_visible()


@screen("status of 422")
def stats_fair_teams_refused(visit: Visit) -> None:
    open_ratings(visit)
    for box in reversed(visit.page.get_by_role("checkbox", checked=True).all()[3:]):
        box.uncheck()
    visit.page.get_by_role("button", name="Find fair teams").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("at least four")


@screen()
def stats_ratings_long_names(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Ratings").tap()
    expect_heading(visit.page, "Ratings")


def open_ratings(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Ratings").tap()
    expect_heading(visit.page, "Ratings")


@screen()
def stats_evening(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="The last evening").tap()
    expect_heading(visit.page, "6 Mar 2026")


def open_year(visit: Visit) -> None:
    """Open the statistics of a group that has played for a year, on a phone that joins it."""
    page = visit.page
    page.context.clear_cookies()
    page.goto(f"{post_join(page.request, visit.demo.year)}stats/")
    expect_heading(page, "History 1")


@screen()
def stats_year_review(visit: Visit) -> None:
    open_year_review(visit)


def open_year_review(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="The year 2025 in review").tap()
    expect(visit.page.get_by_role("heading", name="What was played")).to_be_visible()


@screen()
def stats_year_review_last(visit: Visit) -> None:
    open_year_review(visit)
    visit.page.get_by_role("link", name="Next").last.evaluate("link => link.click()")
    expect(visit.page.get_by_role("link", name="Share as a picture")).to_be_in_viewport()


@screen()
def stats_player_year_review(visit: Visit) -> None:
    open_year(visit)
    visit.page.get_by_role("link", name="Anna").first.tap()
    visit.page.get_by_role("link", name="The year 2025 in review").tap()
    expect(visit.page.get_by_role("heading", name="Games won")).to_be_visible()


@screen()
def season(visit: Visit) -> None:
    open_season(visit)


def open_season(visit: Visit) -> None:
    """Open a season that is not over, between players with the longest names. It has enough
    games for a pace."""
    open_one_game(visit)
    group = visit.page.url.partition("stats/")[0]
    names = {seat.lower(): name for seat, name in LONG_NAMES.items()}
    about = names | {"preset": "official", "tie": "play_on", "day": "2026-03-06"}
    result = about | {"total_a": "1000", "total_b": "600"}
    for _ in range(5):
        post_form(visit.page.request, f"{group}result/", *result.items())
    visit.page.get_by_role("link", name="Seasons").tap()
    visit.page.get_by_role("link", name="New season").tap()
    visit.page.get_by_label("Name of the season").fill("W" * 60)
    visit.page.get_by_label("First day").fill("2020-01-01")
    visit.page.get_by_label("Last day").fill("2199-12-31")
    visit.page.get_by_role("button", name="Save").tap()
    expect(visit.page.get_by_text("If as many games are played")).to_be_visible()


@screen()
def seasons(visit: Visit) -> None:
    open_season(visit)
    visit.page.get_by_role("link", name="Seasons").tap()
    expect_heading(visit.page, "Seasons")


@screen()
def seasons_empty(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Seasons").tap()
    expect(visit.page.get_by_text("No season yet.")).to_be_visible()


@screen("status of 422")
def season_refused(visit: Visit) -> None:
    open_one_game(visit)
    visit.page.get_by_role("link", name="Seasons").tap()
    visit.page.get_by_role("link", name="New season").tap()
    visit.page.get_by_label("First day").fill("2026-10-01")
    visit.page.get_by_label("Last day").fill("2026-03-31")
    visit.page.get_by_role("button", name="Save").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("swap them")


@screen()
def season_change(visit: Visit) -> None:
    open_season(visit)
    visit.page.get_by_role("link", name="Name and days").tap()
    expect(visit.page.get_by_role("button", name="Remove the season")).to_be_visible()
