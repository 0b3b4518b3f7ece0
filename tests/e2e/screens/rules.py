"""Screens of the reference, its search, and questions about cards."""

from playwright.sync_api import Page, expect

from tests.e2e.screens.registry import Visit, screen


@screen()
def rules(visit: Visit) -> None:
    visit.page.goto("/rules/")


@screen()
def rules_chapter(visit: Visit) -> None:
    visit.page.goto("/rules/combinations/")


@screen()
def rules_rule(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/rule/double-win/")
    page.locator("#double-win summary").tap()


@screen()
def first_evening(visit: Visit) -> None:
    visit.page.goto("/rules/first-evening/")


@screen()
def first_evening_step(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/first-evening/")
    page.get_by_role("link", name="More cards at once ›").tap()
    expect(page.locator("#learn-combinations")).to_be_in_viewport()


@screen()
def practice(visit: Visit) -> None:
    visit.page.goto("/rules/practice/")


@screen()
def practice_not_legal(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/practice/wish/")
    page.get_by_role("link", name="Ben: Bomb of four 7s").tap()
    expect(page.get_by_role("heading", name="Not legal")).to_be_visible()


@screen()
def practice_legal_but_not_taken(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/practice/phoenix/")
    page.get_by_role("link", name="Ben: Phoenix, worth 14½").tap()
    expect(page.get_by_role("link", name="See how the round goes on")).to_be_visible()


@screen()
def practice_end(visit: Visit) -> None:
    visit.page.goto("/rules/practice/end/")


@screen()
def rules_play(visit: Visit) -> None:
    visit.page.goto("/rules/play/")


@screen()
def rules_play_answer(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/play/")
    pick(page, "3 of jade", "3 of sword", "3 of pagoda", "9 of jade", "9 of star")
    page.get_by_text("My play", exact=True).tap()
    pick(page, "ace of jade", "ace of star", "6 of sword", "6 of pagoda", "Phoenix")
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()


@screen()
def rules_play_illegal(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/play/")
    pick(page, "3 of jade")
    page.get_by_text("My play", exact=True).tap()
    pick(page, "7 of jade", "7 of sword", "7 of pagoda", "7 of star")
    page.get_by_text("Rest of my hand", exact=True).tap()
    pick(page, "8 of jade", "8 of star", "Dragon")
    page.get_by_label("Wish in force").select_option("8")
    page.get_by_role("button", name="May I?").tap()
    expect(page.get_by_role("heading", name="Not legal")).to_be_visible()


@screen("status of 422")
def rules_play_unclear(visit: Visit) -> None:
    visit.page.goto("/rules/play/?table=9j&table=8s")


@screen()
def rules_wish_helper(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/wish-helper/")
    pick(page, "4 of jade", "5 of sword", "6 of pagoda", "7 of star", "8 of jade")
    page.get_by_text("My hand", exact=True).tap()
    pick(page, "5 of jade", "6 of sword", "7 of pagoda", "8 of star", "Phoenix", "9 of star")
    pick(page, "8 of sword", "8 of pagoda", "2 of jade")
    page.get_by_label("Wish in force").select_option("8")
    page.get_by_role("button", name="Must I?").tap()
    expect(page.get_by_role("heading", name="You must")).to_be_visible()


@screen()
def rules_disputes(visit: Visit) -> None:
    visit.page.goto("/rules/disputes/")


@screen()
def rules_dispute(visit: Visit) -> None:
    visit.page.goto("/rules/rule/ask-bomb-dog/")


@screen()
def rules_house_rules(visit: Visit) -> None:
    visit.page.goto("/rules/house-rules/")


@screen()
def rules_advice(visit: Visit) -> None:
    visit.page.goto("/rules/advice/")


@screen()
def rules_background(visit: Visit) -> None:
    visit.page.goto("/rules/history/")


@screen()
def rules_glossary(visit: Visit) -> None:
    visit.page.goto("/rules/glossary/")


@screen(on_paper=True)
def rules_sheet_printed(visit: Visit) -> None:
    visit.page.goto("/rules/")


@screen(on_paper=True)
def rules_chapter_printed(visit: Visit) -> None:
    visit.page.goto("/rules/combinations/")


@screen()
def printouts(visit: Visit) -> None:
    visit.page.goto("/rules/print/")


@screen()
def printout(visit: Visit) -> None:
    visit.page.goto("/rules/print/aid/")


@screen("status of 422")
def printout_refused(visit: Visit) -> None:
    visit.page.goto("/rules/print/aid/?paper=a3")


@screen(on_paper=True)
def aid_printed(visit: Visit) -> None:
    visit.page.goto("/rules/print/aid/")


@screen(on_paper=True)
def fold_out_printed(visit: Visit) -> None:
    visit.page.goto("/rules/print/fold-out/")


@screen()
def rules_play_by_house_rules(visit: Visit) -> None:
    page = visit.page
    page.goto("/rules/play/?play=dog&hand=8j&wish=8&house=dog-against-wish")
    expect(page.get_by_role("heading", name="Legal", exact=True)).to_be_visible()


@screen()
def rules_search(visit: Visit) -> None:
    ask(visit.page, "can i bomb the dog")


@screen()
def rules_search_nothing(visit: Visit) -> None:
    ask(visit.page, "xyzzyq")


def pick(page: Page, *cards: str) -> None:
    """Tap these cards for the pile that is being picked."""
    for card in cards:
        page.get_by_role("checkbox", name=f"{card}, ").tap()


def ask(page: Page, question: str) -> None:
    """Type a question into the search of the rules."""
    page.goto("/rules/search/")
    page.get_by_role("searchbox").press_sequentially(question)
    expect(page.locator("#found")).not_to_be_empty()
