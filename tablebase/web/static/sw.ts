/**
 * The service worker: keeps the page for visits without a network.
 *
 * `tablebase site` and `tablebase serve` write a line before this one that sets `SITE`: the digests
 * of the files to keep at once (`shell`), and of large ones and other games', which are kept when they
 * are first needed (`late`). Of some `folders` all files are kept with the first one. A file is kept
 * under its digest. So a new version fetches only what has changed, no file of one version gets into
 * another, and a new list is a new version.
 *
 * On a static host a version stays in use until `update.ts` reloads the page. A page of
 * `tablebase serve` comes from the server as long as there is one: the same port may later serve
 * another page.
 */

const worker = self as any;
const {
  home,
  shell,
  late,
  folders,
}: { home: string; shell: Record<string, string>; late: Record<string, string>; folders: string[] } = worker.SITE;
const kept = { ...late, ...shell };
/** the address of the page */
const scope: string = worker.registration.scope;
const isServed = home === "server";

const opened = () => caches.open(`tablebase ${scope}`);

const keyOf = (path: string) => `${scope}${path}?${encodeURIComponent(kept[path])}`;

/** A file as it is kept; it is fetched if it is not. */
async function keep(path: string): Promise<Response> {
  const cache = await opened();
  const found = await cache.match(keyOf(path));
  if (found) return found;
  const answer = await fetch(new URL(path, scope), { cache: "no-cache", integrity: kept[path] });
  if (!answer.ok) throw new Error(`${path}: status ${answer.status}`);
  await cache.put(keyOf(path), answer.clone());
  return answer;
}

/** The folders that have been kept. */
const whole: Set<string> = new Set();

/** Keep the folder of a file, if it is kept whole: what a game needs later is then there without a network. */
async function keepFolder(path: string) {
  const folder = folders.find((one) => path.startsWith(one));
  if (!folder || whole.has(folder)) return;
  whole.add(folder);
  const files = Object.keys(late).filter((other) => other.startsWith(folder));
  await Promise.all(files.map(keep)).catch(() => whole.delete(folder)); // the next file of it tries again
}

/** Forget what other versions have kept. */
async function prune() {
  const cache = await opened();
  const keys = new Set(Object.keys(kept).map((path) => new URL(keyOf(path)).href));
  const others = (await cache.keys()).filter((request) => !keys.has(request.url));
  await Promise.all(others.map((request) => cache.delete(request)));
}

/** The file that a request is for, as `SITE` names it. */
function pathOf(request: Request) {
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== "GET" || !address.startsWith(scope)) return "";
  return address.slice(scope.length).replace(/^(index\.html)?$/, "./");
}

/** Fetch a file that cannot be kept; what the page needs later, only of its own version. */
function fetchOwn(request: Request, path: string) {
  // Of a `.gz` some hosts send what is packed in it.
  if (path in shell || path.endsWith(".gz")) return fetch(request);
  return fetch(new URL(path, scope), { integrity: late[path] });
}

async function answer(request: Request, path: string) {
  // If the server is gone, also behind a proxy, what is kept is used.
  const served = isServed && (await fetch(request).catch(() => null));
  if (served && served.status < 500) return served;
  return keep(path).catch(() => {
    worker.registration.update().catch(() => undefined); // where the host has another version by now, offer that
    return fetchOwn(request, path);
  });
}

worker.addEventListener("install", (event: any) => {
  event.waitUntil(Promise.all(Object.keys(shell).map(keep)));
  if (isServed) worker.skipWaiting();
});

worker.addEventListener("activate", (event: any) => {
  event.waitUntil(prune().then(() => worker.clients.claim()));
});

worker.addEventListener("message", (event: MessageEvent) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (event: any) => {
  const path = pathOf(event.request);
  if (!Object.hasOwn(kept, path)) return;
  const answered = answer(event.request, path);
  event.respondWith(answered);
  event.waitUntil(answered.then(() => Promise.all([isServed && keep(path), keepFolder(path)])).catch(() => undefined));
});
