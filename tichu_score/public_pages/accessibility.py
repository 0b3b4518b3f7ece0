"""The accessibility statement."""

from django.utils.translation import gettext_lazy

from tichu_score.public_pages.page import PublicPage, Section, tested

_CHECKED = Section(
    gettext_lazy("What is checked before every change"),
    (
        tested(
            gettext_lazy(
                "axe, a program that checks accessibility, finds no barrier on any screen in "
                "light colours, and no colour with too little contrast in dark ones."
            ),
            "e2e/test_screens.py::test_screen_has_nothing_that_axe_finds",
            "e2e/test_screens.py::test_screen_has_nothing_that_axe_finds_in_the_dark",
        ),
        tested(
            gettext_lazy("Everything that can be tapped is at least 48 pixels wide and high."),
            "e2e/test_screens.py::test_screen_has_no_target_smaller_than_a_thumb",
        ),
        tested(
            gettext_lazy(
                "At twice the size of text nothing is lost, and on a screen 320 pixels wide "
                "only wide tables scroll sideways."
            ),
            "e2e/test_screens.py::test_screen_fits_with_text_of_twice_the_size",
            "e2e/test_screens.py::test_screen_fits_the_narrowest_phone",
        ),
        tested(
            gettext_lazy(
                "A whole round is recorded by the keyboard alone, and the focus is then where "
                "the next one starts."
            ),
            "e2e/test_keyboard.py::test_finishing_order_is_recorded_by_keys",
            "e2e/test_keyboard.py::test_focus_after_a_round_is_where_the_next_one_starts",
        ),
        tested(
            gettext_lazy(
                "What other phones change does not move the focus. The score can be read out "
                "aloud after each change, which is a setting of this device."
            ),
            "e2e/test_live.py::test_focus_stays_where_it_was",
            "e2e/test_caller.py::test_round_is_read_out_with_the_score_and_what_is_needed",
        ),
        tested(
            gettext_lazy(
                "Games are set up, scored, amended and undone without JavaScript, too."
            ),
            "e2e/test_without_javascript.py::test_game_is_played_by_plain_forms",
            "e2e/test_without_javascript.py::test_change_is_undone_and_redone_by_plain_forms",
        ),
        tested(
            gettext_lazy(
                "Every page declares its language, and text in another one is marked as such "
                "for screen readers."
            ),
            "e2e/test_screens.py::test_screen_is_whole_in_every_language",
        ),
    ),
)

_LIMITS = Section(
    gettext_lazy("Known limits"),
    (),
    (
        gettext_lazy(
            "It has not been tested by an independent body, nor by anybody who depends on a "
            "screen reader."
        ),
        gettext_lazy("The tests run in Chromium. Safari and Firefox may differ."),
        gettext_lazy(
            "PDF files have no tags for screen readers: the page to print beside each says the "
            "same."
        ),
        gettext_lazy(
            "A shared picture says nothing to a screen reader: the page that it shows does."
        ),
        gettext_lazy("Parts of the rules are in English only; such pages say so."),
    ),
)

ACCESSIBILITY = PublicPage(
    gettext_lazy("Accessibility"),
    gettext_lazy("Accessibility"),
    gettext_lazy(
        "Everybody at the table can keep score. The goal is WCAG 2.2 at level AA on every "
        "page; apart from the limits below no failure is known."
    ),
    (_CHECKED, _LIMITS),
)
