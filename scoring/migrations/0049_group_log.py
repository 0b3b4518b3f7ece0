# Adds the log of a group.

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0048_round_straights'),
    ]

    operations = [
        migrations.CreateModel(
            name='GroupChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('kind', models.CharField(choices=[('rename', 'Rename'), ('hide', 'Hide'), ('show', 'Show'), ('merge', 'Merge'), ('take_back', 'Take Back'), ('split', 'Split'), ('forget', 'Forget'), ('import', 'Import'), ('undo_import', 'Undo Import'), ('create_token', 'Create Token'), ('revoke_token', 'Revoke Token')], max_length=12)),
                ('facts', models.JSONField(default=dict)),
                ('device', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='scoring.device')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='changes', to='scoring.group')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
    ]
