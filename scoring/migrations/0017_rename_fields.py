# Renames two fields. Their columns keep the old names, so the database does not change.

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0016_token_bucket"),
    ]

    operations = [
        migrations.AlterField(
            model_name="group",
            name="shows_chances",
            field=models.BooleanField(db_column="shows_chances", default=True),
        ),
        migrations.RenameField("group", "shows_chances", "shows_win_probability"),
        migrations.AlterField(
            model_name="player",
            name="way_back_hash",
            field=models.CharField(
                db_column="way_back_hash", editable=False, max_length=64, null=True, unique=True
            ),
        ),
        migrations.RenameField("player", "way_back_hash", "recovery_link_hash"),
    ]
