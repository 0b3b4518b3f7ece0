"""The page *Are my scores safe?*: what happens to scores when something goes wrong."""

from django.utils.translation import gettext_lazy

from tichu_score.public_pages.page import PublicPage, Section, tested

_NETWORK = Section(
    gettext_lazy("The network is lost"),
    (
        tested(
            gettext_lazy(
                "Taps are stored on the phone and count there. They are sent by themselves "
                "when the network is back, even if the page was closed meanwhile."
            ),
            "e2e/test_unsent_changes.py::test_rounds_without_a_network_are_queued_and_recorded",
            "e2e/test_unsent_changes.py::test_score_counts_unsent_rounds",
            "e2e/test_unsent_changes.py::test_unsent_round_and_call_survive_a_closed_tab",
        ),
        tested(
            gettext_lazy(
                "A round whose answer was lost on the way counts once, however often it is "
                "sent."
            ),
            "e2e/test_faults.py::test_round_whose_answer_was_lost_counts_once",
            "e2e/test_faults.py::test_answers_cut_at_random_lose_and_double_nothing",
        ),
        tested(
            gettext_lazy(
                "A whole evening can be played like this. Over HTTPS, pages open without a "
                "network, too."
            ),
            "e2e/test_offline_evening.py::test_evening_without_a_network_is_on_the_server_once",
        ),
    ),
)

_SERVER = Section(
    gettext_lazy("The server fails"),
    (
        tested(
            gettext_lazy(
                "If it is killed in the middle of a round, every round that it has "
                "acknowledged is there afterwards, once. The others are sent again by the "
                "phones."
            ),
            "e2e/test_crash.py::test_killed_while_recording_keeps_every_acknowledged_round_once",
        ),
        tested(
            gettext_lazy(
                "If the database is locked, the tap is refused after a few seconds, the phone "
                "keeps it, and it counts once."
            ),
            "site/test_faults.py::"
            "test_write_that_is_locked_out_is_refused_and_counts_once_when_it_is_sent_again",
            "offline/test_sender.py::test_what_is_no_answer_of_the_form_leaves_the_round_to_be_sent_again",
        ),
        tested(
            gettext_lazy(
                "If the disk is full, nothing is acknowledged that is not stored; once there "
                "is room, the same round counts."
            ),
            "site/test_faults.py::test_round_that_the_disk_has_no_room_for_counts_once_there_is_some",
        ),
        tested(
            gettext_lazy(
                "If somebody deletes the file of the database, the server notices, and says "
                "that it is not available instead of acknowledging anything."
            ),
            "site/test_faults.py::test_nothing_is_acknowledged_once_the_file_is_deleted",
        ),
        tested(
            gettext_lazy(
                "It makes a backup of the database each day, and one before an upgrade. "
                "Games go on from a restored one."
            ),
            "site/test_backups.py::test_daily_backup_is_made_once",
            "site/test_backups.py::test_database_is_backed_up_before_an_upgrade",
            "site/test_backups.py::test_killed_server_is_restored_and_played_on",
        ),
    ),
    (
        gettext_lazy(
            "If the disk breaks, what is left is the last backup that was copied to another "
            "machine: the operator of this site knows whether there is one."
        ),
    ),
)

_PHONE = Section(
    gettext_lazy("A phone is lost, or its browser is cleared"),
    (
        tested(
            gettext_lazy(
                "The scores are on the server, on every other phone of the group as before. A "
                "new phone comes back by the recovery link, or another member’s phone lets it "
                "in."
            ),
            "scoring/test_recovery_link.py::test_recovery_link_brings_a_new_phone_in_as_the_same_person",
            "scoring/test_join_requests.py::test_yes_lets_the_phone_in_as_the_same_person",
        ),
        tested(
            gettext_lazy(
                "Changes that the phone had not sent yet are lost with it. The phone shows "
                "how many are waiting, and warns if its browser may delete them."
            ),
            "e2e/test_unsent_changes.py::test_home_counts_what_is_unsent_and_sends_it",
            "offline/test_storage.py::test_warning_says_what_may_happen_to_what_is_unsent",
        ),
        tested(
            gettext_lazy(
                "The owner removes a lost phone from the group; from then on it sees and "
                "changes nothing."
            ),
            "scoring/test_devices.py::test_revoked_device_is_out",
        ),
    ),
    (
        gettext_lazy(
            "If the only phone of a group is lost and nobody saved a recovery link, only the "
            "operator of this site can let somebody in: save the link, and have a second "
            "member."
        ),
    ),
)

_PEOPLE = Section(
    gettext_lazy("People make mistakes"),
    (
        tested(
            gettext_lazy(
                "If two people record the same round, it counts once: the second one sees both "
                "and decides."
            ),
            "scoring/test_concurrent_writers.py::test_writers_who_saw_the_same_sheet_conflict_but_one",
            "e2e/test_two_phones.py::test_conflict_shows_both_rounds",
        ),
        tested(
            gettext_lazy("A double tap records one round."),
            "e2e/test_double_taps.py::test_double_tap_on_a_score_key_records_one_round",
        ),
        tested(
            gettext_lazy(
                "Everything in a game can be undone and redone, back to its first round, on "
                "every phone and after any time."
            ),
            "scoring/test_rounds_properties.py::test_undoing_everything_leaves_an_empty_sheet",
            "scoring/test_rounds_properties.py::test_redoing_everything_brings_the_same_sheet_back",
            "scoring/test_other_scorekeepers.py::test_undo_survives_a_reload",
        ),
        tested(
            gettext_lazy(
                "A deleted game or group can be restored by its owner for 30 days, with all "
                "that was in it. Then it is gone."
            ),
            "scoring/test_deleted_games.py::test_owner_restores_the_game_from_the_page_of_the_group",
            "scoring/test_owner.py::test_deleted_group_is_restored_with_its_games",
            "scoring/test_owner.py::test_deleted_group_is_removed_for_good_after_thirty_days",
        ),
    ),
)

_END = Section(
    gettext_lazy("The site is given up"),
    (
        tested(
            gettext_lazy(
                "Every member can save the group as a file at any time. Any other server with "
                "this program imports it, with the same statistics and the same log."
            ),
            "scoring/test_log_pages.py::test_every_member_saves_the_group",
            "scoring/test_log.py::test_log_of_an_imported_group_is_the_same_byte_for_byte",
            "scoring/test_log.py::test_imported_group_has_the_same_statistics",
        ),
        tested(
            gettext_lazy(
                "The format of the file is published, and rounds, games and players can be "
                "saved as tables for any spreadsheet: nobody needs this program to read "
                "them."
            ),
            "scoring/test_log_pages.py::test_schema_is_published",
            "scoring/test_tables.py::test_group_page_offers_the_tables_and_both_separators",
        ),
        tested(
            gettext_lazy(
                "A new version reads what earlier ones stored; those games keep their totals "
                "and their log."
            ),
            "upgrades/test_migrated_database.py::test_totals_of_earlier_games_are_the_same",
            "upgrades/test_migrated_database.py::test_log_of_earlier_games_is_the_same",
        ),
    ),
    (gettext_lazy("The program is open source: anybody may run and change it."),),
)

SCORE_SAFETY = PublicPage(
    gettext_lazy("Are my scores safe?"),
    gettext_lazy("What happens to your scores when …"),
    gettext_lazy(
        "Nothing that was acknowledged is ever lost: that is the promise. Everything in a "
        "list is checked by tests of the program."
    ),
    (_NETWORK, _SERVER, _PHONE, _PEOPLE, _END),
)
