# What has become of `rematch_of`: any next game of an evening, whose column keeps its name, so that
# the last release runs on.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0055_game_session'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField(
                    model_name='game',
                    old_name='rematch_of',
                    new_name='follows',
                ),
                migrations.AlterField(
                    model_name='game',
                    name='follows',
                    field=models.ForeignKey(db_column='rematch_of_id', null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='next_games', to='scoring.game'),
                ),
            ],
        ),
    ]
