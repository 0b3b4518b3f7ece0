# Names what a game has agreed on, and who sits there, by what it is: in the columns, and in the
# change log, whose facts are fields of the game.

import django.db.models.expressions
import django.db.models.lookups
from django.db import migrations, models

NAMES = {
    "seating": "seating_number",
    "agreed": "agreement_change",
    "minutes": "time_limit",
    "rotation": "rotation_facts",
}
BATCH = 1000


def rename_facts(apps, schema_editor):
    Game, Change = (apps.get_model("scoring", name) for name in ("Game", "Change"))
    Game.objects.filter(ending="time_up").update(ending="time_limit")
    changes = Change.objects.filter(seq=0).exclude(kind="call").order_by("pk")
    renamed = []
    for change in changes.iterator(BATCH):
        facts = change.before, change.after
        change.before, change.after = map(rename, facts)
        if (change.before, change.after) != facts:
            renamed.append(change)
    Change.objects.bulk_update(renamed, ["before", "after"], batch_size=BATCH)


def rename(facts):
    if facts is None:
        return None
    renamed = {NAMES.get(name, name): value for name, value in facts.items()}
    return renamed | ({"ending": "time_limit"} if facts.get("ending") == "time_up" else {})


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0035_results_without_rounds"),
    ]

    operations = [
        migrations.RemoveConstraint("game", "game_has_an_end"),
        migrations.RemoveConstraint("game", "game_rotation_ends_by_rounds"),
        migrations.RemoveConstraint("game", "game_rotation_has_no_teams"),
        migrations.RemoveConstraint("game", "game_ending_known"),
        migrations.RemoveConstraint("game", "game_series_whole"),
        migrations.RemoveConstraint("game", "game_stake_possible"),
        migrations.RemoveConstraint("game", "game_final_totals_possible"),
        migrations.RenameField("game", "seating", "seating_number"),
        migrations.RenameField("game", "agreed", "agreement_change"),
        migrations.RenameField("game", "minutes", "time_limit"),
        migrations.RenameField("game", "rotation", "rotation_facts"),
        migrations.RenameField("group", "minutes", "time_limit"),
        migrations.RunPython(rename_facts, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('target__isnull', False), ('fixed_rounds__isnull', False), ('lead__isnull', False), _connector='OR'), models.Q(('target__isnull', True), ('target__gte', 1), _connector='OR'), models.Q(('fixed_rounds__isnull', True), ('fixed_rounds__gte', 1), _connector='OR'), models.Q(('lead__isnull', True), ('lead__gte', 1), _connector='OR'), models.Q(('floor__isnull', True), ('floor__gte', 1), _connector='OR'), models.Q(('time_limit__isnull', True), ('time_limit__gte', 1), _connector='OR')), name='game_has_an_end'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('rotation_facts__isnull', True), models.Q(('fixed_rounds__isnull', False), ('floor__isnull', True), ('lead__isnull', True), ('target__isnull', True), ('time_limit__isnull', True)), _connector='OR'), name='game_rotation_ends_by_rounds'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('rotation_facts__isnull', True), models.Q(('adjustments__isnull', True), ('ending__in', ['', 'abandoned'])), _connector='OR'), name='game_rotation_has_no_teams'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('ending__in', ['', 'abandoned', 'forfeited_a', 'forfeited_b', 'time_limit']), models.Q(('ending_reason', ''), models.Q(('ending', ''), _negated=True), _connector='OR')), name='game_ending_known'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('best_of', None), ('series', None), ('series_number', None)), models.Q(('best_of__isnull', False), ('series__isnull', False), ('series_number__isnull', False), ('best_of__in', (3, 5, 7, 9)), ('rotation_facts__isnull', True), ('series_number__gte', 1)), _connector='OR'), name='game_series_whole'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('stake', None), models.Q(('stake__isnull', False), ('stake__range', (1, 1000))), _connector='OR'), models.Q(('stake', None), ('rotation_facts__isnull', True), _connector='OR')), name='game_stake_possible'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('final_a', None), ('final_b', None)), models.Q(('final_a__isnull', False), ('final_b__isnull', False), ('final_a__range', (-1000000, 1000000)), ('final_b__range', (-1000000, 1000000)), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(models.F('final_a'), '%%', models.Value(5)), 0), django.db.models.lookups.Exact(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('final_a'), '+', models.F('final_b')), '%%', models.Value(100)), 0), models.Q(models.Q(('target__isnull', False), models.Q(('final_a__gte', models.F('target')), ('final_b__gte', models.F('target')), _connector='OR')), models.Q(('lead__isnull', False), models.Q(django.db.models.lookups.GreaterThanOrEqual(django.db.models.expressions.CombinedExpression(models.F('final_a'), '-', models.F('final_b')), models.F('lead')), django.db.models.lookups.GreaterThanOrEqual(django.db.models.expressions.CombinedExpression(models.F('final_b'), '-', models.F('final_a')), models.F('lead')), _connector='OR')), models.Q(('floor__isnull', False), models.Q(('final_a__lte', django.db.models.expressions.CombinedExpression(models.F('floor'), '*', models.Value(-1))), ('final_b__lte', django.db.models.expressions.CombinedExpression(models.F('floor'), '*', models.Value(-1))), _connector='OR')), ('fixed_rounds__isnull', False), ('time_limit__isnull', False), _connector='OR'), models.Q(('tie', 'draw'), models.Q(('final_a', models.F('final_b')), _negated=True), _connector='OR'), ('adjustments__isnull', True), ('ending', ''), ('progress__isnull', True), ('rotation_facts__isnull', True), ('series', None), ('stake', None)), _connector='OR'), name='game_final_totals_possible'),
        ),
    ]
