"""Collapsi's part of the HTTP API.

Read in this order: `offer` (what a query asks about), `records` (the shape of answers), `shown`
(positions as plain data), `questions` (the answers about a position) and `deals` (those about deals
and rules, and the list of all); `known` writes what the page's modules know of the rules.
``reference.md`` introduces docs/api-http.md.
"""
