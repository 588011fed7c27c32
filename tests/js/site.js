/** What engines fetch is read from the tree. Their client is that of client.js: the condition `tests`. */

import { readFile } from "node:fs/promises";

globalThis.fetch = async (url) => new Response(await readFile(new URL(url)));
