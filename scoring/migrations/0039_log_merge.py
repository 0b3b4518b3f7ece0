# Adds what keeps the ids of players and devices apart, and together, when logs are merged.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0038_extra_call'),
    ]

    operations = [
        migrations.AddField(
            model_name='group',
            name='log_namespace',
            field=models.UUIDField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='other_log_ids',
            field=models.JSONField(editable=False, null=True),
        ),
    ]
