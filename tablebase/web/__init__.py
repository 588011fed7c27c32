"""The page in a browser, and an HTTP API, of all installed games.

The page is in ``static``, which knows no game. `page` says what a game adds: modes, data, and an
engine that answers its questions in the browser, with kernels that `wasm` compiles. `site` makes
the page's files, `package` the engines as a JavaScript package,
and `publishing` writes them.

The server needs the extra ``[web]``. Read in this order: `parameters` (strict query strings),
`schemas` (the shape of answers), `shown` (what several games' have in common), `service` (tables,
and what games add), `endpoints` (one question), `defaults` (what games without answers of their own
answer), `api` (all questions as one list), `selftest` (whether answers are the rules'), `openapi`
(its description, made from that list), `records` (the same as files of a game), `workers`,
`connections`, `metrics`, `responses`, `guard` (limits and headers), `app` (the application),
`server` (the process) and `reference` (docs/api-http.md).
"""
