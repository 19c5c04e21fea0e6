"""`python -m faultbook`."""

import sys

from faultbook.cli.main import main

sys.exit(main())
