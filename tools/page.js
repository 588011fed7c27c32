/**
 * Builds the page's bundles, which an installation serves: it needs no Node.
 *
 *     node tools/page.js                  write them to the folder `built` of each folder of sources
 *     node tools/page.js --apart FOLDER   write modules one by one, where the site has them, for tests
 *
 * What all rooms share is built with the page's own game, `#home` in package.json. Each other room is
 * built alone: it imports the rest from `kit.js` and `engine/kit.js`, and from these two of the page's
 * own game. So a room's bundles stay the same whatever else there is.
 */

import { transform } from "lightningcss";
import { rolldown } from "rolldown";
import { parseAst } from "rolldown/parseAst";
import { hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";

const ROOT = resolve(import.meta.dirname, "..");
const BUILT = "built";

/** The folders of sources: what all rooms share, the page's own game, and all rooms. */
const SHARED = "tablebase/web/static";
const HOME = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).imports["#home/*"].slice(2, -2);
const ROOMS = readdirSync(join(ROOT, "tablebase/games"))
  .map((name) => `tablebase/games/${name}/page`)
  .filter((folder) => existsSync(join(ROOT, folder)))
  .sort();

/** The scripts that are no modules. */
const SCRIPTS = [`${SHARED}/sw.ts`, `${SHARED}/engine/start.ts`];

/** The entries of the first view: of the page, and of its engine. */
const FIRST = [`${SHARED}/main.ts`, `${HOME}/play/index.ts`];
const ENGINE = ["worker", "embedded", "kit"].map((name) => `${SHARED}/engine/${name}.ts`);

/** Stands for the site's folder `static` until it is known which file names what lies there. */
const SITE = "site:";

/** A source's place in the site's folder `static`. @param {string} path */
const placeOf = (path) =>
  path
    .replace(RegExp(`^${SHARED}(/|$)`), "")
    .replace(/^tablebase\/(?=games\/)/, "")
    .replace(/\.ts$|(?<=\.json)$/, ".js");

/** @param {string} folder @param {string} end of their names */
const sources = (folder, end) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => `/${path}`.endsWith(end) && !path.endsWith(".d.ts") && !path.startsWith(BUILT))
    .map((path) => `${folder}/${path}`)
    .sort();

/** What the bundles of a folder are made from, and what Python says of its game. @param {string} folder */
const allSources = (folder) => {
  const known = join(dirname(folder), "known");
  const said = existsSync(join(ROOT, known)) ? sources(known, ".json") : [];
  return [...sources(folder, ".ts"), ...sources(folder, ".css"), ...said];
};

/** Lets the address of a file beside a module lead there from its bundle. */
const beside = {
  name: "beside",
  transform(/** @type {string} */ code, /** @type {string} */ id) {
    const folder = placeOf(relative(ROOT, dirname(id)));
    return code.replace(/(?<=new URL\(")[^"]+(?=", import\.meta\.url\))/g, (path) => SITE + join(folder, path));
  },
  renderChunk(/** @type {string} */ code, /** @type {{fileName: string}} */ { fileName }) {
    return code.replace(/site:([^"'`]+)/g, (_, path) => {
      const found = relative(dirname(fileName), path);
      return found.startsWith(".") || !path.endsWith(".js") ? found : `./${found}`;
    });
  },
};

/**
 * Imports modules of the kits' folders from the kits; `roomBundles` checks that they export them.
 *
 * @param {string} name of the kits
 */
const kits = (name) => ({
  name: "kits",
  /** @this {import("rolldown").PluginContext} @param {string} specifier @param {string | undefined} importer */
  async resolveId(specifier, importer) {
    const found = importer && (await this.resolve(specifier, importer, { skipSelf: true }));
    const folder = [SHARED, HOME].find((one) => found?.id.startsWith(join(ROOT, one, "/")));
    return folder ? { id: SITE + placeOf(`${folder}/${name}`), external: true } : found;
  },
});

/**
 * Chooses the bundle of each module. The first view needs few: one for each of its entries, the first
 * of which also holds what others need of the second. What is left is in `others` if several need it.
 *
 * @param {string[]} first the entries of the first view @param {string} main the name of the first bundle
 */
function split([first, view], main) {
  const isOfView = (/** @type {string} */ id) => view && dirname(id) === join(ROOT, dirname(view));
  /** @param {string} id @param {import("rolldown").ChunkingContext} context */
  const name = (id, context) => {
    const { importers } = context.getModuleInfo(id);
    const isShared = importers.some(isOfView) && ![id, ...importers].every(isOfView);
    return id === join(ROOT, first) || isShared ? main : null; // with all that it imports
  };
  const others = { name: join(dirname(main), "others"), minShareCount: 2 };
  return { codeSplitting: { groups: [{ debugName: main, name }, others] } }; // the first takes its modules first
}

/**
 * Bundles, by their places.
 *
 * @param {string[]} entries @param {any[]} plugins @param {import("rolldown").OutputOptions} output
 */
async function bundled(entries, plugins, output) {
  const place = ({ facadeModuleId = null, name = "" }) =>
    facadeModuleId?.startsWith(ROOT) ? placeOf(relative(ROOT, facadeModuleId)) : `${name}.js`;
  const bundle = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries(entries.map((path) => [placeOf(path).slice(0, -3), path])),
    plugins: [...plugins, beside],
    platform: "browser",
    preserveEntrySignatures: "allow-extension",
    onLog(level, log) {
      if (level === "warn") throw new Error(log.message);
    },
  });
  const comments = { legal: true, annotation: false, jsdoc: false }; // a licence stays with what it is of
  const options = { minify: true, comments, entryFileNames: place, chunkFileNames: place, ...output };
  const made = await bundle.generate(options);
  await bundle.close();
  return made.output.flatMap((one) => (one.type === "chunk" ? [one] : []));
}

/** What all rooms share, and the page's own game. */
async function front() {
  const page = [...FIRST, `${SHARED}/kit.ts`, `${HOME}/kit.ts`, ...sources(HOME, "/index.ts")];
  const engine = [...ENGINE, `${HOME}/engine/kit.ts`];
  return [
    ...(await bundled(page, [], split(FIRST, "main"))),
    ...(await bundled(engine, [], split(ENGINE.slice(0, 1), "engine/worker"))),
    ...(await Promise.all(SCRIPTS.map((path) => bundled([path], [], { format: "iife" })))).flat(),
  ];
}

/** A room's bundles, which import nothing that the kits do not have. @param {string} room @param {any[]} shared bundles */
async function roomBundles(room, shared) {
  const made = [
    ...(await bundled(sources(room, "/index.ts"), [kits("kit.ts")], {})),
    ...(await bundled(sources(room, "/engine.ts"), [kits("engine/kit.ts")], {})),
  ];
  for (const { code, fileName } of made)
    for (const { type, source, specifiers } of parseAst(code).body) {
      const from = type === "ImportDeclaration" && join(dirname(fileName), source.value);
      const kit = shared.find((one) => one.fileName === from);
      for (const { imported } of kit ? specifiers : [])
        if (!kit.exports.includes(imported.name))
          throw new Error(`${room}: ${from} has no ${imported.name}, which ${fileName} imports`);
    }
  return made;
}

/** Modules one by one, where the site has them. @param {string} folder */
async function apart(folder) {
  const entries = [SHARED, ...ROOMS].flatMap((one) => sources(one, ".ts")).filter((one) => !SCRIPTS.includes(one));
  const made = await bundled(entries, [], { minify: false, preserveModules: true, preserveModulesRoot: ROOT });
  for (const { fileName, code } of made) write(join(folder, fileName), code);
}

/** @param {string} path @param {string | Uint8Array} data */
function write(path, data) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, data);
}

/**
 * Write a folder's bundles and style sheets, and the digests of the sources that lie in it.
 *
 * @param {string} folder @param {any[]} bundles
 */
function publish(folder, bundles) {
  const built = join(ROOT, folder, BUILT);
  rmSync(built, { recursive: true, force: true });
  for (const { fileName, code } of bundles) write(join(built, relative(placeOf(folder), fileName)), code);
  for (const path of sources(folder, ".css")) {
    const { code } = transform({ filename: path, code: readFileSync(join(ROOT, path)), minify: true });
    write(join(built, relative(folder, path)), code);
  }
  const digest = (/** @type {string} */ path) => hash("sha256", readFileSync(join(ROOT, path)));
  const lines = allSources(folder).map((path) => `${digest(path)}  ${path}\n`);
  write(join(built, ".sources"), lines.join(""));
}

const options = parseArgs({ options: { apart: { type: "string" } } }).values;
if (options.apart) await apart(options.apart);
else {
  const shared = await front();
  const isHome = (/** @type {any} */ { fileName }) => fileName.startsWith(`${placeOf(HOME)}/`);
  publish(
    SHARED,
    shared.filter((one) => !isHome(one)),
  );
  for (const room of ROOMS) publish(room, room === HOME ? shared.filter(isHome) : await roomBundles(room, shared));
}
