/** My games: what this device keeps, to be gone on with, reviewed, saved and deleted. */

import { ask } from "#shared/ask.ts";
import { attempt } from "#shared/banner.ts";
import { button, presses } from "#shared/commands.ts";
import { forgetAll, isAllowed } from "#shared/device.ts";
import { html, part, refill, write } from "#shared/dom.ts";
import { exported, FileError, imported } from "#shared/kept.ts";
import { forgetGame, keepGame, type Kept, keptGames, LIMITS, onKeptChanged, used } from "#shared/store.ts";
import { counted } from "#shared/words.ts";
import { matchUnderWay, remember } from "../play/match.ts";
import { NOT_KEPT } from "../play/record.ts";
import { PUBLISHED } from "../shared/game.ts";
import { offers } from "../shared/session.ts";
import { check, isKnown } from "./check.ts";
import { againstText, dateText, openText, resultText, tallies } from "./words.ts";
import type { App, Mount } from "#shared/app.ts";

export const mount: Mount = (root, app) => new GamesMode(root, app);

class GamesMode {
  root: HTMLElement;
  app: App;

  constructor(root: HTMLElement, app: App) {
    this.root = root;
    this.app = app;
    presses(root, { export: this.save, "delete-games": this.deleteGames, "delete-all": this.deleteAll });
    part(root, "import").addEventListener("change", () => attempt(this.read));
    onKeptChanged(() => this.app.isShown() && attempt(this.render));
  }

  show = async () => {
    this.app.title("My games");
    this.say("");
    await this.render();
  };

  render = async () => {
    const { games, unread } = keptGames();
    await Promise.all([offers(), import("../shared/rule_list.ts")]); // without them no game can be read
    const rows = await Promise.all(games.map(this.row));
    refill(part(this.root, "games"), [...rows, ...unread.map(({ id }) => this.unreadRow(id))]);
    part(this.root, "none").hidden = rows.length + unread.length > 0;
    this.renderTally(games);
    const { games: number, bytes } = used();
    const limits = `At most ${LIMITS.games} games and ${LIMITS.bytes / 1e6} MB are kept. When there is no room, the oldest game without a star is deleted.`;
    const space = `${counted(number, "game")}, ${Math.ceil(bytes / 1000)} kB. ${limits} Nothing leaves this device.`;
    write(part(this.root, "space"), isAllowed() ? space : NOT_KEPT);
  };

  renderTally = (games: Kept[]) => {
    const cells = (...numbers: number[]) => numbers.map((number) => html("td", {}, String(number)));
    const rows = tallies(games).map(({ level, games, won, unhelped }) =>
      html("tr", {}, html("th", { scope: "row" }, level), ...cells(games, won, unhelped)),
    );
    part(this.root, "tally").replaceChildren(...rows);
    part(this.root, "tally-panel").hidden = !rows.length;
  };

  /** A game, whatever its notes are: a file or another version of the page may have written them. */
  row = async (game: Kept) => {
    try {
      const [result, kind] = resultText(game);
      const { rules } = game.about;
      const known = !rules || (await isKnown(rules));
      const others = known && rules && rules !== PUBLISHED;
      const under = others ? `, ${(await import("../shared/rule_list.ts")).titleOf(rules)}` : "";
      const [date, against] = [dateText(game), againstText(game) + under];
      const said = known ? result : `${result}, under rules that are unknown here`;
      const text = html(
        "p",
        {},
        html("span", { class: "quiet" }, date),
        html("span", {}, against),
        html("span", { class: kind || "quiet" }, said),
      );
      const named = `${date}, ${against}`;
      return html(
        "li",
        { "data-key": game.id },
        this.star(game, named),
        text,
        this.link(game, named),
        this.bin(game.id, named),
      );
    } catch {
      return this.unreadRow(game.id);
    }
  };

  /** A game that cannot be read: it stays until the reader deletes it. */
  unreadRow = (id: string) =>
    html(
      "li",
      { class: "unread", "data-key": id },
      html("span"),
      html("p", {}, "A game that this version of the page cannot read"),
      html("span"),
      this.bin(id, "unreadable game"),
    );

  star = (game: Kept, named: string) => {
    const { starred } = game;
    const attributes = { class: "round star", "aria-pressed": String(starred), "aria-label": `Star: ${named}` };
    const turn = () => {
      keepGame({ ...game, starred: !starred });
      return this.render();
    };
    return button(attributes, turn, starred ? "★" : "☆");
  };

  link = (game: Kept, named: string) => {
    const label = openText(game);
    const address = game.about.left ? game.address.replace("&mode=play", "") : game.address; // it is not played on
    const onclick = (event: PointerEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.app.open(address, { id: game.id });
    };
    return html("a", { class: "button", href: address, "aria-label": `${label}: ${named}`, onclick }, label);
  };

  bin = (id: string, named: string) => button({ "aria-label": `Delete: ${named}` }, () => this.delete(id), "Delete");

  delete = async (id: string) => {
    const isRound = matchUnderWay()?.game === id;
    const costs = isRound ? "It is the round of a match under way. The match ends, and scores nothing." : "";
    if (!(await this.isSure("Delete this game?", costs, "Delete"))) return;
    if (isRound) remember(null);
    forgetGame(id);
    const at = [...part(this.root, "games").children].findIndex((row) => row.contains(document.activeElement));
    await this.render();
    const next = part(this.root, "games").children[at] ?? part(this.root, "games").lastElementChild;
    ((next?.querySelector("button:last-child") ?? part(this.root, "export")) as HTMLElement).focus();
    write(part(this.root, "status"), "Deleted.");
  };

  isSure = async (title: string, text: string, label: string) =>
    (await ask(title, text, [
      { value: "", label: "Keep", primary: true },
      { value: "delete", label },
    ])) === "delete";

  deleteGames = async () => {
    const { games, unread } = keptGames();
    const number = counted(games.length + unread.length, "game");
    const text = `${number} will be deleted, those with a star too. A match under way ends.`;
    if (!(await this.isSure("Delete all games?", text, "Delete all games"))) return;
    for (const { id } of [...games, ...unread]) forgetGame(id);
    remember(null);
    await this.render();
  };

  deleteAll = async () => {
    const text = "Games, matches, results of puzzles and of daily boards, and all choices will be deleted.";
    if (!(await this.isSure("Delete everything that this page keeps?", text, "Delete everything"))) return;
    forgetAll();
    location.reload();
  };

  save = () => {
    const file = new Blob([exported()], { type: "application/json" });
    const link = html("a", { href: URL.createObjectURL(file), download: "collapsi-games.json" });
    link.click();
    URL.revokeObjectURL((link as HTMLAnchorElement).href);
  };

  read = async () => {
    const input = part(this.root, "import") as HTMLInputElement;
    const [file] = input.files ?? [];
    if (!file) return;
    this.say("");
    write(part(this.root, "status"), "Checking the games of the file…");
    try {
      const added = await imported(file, check);
      write(part(this.root, "status"), `${counted(added, "game")} added.`);
    } catch (error) {
      write(part(this.root, "status"), "");
      if (!(error instanceof FileError)) throw error;
      this.say(error.message);
    } finally {
      input.value = "";
      await this.render();
    }
  };

  /** What is wrong with a file. */
  say = (text: string) => write(part(this.root, "said"), text);
}
