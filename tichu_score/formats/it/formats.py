"""Italian: the month by its short name in small letters, and the hours from 0 to 23."""

DATE_FORMAT = "j b Y"
DATETIME_FORMAT = "j b Y, H:i"
