"""Games from elsewhere are pasted or uploaded as a file, previewed, imported, and taken
back."""

import re
import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.models import Agreement, Change, ChangeKind, Game, GameImport, Player
from scoring.rules import BySeat, ByTeam, Seat
from scoring.services.games import start_game
from scoring.stats.group_stats import group_stats
from tests.factories import GameWriter, plain, start_rotation
from tests.scoring.game_import.importer import GAME, TOO_LONG, Importer, page_text, text_of
from tests.scoring.log_groups import imported, log_of
from tests.scoring.player_merge.merging import figures, naive_figures

pytestmark = pytest.mark.django_db

ROUNDS = """day,Anna + Ben,Clara + Dora
2024-03-06,60,40
2024-03-06,200,0
2024-03-06,300,-100
2024-03-06,-60,160
2024-03-06,200,0
2024-03-06,260,-160
2024-03-06,40,60
"""


def test_pasted_table_is_looked_at_and_imported(importer: Importer) -> None:
    before = Game.objects.count()
    draft = importer.hand_in(ROUNDS)
    assert "1 game would be imported." in importer.look(draft)
    assert (Game.objects.count(), GameImport.objects.get().begun) == (before, None)

    assert importer.store(draft).status_code == 302
    game = Game.objects.latest("pk")
    assert tuple(game.names) == ("Anna", "Clara", "Ben", "Dora")
    assert game.final_totals == ByTeam(1000, 0)
    assert (game.round_points or [])[2] == [300, -100]
    assert "1 game was imported." in importer.list


def test_who_has_imported_or_taken_back_is_led_to_what_became_of_it(importer: Importer) -> None:
    draft = importer.hand_in(ROUNDS)
    importer.store(draft)

    imported = importer.phone.client.get(importer.page(draft))
    taken_back = importer.undo(draft)

    assert imported["Location"] == f"{importer.address}#imported"
    assert taken_back["Location"] == f"{importer.address}#imported"
    assert 'id="imported"' in importer.phone.client.get(importer.address).content.decode()


def test_file_is_imported_as_a_pasted_text_is(importer: Importer) -> None:
    file = SimpleUploadedFile("Lunch games.csv", GAME.encode("utf-16"))
    response = importer.phone.client.post(importer.address, {"text": "", "file": file})
    draft = GameImport.objects.get()

    assert response["Location"] == importer.page(draft)
    assert (draft.source, draft.text) == ("Lunch games.csv", GAME)


def test_unreadable_text_is_refused_and_what_was_typed_stays(importer: Importer) -> None:
    response = importer.phone.client.post(importer.address, {"text": "See you on Friday"})

    assert response.status_code == 422
    assert "This text cannot be read" in page_text(response)
    (kept,) = re.findall(
        "<textarea[^>]*>\n(.*?)</textarea>", response.content.decode(), re.DOTALL
    )
    assert kept == "See you on Friday"
    assert not GameImport.objects.exists()


def test_empty_file_is_refused_as_one(importer: Importer) -> None:
    empty = SimpleUploadedFile("games.csv", b" ")
    response = importer.phone.client.post(importer.address, {"text": "", "file": empty})

    assert response.status_code == 422
    assert "This file is empty: choose another one, or paste the text." in page_text(response)


def test_games_of_one_day_are_shown_with_that_day(importer: Importer) -> None:
    preview = importer.look(importer.hand_in(ROUNDS))

    assert ("On 6 Mar 2024." in preview, "From 6 Mar 2024" in preview) == (True, False)


def test_totals_below_zero_have_a_real_minus_sign(importer: Importer) -> None:
    preview = importer.look(importer.hand_in(GAME.replace("560", "-245")))

    assert "Anna + Ben 1040 : −245 Clara + Dora" in preview


def test_pasted_text_that_is_too_long_is_refused_as_a_file_is(importer: Importer) -> None:
    response = importer.phone.client.post(importer.address, {"text": "x" * 2_000_000})

    assert response.status_code == 422
    assert TOO_LONG in page_text(response)


def test_text_that_the_form_does_not_read_is_refused_with_the_same_sentence(
    importer: Importer,
) -> None:
    response = importer.phone.client.post(importer.address, {"text": "x" * 3_000_000})

    assert response.status_code == 413
    assert TOO_LONG in page_text(response)


def test_import_is_taken_back_whole(importer: Importer) -> None:
    group = importer.phone.group
    before = group_stats(group)
    games = importer.import_all(text_of("games.csv"))
    assert group_stats(group) != before

    importer.undo(GameImport.objects.get())

    assert group_stats(group) == before
    assert not Game.objects.filter(pk__in=[game.pk for game in games]).exists()
    assert not Player.objects.offered().filter(name="Emil").exists()
    assert "3 games were imported and taken back." in importer.list
    last = Change.objects.filter(game__in=games).order_by("pk").last()
    assert last
    assert last.kind == ChangeKind.DELETION


def test_imported_player_of_another_game_is_not_hidden_when_the_import_is_taken_back(
    importer: Importer,
) -> None:
    """Anna has left her other game after its first round, and Clara sits out of hers."""
    group = importer.phone.group
    importer.import_all(GAME)
    names = BySeat("Anna", "Eva", "Finn", "Gil")
    left = GameWriter(start_game(group, names, Agreement(), key=uuid.uuid4()))
    left.record(plain(60))
    left.substitute(Seat.A1, "Hana")
    start_rotation("Clara", group=group)

    importer.undo(GameImport.objects.get())

    assert not group.players.filter(hidden=True).exists()


@pytest.mark.parametrize(
    "text", [ROUNDS, GAME, text_of("games.csv"), text_of("command-history.json")]
)
def test_figures_are_those_of_a_naive_count_and_as_before_when_taken_back(
    importer: Importer, text: str
) -> None:
    group = importer.phone.group
    before = figures(group)

    importer.import_all(text)
    imported, counted = figures(group), naive_figures(group)
    importer.undo(GameImport.objects.get())

    assert before != imported == counted
    assert figures(group) == before


def test_what_was_taken_back_can_be_imported_again(importer: Importer) -> None:
    for _ in range(3):
        (game,) = importer.import_all(GAME)
        assert game.final_totals == ByTeam(1040, 560)
        importer.undo(GameImport.objects.latest("pk"))
    assert Game.with_deleted.filter(final_a=1040).count() == 3


def test_same_text_again_changes_nothing(importer: Importer) -> None:
    importer.import_all(text_of("games.csv"))
    draft = importer.hand_in(text_of("games.csv"))

    assert "3 games are here already." in importer.look(draft)
    assert importer.store(draft).status_code == 422
    assert Game.objects.filter(final_a__isnull=False).count() == 3


def test_game_of_the_same_teams_day_and_totals_is_here_already(importer: Importer) -> None:
    importer.import_all(GAME)
    other = "date,team,other,x,y\n6.3.2024,Dora & Clara,Ben & Anna,560,1040\n"
    assert "1 game is here already." in importer.look(importer.hand_in(other))


def test_game_that_is_here_is_not_refused_for_its_target(importer: Importer) -> None:
    short = GAME.replace("1040", "540").replace("560", "460")
    importer.import_all(short, target="500")
    other = "date,team,other,x,y\n6.3.2024,Dora & Clara,Ben & Anna,460,540\n"
    preview = importer.look(importer.hand_in(other), target="1000")
    assert "1 game is here already." in preview
    assert "cannot be imported" not in preview


def test_spelling_is_mapped_to_whom_a_person_says_and_remembered(importer: Importer) -> None:
    importer.phone.group.players.create(name="Margarete")
    number = Player.objects.get(name="Margarete").pk
    text = GAME.replace("Anna", "Gretl")
    answers = {"name_1": str(number), "spelling_1": "Gretl"}
    (game,) = importer.import_all(text, **answers)
    (again,) = importer.import_all(text.replace("1040", "1100").replace("560", "500"))

    assert (game.names.a1, again.names.a1) == ("Margarete", "Margarete")


def test_name_that_is_nearly_known_is_suggested(importer: Importer) -> None:
    importer.phone.group.players.create(name="Annabelle")
    (game,) = importer.import_all(GAME.replace("Anna", "anabelle"))
    assert game.names.a1 == "Annabelle"


def test_games_of_an_ignored_name_are_left_out(importer: Importer) -> None:
    text = GAME + "2024-03-07,Anna,Ben,Clara,Guest,1000,500\n"
    answers = {"name_5": "ignore", "spelling_5": "Guest"}
    draft = importer.hand_in(text)
    assert "1 game is left out, because a name is ignored." in importer.look(draft, **answers)

    importer.store(draft, **answers)
    assert Game.objects.filter(final_a__isnull=False).count() == 1
    assert not Player.objects.filter(name="Guest").exists()


def test_new_player_gets_the_name_that_is_written(importer: Importer) -> None:
    answers = {"name_1": "new", "new_1": "Anna Zwei", "spelling_1": "Anna"}
    (game,) = importer.import_all(GAME, **answers)
    assert game.names.a1 == "Anna Zwei"


def test_one_person_in_two_seats_is_refused_with_a_sentence(importer: Importer) -> None:
    answers = {"name_1": "new", "new_1": "Ben", "spelling_1": "Anna"}
    shown = importer.look(importer.hand_in(GAME), **answers)
    assert "Row 2: Two of these names are one player here" in shown


def test_days_with_two_readings_are_asked_for(importer: Importer) -> None:
    text = GAME.replace("2024-03-06", "6/3/2024")
    draft = importer.hand_in(text)
    refused = importer.store(draft)
    assert refused.status_code == 422
    assert "Choose whether the day or the month comes first." in page_text(refused)

    importer.store(draft, dates="month_first")
    (game,) = Game.objects.filter(final_a__isnull=False)
    assert game.created.date().isoformat() == "2024-06-03"


def test_day_in_words_is_read_whatever_the_language_of_the_page(importer: Importer) -> None:
    (game,) = importer.import_all(GAME.replace("2024-03-06", "6. März 2024"))
    assert game.created.date().isoformat() == "2024-03-06"


def test_day_is_asked_for_where_there_is_none(importer: Importer) -> None:
    text = ROUNDS.replace("day,", "").replace("2024-03-06,", "")
    draft = importer.hand_in(text)
    shown = importer.look(draft)
    assert shown.index("The day of this game is not known") < shown.index("Played to")

    importer.store(draft, day="2024-03-06")
    (game,) = Game.objects.filter(final_a__isnull=False)
    assert game.created.date().isoformat() == "2024-03-06"


def test_unreadable_day_is_reported_once_and_replaced_by_no_other(
    importer: Importer,
) -> None:
    draft = importer.hand_in(GAME.replace("2024-03-06", "32.3.2024"))
    answers = {"day": "2024-03-06", "keep_results": "on"}
    shown = importer.look(draft, **answers)

    # In the list of errors, and beside the game.
    assert shown.count("This day cannot be read: write it like 2026-03-06, and import it") == 2
    assert shown.index("Row 2: This day cannot be read") < shown.index("Played to")
    assert importer.store(draft, **answers).status_code == 422


def test_row_against_the_rules_is_reported_and_kept_by_its_result_on_request(
    importer: Importer,
) -> None:
    wrong = ROUNDS.replace("200,0\n2024-03-06,260,-160", "200,10\n2024-03-06,260,-170")
    draft = importer.hand_in(wrong)
    shown = importer.look(draft)
    assert "Row 6: 200 : 10 cannot be the points of a round" in shown
    assert "1 game cannot be imported as it stands." in shown
    assert importer.store(draft).status_code == 422

    importer.store(draft, keep_results="on")
    (game,) = Game.objects.filter(final_a__isnull=False)
    assert (game.final_totals, game.round_points) == (ByTeam(1000, 0), None)


def test_points_below_nothing_have_the_minus_sign_of_the_site(importer: Importer) -> None:
    draft = importer.hand_in(ROUNDS.replace("200,0\n2024-03-06,300", "-200,5\n2024-03-06,300"))
    assert "Row 3: −200 : 5 cannot be the points of a round" in importer.look(draft)


def test_game_below_its_target_is_refused_until_the_target_is_said(importer: Importer) -> None:
    draft = importer.hand_in(GAME.replace("1040,560", "540,360"))
    assert "1 game cannot be imported" in importer.look(draft)
    assert importer.store(draft, target="500").status_code == 302
    assert Game.objects.get(final_a=540).target == 500


def test_rounds_that_are_known_in_full_are_stored_as_rounds(importer: Importer) -> None:
    (game,) = importer.import_all(text_of("command-history.json"), target="300")

    rounds = [row.round for row in game.sheet.rows]
    assert [tuple(each.points) for each in rounds] == [(255, 45), (0, 100), (125, -25)]
    assert [each.first for each in rounds] == [0, 1, 2]
    assert tuple(game.sheet.standing.totals) == (380, 120)
    assert game.final_totals is None
    assert [each.kind for each in game.changes.all()] == [ChangeKind.RECORD] * 3


def test_notes_of_rounds_are_stored_with_them(importer: Importer) -> None:
    game, _ = importer.import_all(text_of("numbered-players.json"), target="300")
    assert [each.note for each in game.rounds.order_by("seq")] == ["nice", ""]


def test_note_is_cleaned_and_cut_to_its_room(importer: Importer) -> None:
    long = "x\u200b" + "y" * 300
    text = text_of("numbered-players.json").replace('"nice"', f'"{long}"')
    game, _ = importer.import_all(text, target="300")
    assert game.rounds.get(seq=1).note == "x" + "y" * 199
    assert imported(log_of(importer.phone.group)).games.count() == 2


def test_first_out_is_never_invented(importer: Importer) -> None:
    (game,) = importer.import_all(
        text_of("tichu-xyz-earlier.json"), day="2024-03-01", target="200"
    )
    assert game.rounds.count() == 0


def test_page_of_a_game_shows_the_points_of_its_rounds(importer: Importer) -> None:
    (game,) = importer.import_all(ROUNDS)
    shown = page_text(importer.phone.client.get(game.get_absolute_url()))
    assert "Points of the rounds: who was first out is unknown" in shown
    assert "3 300 −100" in shown
