from django.db import migrations, models

# Whoever listens is called with the game whose revision was raised, not its version alone.
CALL = """
DROP TRIGGER scoring_game_rings ON scoring_game;
CREATE TRIGGER scoring_game_rings AFTER UPDATE OF {column} ON scoring_game
    FOR EACH ROW WHEN (OLD.{column} IS DISTINCT FROM NEW.{column}) EXECUTE FUNCTION scoring_ring();
"""


def call_by(column):
    def call(_apps, editor):
        if editor.connection.vendor == 'postgresql':
            editor.execute(CALL.format(column=column))

    return call


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0013_latest_game'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='revision',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.RunSQL('UPDATE scoring_game SET revision = version', migrations.RunSQL.noop),
        migrations.RunPython(call_by('revision'), call_by('version')),
    ]
