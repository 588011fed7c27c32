"""The explorer: a web page, and an HTTP API over the library.

The page lies in ``static``. Its engine, in ``static/engine``, answers the API's questions in the
browser: by the kernels that `wasm` compiles, and with what `site_data` writes down. `site` is the
page as files, and `publishing` writes them.

The server needs the extra ``[web]``. Read in this order: `parameters` (a strict query string),
`service` (tables and rules), `answers` (what each question is answered), `schemas` and `endpoints`
(the API as one table), `openapi` (its description, made from that table), `workers` and `metrics`,
`app` (the application) and `server` (the process).
"""
