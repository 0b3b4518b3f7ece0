"""Korean: year, month and day by their figures, and the hours of the day from 0 to 23."""

DATE_FORMAT = "Y년 n월 j일"
DATETIME_FORMAT = "Y년 n월 j일 H:i"
