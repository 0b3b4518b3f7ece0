# O’Neil and O'Neil are alike from now on: their players have one key.

from django.db import migrations

APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ`", "'"))
ACUTE_ACCENT = " \u0301"  # in a key: what NFKC makes of the character that stands by itself


def key_apostrophes_alike(apps, schema_editor):
    """Where a group has both, the second one keeps its key, which no name has any more: it is
    found by the name itself."""
    Player = apps.get_model('scoring', 'Player')
    keys = set(Player.objects.values_list('group_id', 'name_key'))
    for player in Player.objects.filter(name_key__regex='[’‘ʼ`\u0301]').order_by('pk'):
        key = player.name_key.translate(APOSTROPHES)
        if '´' in player.name:
            key = key.replace(ACUTE_ACCENT, "'")
        if (player.group_id, key) not in keys:
            keys.add((player.group_id, key))
            Player.objects.filter(pk=player.pk).update(name_key=key)


class Migration(migrations.Migration):

    last_release_runs_on_because = 'it finds a player by the name before it looks for a key'

    dependencies = [
        ('scoring', '0056_game_follows'),
    ]

    operations = [
        migrations.RunPython(key_apostrophes_alike, migrations.RunPython.noop),
    ]
