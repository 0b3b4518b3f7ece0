"""The columns of a game or a round for each seat."""

from scoring.rules import Seat

SEAT_COLUMNS = {seat: f"player_{seat.lower()}" for seat in Seat}
# The same columns as attributes that hold a primary key. The change log uses these names too.
SEAT_ID_COLUMNS = {seat: f"{column}_id" for seat, column in SEAT_COLUMNS.items()}
CALL_COLUMNS = {seat: f"call_{seat.lower()}" for seat in Seat}
