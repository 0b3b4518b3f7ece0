"""The privacy page: what is stored, who sees it, and for how long."""

from django.utils.translation import gettext_lazy

from tichu_score.public_pages.page import PublicPage, Section, tested

_STORED = Section(
    gettext_lazy("What the server stores"),
    (
        tested(
            gettext_lazy(
                "Of a group: the names of its players as they were typed in, their colours and "
                "symbols, all games with calls, points, notes, rulings and stakes, seasons, "
                "house rules, what was imported, and a log of which device changed what and "
                "when."
            ),
            "site/test_privacy.py::test_tables_are_those_that_the_page_names",
        ),
        tested(
            gettext_lazy(
                "Photos of players, if any were chosen: small, and without the place, the "
                "time and other data that a camera adds. Only members of the group see "
                "them."
            ),
            "scoring/test_photos.py::test_photo_is_stored_without_metadata_and_shown",
            "scoring/test_photos.py::test_only_who_belongs_to_the_group_sees_the_photo",
        ),
        tested(
            gettext_lazy(
                "There are no accounts: nobody is asked for an e-mail address, a password, a "
                "telephone number or a date of birth."
            ),
            "site/test_privacy.py::test_nothing_else_is_stored_of_people_and_devices",
        ),
        tested(
            gettext_lazy(
                "Of a device: its kind, such as iPhone, the name that it was given in the "
                "group, when it joined, and whose it is, if somebody said so."
            ),
            "site/test_privacy.py::test_nothing_else_is_stored_of_people_and_devices",
        ),
        tested(
            gettext_lazy(
                "The secrets of devices, recovery links and access tokens are stored as "
                "hashes only: nobody who reads the database can use them."
            ),
            "scoring/test_new_game_page.py::test_token_is_stored_as_a_hash_only",
            "scoring/test_recovery_link.py::test_recovery_link_is_stored_as_a_hash_only",
            "scoring/test_access_tokens.py::test_hash_alone_is_stored",
        ),
        tested(
            gettext_lazy(
                "Requests to join, to draw pictures or to write are counted by network "
                "address (IP), so that nobody can flood the site. A day after an address "
                "was last counted, the next cleanup deletes it; the server cleans up once "
                "a day."
            ),
            "scoring/test_rate_limits.py::test_addresses_of_one_holder_count_as_one",
            "site/test_privacy.py::test_network_address_is_deleted_a_day_after_it_was_counted",
        ),
        tested(
            gettext_lazy(
                "The log of the server has no names, scores, tokens or network addresses in it."
            ),
            "site/test_request_log.py::test_address_is_logged_without_its_secrets",
            "site/test_privacy.py::test_log_has_no_network_address",
        ),
    ),
    (
        gettext_lazy(
            "Anything between you and the server, such as a proxy or a provider, may keep "
            "its own logs."
        ),
    ),
)

_BROWSER = Section(
    gettext_lazy("What your browser stores"),
    (
        tested(
            gettext_lazy(
                "Up to three cookies, all of this site: the secret that proves which device "
                "this is, for 400 days from the last visit; one that proves that a form was "
                "sent from this site, for a year; and the language, if you chose one, for a "
                "year."
            ),
            "site/test_privacy.py::test_cookies_are_those_that_the_page_names",
        ),
        tested(
            gettext_lazy(
                "Changes that the server does not have yet, until it has them, and your latest "
                "tables, for use without a network. Leaving a group deletes its pages."
            ),
            "e2e/test_unsent_changes.py::test_unsent_round_and_call_survive_a_closed_tab",
            "e2e/offline/test_privacy.py::test_device_that_leaves_a_group_keeps_nothing_of_it",
        ),
        tested(
            gettext_lazy(
                "The settings of this device, which the server does not know: its page is the "
                "same for everybody."
            ),
            "scoring/test_device_settings_page.py::test_page_is_the_same_for_everybody",
        ),
    ),
)

_SEEN = Section(
    gettext_lazy("Who sees it"),
    (
        tested(
            gettext_lazy(
                "The devices of the group, and nobody else: for all others its pages do not "
                "exist."
            ),
            "scoring/test_isolation.py::test_what_is_not_mine_is_as_if_it_were_not_there",
        ),
        tested(
            gettext_lazy(
                "Anybody who has the invitation link can join, and anybody who has the "
                "watching link can watch, until the owner makes new links."
            ),
            "scoring/test_owner.py::test_new_links_end_the_old_ones",
        ),
        tested(
            gettext_lazy("The preview of an invitation link in a messenger names nobody."),
            "scoring/test_link_previews.py::test_invitation_has_a_card_that_names_nobody",
            "scoring/test_link_previews.py::test_link_to_watch_has_a_card_that_names_nobody",
        ),
        tested(
            gettext_lazy(
                "Nothing is sent anywhere: pages load nothing from other sites, nothing tracks "
                "you, and the server calls no other service."
            ),
            "site/test_headers.py::test_page_names_the_release_and_what_it_may_load",
            "site/test_privacy.py::test_server_calls_no_other_service",
        ),
    ),
    (
        gettext_lazy(
            "The operator of this site can read everything that is stored on it, including "
            "invitation links, which pages show again, but not the secrets of devices."
        ),
    ),
)

_DELETED = Section(
    gettext_lazy("How it is deleted"),
    (
        tested(
            gettext_lazy(
                "The owner can forget a player: the name goes from everything that is stored "
                "of the group, its log included, and the scores stay."
            ),
            "scoring/test_forgotten_players.py::test_name_is_nowhere_in_the_database",
            "scoring/test_photos.py::test_forgotten_player_has_no_photo_any_more",
            "scoring/test_forgotten_players.py::test_figures_are_as_before",
        ),
        tested(
            gettext_lazy(
                "The owner can delete a game or the group. It can be restored for 30 days; "
                "then the next tidying removes it for good."
            ),
            "scoring/test_deleted_games.py::test_deleted_game_is_purged_after_thirty_days",
            "scoring/test_owner.py::test_deleted_group_is_removed_for_good_after_thirty_days",
        ),
        tested(
            gettext_lazy(
                "A device that leaves a group sees nothing of it any more. In the log of the "
                "group its kind remains, such as iPhone."
            ),
            "scoring/test_devices.py::test_log_names_a_device_that_left_by_its_system",
        ),
        tested(
            gettext_lazy(
                "The server makes a backup each day and keeps the last ones, a week’s unless "
                "its operator chose another number. Deleted data is in them until then."
            ),
            "site/test_backups.py::test_newest_backups_are_kept",
            "site/test_privacy.py::test_backups_of_a_week_are_kept",
        ),
        tested(
            gettext_lazy(
                "Every member can save all that the site knows of the group as a file, and all "
                "games of one player."
            ),
            "scoring/test_log_pages.py::test_every_member_saves_the_group",
            "scoring/test_player_file.py::test_file_has_the_players_games_and_who_was_in_them",
        ),
    ),
    (gettext_lazy("Copies of backups elsewhere are up to the operator: ask about them."),),
)

PRIVACY = PublicPage(
    gettext_lazy("Privacy"),
    gettext_lazy("Privacy"),
    gettext_lazy(
        "What this site stores, who sees it, and for how long. Everything in a list is "
        "checked by tests of the program."
    ),
    (_STORED, _BROWSER, _SEEN, _DELETED),
)
