"""A log is written to a device that is always full."""

with open("/dev/full", "w") as log:  # noqa: PTH123 - the plain call is what prints the error
    log.write("step 1\n" * 10_000)
