"""`python -m faultbook`."""

from faultbook.cli.main import run

run()
