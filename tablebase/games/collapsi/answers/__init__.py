"""Collapsi's part of the HTTP API.

Read in this order: `offer` (the rules that are offered), `asked` (what a query asks about),
`records` (the shape of answers), `shown` (positions as plain data), `questions` (the answer to
each) and `endpoints` (the table of them). ``reference.md`` introduces docs/api-http.md.
"""
