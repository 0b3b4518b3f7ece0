# Adds the house rules of play of a group: a row for each time it agreed on some.

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0045_seasons'),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('names', models.JSONField(default=list)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.device')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='play_rules', to='scoring.group')),
            ],
            options={
                'verbose_name_plural': 'play rules',
                'ordering': ['-id'],
            },
        ),
    ]
