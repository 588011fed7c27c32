/* Loaded before the page is drawn, so that it never flashes in the wrong colours. */

import { recall, retain } from "./shared/store.ts";

const { dataset } = document.documentElement;
const schemes = () => (matchMedia("(prefers-color-scheme: dark)").matches ? ["dark", "light"] : ["light", "dark"]);
/** What the button of this name changes: one of two, first that which nobody has to choose. */
const choices = { theme: schemes, table: () => ["felt", "wood"] };
for (const [name, offered] of Object.entries(choices)) {
  const kept = recall(name);
  if (kept) dataset[name] = kept;
  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById(name)?.addEventListener("click", () => {
      const [usual, other] = offered();
      dataset[name] = (dataset[name] ?? usual) === usual ? other : usual;
      retain(name, dataset[name]);
    });
  });
}
