"""The columns that store an agreement."""

from django.db import models

from scoring.rules import MAX_EXTRA_CALL_LENGTH, CallsPerTeam, FailedCalls, LastMoment, TieRule


class AgreementColumns(models.Model):
    """The columns that `Agreement.of` reads: the agreement of a game, or that of a group for
    new games."""

    target = models.PositiveIntegerField(null=True)
    fixed_rounds = models.PositiveSmallIntegerField(null=True)
    lead = models.PositiveIntegerField(null=True)
    floor = models.PositiveIntegerField(null=True)
    tie = models.CharField(max_length=7, default=TieRule.PLAY_ON)
    grand = models.BooleanField(default=True)
    calls_per_team = models.CharField(
        max_length=11, default=CallsPerTeam.ANY.value, db_default=CallsPerTeam.ANY.value
    )
    double_win = models.PositiveSmallIntegerField(default=200, db_default=200)
    failed_calls = models.CharField(
        max_length=15, default=FailedCalls.MINUS.value, db_default=FailedCalls.MINUS.value
    )
    dragon_keeps_last_trick = models.BooleanField(default=False, db_default=False)
    time_limit = models.PositiveSmallIntegerField(null=True)
    extra_call = models.CharField(max_length=MAX_EXTRA_CALL_LENGTH, default="", db_default="")
    extra_call_points = models.PositiveSmallIntegerField(default=0, db_default=0)
    extra_call_until = models.CharField(
        max_length=10,
        default=LastMoment.FIRST_LOOK.value,
        db_default=LastMoment.FIRST_LOOK.value,
    )

    class Meta:
        abstract = True
