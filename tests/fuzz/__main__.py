"""`python -m tests.fuzz 40000` sends random requests until 40,000 of them were answered with
neither 404 nor 405. A second number is the seed."""

import os
import secrets
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tichu_score.settings")
django.setup()

from tests.fuzz.run import run  # noqa: E402 (it asks Django for the addresses)


def main() -> int:
    numbers = [int(each) for each in sys.argv[1:]]
    wanted = numbers[0] if numbers else 40_000
    seed = numbers[1] if len(numbers) > 1 else secrets.randbelow(10**6)
    print(f"{wanted:,} requests from seed {seed}", flush=True)
    report = run(wanted, seed)
    answered = ", ".join(f"{status}: {n:,}" for status, n in sorted(report.statuses.items()))
    print(
        f"{report.answered:,} past 404 and 405 ({answered}), the slowest {report.slowest:.1f} s"
    )
    print("\n".join(report.failures[:50]) or "No failure.")
    return bool(report.failures)


if __name__ == "__main__":
    sys.exit(main())
