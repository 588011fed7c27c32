/** The Game: play a shuffled deck, or ask the adviser about your own game. */

import type { Mount } from "#shared/app.ts";
import { command } from "#shared/commands.ts";
import { dealtFields, gameMode } from "#shared/mode.ts";
import { machineOf } from "#shared/rules.ts";
import type { Action } from "#shared/sheet.ts";
import type { Lay as Play } from "./answers.d.ts";
import { type Game, seen, THE_GAME } from "./game.ts";
import { mountDrawn, mountOwn, showDrawn } from "./setup.ts";
import { mountTable, showAdvice, toHand } from "./table.ts";
import * as words from "./words.ts";

export const mount: Mount = (root, app) => {
  const { send, game, deal, ...mode } = gameMode(root, app, machineOf(THE_GAME), seen, dealtFields("thegame"));
  const move = (name: string) => send("move", { name });
  const showTable = mountTable(root, game, send);
  mode.seeds();
  mode.own(mountOwn(root, game));
  mountDrawn(root, game, move);

  /** Lay what the adviser would, unless something else is asked for meanwhile. */
  async function lay(plays: Play[]) {
    const { asked } = game();
    for (const [at, { move: name }] of plays.entries()) if (game().asked === asked + at) await move(name);
  }

  /** The buttons of the sheet. */
  function actions({ isOver, isOwn, rival, options, canDraw, chosen }: Game): Action[] {
    if (isOver) {
      const next = { label: "New game", run: () => deal(), primary: true };
      return isOwn || rival !== null ? [next] : [next, { label: "And the adviser?", run: () => send("compare") }];
    }
    const plays = options?.[0]?.plays ?? [];
    if (chosen) return [];
    if (plays.length) return [{ label: "Lay these", run: () => lay(plays), primary: true }];
    return canDraw && !isOwn ? [{ label: "End turn", run: () => move("draw"), primary: true }] : [];
  }

  function render(game: Game) {
    showTable(game);
    showAdvice(root, game);
    showDrawn(root, game);
  }

  const canAsk = () => mode.isOpened() && !game().isOver && !game().options;
  const canDraw = () => game().canDraw && !game().isOwn;
  const isChosen = () => game().chosen > 0;
  const unchoose = () => {
    send("choose", { card: game().chosen });
    toHand(root);
  };
  const laysOn = ([, spoken]: string[], pile: number) => ({
    key: String(pile + 1),
    does: `lay the chosen card on the ${spoken}`,
    run: () => send("lay", { pile }),
    enabled: isChosen,
  });
  return mode.framed({
    title: "The Game",
    commands: [
      ...mode.walks("take back a card of this turn", "lay it again", () => game().canUndo),
      command("hint", "h", "ask the adviser", () => send("hint"), canAsk),
      command("draw", "d", "end the turn, and fill up the hand", () => move("draw"), canDraw),
      command("new", "n", "shuffle a new game", () => deal()),
      ...words.PILES.map(laysOn),
      { key: "Escape", does: "choose no card", run: unchoose, enabled: isChosen },
    ],
    words,
    actions,
    render,
    show: mode.showDealt,
  });
};
