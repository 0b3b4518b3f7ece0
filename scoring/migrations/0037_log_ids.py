import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0036_rename_game_fields'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='game',
            name='game_series_number_once',
        ),
        migrations.AddField(
            model_name='device',
            name='log_id',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='log_id',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='group',
            name='log_id',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='log_id',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='game',
            name='created',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='group',
            name='created',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AlterField(
            model_name='payment',
            name='at',
            field=models.DateTimeField(default=django.utils.timezone.now),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('group', 'series', 'series_number'), name='game_series_number_once'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('group', 'log_id'), name='game_log_id_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(fields=('group', 'log_id'), name='player_log_id_once'),
        ),
    ]
