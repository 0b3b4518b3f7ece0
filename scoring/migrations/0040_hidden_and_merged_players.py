# Adds whether a player is hidden, and into whom one was merged. A check sees one row only, so triggers
# refuse a merge into another group, or of or into somebody who is part of another merge.

import django.db.models.deletion
from django.db import migrations, models

IMPOSSIBLE = """
    NOT EXISTS (
        SELECT 1 FROM scoring_player kept WHERE kept.id = NEW.merged_into_id
        AND kept.group_id = NEW.group_id AND kept.merged_into_id IS NULL
    ) OR EXISTS (SELECT 1 FROM scoring_player merged WHERE merged.merged_into_id = NEW.id)
"""
POSTGRESQL = f"""
CREATE FUNCTION scoring_check_merge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF {IMPOSSIBLE} THEN
        RAISE EXCEPTION 'player_merge_possible' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER player_merge_possible BEFORE INSERT OR UPDATE OF merged_into_id, group_id ON scoring_player
    FOR EACH ROW WHEN (NEW.merged_into_id IS NOT NULL) EXECUTE FUNCTION scoring_check_merge();
"""
# A later migration that makes the table anew on SQLite, as those do that add a constraint to it, has to
# create these again.
SQLITE = [
    f"CREATE TRIGGER player_merge_possible_{when} BEFORE {event} ON scoring_player"
    f" WHEN NEW.merged_into_id IS NOT NULL AND ({IMPOSSIBLE})"
    " BEGIN SELECT RAISE(ABORT, 'player_merge_possible'); END"
    for when, event in [('insert', 'INSERT'), ('update', 'UPDATE OF merged_into_id, group_id')]
]


def create(_apps, editor):
    for statement in [POSTGRESQL] if editor.connection.vendor == 'postgresql' else SQLITE:
        editor.execute(statement)


def drop(_apps, editor):
    if editor.connection.vendor == 'postgresql':
        editor.execute('DROP TRIGGER player_merge_possible ON scoring_player; DROP FUNCTION scoring_check_merge();')
    else:
        editor.execute('DROP TRIGGER player_merge_possible_insert')
        editor.execute('DROP TRIGGER player_merge_possible_update')


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
        migrations.AddField(
            model_name='player',
            name='merge_facts',
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='merged_into',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scoring.player'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('merge_facts__isnull', True), ('merged_into', None)), models.Q(('merge_facts__isnull', False), ('merged_into__isnull', False), models.Q(('merged_into', models.F('id')), _negated=True)), _connector='OR'), name='player_merge_whole'),
        ),
        migrations.RunPython(create, drop),
    ]
