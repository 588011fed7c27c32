/** A question with a few answers, in a dialog. Loaded when one is asked. */

import { button } from "./commands.ts";
import { html } from "./dom.ts";

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
  if (document.querySelector("dialog.ask")) return "";
  const buttons = answers.map(({ value, label, primary }) =>
    button({ class: primary && "primary" }, () => dialog.close(value), label),
  );
  const dialog = html(
    "dialog",
    { class: "ask", "aria-labelledby": "ask-title", "aria-describedby": "ask-text" },
    html("h2", { id: "ask-title" }, title),
    html("p", { id: "ask-text" }, text),
    html("div", { class: "row" }, ...buttons),
  ) as HTMLDialogElement;
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue);
    }),
  );
}
