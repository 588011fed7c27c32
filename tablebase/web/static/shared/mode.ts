/**
 * The frame that modes of a game share: its state, its toolbar and tabs, its sheet, its address, its
 * link, and what there is for those who don't see the board. A room says what is its own.
 */

import type { App, Command, Mode, Told } from "./app.ts";
import { bind, command, enters } from "./commands.ts";
import { fill, part, set } from "./dom.ts";
import type { Game } from "./game.ts";
import type { Machine } from "./machine.ts";
import { movesFields, movesIn, query as written } from "./query.ts";
import { copyShown } from "./share.ts";
import { type Said, type Shown, showSheet, showSteps } from "./sheet.ts";

/** What a room shows of its game. */
interface Look<Seen> extends Pick<Mode, "show" | "hide" | "renew" | "tell"> {
  title: string;
  commands: Command[]; // besides `copy`
  /** what there is to say, and, unless `tell` is given, to those who don't see it */
  words: {
    headline: (game: Seen) => Said["headline"];
    sheet: (game: Seen) => Said["sheet"];
    step: (game: Seen, at: number) => Shown; // other than the first
    colour?: (game: Seen) => string; // of the headline
    board?: (game: Seen) => string;
    moves?: (game: Seen) => Told[];
  };
  actions: (game: Seen) => Said["actions"];
  render: (game: Seen) => unknown; // the rest
}

/** The fields of an address that names a game by its seed, or by its start if it has none. */
export const dealtFields =
  (mode: string) =>
  ({ seed, steps: [{ position }] }: Game & { seed: string }): Record<string, string> => ({
    mode,
    seed,
    p: seed ? "" : position.replaceAll(/ ?([:/]) ?/g, "$1").replaceAll(" ", "_"),
  });

/**
 * A mode of a game, until `framed` brings it to life.
 *
 * @param machine what holds its state
 * @param seen a state, and what follows from it
 * @param fields of its address, among them `mode`, besides the moves
 */
export function gameMode<Seen extends Game>(
  root: HTMLElement,
  app: App,
  machine: Machine<any>,
  seen: (state: any) => Seen,
  fields: (game: Seen) => Record<string, string>,
) {
  const game = () => seen(machine.state);
  const send = (type: string, about?: object) => machine.send(type, about);
  const isOpened = () => machine.state.game.steps.length > 0;
  const address = () => {
    const { steps, at } = machine.state.game;
    return written({ ...fields(game()), ...movesFields(steps, at) });
  };
  /** Note in the address bar what is shown. */
  const remember = (replace = false) => app.remember(address(), null, replace);
  /** Deal the game of a seed, of any if it is "". */
  const deal = (seed = "", noted?: string) => send("open", { seed, noted });

  function framed({ title, commands, words, actions, render, ...mode }: Look<Seen>): Mode {
    const copy = () => copyShown(root, address(), remember);
    const all = [...commands, command("copy", "c", "copy the link to this game", copy, isOpened)];
    machine.effects.note = ({ replace }) => remember(replace);
    machine.addEventListener("change", () => {
      if (!isOpened()) return;
      const shown = game();
      render(shown);
      showSteps(root, shown, send, (at) => words.step(shown, at));
      const [headline, sheet, colour] = [words.headline(shown), words.sheet(shown), words.colour?.(shown)];
      showSheet(root, { headline, colour, sheet, actions: actions(shown) });
      app.title(`${headline[0]} · ${title}`);
    });
    mountTabs(part(root, "tabs"));
    bind(root, all, machine);
    const tell = async () => ({
      board: () => words.board?.(game()) ?? "",
      moves: () => words.moves?.(game()) ?? [],
      play: (name: string) => send("move", { name }),
    });
    return { tell, ...mode, commands: all };
  }

  /**
   * The commands that go through the game.
   *
   * @param back what going back does, in words
   * @param on what going on does
   */
  function walks(back: string, on: string, canBack: () => boolean = () => game().at > 0): Command[] {
    const go = (by: number) => () => send("go", { at: game().at + by });
    const canGoOn = () => game().steps[game().at + 1] !== undefined;
    return [command("undo", "u", back, go(-1), canBack), command("redo", "r", on, go(1), canGoOn)];
  }

  let known = "";
  /** Let forms show what is played, whenever it changes: meanwhile they show what is being chosen. */
  function showForms(played: Parameters<typeof fill>[1]) {
    const key = JSON.stringify(played);
    if (key !== known) fill(root, played);
    known = key;
  }

  /** Let the form `seeds` draw a game from its field `seed`, which shows the last one. */
  function seeds() {
    const field = part(root, "seed") as HTMLInputElement;
    enters(root, "seeds", () => deal(field.value.trim()));
    machine.addEventListener("change", () => set(field, { placeholder: machine.state.seed }));
  }

  /** Let the form `own` play from a position that the reader has entered. */
  const own = (entered = () => (part(root, "cards") as HTMLInputElement).value) =>
    enters(root, "own", async () => {
      await send("open", { position: entered() });
      root.scrollIntoView();
    });

  /** Open what a link asks for; if that is refused and there is no game yet, another one. */
  async function openLinked(asked: object, another: () => unknown = () => deal("", "replace")) {
    try {
      await send("open", asked);
    } catch (error) {
      if (!isOpened()) await another();
      throw error;
    }
  }

  /** Show the game of an address that has a seed or a position; else the one there is, or a new one. */
  function showDealt(query: URLSearchParams) {
    const [position, seed] = [query.get("p")?.replaceAll("_", " "), query.get("seed")];
    if (position !== undefined || seed !== null) return openLinked({ position, seed, ...movesIn(query), noted: "" });
    return isOpened() ? send("back") : deal("", "replace");
  }

  return { game, send, isOpened, deal, framed, walks, showForms, seeds, own, openLinked, showDealt };
}

/**
 * Let the chosen one of some buttons show its panel; the arrow keys walk over them.
 *
 * @param list with the role tablist; each of its tabs names its panel in `aria-controls`
 */
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
