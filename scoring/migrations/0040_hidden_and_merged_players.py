# Adds whether a player is hidden.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0039_log_merge'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='hidden',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
