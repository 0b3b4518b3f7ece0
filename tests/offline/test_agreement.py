"""The form of a new game results in the same agreement without a network as on the server."""

from random import Random
from typing import Any

from scoring.forms.agreements import PRESETS, AgreementForm
from scoring.models import Agreement
from tests.javascript import JavaScript

AGREEMENT = "scoring/js/offline/agreement.js"
JS = JavaScript(AGREEMENT)
READ = """({ [name]: { readAgreement, validateAgreement } }, forms, presets) =>
forms.map((fields) => {
  const sent = new Map(fields);
  const refused = [...validateAgreement(sent).keys()].toSorted();
  return refused.length ? refused : readAgreement(sent, presets);
})""".replace("name", f'"{AGREEMENT}"')

NUMBERS = ["", "", " ", "8", " 400 ", "0", "-5", "1.5", "ten", "1000", "1001", "9999999999"]


def random_form(random: Random) -> list[tuple[str, str]]:
    """The fields of the form as a browser sends them: a box that is not ticked is left out."""
    fields = [
        ("target", random.choice(["none", "none", "500", "1000", "other", "many"])),
        ("other_target", random.choice(NUMBERS)),
        *((name, random.choice(NUMBERS)) for name in ("rounds", "lead", "floor", "time_limit")),
        ("tie", random.choice(["play_on", "draw"])),
    ]
    choices = [
        ("preset", ["own", "own", "own", *(each.name for each in PRESETS)]),
        ("calls_per_team", ["any", "one", "one_of_each"]),
        ("double_win", ["100", "200", "300"]),
        ("failed_calls", ["minus", "opponents", "opponents_grand"]),
        ("extra_call", ["", "", " ", "Blind Tichu", " Blind \t Tichu ", "x" * 20, "x" * 21]),
        ("extra_call_points", ["100", "400", "1000"]),
        ("extra_call_until", ["first_look", "ninth_card", "first_card"]),
    ]
    # Pages of an earlier release do not have these fields.
    fields += [
        (name, random.choice(values)) for name, values in choices if random.random() < 0.8
    ]
    boxes = ("grand", "one_call_per_team", "dragon_keeps_last_trick")
    ticked = [name for name in boxes if random.random() < 0.5]
    return fields + [(name, "on") for name in ticked]


def read(fields: list[tuple[str, str]]) -> list[str] | dict[str, Any]:
    form = AgreementForm(dict(fields))
    return form.agreement.columns if form.is_valid() else sorted(form.errors)


def test_agreement_is_read_as_on_the_server() -> None:
    random = Random(20265)
    forms = [random_form(random) for _ in range(3000)]

    presets = {each.name: each.agreement.columns for each in PRESETS}
    answers = JS.run(READ, forms, presets)

    differ = [
        (fields, got, want)
        for fields, got in zip(forms, answers, strict=True)
        if got != (want := read(fields))
    ]
    assert differ[:3] == []


def test_random_forms_are_taken_and_refused() -> None:
    """Check that the random forms of the test above include both."""
    random = Random(20265)
    forms = [read(random_form(random)) for _ in range(3000)]

    refused = {field for each in forms if isinstance(each, list) for field in each}
    ends = {"target", "other_target", "rounds", "lead", "floor", "time_limit"}
    assert refused == {*ends, "extra_call"}
    assert Agreement(None, 8).columns.keys() == next(
        each.keys() for each in forms if isinstance(each, dict)
    )
