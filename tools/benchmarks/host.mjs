// A host of static files as the common ones are: HTTP/2, gzip, ten minutes of cache.
//
// node tools/benchmarks/host.mjs FOLDER [PORT]   prints the address of the page

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, statSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { tmpdir } from "node:os";
import { extname, join, normalize, resolve } from "node:path";
import { gzipSync } from "node:zlib";

const KINDS = {
  ".css": "text/css",
  ".html": "text/html",
  ".jpg": "image/jpeg",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};
const SMALL_ALREADY = [".jpg", ".png"];

const folder = resolve(process.argv[2]);
const made = new Map();

/** A file as it is sent, made once. */
function file(path) {
  if (!made.has(path)) {
    const data = readFileSync(path);
    const kind = extname(path);
    const packed = SMALL_ALREADY.includes(kind) ? data : gzipSync(data, { level: 6 });
    made.set(path, {
      body: packed,
      headers: {
        "content-type": KINDS[kind] ?? "application/octet-stream",
        "content-length": packed.length,
        "cache-control": "max-age=600",
        vary: "Accept-Encoding",
        etag: `"${createHash("sha256").update(data).digest("hex").slice(0, 16)}"`,
        ...(packed === data ? {} : { "content-encoding": "gzip" }),
      },
    });
  }
  return made.get(path);
}

function answer(request, response) {
  const { pathname } = new URL(request.url, "https://host");
  const path = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
  if (!path.startsWith(folder) || !statSync(path, { throwIfNoEntry: false })?.isFile()) {
    response.writeHead(404).end();
    return;
  }
  const { body, headers } = file(path);
  if (request.headers["if-none-match"] === headers.etag) {
    response.writeHead(304, { etag: headers.etag, "cache-control": headers["cache-control"] }).end();
  } else {
    response.writeHead(200, headers).end(body);
  }
}

/** A certificate that only a browser which ignores them takes. */
function certificate() {
  const at = mkdtempSync(join(tmpdir(), "host-"));
  const [key, cert] = [join(at, "key.pem"), join(at, "cert.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const options = ["-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", ...curve, ...options], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

const server = createSecureServer({ ...certificate(), allowHTTP1: true }, answer);
server.listen(Number(process.argv[3] ?? 0), "127.0.0.1", () => {
  console.log(`https://localhost:${server.address().port}/`);
});
