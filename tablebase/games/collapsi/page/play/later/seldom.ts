/** What is seldom asked for: how a mistake loses, played on the board; the end of a match; a line for other pages. */

import { ask } from "#shared/ask.ts";
import { html, part, write } from "#shared/dom.ts";
import { type Kept, keepGame, keptGame, keptGames } from "#shared/store.ts";
import { continued, type Shown } from "../../shared/session.ts";
import { matchUnderWay, remember } from "../match.ts";
import { completed, unfinished } from "../record.ts";
import { mistakeAt, type State } from "../state.ts";
import { FRIEND } from "../table.ts";
import { scoreText, variationText } from "../words.ts";

/** How long each move is seen. */
const SHOWN_MS = 900;

/** Play on the board how a mistake loses, until the reader goes back to the game. */
export async function showLoss(root: HTMLElement, shown: Shown<State>) {
  const { game } = shown;
  const steps = await shown.looked(continued(game.steps[mistakeAt(shown.state)], game));
  const isShown = () => shown.variation?.steps === steps;
  scrollTo(0, 0);
  for (const at of steps.keys()) {
    if (at && !isShown()) return;
    shown.showStep(steps, at);
    write(part(root, "status"), variationText({ steps, at: steps.length - 1 })); // said once, not move by move
    await new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
  }
}

/** End the match under way, and its round with it, if the player is sure. @returns whether it is ended */
export async function endMatch(): Promise<boolean> {
  const match = matchUnderWay();
  const answers = [
    { value: "", label: "Keep it", primary: true },
    { value: "end", label: "End match" },
  ];
  if (!match || !(await ask("End the match?", `${scoreText(match)}. It then scores nothing.`, answers))) return false;
  remember(null);
  const round = keptGame(match.game);
  if (round) keepGame({ ...round, over: true, about: { ...round.about, left: true } });
  return true;
}

/**
 * The kept game that a friend's link goes on with: one with the same deal, rules and moves so far, in the same
 * seat. A game whose players have both moved here goes on only with a link that has more moves, not with one's own.
 */
export function friendsGame(link: URLSearchParams) {
  const played = (query: URLSearchParams) => `${["p", "e", "r", "own", "m"].map((name) => query.get(name))}.`;
  const isSame = ({ address, about }: Kept) => {
    const so = played(new URLSearchParams(address));
    if (about.level === FRIEND ? about.seat !== link.get("as") : about.level !== "" || about.match) return false;
    return played(link).startsWith(so) && (about.level || played(link) !== so);
  };
  const found = unfinished(keptGames().games.filter(isSame));
  return found && { kept: completed(found), played: true };
}

/** Copy a line that embeds a board in another page. @param query of its address @returns what has been done, in words */
export async function embed(query: string): Promise<string> {
  const frame = html("iframe", { src: new URL(query, location.href).href, width: 400, height: 720, title: "Collapsi" });
  const copied = (async () => navigator.clipboard.writeText(frame.outerHTML))(); // no clipboard over plain http
  return copied.then(
    () => "Copied. Paste it into your page.",
    () => frame.outerHTML,
  );
}
