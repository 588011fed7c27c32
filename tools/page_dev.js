/**
 * Serves the page from its sources and reloads it when one changes: `npm run dev`.
 *
 * What Python makes comes from `tablebase serve` at the address in TABLEBASE_URL. Without one, it is
 * started. It must be started again when Python or markup in frames changes; no service worker is used.
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";

const ROOT = resolve(import.meta.dirname, "..");
const SHARED = "tablebase/web/static";
const HOME = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).imports["#home/*"].slice(2, -2);
const PORT = 8766;
const given = process.env.TABLEBASE_URL;
const target = given ?? `http://127.0.0.1:${PORT}`;

/** The source of what the site has in its folder `static`, if there is one. @param {string} path */
function sourceOf(path) {
  const place = path.match(/^\/static\/(.*\.(js|css|html))$/)?.[1].replace(/\.js$/, ".ts");
  if (!place || place === "engine/start.ts") return null; // no module: the one that is built
  const source = place.startsWith("games/") ? `tablebase/${place}` : `${SHARED}/${place}`;
  return existsSync(join(ROOT, source)) ? source : null;
}

/** What Vite makes from sources: the address; styles and markup are sent at once. */
function bypass({ url }, response) {
  const [name] = url.split("?");
  if (name === "/sw.js") return false;
  if (name.startsWith("/@") || (name !== "/" && existsSync(join(ROOT, name)))) return url;
  const source = sourceOf(name);
  if (source === null || source.endsWith(".ts")) return source && `/${source}`;
  const also = name === "/static/style.css" ? [`${HOME}/frame/style.css`] : [];
  const text = [source, ...also].map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
  response.setHeader("content-type", source.endsWith(".css") ? "text/css" : "text/html").end(text);
  return url;
}

const rewrite = (path) => path.replace(/^\/tablebase\/games\//, "/static/games/");

/** @type {import("vite").Plugin} */
const page = {
  name: "page",
  transform: (code, id) => (id.endsWith(`${SHARED}/main.ts`) ? `import "/@vite/client";\n${code}` : null),
  handleHotUpdate({ file, server }) {
    if (/tablebase\/(web\/static|games\/\w+\/page)\/(?!built)/.test(file)) server.ws.send({ type: "full-reload" });
    return [];
  },
};

if (!given) {
  const own = join(ROOT, ".venv/bin/tablebase");
  const child = spawn(existsSync(own) ? own : "tablebase", ["serve", "--port", `${PORT}`], { stdio: "inherit" });
  process.on("exit", () => child.kill());
}
while (!(await fetch(target).catch(() => null))) await setTimeout(500); // it starts

const server = { port: 5173, proxy: { "/": { target, bypass, rewrite } } };
export default { root: ROOT, appType: "custom", plugins: [page], server, optimizeDeps: { noDiscovery: true } };
