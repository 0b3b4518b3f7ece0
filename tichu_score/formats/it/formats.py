"""Italian: the day before the month, and the hours of the day from 0 to 23."""

DATE_FORMAT = "j N Y"
DATETIME_FORMAT = "j N Y, H:i"
