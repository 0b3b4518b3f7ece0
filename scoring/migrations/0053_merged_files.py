# An entry of a group's log tells of a file that was merged.

from django.db import migrations, models


class Migration(migrations.Migration):

    last_release_runs_on_because = 'it leaves out entries of kinds that it does not know'

    dependencies = [
        ('scoring', '0052_photos'),
    ]

    operations = [
        migrations.AlterField(
            model_name='groupchange',
            name='kind',
            field=models.CharField(choices=[('rename', 'Rename'), ('hide', 'Hide'), ('show', 'Show'), ('merge', 'Merge'), ('take_back', 'Take Back'), ('split', 'Split'), ('forget', 'Forget'), ('import', 'Import'), ('undo_import', 'Undo Import'), ('merge_file', 'Merge File'), ('create_token', 'Create Token'), ('revoke_token', 'Revoke Token')], max_length=12),
        ),
    ]
