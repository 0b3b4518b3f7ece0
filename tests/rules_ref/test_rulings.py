"""Rulings on real cards: the pages that ask, and their answers."""

import re

import pytest
from django.test import Client
from django.urls import resolve, reverse

from rules_ref.loader import reference
from rules_ref.play import RulingNote, RulingReason
from rules_ref.play.codes import CARDS
from rules_ref.presentation import rulings
from tests.rules_ref.answers import address, text, words
from tests.rules_ref.weight import ENCODINGS, compressed_size

STYLES = [
    "scoring/css/tichu.css",
    "scoring/css/forms.css",
    "rules_ref/css/rules.css",
    "rules_ref/css/play.css",
]
MOST_BYTES = 14_000
PAGES = ["/rules/play/", "/rules/wish-helper/"]


@pytest.mark.parametrize("page", PAGES)
def test_page_asks_before_it_answers(client: Client, page: str) -> None:
    html = client.get(page).content.decode()
    assert 'id="answer"' not in html
    assert {code for code in CARDS if f'name="hand" value="{code}"' in html} == CARDS.keys()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_page_and_its_styles_are_light(client: Client, encoding: str, page: str) -> None:
    hand = "10p 10s 10t 8j 8s 9j 9p 9s Jj Js phoenix"
    asked = address(page.split("/")[2], hand=hand, wish="9")
    assert compressed_size(client, asked, STYLES, encoding) <= MOST_BYTES


@pytest.mark.parametrize("page", [*PAGES, "/rules/play/?table=9j&play=10j&turn=yes"])
def test_answer_is_the_same_for_everybody(client: Client, page: str) -> None:
    response = client.get(page)
    assert response["Cache-Control"] == "public, no-cache"
    assert not response.cookies
    known = client.get(page, headers={"If-None-Match": response["ETag"]})
    assert known.status_code == 304


def test_no_chapter_is_hidden_by_another_page() -> None:
    addresses = [reverse("chapter", args=[each.slug]) for each in reference().chapters]
    assert {resolve(each).url_name for each in addresses} == {"chapter"}


def test_rules_lead_to_the_rulings(client: Client) -> None:
    html = client.get("/rules/").content.decode()
    assert [page for page in PAGES if f'href="{page}"' not in html] == []


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        ({"play": "9j"}, "Legal You may lead that."),
        ({"table": "8j", "play": "9j"}, "Legal It beats what lies there."),
        ({"table": "8j"}, "Legal You may pass."),
        (
            {"table": "8j", "play": "2j 2s 2p 2t", "turn": "no"},
            "Legal A bomb may be played out of turn, and this one beats what is on the table.",
        ),
        ({"turn": "yes"}, "Not legal The lead is yours: you have to play something."),
        ({"play": "9j 8j"}, "Not legal These cards cannot be played together."),
        (
            {"play": "9j phoenix", "said": "8"},
            "Not legal With the Phoenix as 8 these cards are no combination.",
        ),
        (
            {"table": "8j", "play": "9j 9s"},
            "Not legal Only the same kind of combination can be played on it, or a bomb.",
        ),
        (
            {"table": "2j 3s 4p 5t 6j", "play": "3j 4s 5p 6t 7j 8s"},
            "Not legal It needs as many cards as are on the table: 5, not 6.",
        ),
        ({"table": "8j", "play": "7j"}, "Not legal It is not higher than what lies there."),
        (
            {"table": "phoenix", "lying": "8", "play": "8j"},
            "Not legal It is not higher than what lies there.",
        ),
        (
            {"table": "2j 2s 2p 2t", "play": "Aj"},
            "Not legal A bomb is on the table: only a bigger bomb beats it.",
        ),
        ({"table": "8j", "play": "dog"}, "Not legal The Dog can only be led."),
        (
            {"table": "dog", "play": "2j 2s 2p 2t", "turn": "no"},
            "Not legal Nothing can be played on the Dog, not even a bomb.",
        ),
        (
            {"table": "8j", "play": "9j", "turn": "no"},
            "Not legal It is not your turn: only a bomb may be thrown now.",
        ),
        (
            {"table": "8j", "turn": "no"},
            "Not legal It is not your turn: there is nothing to pass.",
        ),
        (
            {"play": "2j 2s 2p 2t", "turn": "no"},
            "Not legal Nothing lies on the table yet, and a lead cannot be bombed.",
        ),
        (
            {"table": "8j", "play": "9j", "hand": "As", "wish": "A"},
            "Not legal The wish is ace, and you can play one: so you have to.",
        ),
    ],
)
def test_verdict_comes_with_the_one_reason(
    client: Client, asked: dict[str, str], verdict: str
) -> None:
    assert text(client, "play", **asked).startswith(verdict)


def test_every_reason_and_note_has_a_sentence() -> None:
    # Cards that are not in the hand cannot be picked.
    assert set(RulingReason) - rulings._REASONS.keys() == {
        RulingReason.OK,
        RulingReason.CARD_NOT_IN_HAND,
    }
    assert set(RulingNote) == rulings._NOTES.keys()


@pytest.mark.parametrize(
    ("asked", "note"),
    [
        ({"play": "2j 2s 2p 2t", "hand": "8j", "wish": "8"}, "Tables differ: on Brettspiel"),
        ({"play": "dog", "hand": "8j", "wish": "8"}, "Tables differ: no rule text settles"),
        ({"play": "9j", "wish": "8"}, "But the wish is 8: if you hold one"),
    ],
)
def test_answer_says_what_tables_differ_on(
    client: Client, asked: dict[str, str], note: str
) -> None:
    assert note in text(client, "play", **asked)


def test_both_readings_of_a_phoenix_are_named(client: Client) -> None:
    answer = text(client, "play", play="Aj As 9p 9t phoenix")
    assert (
        "It can be: Full house with three aces, the Phoenix as ace counts, if nothing was said"
        " Full house with three 9s, the Phoenix as 9" in answer
    )


def test_what_was_chosen_for_a_phoenix_that_is_gone_does_not_matter(client: Client) -> None:
    answer = text(client, "play", table="9j 9s", lying="1", play="10j 10s", said="3")
    assert answer.startswith("Legal It beats what lies there.")


def test_reading_that_was_said_is_marked(client: Client) -> None:
    answer = text(client, "play", play="5j 6s 7p 8t phoenix", said="4")
    assert "Straight of 5 cards up to 8, the Phoenix as 4 as said" in answer


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("mahjong", "Mah Jong"),
        ("dragon", "Dragon"),
        ("dog", "Dog"),
        ("phoenix", "Phoenix, worth 1½"),
        ("Qj", "Single queen"),
        ("8j 8s", "Pair of 8s"),
        ("8j 8s phoenix", "Triple of 8s, the Phoenix as 8"),
        ("8j 8s 9p 9t", "Stairs of 4 cards up to 9"),
        ("Kj Ks Kp 9p 9t", "Full house with three kings"),
        ("8j 9s 10p Jt Qj", "Straight of 5 cards up to queen"),
        ("8j 8s 8p 8t", "Bomb of four 8s"),
        ("2j 3j 4j 5j 6j", "Bomb, a straight of 5 cards up to 6"),
    ],
)
def test_combination_is_named(client: Client, cards: str, name: str) -> None:
    assert f" {name} The rules that say so" in text(client, "play", play=cards)
    assert f"On the table: {name} " in text(client, "play", table=cards)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"play": "9j 8j"}, "Any combination, a bomb, or the Dog."),
        ({"turn": "no", "play": "9j"}, "Nothing before the lead has been played."),
        ({"table": "9j", "play": "8j"}, "A higher single card, a bomb, or a pass."),
        ({"table": "Aj", "play": "8j"}, "A higher single card, a bomb, or a pass."),
        ({"table": "dragon", "play": "8j"}, "A bomb, or a pass."),
        ({"table": "Aj As", "play": "8j 8s"}, "A bomb, or a pass."),
        ({"table": "9j 9s", "play": "8j"}, "A higher pair, a bomb, or a pass."),
        ({"table": "9j 9s", "play": "8j", "turn": "no"}, "A bomb."),
        ({"table": "9j 9s 9p 9t", "play": "8j"}, "A bigger bomb, or a pass."),
        ({"table": "9j 9s 9p 9t", "play": "8j", "turn": "no"}, "A bigger bomb."),
        ({"table": "dog", "play": "8j"}, "The lead is the partner’s"),
        (
            {"table": "2j 3s 4p 5t 6j", "play": "8j"},
            "A higher straight of 5 cards, a bomb, or a pass.",
        ),
    ],
)
def test_without_a_hand_the_answer_says_what_would_do(
    client: Client, asked: dict[str, str], sentence: str
) -> None:
    assert f"Legal instead {sentence}" in text(client, "play", **asked)


def test_with_a_hand_the_answer_lists_what_is_legal(client: Client) -> None:
    answer = text(client, "play", table="9j", play="8j", hand="10j 10s Ks 2j 2s 2p 2t")
    listed = (
        "Legal instead A pass. 10 Single 10 or other suits, 2 in all K Single king"
        " 2 2 2 2 Bomb of four 2s Bomb The rules"
    )
    assert listed in answer


def test_answer_for_a_hand_without_a_play_says_so(client: Client) -> None:
    answer = text(client, "play", table="9j", play="8j", hand="7j", turn="no")
    assert "Legal instead Nothing at the moment." in answer


def test_rules_are_linked_by_their_title(client: Client) -> None:
    html = client.get(address("play", table="dog", play="2j 2s 2p 2t")).content.decode()
    assert '<a href="/rules/rule/dog-no-bomb/">It cannot be bombed</a>' in html


def test_question_stays_picked(client: Client) -> None:
    asked = address("play", table="9j", play="8j", turn="no", wish="K", pile="play", hand="7j")
    html = client.get(asked).content.decode()
    checked = re.findall(r'name="(\w+)" value="(\w+)"[^>]* checked', html)
    assert checked == [
        ("pile", "play"),
        ("hand", "7j"),
        ("play", "8j"),
        ("table", "9j"),
        ("turn", "no"),
    ]
    assert '<option value="K" selected>' in html


@pytest.mark.parametrize(
    ("page", "asked", "sentence"),
    [
        ("play", {"table": "9j 8s"}, "The cards on the table are no combination: pick only"),
        (
            "play",
            {"table": "5j 6j 7s 8j phoenix", "lying": "K"},
            "With the Phoenix as K the cards on the table are no combination: choose",
        ),
        ("play", {"table": "9j", "play": "9j"}, "A card lies in one place only: take back"),
        ("play", {"play": "1j"}, "There is no card “1j”."),
        ("play", {"play": " ".join(CARDS)}, "A hand has at most 14 cards: take some back."),
        ("wish-helper", {"hand": " ".join(CARDS)}, "A hand has at most 14 cards"),
        ("wish-helper", {"wish": "8"}, "Pick the cards of your hand."),
        ("wish-helper", {"hand": "8j"}, "Choose the rank wished for."),
        ("wish-helper", {"hand": "8j", "wish": "dog"}, "Select a valid choice."),
    ],
)
def test_question_that_makes_no_sense_is_refused(
    client: Client, page: str, asked: dict[str, str], sentence: str
) -> None:
    response = client.get(address(page, **asked))
    assert response.status_code == 422
    assert words(response.content.decode()).startswith(sentence)


CONTRADICTIONS: list[tuple[str, dict[str, str]]] = [
    ("play", {"turn": "yes no"}),
    ("play", {"wish": "8 9"}),
    ("play", {"table": "phoenix", "lying": "8 9"}),
    ("play", {"play": "8j phoenix", "said": "8 9"}),
    ("play", {"pile": "play hand"}),
    ("play", {"turn": "yes yes"}),
    ("wish-helper", {"hand": "8j", "wish": "8 9"}),
]


@pytest.mark.parametrize(("page", "asked"), CONTRADICTIONS)
def test_question_that_contradicts_itself_is_refused(
    client: Client, page: str, asked: dict[str, str]
) -> None:
    response = client.get(address(page, **asked))

    assert response.status_code == 422
    assert words(response.content.decode()) == (
        "There are two answers where only one is possible: keep one of them."
    )


@pytest.mark.parametrize(
    ("page", "asked", "sentence"),
    [
        (
            "play",
            {"play": "dog", "hand": "8j", "wish": "8"},
            "Legal You may lead that. That is the rule at your table: A wish does not bind",
        ),
        (
            "wish-helper",
            {"hand": "8j", "wish": "8"},
            "You need not At your table a wish does not",
        ),
        (
            "play",
            {"table": "7s", "play": "2j 2s 2p 2t", "turn": "no"},
            "Not legal It is not your",
        ),
    ],
)
def test_house_rules_of_the_table_are_followed(
    client: Client, page: str, asked: dict[str, str], sentence: str
) -> None:
    house = "dog-against-wish wish-on-lead bombs-in-turn"
    assert text(client, page, **asked, house=house).startswith(sentence)


def test_house_rules_are_part_of_the_address_and_stay_chosen(client: Client) -> None:
    asked = address("play", play="dog", hand="8j", wish="8", house="dog-against-wish")
    html = client.get(asked).content.decode()
    chosen = re.findall(r'name="house" value="([\w-]+)" checked', html)
    assert chosen == ["dog-against-wish"]
    assert '<details class="house" open>' in html
    assert "/rules/rule/house-dog-against-wish/" in leads_to(html)


def leads_to(html: str) -> list[str]:
    """Return the target of the link in the answer on a page."""
    answer = html[html.index('<section id="answer"') : html.index("</section>")]
    return re.findall(r'href="([^"]+)"', answer)


def test_unknown_house_rule_is_refused(client: Client) -> None:
    response = client.get(address("play", play="8j", house="free-lunch"))
    assert response.status_code == 422
    assert "There is no house rule “free-lunch”." in words(response.content.decode())
