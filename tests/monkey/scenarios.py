"""Faults that have been fixed, each with the steps that showed it."""

SCENARIOS = {
    "other_phone_mirrors_a_tick_and_a_call": """
        phone1 tap first=A1
        phone1 tap tichu=B1
        phone3 ticked first=A1
        phone1 tap card_points=60
        quiet
    """,
    "phone_loads_after_a_tick_of_another_phone": """
        phone1 tap first=A1
        phone1 sent
        phone3 reload
        phone3 ticked first=A1
        phone1 tap card_points=60
        quiet
    """,
    "tick_is_taken_back_after_another_phone_recorded": """
        phone1 tap first=A1
        phone1 tap tichu=A2
        phone3 ticked tichu=A2
        phone3 ticked first=A1
        phone3 tap card_points=60
        phone3 sent
        phone1 tap first=A1
        quiet
    """,
    "tick_is_taken_back_after_another_phone_removed_the_last_round": """
        phone1 tap first=A1
        phone1 tap card_points=60
        quiet
        phone3 tap Round 1
        phone1 tap first=A1
        phone1 sent
        phone3 tap Remove this round
        phone3 sent
        phone1 tap first=A1
        quiet
    """,
    "call_without_a_network_is_overtaken_by_a_round": """
        device1 offline
        phone1 tap tichu=B1
        phone3 tap first=A1
        phone3 tap card_points=60
        phone3 sent
        pause 300
        device1 online
        phone1 reload
        quiet
    """,
    "clear_is_seen_by_others": """
        phone1 tap first=A1
        phone1 sent
        phone1 tap Clear
        quiet
    """,
    "what_closes_grand_tichu_is_seen_by_others": """
        phone1 tap dealt
        quiet
        phone3 tap played
        quiet
    """,
    "back_from_the_counter_keeps_the_tick": """
        phone1 tap first=A1
        phone1 sent
        phone1 tap next=count
        phone1 left
        phone1 back
        quiet
    """,
    "page_is_left_while_a_round_is_recorded": """
        phone1 tap Bomb or note
        pause 300
        phone1 tap Table
        phone1 tap first=A1
        phone1 tap card_points=60
        phone1 back
        pause 300
        phone1 forward
        quiet
    """,
    "server_is_killed_before_a_round_is_recorded": """
        phone1 tap first=A1
        phone1 sent
        server kill
        phone1 tap card_points=60
        phone3 tap tichu=A2
        server start
        quiet
    """,
    "round_is_recorded_without_a_network_beside_another": """
        device1 offline
        phone1 tap first=A1
        phone1 tap card_points=60
        phone3 tap first=B1
        phone3 tap card_points=45
        phone3 sent
        device1 online
        quiet
    """,
    "last_round_is_undone_on_another_phone": """
        phone1 tap first=A1
        phone1 tap card_points=60
        quiet
        phone2 tap Undo
        phone3 tap tichu=B1
        quiet
        phone2 tap Redo
        quiet
    """,
}

# The delay between the first and the second tap, in milliseconds.
DOUBLE_TAPS = {
    "double_tap_on_a_key": "".join(
        f"""
        phone1 tap first=A1
        phone1 sent
        phone1 double card_points={left} {delay}
        quiet
        """
        for left, delay in ((5, 150), (20, 300), (55, 150), (80, 200))
    ),
    "double_tap_on_undo": "".join(
        f"""
        phone1 tap first=A1
        phone1 tap card_points=60
        quiet
        phone1 double Undo {delay}
        quiet
        """
        for delay in (150, 400, 700)
    ),
}
