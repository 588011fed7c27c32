/**
 * Serves the page from its sources and reloads it when one changes: `npm run dev`.
 *
 * What Python makes comes from `tablebase serve` at the address in TABLEBASE_URL. Without one, it is
 * started. It must be started again when Python or markup in frames changes; no service worker is used.
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const SHARED = "tablebase/web/static";
const HOME = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).imports["#home/*"].slice(2, -2);
const PORT = 8766;
const given = process.env.TABLEBASE_URL;
const url = given ?? `http://127.0.0.1:${PORT}`;

/** The source of what the site has in its folder `static`, if there is one. @param {string} path */
function sourceOf(path) {
  const place = path.match(/^\/static\/(.*\.(js|css|html))$/)?.[1].replace(/\.js$/, ".ts");
  if (!place || place === "engine/start.ts") return null; // no module: the one that is built
  const source = place.startsWith("games/") ? `tablebase/${place}` : `${SHARED}/${place}`;
  return existsSync(join(ROOT, source)) ? source : null;
}

/** The answer of `tablebase serve`. @param {string} path */
async function served(path) {
  for (let tries = 60; ; tries--) {
    try {
      return await fetch(url + path, { headers: { "accept-encoding": "identity" } });
    } catch (error) {
      if (!tries) throw error;
      await new Promise((done) => setTimeout(done, 1000)); // it starts
    }
  }
}

/** @type {import("vite").Plugin} */
const page = {
  name: "page",
  configureServer(server) {
    if (!given) {
      const own = join(ROOT, ".venv/bin/tablebase");
      const child = spawn(existsSync(own) ? own : "tablebase", ["serve", "--port", `${PORT}`], { stdio: "inherit" });
      process.on("exit", () => child.kill());
    }
    server.watcher.on("change", (path) => {
      if (/^(web\/static|games\/\w+\/page)\/(?!built)/.test(relative(join(ROOT, "tablebase"), path)))
        server.ws.send({ type: "full-reload" });
    });
    server.middlewares.use(async (request, response, next) => {
      const path = request.url ?? "/";
      const [name] = path.split("?");
      const source = sourceOf(name);
      if (source?.endsWith(".ts")) request.url = `/${source}`;
      if (source?.endsWith(".ts") || name.startsWith("/@") || existsSync(join(ROOT, name, "."))) {
        if (name !== "/") return next();
      }
      if (source) {
        const also = name === "/static/style.css" ? [`${HOME}/frame/style.css`] : [];
        const text = [source, ...also].map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
        return response.setHeader("content-type", source.endsWith(".css") ? "text/css" : "text/html").end(text);
      }
      if (name === "/sw.js") return response.writeHead(404).end();
      const answer = await served(path.replace(/^\/tablebase\/games\//, "/static/games/"));
      const type = answer.headers.get("content-type") ?? "";
      response.writeHead(answer.status, { "content-type": type });
      if (name !== "/") return response.end(Buffer.from(await answer.arrayBuffer()));
      return response.end(await server.transformIndexHtml(path, await answer.text()));
    });
  },
};

export default { root: ROOT, appType: "custom", plugins: [page], server: { port: 5173 } };
