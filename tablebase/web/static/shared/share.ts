/** Results and moves that are sent to friends. */

/**
 * Send a text with a link: with the device's share dialog if it has one, otherwise through the clipboard.
 *
 * @param query of the page's address
 * @param copied what to say where it went to the clipboard
 * @returns what has been done, in words; "" if the device shows that
 */
export async function share(text: string, query: string, copied: string): Promise<string> {
  const url = new URL(query, location.href).href;
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ text, url });
    return "";
  }
  const copying = (async () => navigator.clipboard.writeText(`${text}\n${url}`))(); // no clipboard over plain http
  return copying.then(
    () => copied,
    () => `${text} ${url}`,
  );
}

/** Send a result, with the address of what was solved. */
export const shareResult = (text: string, query: string) =>
  share(text, query, "Copied, without the moves. Paste it into a message.");
