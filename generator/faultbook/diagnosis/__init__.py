"""Diagnosis: from logs and a signature index to what failed first, and why we think so."""
