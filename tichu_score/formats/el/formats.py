"""Greek: the month by its short name, and the hours of the day from 0 to 23."""

DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i"
