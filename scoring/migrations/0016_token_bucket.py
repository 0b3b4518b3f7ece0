from django.db import migrations


class Migration(migrations.Migration):
    """Rename the model Bucket to TokenBucket; its table stays."""

    dependencies = [
        ('scoring', '0015_late_changes'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel('Bucket', 'TokenBucket'),
                migrations.AlterModelTable('TokenBucket', 'scoring_bucket'),
            ],
        ),
    ]
