# Adds the long straights that were noted in a round, and finds them with all that is special.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0047_kept_rulings'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='round',
            name='round_group_told',
        ),
        migrations.AddField(
            model_name='round',
            name='straights',
            field=models.JSONField(null=True),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(condition=models.Q(('bombs__isnull', False), ('straights__isnull', False), ('transfer__isnull', False), ('player_a1__isnull', False), _connector='OR'), fields=['group', 'game'], name='round_group_special'),
        ),
    ]
