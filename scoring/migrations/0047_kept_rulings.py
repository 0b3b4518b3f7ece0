# Adds the rulings on cards that a game keeps, and the changes that keep and remove them.

from django.db import migrations, models


class Migration(migrations.Migration):

    last_release_runs_on_because = 'every kind of change that it writes is still taken'

    dependencies = [
        ('scoring', '0046_play_rules'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='change',
            name='change_kind_known',
        ),
        migrations.AddField(
            model_name='game',
            name='rulings',
            field=models.JSONField(null=True),
        ),
        migrations.AlterField(
            model_name='change',
            name='kind',
            field=models.CharField(choices=[('record', 'Record'), ('amend', 'Amend'), ('remove', 'Remove'), ('undo', 'Undo'), ('redo', 'Redo'), ('call', 'Call'), ('ending', 'Ending'), ('date', 'Date'), ('seating', 'Seating'), ('adjustment', 'Adjustment'), ('agreement', 'Agreement'), ('deletion', 'Deletion'), ('entry', 'Entry'), ('result', 'Result'), ('ruling', 'Ruling')], max_length=10),
        ),
        migrations.AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('rulings__isnull', False)), fields=['group'], name='game_rulings'),
        ),
        migrations.AddConstraint(
            model_name='change',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['record', 'amend', 'remove', 'undo', 'redo', 'call', 'ending', 'date', 'seating', 'adjustment', 'agreement', 'deletion', 'entry', 'result', 'ruling'])), name='change_kind_known'),
        ),
    ]
