"""Screens of groups: joining, inviting, devices and links."""

import json
import re

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.joining import INVITATION, post_group
from tests.e2e.posting import GROUP, find_in, post_game
from tests.e2e.round_facts import double
from tests.e2e.screens.registry import LONG_NAMES, Visit, expect_heading, screen
from tests.e2e.sharing_app import share
from tests.e2e.table import TablePage

# More bytes than the server reads of a form.
PASTE_TOO_MUCH = """field => {
  field.value = "x".repeat(3000000);
  field.form.requestSubmit();
}"""

# A file that is a megabyte larger than an import may be. The page creates it, so that it need
# not be sent to the browser.
CHOOSE_TOO_LARGE = """field => {
  const chosen = new DataTransfer();
  chosen.items.add(new File([new Uint8Array(25 << 20)], "group.json"));
  field.files = chosen.files;
  field.form.requestSubmit();
}"""


@screen()
def join(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.page.goto(visit.demo.address)


@screen("status of 422")
def join_refused(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    visit.page.goto(visit.demo.address)
    visit.page.get_by_role("button", name="Join").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("Tap your name")


@screen()
def join_waiting(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    invited = find_in(page.request, f"{post_group(page.request)}invite/", INVITATION)
    page.context.clear_cookies()
    page.goto(invited)
    page.get_by_text("Ada").tap()
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("status")).to_contain_text("Waiting for approval")


@screen()
def schedule(visit: Visit) -> None:
    page = visit.page
    own_group(visit)
    with page.expect_navigation():
        page.get_by_role("link", name="Who plays with whom").tap()
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        page.get_by_text(name, exact=True).tap()
    page.get_by_role("button", name="Divide the evening").tap()
    expect(page.get_by_role("heading", name="Rounds")).to_be_visible()


@screen()
def join_long_names(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    post_game(page.request, LONG_NAMES)
    group = find_in(page.request, "/", GROUP)
    invited = find_in(page.request, f"{group}invite/", INVITATION)
    page.context.clear_cookies()
    page.goto(invited)


@screen()
def code(visit: Visit) -> None:
    visit.page.goto("/join/")


@screen("status of 422")
def code_refused(visit: Visit) -> None:
    visit.page.goto("/join/")
    visit.page.get_by_label("The eight letters and digits").fill("ABCD 1234")
    visit.page.get_by_role("button", name="Go on").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("is wrong or has expired")


@screen()
def group(visit: Visit) -> None:
    own_group(visit)


@screen()
def group_of_many(visit: Visit) -> None:
    visit.page.goto("/")
    with visit.page.expect_navigation():
        visit.page.get_by_role("link", name=re.compile("^Group ")).tap()


@screen()
def group_long_names(visit: Visit) -> None:
    page = visit.page
    page.context.clear_cookies()
    post_game(page.request, LONG_NAMES)
    page.goto("/")
    with page.expect_navigation():
        page.get_by_role("link", name="Our group").tap()


@screen("status of 422")
def stakes(visit: Visit) -> None:
    """Two players have to pay, and one of them has paid."""
    page = visit.page
    page.context.clear_cookies()
    post_game(page.request, LONG_NAMES)
    page.goto(find_in(page.request, "/", GROUP))
    page.get_by_role("link", name="Stakes").tap()
    page.get_by_label("Chips that each puts down").fill("5")
    with page.expect_navigation():
        page.get_by_role("button", name="Save").tap()
    expect(page.get_by_label("Chips that each puts down")).to_have_value("5")
    stakes = page.url
    TablePage.set_up(page, LONG_NAMES, recorded=[double("A1")], target=200)
    expect(page.locator(".ending")).to_contain_text("win 5 chips each")
    page.goto(stakes)
    page.get_by_role("button", name="This is paid").first.tap()
    expect(page.get_by_role("button", name="It was not paid")).to_be_visible()
    page.get_by_label("Chips that each puts down").fill("many")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_role("alert")).to_contain_text("A stake is a whole number")


@screen()
def group_settings(visit: Visit) -> None:
    own_group(visit)
    with visit.page.expect_navigation():
        visit.page.get_by_role("link", name="Name and defaults").tap()


@screen()
def group_log(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Players", exact=True).tap()
    visit.page.get_by_role("link", name="Ada", exact=True).tap()
    expect_heading(visit.page, "Ada")
    with visit.page.expect_navigation():
        visit.page.get_by_role("button", name="Hide").tap()
    visit.page.get_by_role("link", name="Group", exact=True).tap()
    visit.page.get_by_role("link", name="Log of the group").tap()
    expect(visit.page.get_by_text("Ada was hidden.")).to_be_visible()


@screen()
def access_token(visit: Visit) -> None:
    """A token that was just made, and one that is about to be revoked."""
    make_tokens(visit)
    visit.page.get_by_text("Revoke … Kitchen").tap()
    expect(visit.page.get_by_role("button", name="Revoke Kitchen")).to_be_visible()


@screen("status of 422")
def access_token_refused(visit: Visit) -> None:
    make_tokens(visit)
    visit.page.get_by_role("button", name="Make a token").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("Write what the token is for")


@screen()
def group_delete(visit: Visit) -> None:
    ask_to_delete(visit)


@screen()
def group_deleted(visit: Visit) -> None:
    ask_to_delete(visit)
    visit.page.get_by_label("Type “Our group”").fill("Our group")
    visit.page.get_by_role("button", name="Delete the group").tap()
    visit.page.get_by_role("button", name="Restore").wait_for()


@screen()
def invite(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Invite").tap()
    expect_heading(visit.page, "Invite to")
    with visit.page.expect_navigation():
        visit.page.get_by_role("button", name="A code to read out").tap()
    visit.page.get_by_text("Show the watching link").tap()


@screen()
def invite_to_table(visit: Visit) -> None:
    TablePage.set_up(visit.page)
    visit.page.get_by_role("link", name="Invite").tap()
    visit.page.get_by_role("button", name="Copy").tap()
    expect(visit.page.get_by_role("status")).to_have_text("Copied.")
    visit.page.get_by_text("Show the watching link").tap()


@screen()
def watch(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Invite").tap()
    visit.page.get_by_text("Show the watching link").tap()
    address = visit.page.locator("#watching .address").inner_text()
    visit.page.context.clear_cookies()
    visit.page.goto(address)


@screen()
def import_group(visit: Visit) -> None:
    ask_to_import(visit)


@screen("status of 422")
def import_refused(visit: Visit) -> None:
    ask_to_import(visit)
    wrong: FilePayload = {"name": "a.json", "mimeType": "text/json", "buffer": b"{}"}
    visit.page.get_by_label("File").set_input_files(wrong)
    visit.page.get_by_role("button", name="Import").tap()
    expect(visit.page.get_by_role("alert")).to_contain_text("Nothing was imported.")


def send_too_much(field: Locator, script: str) -> None:
    """Fill the field by this script, send its form, and wait for the page that answers."""
    field.evaluate(script)
    expect(field).to_have_count(0)
    field.page.wait_for_load_state()


def choose_too_large(page: Page) -> None:
    send_too_much(page.locator("[type=file]"), CHOOSE_TOO_LARGE)


@screen("status of 413", reach_again=choose_too_large)
def file_too_large(visit: Visit) -> None:
    ask_to_import(visit)
    choose_too_large(visit.page)
    expect_heading(visit.page, "This file is too large")


@screen()
def merge_group(visit: Visit) -> None:
    ask_to_merge(visit)


@screen()
def merge_preview(visit: Visit) -> None:
    ask_to_merge(visit)
    saved = visit.page.request.get(visit.page.url.replace("/import/", "/export/")).text()
    new = saved.replace('"payments":[', f'"payments":[{payment_in(saved)}', 1)
    wanted: FilePayload = {"name": "a.json", "mimeType": "text/json", "buffer": new.encode()}
    visit.page.get_by_label("File").set_input_files(wanted)
    visit.page.get_by_role("button", name="Show what is new").tap()
    expect(visit.page.get_by_role("status")).to_contain_text("1 payment is new.")


@screen()
def game_imports(visit: Visit) -> None:
    ask_to_import_games(visit)


@screen()
def shared_games(visit: Visit) -> None:
    own_group(visit)
    visit.page.goto("/")
    sent = "date,p1,p2,p3,p4,left,right\n3/4/2024,Ada,Cleo,Ben,Dora,1040,560\n"
    share(visit.page, sent)
    expect_heading(visit.page, "Import games from elsewhere")
    expect(visit.page.get_by_label("Text")).to_have_value(re.compile("1040"))


@screen()
def game_import_preview(visit: Visit) -> None:
    ask_to_import_games(visit)
    visit.page.get_by_label("Text").fill(
        "date,p1,p2,p3,p4,left,right\n3/4/2024,Ada,Cleo,Ben,Dorra,1040,560\n"
        "5/4/2024,Ada,Ben,Cleo,Maximiliane-Eleonore,400,1000\n6/4/2024,Ada,Cleo,Ben,Dorra,400,x\n"
    )
    visit.page.get_by_role("button", name="Show what is in it").tap()
    expect(visit.page.get_by_role("status")).to_contain_text("2 games were found.")


@screen()
def game_import_undated(visit: Visit) -> None:
    """Rounds without a date, one of which is wrong, so that the page asks every question about
    rounds."""
    ask_to_import_games(visit)
    visit.page.get_by_label("Text").fill(
        "Round,Ada + Cleo,Ben + Maximiliane\n1,60,40\n2,200,0\n3,70,35\n"
    )
    visit.page.get_by_role("button", name="Show what is in it").tap()
    expect(visit.page.get_by_label("Day of the games that have none")).to_be_visible()
    expect(visit.page.get_by_role("checkbox")).to_be_visible()


def paste_too_much(page: Page) -> None:
    send_too_much(page.locator("textarea"), PASTE_TOO_MUCH)


@screen("status of 413", reach_again=paste_too_much)
def too_long(visit: Visit) -> None:
    ask_to_import_games(visit)
    paste_too_much(visit.page)
    expect_heading(visit.page, "Too long")


@screen()
def recovery_link_made(visit: Visit) -> None:
    take_recovery_link(visit)


@screen()
def recovery_link(visit: Visit) -> None:
    take_recovery_link(visit)
    visit.page.goto(visit.page.locator(".address").inner_text())


def ask_to_import(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Import a group").tap()
    expect_heading(visit.page, "Import a group from a file")


def ask_to_merge(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Merge a file").tap()
    expect_heading(visit.page, "Merge a file into this group")


def ask_to_import_games(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Import games from elsewhere").tap()
    expect_heading(visit.page, "Import games from elsewhere")


def payment_in(log: str) -> str:
    """A payment between two players, in a group that has none in its file."""
    payer, payee, *_ = (each["id"] for each in json.loads(log)["players"])
    return json.dumps(
        {
            "id": "00000000-0000-4000-8000-000000000000",
            "payer": payer,
            "payee": payee,
            "chips": 1,
            "at": "2026-01-01T00:00:00+00:00",
        }
    )


def make_tokens(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("link", name="Let programs read").tap()
    for name in ("Kitchen", "Television in the living room"):
        visit.page.get_by_label("What the token is for").fill(name)
        visit.page.get_by_role("button", name="Make a token").tap()
        expect(visit.page.get_by_role("heading", name="The new token")).to_be_visible()
        expect(visit.page.locator("b", has_text=name)).to_be_visible()


def ask_to_delete(visit: Visit) -> None:
    own_group(visit)
    with visit.page.expect_navigation():
        visit.page.get_by_role("link", name="Delete the group").tap()


def take_recovery_link(visit: Visit) -> None:
    own_group(visit)
    visit.page.get_by_role("button", name="Recovery link").tap()
    expect_heading(visit.page, "recovery link")


def own_group(visit: Visit) -> None:
    """Open the group of a game that was just started, on the phone of its owner, Ada."""
    page = visit.page
    page.context.clear_cookies()
    page.goto(post_group(page.request))
    expect_heading(page, "Our group")
