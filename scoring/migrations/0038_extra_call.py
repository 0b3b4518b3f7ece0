# Adds the extra call that a table may agree on, to games, groups and rounds.

import django.db.models.expressions
import django.db.models.functions.comparison
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0037_log_ids'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='round',
            name='round_calls_known',
        ),
        migrations.RemoveConstraint(
            model_name='round',
            name='round_house_rules_known',
        ),
        migrations.RemoveConstraint(
            model_name='round',
            name='round_points_follow_from_facts',
        ),
        migrations.RemoveIndex(
            model_name='round',
            name='round_group_history',
        ),
        migrations.AddField(
            model_name='game',
            name='extra_call',
            field=models.CharField(db_default='', default='', max_length=20),
        ),
        migrations.AddField(
            model_name='game',
            name='extra_call_points',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='game',
            name='extra_call_until',
            field=models.CharField(db_default='first_look', default='first_look', max_length=10),
        ),
        migrations.AddField(
            model_name='group',
            name='extra_call',
            field=models.CharField(db_default='', default='', max_length=20),
        ),
        migrations.AddField(
            model_name='group',
            name='extra_call_points',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='group',
            name='extra_call_until',
            field=models.CharField(db_default='first_look', default='first_look', max_length=10),
        ),
        migrations.AddField(
            model_name='round',
            name='extra_call_points',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(fields=['group', 'game', 'seq', 'first', 'second', 'third', 'card_points_a', 'call_a1', 'call_b1', 'call_a2', 'call_b2', 'points_a', 'points_b', 'double_win', 'failed_calls', 'extra_call_points'], name='round_group_history'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('extra_call_until__in', ['first_look', 'ninth_card', 'first_card']), models.Q(models.Q(('extra_call', ''), ('extra_call_points', 0)), models.Q(models.Q(('extra_call', ''), _negated=True), ('extra_call_points__in', (100, 200, 300, 400, 500, 600, 800, 1000))), _connector='OR')), name='game_extra_call_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('call_a1__lte', 3), ('call_a2__lte', 3), ('call_b1__lte', 3), ('call_b2__lte', 3), models.Q(models.Q(('call_a1__lte', 2), ('call_a2__lte', 2), ('call_b1__lte', 2), ('call_b2__lte', 2)), ('extra_call_points__gt', 0), _connector='OR')), name='round_calls_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('double_win__in', (100, 200, 300)), ('extra_call_points__in', (0, 100, 200, 300, 400, 500, 600, 800, 1000)), ('failed_calls__lte', 2)), name='round_house_rules_known'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.CheckConstraint(condition=models.Q(('points_a', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Coalesce(models.F('card_points_a'), models.Case(models.When(models.Q(('first__in', [0, 2])), models.F('double_win')), default=models.Value(0))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_a1=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_a1'), '*', models.Value(100))), '*', models.Case(models.When(first=0, then=models.Value(1)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-1)))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_b1=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_b1'), '*', models.Value(100))), '*', models.Case(models.When(first=1, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(1)), default=models.Value(0)))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_a2=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_a2'), '*', models.Value(100))), '*', models.Case(models.When(first=2, then=models.Value(1)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-1)))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_b2=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_b2'), '*', models.Value(100))), '*', models.Case(models.When(first=3, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(1)), default=models.Value(0))))), ('points_b', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(django.db.models.functions.comparison.Coalesce(django.db.models.expressions.CombinedExpression(models.Value(100), '-', models.F('card_points_a')), models.Case(models.When(models.Q(('first__in', [1, 3])), models.F('double_win')), default=models.Value(0))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_a1=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_a1'), '*', models.Value(100))), '*', models.Case(models.When(first=0, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(1)), default=models.Value(0)))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_b1=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_b1'), '*', models.Value(100))), '*', models.Case(models.When(first=1, then=models.Value(1)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b1', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-1)))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_a2=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_a2'), '*', models.Value(100))), '*', models.Case(models.When(first=2, then=models.Value(0)), models.When(models.Q(('failed_calls', 1), models.Q(('call_a2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(1)), default=models.Value(0)))), '+', django.db.models.expressions.CombinedExpression(models.Case(models.When(call_b2=3, then=models.F('extra_call_points')), default=django.db.models.expressions.CombinedExpression(models.F('call_b2'), '*', models.Value(100))), '*', models.Case(models.When(first=3, then=models.Value(1)), models.When(models.Q(('failed_calls', 1), models.Q(('call_b2', 2), ('failed_calls', 2)), _connector='OR'), then=models.Value(0)), default=models.Value(-1)))))), name='round_points_follow_from_facts'),
        ),
    ]
