# Adds photos of players. The column of players is without a default, a constraint and a foreign key: with
# these, SQLite's table would be made anew, and lose its triggers.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0051_group_change_log_id'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='photo',
            field=models.CharField(max_length=12, null=True),
        ),
        migrations.CreateModel(
            name='Photo',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=12)),
                ('content', models.BinaryField(max_length=20480)),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='photos', to='scoring.group')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('digest', 'group'), name='photo_once_in_group')],
            },
        ),
    ]
