# Replaces one call per team by the number of calls per team, and keeps with each game and round
# what it is played for.

import django.db.models.expressions
import django.db.models.functions.comparison
from django.db import migrations, models


def keep_one_call_per_team(apps, schema_editor):
    for model in ("Game", "Group"):
        rows = apps.get_model("scoring", model).objects
        rows.filter(one_call_per_team=True).update(calls_per_team="one")


def restore_one_call_per_team(apps, schema_editor):
    for model in ("Game", "Group"):
        rows = apps.get_model("scoring", model).objects
        rows.filter(calls_per_team="one").update(one_call_per_team=True)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0022_corrected_dates'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='round',
            name='round_points_follow_from_facts',
        ),
        migrations.AddField(
            model_name='game',
            name='calls_per_team',
            field=models.CharField(db_default='any', default='any', max_length=11),
        ),
        migrations.AddField(
            model_name='game',
            name='double_win',
            field=models.PositiveSmallIntegerField(db_default=200, default=200),
        ),
        migrations.AddField(
            model_name='game',
            name='failed_calls',
            field=models.CharField(db_default='minus', default='minus', max_length=15),
        ),
        migrations.AddField(
            model_name='group',
            name='calls_per_team',
            field=models.CharField(db_default='any', default='any', max_length=11),
        ),
        migrations.AddField(
            model_name='group',
            name='double_win',
            field=models.PositiveSmallIntegerField(db_default=200, default=200),
        ),
        migrations.AddField(
            model_name='group',
            name='failed_calls',
            field=models.CharField(db_default='minus', default='minus', max_length=15),
        ),
        migrations.AddField(
            model_name='round',
            name='double_win',
            field=models.PositiveSmallIntegerField(db_default=200, default=200),
        ),
        migrations.AddField(
            model_name='round',
            name='failed_calls',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunPython(keep_one_call_per_team, restore_one_call_per_team),
        migrations.RemoveField(
            model_name='game',
            name='one_call_per_team',
        ),
        migrations.RemoveField(
            model_name='group',
            name='one_call_per_team',
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('calls_per_team__in', ['any', 'one', 'one_of_each']), ('double_win__in', (100, 200, 300)), ('failed_calls__in', ['minus', 'opponents', 'opponents_grand'])), name='game_house_rules_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('double_win__in', (100, 200, 300)), ('failed_calls__lte', 2)), name='round_house_rules_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('points_a', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Coalesce(models.F('card_points_a'), models.Case(models.When(models.Q(('first__in', [0, 2])), models.F('double_win')), default=models.Value(0))), '+', django.db.models.expressions.CombinedExpression(models.F('call_a1'), '*', models.Case(models.When(first=0, then=models.Value(100)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-100)))), '+', django.db.models.expressions.CombinedExpression(models.F('call_b1'), '*', models.Case(models.When(first=1, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(100)), default=models.Value(0)))), '+', django.db.models.expressions.CombinedExpression(models.F('call_a2'), '*', models.Case(models.When(first=2, then=models.Value(100)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-100)))), '+', django.db.models.expressions.CombinedExpression(models.F('call_b2'), '*', models.Case(models.When(first=3, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(100)), default=models.Value(0))))), ('points_b', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Coalesce(django.db.models.expressions.CombinedExpression(models.Value(100), '-', models.F('card_points_a')), models.Case(models.When(models.Q(('first__in', [1, 3])), models.F('double_win')), default=models.Value(0))), '+', django.db.models.expressions.CombinedExpression(models.F('call_a1'), '*', models.Case(models.When(first=0, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(100)), default=models.Value(0)))), '+', django.db.models.expressions.CombinedExpression(models.F('call_b1'), '*', models.Case(models.When(first=1, then=models.Value(100)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-100)))), '+', django.db.models.expressions.CombinedExpression(models.F('call_a2'), '*', models.Case(models.When(first=2, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(100)), default=models.Value(0)))), '+', django.db.models.expressions.CombinedExpression(models.F('call_b2'), '*', models.Case(models.When(first=3, then=models.Value(100)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-100)))))), name='round_points_follow_from_facts'),
        ),
        migrations.RemoveIndex(model_name="round", name="round_group_history"),
        migrations.AddIndex(
            model_name="round",
            index=models.Index(
                fields=[
                    "group", "game", "seq", "first", "second", "third", "card_points_a",
                    "call_a1", "call_b1", "call_a2", "call_b2", "points_a", "points_b",
                    "double_win", "failed_calls",
                ],
                name="round_group_history",
            ),
        ),
    ]
