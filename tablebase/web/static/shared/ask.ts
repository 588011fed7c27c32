/** A question with a few answers, in a dialog. */

import { byId, html } from "./dom.ts";

/**
 * @param answers the first has the focus
 * @returns the value of the answer; "" if the dialog was closed without one, or another question is open: a button
 *   was pressed twice
 */
export async function ask(
  title: string,
  text: string,
  answers: { value: string; label: string; primary?: boolean }[],
): Promise<string> {
  const dialog = byId("ask") as HTMLDialogElement;
  if (dialog.open) return "";
  byId("ask-title").textContent = title;
  byId("ask-text").textContent = text;
  byId("ask-answers").replaceChildren(
    ...answers.map(({ value, label, primary }) => html("button", { value, class: primary && "primary" }, label)),
  );
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true }));
}
