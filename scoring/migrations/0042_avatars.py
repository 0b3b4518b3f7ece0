# Adds what was chosen as the avatar of a player, and whether a group shows avatars. The columns of players
# are without defaults and constraints: with these, SQLite's table would be made anew, and lose its triggers.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0041_access_tokens'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='colour',
            field=models.CharField(max_length=8, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='symbol',
            field=models.CharField(max_length=16, null=True),
        ),
        migrations.AddField(
            model_name='group',
            name='shows_avatars',
            field=models.BooleanField(db_default=True, default=True),
        ),
    ]
