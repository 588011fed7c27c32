/** Pair Solitaire: play a stack, see how few cards can be left, and how. */

import type { Mount } from "#shared/app.ts";
import { command, presses } from "#shared/commands.ts";
import { html, part, show } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import { dealtFields, gameMode } from "#shared/mode.ts";
import { machineOf } from "#shared/rules.ts";
import type { Action } from "#shared/sheet.ts";
import { type Game, PAIRS, seen } from "./game.ts";
import { mountPalette } from "./palette.ts";
import { mountStack } from "./stack.ts";
import * as words from "./words.ts";

export const mount: Mount = (root, app) => {
  const { send, game, deal, ...mode } = gameMode(root, app, machineOf(PAIRS), seen, dealtFields("pairs"));
  const showStack = mountStack(part(root, "stack"), send);
  mountPalette(root);
  mode.seeds();
  mode.own();
  presses(root, { prove: () => send("solve", { proof: game().solution !== undefined }) });
  const canPlay = () => game().answer !== null && !game().isOver && !game().search;
  const solve = (to: string) => () => send("solve", { to });

  /** The buttons of the sheet. */
  function actions({ search, isOver, isPlanned, isPerfect, playing, at, best, loss }: Game): Action[] {
    if (search) return [{ label: "Stop", run: () => send("stop") }];
    if (!isOver && !isPlanned) return [];
    if (!isOver)
      return [
        { label: playing ? "Pause" : "Autoplay", run: () => send("autoplay") },
        { label: "Next", run: () => send("go", { at: at + 1 }), primary: true },
      ];
    const again = { label: "Play again", run: () => send("go", { at: 0 }) };
    if (isPerfect || isPlanned || best) return [again, { label: "New stack", run: () => deal(), primary: true }];
    if (loss) return [{ label: "Try again from there", run: () => send("go", { at: loss.at }), primary: true }];
    return [again, { label: "Where was it lost?", run: () => send("lose"), primary: true }];
  }

  function render(game: Game) {
    const { solution, isOver, answer, search } = game;
    showStack(game);
    show(root, {
      outlook: solution ? words.outlook(solution) : words.unsolved(game),
      proof: solution ? words.proof(solution) : "",
      certificate: { hidden: !solution?.complete },
      states: (solution?.states ?? []).map((number) => html("li", {}, counted(number, "position"))),
      prove: { hidden: isOver || solution?.proven === true, disabled: answer === null || search !== null },
      "prove-text": solution ? "Keep searching, up to 2 minutes" : "Find out",
    });
  }

  return mode.framed({
    title: "Pair Solitaire",
    commands: [
      ...mode.walks("put a card back", "remove it again"),
      command("hint", "h", "show a card to remove", solve("hint"), canPlay),
      command("solve", "s", "show how to leave the fewest cards", solve("plan"), canPlay),
      command("new", "n", "shuffle a new stack", () => deal()),
    ],
    words,
    actions,
    render,
    show: mode.showDealt,
    hide: () => send("stop"),
  });
};
