/** Tabs: buttons; the chosen one shows its panel. The arrow keys walk over them. */

/** @param list with the role tablist; each of its tabs names its panel in `aria-controls` */
export function mountTabs(list: HTMLElement) {
  const tabs = [...list.querySelectorAll("[role=tab]")] as HTMLElement[];
  const panel = (tab: HTMLElement) =>
    list.parentElement?.querySelector(`#${tab.getAttribute("aria-controls")}`) as HTMLElement;
  const choose = (chosen: HTMLElement) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      panel(tab).hidden = tab !== chosen;
    }
  };
  for (const tab of tabs) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const shown = tabs.filter((tab) => !tab.hidden);
    const next = shown[(shown.findIndex((tab) => tab.tabIndex === 0) + step + shown.length) % shown.length];
    choose(next);
    next.focus();
    event.preventDefault();
  });
  choose(tabs[0]);
  return { choose };
}
