# Adds imports of games from elsewhere, and the points of rounds of which no more is known.

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0043_group_shows_deal'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='round_points',
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name='GameImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(blank=True, max_length=80)),
                ('text', models.TextField(blank=True)),
                ('choices', models.JSONField(default=dict)),
                ('games', models.JSONField(default=list)),
                ('new_players', models.JSONField(default=list)),
                ('planned', models.PositiveIntegerField(default=0)),
                ('created', models.DateTimeField(default=django.utils.timezone.now)),
                ('begun', models.DateTimeField(null=True)),
                ('stored', models.DateTimeField(null=True)),
                ('undone', models.DateTimeField(null=True)),
                ('device', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.device')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='game_imports', to='scoring.group')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
    ]
