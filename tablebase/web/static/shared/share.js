/** Results that are sent to friends. */

/**
 * Send a result: with the device's share dialog if it has one, otherwise through the clipboard.
 *
 * @param {string} text
 * @param {string} query of the page's address, without the moves
 * @returns {Promise<string>} what has been done, in words; "" if the device shows that
 */
export async function shareResult(text, query) {
  const url = new URL(query, location.href).href;
  if (matchMedia("(pointer: coarse)").matches && navigator.share) {
    await navigator.share({ text, url });
    return "";
  }
  const copied = (async () => navigator.clipboard.writeText(`${text}\n${url}`))(); // no clipboard over plain http
  return copied.then(
    () => "Copied, without the moves. Paste it into a message.",
    () => `${text} ${url}`,
  );
}
