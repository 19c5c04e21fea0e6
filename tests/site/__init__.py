# ruff: noqa: A005 - the tests of `faultbook.site`
