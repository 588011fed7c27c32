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
  const key = `tablebase ${location.pathname.replace(/[^/]*$/, "")} theme`; // as store.ts has it
  const kept = tried(() => localStorage.getItem(key));
  if (kept) root.dataset.theme = kept;

  document.addEventListener("DOMContentLoaded", () => {
    document.getElementById("theme")?.addEventListener("click", () => {
      const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      const next = (root.dataset.theme ?? preferred) === "dark" ? "light" : "dark";
      root.dataset.theme = next;
      tried(() => localStorage.setItem(key, next));
    });
  });
}
