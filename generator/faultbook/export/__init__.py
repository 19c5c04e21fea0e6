"""The corpus for programs: a static JSON API, feeds, structured data, alert rules."""
