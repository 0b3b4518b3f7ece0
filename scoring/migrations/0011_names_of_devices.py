from django.db import migrations, models
from django.db.models import OuterRef, Subquery

# What a device is called before anybody names it.
SYSTEMS = ["iPhone", "iPad", "Android", "Chromebook", "Windows", "Mac", "Linux", "Browser"]


def name_in_every_group(apps, _editor):
    """Every group keeps the name that the device has, and no other group learns it from the
    device."""
    Device, Membership = (apps.get_model("scoring", name) for name in ("Device", "Membership"))
    name = Device.objects.filter(pk=OuterRef("device")).values("system")
    Membership.objects.update(name=Subquery(name))
    named = Device.objects.exclude(system__in=SYSTEMS)
    named.filter(pk__in=Membership.objects.values("device")).update(system="Browser")


def name_for_all_groups(apps, _editor):
    Device, Membership = (apps.get_model("scoring", name) for name in ("Device", "Membership"))
    name = Membership.objects.filter(device=OuterRef("pk")).order_by("pk").values("name")[:1]
    Device.objects.filter(pk__in=Membership.objects.values("device")).update(system=Subquery(name))


class Migration(migrations.Migration):

    dependencies = [
        ('scoring', '0010_ways_back'),
    ]

    operations = [
        migrations.RenameField(model_name='device', old_name='name', new_name='system'),
        migrations.AddField(
            model_name='membership',
            name='name',
            field=models.CharField(default='', max_length=40),
            preserve_default=False,
        ),
        migrations.RunPython(name_in_every_group, name_for_all_groups),
    ]
