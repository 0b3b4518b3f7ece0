"""Random use of one game by three phones and a television, reproducible from a seed.

After every burst of steps all pages must show what a newly opened page shows. `steps` is the
language of traces and scenarios, `runner` carries it out, `walk` draws steps at random,
`agreement` compares the pages and `ledger` the change log with what was tapped, and `python -m
tests.monkey` runs it for any time.
"""
