"""`manage.py tidy`: remove for good what nobody can ask for any more."""

from typing import Any

from django.core.management.base import BaseCommand

from scoring.models import Bucket, Group

A_DAY = 24 * 3600.0


class Command(BaseCommand):
    help = "Remove groups that were deleted 30 days ago, and limits that nobody runs into."

    def handle(self, *_args: Any, **_options: Any) -> None:
        Group.objects.all().forget_deleted()
        Bucket.objects.all().forget_full(A_DAY)
