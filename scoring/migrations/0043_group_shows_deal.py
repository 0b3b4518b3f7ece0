# Adds whether the table of a group is asked when the cards are dealt. Groups that are here already are: they
# are used to it.

from django.db import migrations, models


def keep(apps, schema_editor):
    apps.get_model("scoring", "Group").objects.update(shows_deal=True)


class Migration(migrations.Migration):

    last_release_runs_on_because = "what is written is a column that it does not know"

    dependencies = [
        ('scoring', '0042_avatars'),
    ]

    operations = [
        migrations.AddField(
            model_name='group',
            name='shows_deal',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(keep, migrations.RunPython.noop, elidable=True),
    ]
