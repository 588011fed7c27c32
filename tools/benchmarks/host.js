/**
 * A host of static files as the common ones are: HTTP/2, gzip, ten minutes of cache.
 *
 *     npx vite preview --config tools/benchmarks/host.js --outDir FOLDER --port PORT
 */

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const CACHED = { "cache-control": "max-age=600" };

/** A certificate that only a browser which ignores them takes. */
function certificate() {
  const at = mkdtempSync(join(tmpdir(), "host-"));
  const [key, cert] = [join(at, "key.pem"), join(at, "cert.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  const options = ["-nodes", "-days", "1", "-subj", "/CN=localhost", "-keyout", key, "-out", cert];
  execFileSync("openssl", ["req", "-x509", ...curve, ...options], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Packs kernels, as common hosts do; Vite packs texts alone. */
const kernels = {
  name: "kernels",
  configurePreviewServer({ config, middlewares }) {
    middlewares.use(({ url }, response, next) => {
      if (!/^[\w/]+\.wasm$/.test(url)) return next();
      const headers = { ...CACHED, "content-type": "application/wasm", "content-encoding": "gzip" };
      return response.writeHead(200, headers).end(gzipSync(readFileSync(join(config.build.outDir, url))));
    });
  },
};

export default { appType: "mpa", plugins: [kernels], preview: { https: certificate(), headers: CACHED } };
