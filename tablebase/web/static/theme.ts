/* Loaded before the page is drawn, so that it never flashes in the wrong colours. */
{
  const root = document.documentElement;
  /** where storing may be forbidden */
  const tried: (use: () => string | null | void) => string | null | void = (use) => {
    try {
      return use();
    } catch {
      return null;
    }
  };
  const schemes = () => (matchMedia("(prefers-color-scheme: dark)").matches ? ["dark", "light"] : ["light", "dark"]);
  /** What the button of this name changes: one of two, first that which nobody has to choose. */
  const choices = { theme: schemes, table: () => ["felt", "wood"] };
  for (const [name, offered] of Object.entries(choices)) {
    const key = `tablebase ${location.pathname.replace(/[^/]*$/, "")} ${name}`; // as store.ts has it
    const kept = tried(() => localStorage.getItem(key));
    if (kept) root.dataset[name] = kept;

    document.addEventListener("DOMContentLoaded", () => {
      document.getElementById(name)?.addEventListener("click", () => {
        const [usual, other] = offered();
        const next = (root.dataset[name] ?? usual) === usual ? other : usual;
        root.dataset[name] = next;
        tried(() => localStorage.setItem(key, next));
      });
    });
  }
}
