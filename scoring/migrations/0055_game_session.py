# The games of a session are found by an index.

import scoring.models.session_key
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0054_unknown_properties'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='game',
            index=models.Index(models.F('group'), scoring.models.session_key.SessionKey('rotation_facts'), condition=models.Q(('rotation_facts__isnull', False)), name='game_session'),
        ),
    ]
