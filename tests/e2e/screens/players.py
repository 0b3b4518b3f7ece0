"""Screens of the players of a group: names, avatars, merged and split players."""

from playwright.sync_api import Page, expect

from tests.e2e.posting import post_game
from tests.e2e.round_facts import NAMES
from tests.e2e.screens.groups import own_group
from tests.e2e.screens.registry import Visit, expect_heading, screen
from tests.server import ROOT

IMAGES = ROOT / "tichu_score" / "static" / "tichu_score" / "img"


@screen()
def group_players(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Players", exact=True).tap()
    expect_heading(visit.page, "Players")


@screen()
def player(visit: Visit) -> None:
    open_player(visit, "Ada")


@screen("status of 422")
def player_renamed(visit: Visit) -> None:
    """A name that another player has, which is refused."""
    open_player(visit, "Ben")
    visit.page.get_by_label("Name").fill("Ada")
    visit.page.get_by_role("button", name="Rename").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("Somebody else has this name")


@screen()
def group_merge(visit: Visit) -> None:
    """The consequences of merging Bne into Ben."""
    ask_who_bne_is(visit)


@screen()
def player_split(visit: Visit) -> None:
    ask_which_games_ada_did_not_play(visit)


@screen("status of 422")
def player_split_refused(visit: Visit) -> None:
    ask_which_games_ada_did_not_play(visit)
    visit.page.get_by_label("Name of the other player").fill("Ben")
    visit.page.get_by_role("checkbox").first.tap()
    visit.page.get_by_role("button", name="Give these games").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("Ben is in one of these games")


@screen()
def player_forgotten(visit: Visit) -> None:
    open_player(visit, "Ada")
    visit.page.get_by_role("link", name="Forget this name").tap()
    expect_heading(visit.page, "Forget the name Ada?")


@screen()
def player_avatar(visit: Visit) -> None:
    ask_for_an_avatar(visit)


@screen()
def player_photo(visit: Visit) -> None:
    """The present photo, and a new one that is about to replace it."""
    page = visit.page
    ask_for_an_avatar(visit)
    choose_picture(page, "icon-512.png")
    page.get_by_role("button", name="Save the photo").tap()
    page.get_by_role("link", name="Photo, colour and emoji").tap()
    page.wait_for_url("**/avatar/")
    choose_picture(page, "maskable-512.png")


@screen("status of 422")
def player_avatar_refused(visit: Visit) -> None:
    page = visit.page
    ask_for_an_avatar(visit)
    page.get_by_text("Another", exact=True).tap()
    page.get_by_label("Another emoji, or a letter").fill("Adalbert")
    page.get_by_role("button", name="Save", exact=True).tap()
    expect(page.get_by_text("Type a single emoji")).to_be_visible()


@screen()
def group_players_apart(visit: Visit) -> None:
    """Players who were merged, and players who are hidden."""
    page = visit.page
    ask_who_bne_is(visit)
    page.get_by_role("button", name="Merge Bne into Ben").tap()
    page.get_by_role("link", name="Dora", exact=True).tap()
    page.get_by_role("button", name="Hide").tap()
    for heading in ("Hidden", "Merged"):
        expect(page.get_by_role("heading", name=heading)).to_be_visible()


def open_player(visit: Visit, name: str) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Players", exact=True).tap()
    visit.page.get_by_role("link", name=name, exact=True).tap()
    expect_heading(visit.page, name)


def ask_for_an_avatar(visit: Visit) -> None:
    open_player(visit, "Ada")
    visit.page.get_by_role("link", name="Photo, colour and emoji").tap()
    visit.page.wait_for_url("**/avatar/")


def choose_picture(page: Page, name: str) -> None:
    page.get_by_label("Photo", exact=True).set_input_files(IMAGES / name)
    expect(page.get_by_role("img", name="The photo as it will be")).to_be_visible()


def ask_which_games_ada_did_not_play(visit: Visit) -> None:
    open_player(visit, "Ada")
    visit.page.get_by_role("link", name="Two people under this name").tap()
    expect_heading(visit.page, "Which games of Ada did somebody else play?")


def ask_who_bne_is(visit: Visit) -> None:
    """Open the preview of merging Bne, who played another game, into Ben."""
    page = visit.page
    own_group(visit)
    post_game(page.request, {**NAMES, "B1": "Bne"})
    page.get_by_role("link", name="Players", exact=True).tap()
    page.get_by_role("link", name="Bne", exact=True).tap()
    page.get_by_role("link", name="Same person as another player").tap()
    page.get_by_label("Bne is the same person as").select_option("Ben")
    page.get_by_role("button", name="Show what that comes to").tap()
    expect(page.get_by_role("heading", name="Bne is Ben")).to_be_visible()
