from django.db import migrations


def end_those_without_a_device(apps, _editor):
    """Who was revoked before now, and has no device left, has no way back either."""
    players = apps.get_model("scoring", "Player").objects
    players.filter(membership=None).update(way_back_hash=None)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0009_transfer_possible'),
    ]

    operations = [
        migrations.RunPython(end_those_without_a_device, migrations.RunPython.noop),
    ]
