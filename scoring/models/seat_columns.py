"""The columns that a game or a round has for each seat."""

from scoring.rules import Seat

SEAT_COLUMNS = {seat: f"player_{seat.lower()}" for seat in Seat}
# The same as attributes that hold a primary key, which is also how the change log names them.
SEAT_ID_COLUMNS = {seat: f"{column}_id" for seat, column in SEAT_COLUMNS.items()}
CALL_COLUMNS = {seat: f"call_{seat.lower()}" for seat in Seat}
