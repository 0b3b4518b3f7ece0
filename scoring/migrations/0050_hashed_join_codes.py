# Stores only a hash of a code that lets somebody in.

from django.db import migrations, models


def forget_codes(apps, schema_editor):
    """Codes in clear are valid for 15 minutes at most: ask for another one."""
    apps.get_model('scoring', 'JoinCode').objects.all().delete()


class Migration(migrations.Migration):
    last_release_runs_on_because = (
        'the column has its name, and takes the codes of that release; such a code is found by its servers alone'
    )

    dependencies = [
        ('scoring', '0049_group_log'),
    ]

    operations = [
        migrations.RunPython(forget_codes, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameField('joincode', 'code', 'code_hash'),
                migrations.AlterField(
                    model_name='joincode',
                    name='code_hash',
                    field=models.CharField(db_column='code', max_length=8, unique=True),
                ),
            ],
        ),
        migrations.AlterField(
            model_name='joincode',
            name='code_hash',
            field=models.CharField(db_column='code', max_length=64, unique=True),
        ),
    ]
