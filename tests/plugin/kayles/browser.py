"""Kayles on the page: one mode, with an engine of its own."""

from tablebase.web.page import Mode, Page

PAGE = Page(modes=(Mode("kayles", "Kayles"),), engine="engine.js")
