"""Korean: the name of a month is its number, and the hours of the day are 0 to 23."""

DATE_FORMAT = "Y년 N j일"
DATETIME_FORMAT = "Y년 N j일 H:i"
