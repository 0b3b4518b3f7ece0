"""The columns that a game or a round has for each seat."""

from scoring.rules import Seat

SEAT_COLUMNS = {seat: f"player_{seat.lower()}" for seat in Seat}
CALL_COLUMNS = {seat: f"call_{seat.lower()}" for seat in Seat}
