"""Random use of one game by three phones and a television, reproducible from a seed.

After every burst of steps all pages must show what a newly opened page shows. `steps` is the
language of traces and scenarios, `runner` carries out steps, and `walk` draws them at random.
`agreement` compares the pages, and `ledger` compares the change log with what was tapped.
`python -m tests.monkey` runs it for any time.
"""
