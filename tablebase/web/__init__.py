"""The explorer: a web page, and an HTTP API over the library.

The page is in ``static``. Its engine, in ``static/engine``, answers the API's questions in the
browser, with the kernels that `wasm` compiles and the data from `site_data`. `site` makes the
page's files, and `publishing` writes them.

The server needs the extra ``[web]``. Read in this order: `parameters` (strict query strings),
`service` (tables and rules), `answers` (the answer to each question), `schemas` and `endpoints`
(the API as one table), `openapi` (its description, made from that table), `workers` and `metrics`,
`app` (the application) and `server` (the process).
"""
