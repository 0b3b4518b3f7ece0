from django.db import migrations

# Whoever listens is called with the game whose version was raised, by whatever statement, and
# with nothing where a device has lost a right. SQLite is asked instead.
RING = """
CREATE FUNCTION scoring_ring() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('scoring_bell', CASE TG_TABLE_NAME WHEN 'scoring_game' THEN NEW.id::text ELSE '' END);
    RETURN NULL;
END $$;
CREATE TRIGGER scoring_game_rings AFTER UPDATE OF version ON scoring_game
    FOR EACH ROW WHEN (OLD.version IS DISTINCT FROM NEW.version) EXECUTE FUNCTION scoring_ring();
CREATE TRIGGER scoring_membership_rings AFTER UPDATE OR DELETE ON scoring_membership
    FOR EACH STATEMENT EXECUTE FUNCTION scoring_ring();
"""
SILENCE = """
DROP TRIGGER scoring_game_rings ON scoring_game;
DROP TRIGGER scoring_membership_rings ON scoring_membership;
DROP FUNCTION scoring_ring();
"""


def ring(_apps, editor):
    if editor.connection.vendor == 'postgresql':
        editor.execute(RING)


def silence(_apps, editor):
    if editor.connection.vendor == 'postgresql':
        editor.execute(SILENCE)


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0003_groups'),
    ]

    operations = [
        migrations.RunPython(ring, silence),
    ]
