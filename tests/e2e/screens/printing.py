"""Screens of a game on paper."""

from tests.e2e.screens.registry import Visit, screen


@screen()
def print_game(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.running}print/")


@screen()
def print_fair_copy(visit: Visit) -> None:
    visit.page.goto(f"{visit.demo.finished}print/?sheet=rounds&paper=letter")
