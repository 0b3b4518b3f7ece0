"""The form of a round shows the same without a network as a naive count computes."""

from hypothesis import Phase, given, settings

from tests.javascript import JavaScript
from tests.scoring.field_lists import Fields, scored, sent

ROUNDS = "scoring/js/offline/rounds.js"
RULES = "scoring/js/shared/rules.js"
JS = JavaScript(ROUNDS)

SCORE = f"""({{ "{ROUNDS}": rounds, "{RULES}": rules }}, forms) => forms.map((fields) => {{
  try {{
    const {{ A, B }} = rules.scoreRound(rounds.factsOf(fields));
    return [A, B];
  }} catch (error) {{
    if (!(error instanceof rules.IllegalRound)) throw error;
    return null;
  }}
}})"""


def drawn_fields() -> list[Fields]:
    """Draw forms of a round, valid and invalid ones."""
    cases: list[Fields] = []

    @settings(max_examples=1_000, phases=[Phase.generate], database=None)
    @given(sent())
    def draw(fields: Fields) -> None:
        cases.append(fields)

    draw()
    return cases


def test_form_without_a_network_is_taken_as_a_naive_count_says() -> None:
    cases = drawn_fields()
    answers = JS.run(SCORE, cases)

    official = {"grand": True, "calls_per_team": "any"}
    expected = [scored(fields, official) for fields in cases]
    got = [answer and tuple(answer) for answer in answers]
    differ = [each for each in zip(cases, got, expected, strict=True) if each[1] != each[2]]
    assert differ[:3] == []
