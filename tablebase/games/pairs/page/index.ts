/** Pair Solitaire: play a stack, see how few cards can be left, and how. */

import type { App, Command, Mount } from "#shared/app.ts";
import { html, part, set, show } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import { GameMode } from "#shared/mode.ts";
import { movesFields, movesIn, query as written } from "#shared/query.ts";
import { type Action, showSteps } from "#shared/sheet.ts";
import { face, spoken } from "./cards.ts";
import { type Game, pairs, seen } from "./game.ts";
import { mountSetup } from "./setup.ts";
import { Stack } from "./stack.ts";
import { headline, outlook, proof, sheet, teller, unsolved } from "./words.ts";

export const mount: Mount = (root, app) => new PairsMode(root, app);

class PairsMode extends GameMode<Game> {
  stack: Stack;

  constructor(root: HTMLElement, app: App) {
    super(root, app, pairs(), seen, address);
    this.stack = new Stack(part(root, "stack"), this.send);
    mountSetup(root, this.shuffle, this.use);
    this.frame(this.toolbar(), this.said, this.render, {
      prove: () => this.send("solve", { proof: this.game.solution !== undefined }),
    });
  }

  /** What the toolbar and keys do. */
  toolbar(): Command[] {
    const solve = (to: string) => () => this.send("solve", { to });
    return [
      ...this.walks("put a card back", "remove it again"),
      { button: "hint", key: "h", does: "show a card to remove", run: solve("hint"), enabled: this.canPlay },
      {
        button: "solve",
        key: "s",
        does: "show how to leave the fewest cards",
        run: solve("plan"),
        enabled: this.canPlay,
      },
      { button: "new", key: "n", does: "shuffle a new stack", run: () => this.shuffle("") },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
    ];
  }

  /** What there is for those who don't see the cards. */
  tell = async () => teller(this);

  /** Show the stack of the address, or shuffle one. */
  show = (query: URLSearchParams) => {
    const [position, seed] = [query.get("p")?.replaceAll("_", " "), query.get("seed")];
    if (position !== undefined || seed !== null)
      return this.send("open", { position, seed, ...movesIn(query), noted: "" });
    return this.isOpened() ? this.send("back") : this.shuffle("", "replace");
  };

  hide = () => this.send("hide");

  /** @param seed any if it is "" */
  shuffle = (seed: string, noted?: string) => this.send("open", { seed, noted });

  /** @param position that the reader has entered */
  use = async (position: string) => {
    await this.send("open", { position });
    this.root.scrollIntoView();
  };

  canPlay = () => this.game.answer !== null && !this.game.isOver && !this.game.search;

  said = (game: Game) => ({
    title: "Pair Solitaire",
    headline: headline(game),
    colour: game.isPerfect ? "green" : "",
    sheet: sheet(game),
    actions: this.actions(game),
  });

  /** The buttons of the sheet. */
  actions({ search, isOver, isPlanned, isPerfect, playing, at, best, loss }: Game): Action[] {
    if (search) return [{ label: "Stop", run: () => this.send("stop") }];
    if (!isOver && !isPlanned) return [];
    if (!isOver)
      return [
        { label: playing ? "Pause" : "Autoplay", run: () => this.send("autoplay") },
        { label: "Next", run: () => this.send("go", { at: at + 1 }), primary: true },
      ];
    const again = { label: "Play again", run: () => this.send("go", { at: 0 }) };
    if (isPerfect || isPlanned || best)
      return [again, { label: "New stack", run: () => this.shuffle(""), primary: true }];
    if (loss) return [{ label: "Try again from there", run: () => this.send("go", { at: loss.at }), primary: true }];
    return [again, { label: "Where was it lost?", run: () => this.send("lose"), primary: true }];
  }

  render = (game: Game) => {
    const { root } = this;
    const { steps, solution, isOver, answer, search } = game;
    this.stack.render(game);
    showSteps(root, game, this.send, (at) => ({
      text: html("span", {}, ...face(steps[at].move)),
      label: `Move ${at}: ${spoken(steps[at].move)}`,
    }));
    set(part(root, "seed"), { placeholder: game.seed });
    show(root, {
      outlook: solution ? outlook(solution) : unsolved(game),
      proof: solution ? proof(solution) : "",
      certificate: { hidden: !solution?.complete },
      states: (solution?.states ?? []).map((number) => html("li", {}, counted(number, "position"))),
    });
    const button = part(root, "prove");
    set(button, { hidden: isOver || solution?.proven === true, disabled: answer === null || search !== null });
    button.textContent = solution ? "Keep searching, up to 2 minutes" : "Find out";
  };
}

/** The game as an address. */
const address = ({ steps, at, seed }: Game) =>
  written({
    mode: "pairs",
    seed,
    p: seed ? "" : steps[0].position.replaceAll(" ", "_"),
    ...movesFields(steps, at),
  });
