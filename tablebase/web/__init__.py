"""The explorer: a web page, and an HTTP API over the library.

The page is in ``static``. Its engine, in ``static/engine``, answers the API's questions in the
browser, with the kernels that `wasm` compiles and the data from `site_data`. `site` makes the
page's files, and `publishing` writes them.

The server needs the extra ``[web]``. Read in this order: `parameters` (strict query strings),
`schemas` (the shape of answers), `service` (tables, and what games add), `endpoints` (the API as
one list, which the installed games bring), `openapi` (its description, made from that list),
`workers`, `connections` and `metrics`, `app` (the application), `server` (the process) and
`reference` (docs/api-http.md).
"""
