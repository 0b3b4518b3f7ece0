# Adds the ids that entries of a group's log have in files.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0050_hashed_join_codes'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='groupchange',
            options={'ordering': ['-at', '-id']},
        ),
        migrations.AddField(
            model_name='groupchange',
            name='log_id',
            field=models.UUIDField(editable=False, null=True),
        ),
    ]
