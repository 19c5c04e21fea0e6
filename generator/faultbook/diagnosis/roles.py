"""The roles of a line, by the names that an index gives them.

The same as `faultbook.entry.Role`, which is left out here because the command line should
start quickly: an entry's twenty-odd record types take longer to make than a log to read.
"""

from __future__ import annotations

INITIATING = "initiating"
EITHER = "either"
COLLATERAL = "collateral"
CONTEXT = "context"
HARMLESS = "harmless"

JOB_DOWN = "job-down"
"""The severity of a failure that ends a job."""
