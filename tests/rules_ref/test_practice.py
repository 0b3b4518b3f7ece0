"""The practice round: rulings lead from each step to the next, every answer is a ruling, and a
complete round includes a wish, a bomb and the Dog."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from rules_ref.play import CombinationKind, RulingReason
from rules_ref.practice import STEPS, Choice, IllegalMove, Move, RoundState, Step, find_step
from rules_ref.practice.decisions import ADA, BEN, CLEO, DORA
from rules_ref.presentation.practice import JudgedMove, PracticePage, step_address
from rules_ref.presentation.rulings import explanation
from scoring.rules import ByTeam, Seat
from tests.rules_ref.answers import visible
from tests.rules_ref.weight import ENCODINGS, compressed_size

STYLES = [
    "scoring/css/tichu.css",
    "rules_ref/css/rules.css",
    "rules_ref/css/play.css",
    "rules_ref/css/learning.css",
]
DECISIONS = STEPS[:-1]
CHOICES = [(step, choice) for step in DECISIONS for choice in step.decision.choices]
ALL_MOVES = [each for step in STEPS for each in step.moves]

steps = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.slug)
decisions = pytest.mark.parametrize("step", DECISIONS, ids=lambda step: step.slug)
choices = pytest.mark.parametrize(
    ("step", "choice"),
    CHOICES,
    ids=[f"{step.slug}-{choice.move.codes or 'pass'}" for step, choice in CHOICES],
)


def page(client: Client, step: Step) -> str:
    response = client.get(step_address(step))
    assert response.status_code == 200
    return str(response.content.decode())


def items(client: Client, step: Step) -> Iterator[str]:
    """Return the choices of a step as they are on its page, each with its answer."""
    _, _, listed = page(client, step).partition('<ol class="to-tap">')
    listed, _, _ = listed.partition("</ol>")
    yield from re.findall(
        r'<li>\s*<a class="choice".*?(?=<li>\s*<a class="choice"|$)', listed, re.DOTALL
    )


def state_of(slug: str) -> RoundState:
    step = find_step(slug)
    assert step
    return step.state


# What happens in the round


def test_round_has_eight_to_twelve_decisions() -> None:
    assert 8 <= len(DECISIONS) <= 12


def test_every_move_is_legal() -> None:
    illegal = [move for state, move in ALL_MOVES if not state.ruling(move).legal]
    assert illegal == []


def test_round_shows_a_wish_that_is_fulfilled_because_it_has_to_be() -> None:
    (state, move), *_ = STEPS[2].moves
    assert (state.wish, move) == (8, Move(BEN, "8j"))
    assert state.situation(BEN).wish_binds
    assert STEPS[2].state.wish is None


def test_round_shows_a_bomb_out_of_turn_and_the_dog() -> None:
    played = [
        (state.ruling(move).combination, state.turn is move.seat) for state, move in ALL_MOVES
    ]
    kinds = [(each.kind, in_turn) for each, in_turn in played if each]
    assert (CombinationKind.QUAD_BOMB, False) in kinds
    assert (CombinationKind.DOG, True) in kinds


def test_round_ends_in_a_double_win_with_a_tichu() -> None:
    end = STEPS[-1]
    assert (end.state.over, end.state.out) == (True, (CLEO, ADA))
    assert PracticePage(end).points == ByTeam(300, 0)


@decisions
def test_one_choice_of_a_decision_is_taken(step: Step) -> None:
    assert [choice.taken for choice in step.decision.choices].count(True) == 1


@decisions
def test_decision_has_something_that_is_not_legal_or_not_taken(step: Step) -> None:
    assert len(step.decision.choices) >= 2


@choices
def test_what_can_be_tapped_is_in_the_hand(step: Step, choice: Choice) -> None:
    assert choice.move.cards <= step.state.hands[choice.move.seat]


@choices
def test_comment_says_what_would_come_of_a_legal_choice_that_is_not_taken(
    step: Step, choice: Choice
) -> None:
    commented = step.state.ruling(choice.move).legal and not choice.taken
    assert bool(choice.comment) is commented


@choices
def test_every_branch_can_be_played(step: Step, choice: Choice) -> None:
    if not step.state.ruling(choice.move).legal:
        assert choice.then == ()
        return
    moves, after = step.branch(choice)
    assert [move for state, move in moves if not state.ruling(move).legal] == []
    assert after == moves[-1][0].after(moves[-1][1])


@pytest.mark.parametrize(
    ("slug", "codes", "out"),
    [
        ("dragon", "", (BEN,)),  # Cleo's Tichu fails
        ("dog", "At", (BEN,)),
        ("out", "Ks", (ADA,)),
        ("second", "", (CLEO, BEN)),  # no double win
    ],
)
def test_branch_ends_as_its_comment_says(slug: str, codes: str, out: tuple[Seat, ...]) -> None:
    step = find_step(slug)
    assert step
    (choice,) = [each for each in step.decision.choices if each.move.codes == codes]
    assert step.branch(choice)[1].out == out


# The state of the table


def test_trick_goes_to_the_last_to_play_after_all_others_have_passed() -> None:
    state = state_of("combination")
    assert (state.on_table, state.owner, state.turn) == (None, None, CLEO)


def test_trick_ends_with_fewer_passes_where_somebody_is_out() -> None:
    hands = {**state_of("lead").hands, DORA: frozenset()}
    led = RoundState(hands, ADA, out=(DORA,)).after(Move(ADA, "At"))
    won = led.after(Move(BEN)).after(Move(CLEO))
    assert (won.on_table, won.turn) == (None, ADA)


def test_after_a_bomb_out_of_turn_the_bombers_neighbour_is_next() -> None:
    state = state_of("bomb").after(Move(BEN, "7j 7s 7p 7t"))
    assert (state.owner, state.turn) == (BEN, CLEO)


def test_dog_gives_the_lead_to_the_partner_and_leaves_no_trick() -> None:
    state = state_of("dog").after(Move(ADA, "dog"))
    assert (state.turn, state.on_table, state.cards) == (CLEO, None, frozenset())


def test_lead_of_a_winner_who_is_out_goes_to_the_next_player_with_cards() -> None:
    state = state_of("pair").after(Move(BEN))
    assert (state.on_table, state.turn) == (None, DORA)


def test_dog_to_a_partner_who_is_out_continues_to_the_next_player_with_cards() -> None:
    hands = {**state_of("dog").hands, CLEO: frozenset()}
    state = RoundState(hands, ADA, out=(CLEO,))
    assert state.after(Move(ADA, "dog")).turn is DORA


def test_illegal_move_is_refused() -> None:
    with pytest.raises(IllegalMove, match="WISH_MUST_BE_HONOURED"):
        state_of("wish").after(Move(BEN))


def test_no_move_follows_the_end_of_the_round() -> None:
    with pytest.raises(IllegalMove, match="after the end"):
        state_of("end").after(Move(BEN, "phoenix"))


# The pages


@choices
def test_every_answer_is_a_ruling(client: Client, step: Step, choice: Choice) -> None:
    ruling = step.state.ruling(choice.move)
    sentence = explanation(JudgedMove(step.state, choice.move))
    place = step.decision.choices.index(choice)
    if choice.taken:
        told = page(client, STEPS[step.number])
        assert ruling.legal
        assert sentence in visible(told)
        return
    item = list(items(client, step))[place]
    verdict = "Legal" if ruling.legal else "Not legal"
    assert f"<h2>{verdict}</h2>" in item
    assert sentence in visible(item)
    assert re.findall(r'href="/rules/rule/(.+?)/"', item) == list(ruling.rules)


@decisions
def test_tap_on_the_choice_that_is_taken_continues_and_on_another_answers(
    client: Client, step: Step
) -> None:
    goes_on = step_address(STEPS[step.number])
    leads = [
        re.findall(r'class="choice" href="(.+?)"', item)[0] for item in items(client, step)
    ]
    assert leads == [
        goes_on if choice.taken else f"#answer-{number}"
        for number, choice in enumerate(step.decision.choices, 1)
    ]


@choices
def test_every_legal_choice_leads_on(client: Client, step: Step, choice: Choice) -> None:
    item = list(items(client, step))[step.decision.choices.index(choice)]
    leads_on = f'href="{step_address(STEPS[step.number])}"' in item
    assert leads_on is step.state.ruling(choice.move).legal


@decisions
def test_page_lists_all_legal_plays_of_the_player_in_turn(client: Client, step: Step) -> None:
    html = page(client, step)
    _, _, listed = html.partition('<details class="house">')
    shapes = {
        (option.combination, tuple(sorted(card.rank or 0 for card in option.cards)))
        for option in step.state.situation(step.state.turn).legal_plays
    }
    assert listed.count("<li>") == len(shapes)
    may_pass = step.state.ruling(Move(step.state.turn)).reason is RulingReason.OK
    assert ("A pass." in listed) is may_pass


@steps
def test_all_four_hands_are_open(client: Client, step: Step) -> None:
    _, _, rest = page(client, step).partition('<dl class="hands">')
    hands, _, _ = rest.partition("</dl>")
    told = [PracticePage(step).hands[place].cards or "<span>out</span>" for place in range(4)]
    assert [cards in hands for cards in told] == [True] * 4


def test_page_says_what_happened_since_the_last_decision(client: Client) -> None:
    told = visible(page(client, STEPS[6]))
    assert (
        "Cleo passes. Dora passes. Ada passes. Ben wins the trick. Ben leads: Single 10."
        " Cleo passes. Dora passes."
    ) in told


def test_answer_says_what_would_follow(client: Client) -> None:
    told = visible(page(client, STEPS[6]))
    assert (
        "Ben wins the trick. Ben leads: Pair of queens, the Phoenix as queen. Ben is out."
    ) in told


def test_phoenix_that_cannot_be_played_has_no_value(client: Client) -> None:
    phoenix, *_ = items(client, STEPS[7])
    assert "Ben: Phoenix Not legal" in visible(phoenix)


def test_page_names_the_wish(client: Client) -> None:
    told = visible(page(client, STEPS[1]))
    assert "Ada wishes for 8." in told
    assert "Wish: 8" in told


def test_end_has_the_points(client: Client) -> None:
    assert "300 : 0" in visible(page(client, STEPS[-1]))


def test_each_step_links_to_the_step_before(client: Client) -> None:
    backs = [re.findall(r'href="(\S+)">‹ One step back', page(client, step)) for step in STEPS]
    assert backs == [[], *([step_address(step)] for step in STEPS[:-1])]


def test_first_step_has_the_address_of_the_round(client: Client) -> None:
    assert step_address(STEPS[0]) == reverse("practice")


def test_step_that_is_not_there_is_404(client: Client) -> None:
    assert client.get("/rules/practice/no-such-step/").status_code == 404


@steps
def test_any_cache_may_keep_the_page(client: Client, step: Step) -> None:
    response = client.get(step_address(step))
    assert response["Cache-Control"] == "public, no-cache"
    assert not response.cookies


@steps
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_page_is_light(client: Client, encoding: str, step: Step) -> None:
    assert compressed_size(client, step_address(step), STYLES, encoding) <= 14_000


@steps
def test_headings_go_down_one_at_a_time(client: Client, step: Step) -> None:
    levels = re.findall(r"<h(\d)", page(client, step))
    answers = sum(not choice.taken for choice in step.decision.choices)
    assert levels == ["1"] + ["2"] * answers
