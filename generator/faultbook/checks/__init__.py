"""Named checks: rules beyond shape that every entry keeps.

A check is a function with an id, a level and a documented reason. It yields findings and
never prints. `faultbook.checks.registry` lists them all; `faultbook.checks.engine` runs them.
"""
