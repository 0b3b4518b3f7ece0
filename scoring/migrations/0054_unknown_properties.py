# Adds what later releases wrote into files of groups.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0053_merged_files'),
    ]

    operations = [
        migrations.CreateModel(
            name='UnknownProperties',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=10)),
                ('object_id', models.UUIDField()),
                ('version', models.IntegerField(null=True)),
                ('properties', models.JSONField()),
                ('game', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scoring.game')),
                ('group', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='scoring.group')),
            ],
            options={
                'verbose_name_plural': 'unknown properties',
                'constraints': [models.UniqueConstraint(fields=('group', 'name', 'object_id'), name='unknown_properties_once')],
            },
        ),
    ]
