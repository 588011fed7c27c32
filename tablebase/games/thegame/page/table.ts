/** The table: the four piles, and the hand. A card is chosen, then the pile that it goes on. */

import { walkable } from "#shared/cells.ts";
import { button } from "#shared/commands.ts";
import { classes, draw, html, part, refill, show } from "#shared/dom.ts";
import type { Send } from "#shared/sheet.ts";
import type { Option, Lay as Play } from "./answers.d.ts";
import type { Game, Probe } from "./game.ts";
import { adviceNote, behind, moved, outcome, PILES } from "./words.ts";

/** Give the hand the focus. */
export const toHand = (root: HTMLElement) => part(root, "hand").querySelector("button")?.focus();

/** @returns what shows a game */
export function mountTable(root: HTMLElement, game: () => Game, send: Send) {
  const [hand, piles] = ["hand", "piles"].map((id) => part(root, id));
  for (const grid of [hand, piles]) walkable(grid);

  function cardOf(card: number, { plays }: Probe, chosen: number, advised: Play[]) {
    const can = plays.some((play) => play.card === card);
    const attributes = {
      class: classes("playing", { can, hinted: advised.some((play) => play.card === card) }),
      "data-card": card,
      "aria-pressed": String(chosen === card),
      "aria-label": `${card}${can ? "" : ", does not go on any pile"}`,
    };
    const choose = ({ detail }: PointerEvent) => {
      send("choose", { card });
      const pile = piles.querySelector(`[data-pile="${game().targets[0]?.pile}"]`) as HTMLElement;
      if (!detail) pile?.focus(); // with the keyboard
    };
    return html("li", { "data-key": card }, button(attributes, choose, String(card)));
  }

  function pileOf(pile: number, answer: Probe, { chosen, targets }: Game, advised: Play[]) {
    const [short, spoken] = PILES[pile];
    const [top, count] = [answer.tops[pile], answer.piles[pile].length];
    const target = targets.find((play) => play.pile === pile);
    const here = advised.filter((play) => play.pile === pile).map(({ card }) => card);
    const refusal = chosen ? `${chosen} does not go here` : here.map((card) => `the adviser lays ${card}`).join(", ");
    const place = target ? `${chosen} goes here, ${moved(target)}` : refusal;
    const named = `${spoken[0].toUpperCase()}${spoken.slice(1)}, ${count ? `top ${top}` : `empty, from ${top}`}`;
    const looks = {
      empty: !count,
      can: target !== undefined,
      trick: target?.is_trick === true,
      hinted: here.length > 0,
    };
    const attributes = {
      class: classes("pile", looks),
      "data-pile": pile,
      "aria-label": place ? `${named}: ${place}` : named,
      "aria-disabled": target ? false : "true",
    };
    const lay = async ({ detail }: PointerEvent) => {
      await send("lay", { pile });
      if (!detail) toHand(root); // with the keyboard
    };
    const drawn = (name: string, text: string | number) => html("span", { class: name, "data-drawn": text });
    const parts = [
      drawn("way", short),
      html("span", { class: "number" }, String(top)),
      drawn("count", count || "empty"),
      drawn("step", target ? moved(target) : here.map((card) => `← ${card}`).join(" ")),
    ];
    return html("li", {}, button(attributes, lay, ...parts));
  }

  return (shown: Game) => {
    const { answer, options, chosen } = shown;
    if (!answer) return;
    const advised = options?.[0]?.plays ?? [];
    refill(
      hand,
      answer.hand.map((card) => cardOf(card, answer, chosen, advised)),
    );
    draw(
      piles,
      PILES.map((_, pile) => pileOf(pile, answer, shown, chosen ? [] : advised)),
    );
  };
}

/** The adviser's best plays, and how far each falls behind the best. */
export const showAdvice = (root: HTMLElement, game: Game) =>
  show(root, {
    "advice-note": adviceNote(game),
    options: (game.options ?? []).filter(({ value }) => value !== null).map((option, _, all) => row(option, all[0])),
  });

function row(option: Option, best: Option) {
  const { plays } = option;
  const said = plays.map((play) =>
    html(
      "span",
      { class: play.is_trick ? "play trick" : "play" },
      `${play.card} on ${PILES[play.pile][0]}`,
      html("small", {}, ` ${moved(play)}`),
    ),
  );
  return html(
    "li",
    { title: outcome(option) },
    html("span", { class: "plays" }, ...said),
    html("b", { class: "value" }, behind(option, best)),
  );
}
