"""Hypothesis strategies for agreements of groups."""

from hypothesis import strategies as st

from scoring.models import Agreement
from scoring.rules import DOUBLE_WINS, CallsPerTeam, FailedCalls

agreements = st.builds(
    Agreement,
    calls_per_team=st.sampled_from(CallsPerTeam),
    grand=st.booleans(),
    double_win=st.sampled_from(DOUBLE_WINS),
    failed_calls=st.sampled_from(FailedCalls),
    dragon_keeps_last_trick=st.booleans(),
)
