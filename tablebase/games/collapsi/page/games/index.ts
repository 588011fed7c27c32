/** My games: what this device keeps, to be gone on with, reviewed, saved and deleted. */

import type { Mount } from "#shared/app.ts";
import { ask } from "#shared/ask.ts";
import { attempt, button, presses } from "#shared/commands.ts";
import { html, part, refill, show, write } from "#shared/dom.ts";
import { download } from "#shared/files.ts";
import { counted } from "#shared/judge.ts";
import { exported, FileError, imported } from "#shared/kept.ts";
import * as store from "#shared/store.ts";
import { matchUnderWay, remember } from "../play/match.ts";
import { NOT_KEPT } from "../play/record.ts";
import { asked, hasLines, textOfOwn } from "../shared/address.ts";
import * as api from "../shared/api.ts";
import { follow, PUBLISHED } from "../shared/game.ts";
import { boardOf, gameOf, timeText } from "../shared/kept.ts";
import { offers } from "../shared/session.ts";
import { tallies } from "./tally.ts";
import { againstText, openText, resultText } from "./words.ts";

export const mount: Mount = (root, app) => {
  const list = part(root, "games");
  const say = (status: string, wrong = "") => show(root, { status, said: wrong });

  const render = async () => {
    const { games, unread } = store.keptGames();
    await Promise.all([offers(), import("../shared/rule_list.ts")]); // without them no game can be read
    const rows = await Promise.all(games.map(row));
    refill(list, [...rows, ...unread.map(unreadRow)]);
    const tally = tallies(games).map(({ level, games, won, unhelped }) => {
      const cells = [games, won, unhelped].map((number) => html("td", {}, String(number)));
      return html("tr", {}, html("th", { scope: "row" }, level), ...cells);
    });
    const { games: number, bytes } = store.used();
    const limits = `At most ${store.LIMITS.games} games and ${store.LIMITS.bytes / 1e6} MB are kept. When there is no room, the oldest game without a star is deleted.`;
    const space = `${counted(number, "game")}, ${Math.ceil(bytes / 1000)} kB. ${limits} Nothing leaves this device.`;
    show(root, {
      none: { hidden: number > 0 },
      "delete-games": { hidden: !number },
      "delete-all": { hidden: !store.names().length },
      tally,
      "tally-panel": { hidden: !tally.length },
      space: store.isAllowed() ? space : NOT_KEPT,
    });
    inView.disconnect(); // what is watched anew says at once whether it is in view
    for (const place of list.querySelectorAll(".small")) inView.observe(place);
  };

  /** Small boards that were drawn, by the addresses of their games. */
  const boards: Map<string, Node> = new Map();

  /** Draw the board of a game that comes into view: the game is replayed for it, and there may be hundreds. */
  const drawBoard = async (place: HTMLElement) => {
    if (place.firstElementChild) return;
    const address = place.dataset.of ?? "";
    const drawn = () => boardOf({ address }).catch(() => new Text()); // none under rules that are unknown here
    const board = boards.get(address) ?? (await drawn());
    boards.set(address, board);
    if (place.dataset.of === address) place.replaceChildren(board.cloneNode(true));
  };

  const inView = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) if (isIntersecting) drawBoard(target as HTMLElement);
  });

  /** A game, whatever its notes are: a file or another version of the page may have written them. */
  const row = async (game: store.Kept) => {
    try {
      const { id, begun, address, starred } = game;
      const [result, kind] = resultText(game);
      const { rules, left } = game.about;
      const known = !rules || (await isKnown(rules));
      const others = known && rules && rules !== PUBLISHED;
      const under = others ? `, ${(await import("../shared/rule_list.ts")).titleOf(rules)}` : "";
      const [date, against] = [timeText(begun), againstText(game) + under];
      const named = `${date}, ${against}`;
      const said = known ? result : `${result}, under rules that are unknown here`;
      const fact = (text: string, kind: string | null) => html("span", { class: kind }, text);
      const text = html("p", {}, fact(date, "quiet"), fact(against, null), fact(said, kind || "quiet"));
      const label = openText(game);
      const href = left ? address.replace("&mode=play", "") : address; // it is not played on
      const link = { class: "button", href, "data-id": id, "aria-label": `${label}: ${named}` };
      const star = { class: "round star", "aria-pressed": String(starred), "aria-label": `Star: ${named}` };
      const turn = () => {
        store.keepGame({ ...game, starred: !starred });
        return render();
      };
      return html(
        "li",
        { "data-key": id },
        button(star, turn, starred ? "★" : "☆"),
        html("span", { class: "small", "data-of": address }, boards.get(address)?.cloneNode(true) ?? ""),
        text,
        html("a", link, label),
        bin(id, named),
      );
    } catch {
      return unreadRow(game);
    }
  };

  /** A game that cannot be read: it stays until the reader deletes it. */
  const unreadRow = ({ id }: { id: string }) => {
    const text = html("p", {}, "A game that this version of the page cannot read");
    return html("li", { class: "unread", "data-key": id }, text, bin(id, "unreadable game"));
  };

  const bin = (id: string, named: string) => button({ "aria-label": `Delete: ${named}` }, () => forget(id), "Delete");

  const forget = async (id: string) => {
    const isRound = matchUnderWay()?.game === id;
    const costs = isRound ? "It is the round of a match under way. The match ends, and scores nothing." : "";
    if (!(await isSure("Delete this game?", costs, "Delete"))) return;
    if (isRound) remember(null);
    store.forgetGame(id);
    const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
    await render();
    const next = list.children[at] ?? list.lastElementChild;
    ((next?.querySelector("button:last-child") ?? part(root, "export")) as HTMLElement).focus();
    say("Deleted.");
  };

  const deleteGames = async () => {
    const { games, unread } = store.keptGames();
    const number = counted(games.length + unread.length, "game");
    const text = `${number} will be deleted, those with a star too. A match under way ends.`;
    if (!(await isSure("Delete all games?", text, "Delete all games"))) return;
    for (const { id } of [...games, ...unread]) store.forgetGame(id);
    remember(null);
    await render();
  };

  const deleteAll = async () => {
    const text = "Games, matches, results of puzzles and of daily boards, and all choices will be deleted.";
    if (!(await isSure("Delete everything that this page keeps?", text, "Delete everything"))) return;
    store.forgetAll();
    location.reload();
  };

  const read = async () => {
    const input = part(root, "import") as HTMLInputElement;
    const [file] = input.files ?? [];
    if (!file) return;
    say("Checking the games of the file…");
    try {
      say(`${counted(await imported(file, check), "game")} added.`);
    } catch (error) {
      say("", error instanceof FileError ? error.message : "");
      if (!(error instanceof FileError)) throw error;
    } finally {
      input.value = "";
      await render();
    }
  };

  const save = () => download("collapsi-games.json", exported(), "application/json");
  presses(root, { export: save, "delete-games": deleteGames, "delete-all": deleteAll });
  part(root, "import").addEventListener("change", () => attempt(read));
  store.onKeptChanged(() => app.isShown() && attempt(render));
  return {
    show: async () => {
      app.title("My games");
      write(part(root, "said"), "");
      await render();
    },
  };
};

/** Whether the reader is sure that something is to be deleted. */
const isSure = async (title: string, text: string, label: string) =>
  (await ask(title, text, [
    { value: "", label: "Keep", primary: true },
    { value: "delete", label },
  ])) === "delete";

/**
 * Whether the rules of a name can be played here: one's own, those of a board's size such as 4x6, or those on offer.
 */
const isKnown = async (name: string) =>
  textOfOwn(name) !== "" || /^\d+x\d+$/.test(name) || (await offers()).some((rules) => rules.name === name);

/** Refuse a game of a file with an illegal move. A game whose rules are unknown here is kept as it is. */
async function check(kept: store.Kept) {
  const query = new URLSearchParams(kept.address);
  if (!(await isKnown(asked(query).rules))) return;
  const { game, illegal } = await gameOf(kept);
  if (illegal) throw new Error(`move ${game.steps.length}, ${illegal}, is not legal`);
  if (!hasLines(query)) return;
  const { read } = await import("../analyse/later/study.ts");
  const { said } = await read(query, game, (from, line) => follow(from, line, api.moves));
  if (said.length) throw new Error(said[0]);
}
