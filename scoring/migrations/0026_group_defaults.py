# Groups keep what somebody set for new games. Until now every game that was started wrote its own
# agreement there: where it still is the latest game's, new games start from the last one.

from django.db import migrations

AGREEMENT = (
    "target", "fixed_rounds", "lead", "floor", "tie",
    "grand", "calls_per_team", "double_win", "failed_calls",
)


def clear_defaults_of_the_latest_game(apps, schema_editor):
    Game = apps.get_model("scoring", "Game")
    Group = apps.get_model("scoring", "Group")
    for group in Group.objects.values("pk", *AGREEMENT).iterator():
        pk = group.pop("pk")
        latest = Game.objects.filter(group=pk).order_by("-pk").values(*AGREEMENT).first()
        if group == latest:
            Group.objects.filter(pk=pk).update(target=None, fixed_rounds=None, lead=None)


class Migration(migrations.Migration):

    dependencies = [
        ("scoring", "0025_adjustments"),
    ]

    operations = [
        migrations.RunPython(clear_defaults_of_the_latest_game, migrations.RunPython.noop),
    ]
