/** Play: a game against the computer or with friends, and what there is to learn from it. */

import type { Mount } from "#shared/app.ts";
import { attempt, bind, chooses, command, presses, report } from "#shared/commands.ts";
import { part, write } from "#shared/dom.ts";
import { styles } from "#shared/files.ts";
import type { Late } from "#shared/machine.ts";
import { query as asQuery } from "#shared/query.ts";
import { isAllowed, type Kept, keepGame, keptGame, newKept, onKeptChanged } from "#shared/store.ts";
import type { Rules } from "../answers.d.ts";
import { addressOf, asked, fieldsOf, namesRules } from "../shared/address.ts";
import type { Side } from "../shared/api.ts";
import { Board, telling } from "../shared/board.ts";
import { type Game, isForMany, PUBLISHED, toMove } from "../shared/game.ts";
import { begun, learn, Shown } from "../shared/session.ts";
import { named } from "../shared/words.ts";
import type { Sound } from "./later/sounds.ts";
import { count, lastMatch, remember, upcoming } from "./match.ts";
import { droppedText, fresh, NOT_KEPT, type Record, unfinished } from "./record.ts";
import * as next from "./settings.ts";
import { first, isBound, isOver, isYours, lastTurn, matchOf, query, reduce, type State, takesBack } from "./state.ts";
import { chosen, FRIEND, isAway, LEVELS, tableFor, tableOf, viewOf } from "./table.ts";
import { drawnOf, render, renderChosen, seatOf } from "./view.ts";

const SENT_BACK = "Your friend opens the link, moves, and sends it back to you.";
const SENT = `Copied. Paste it into a message. ${SENT_BACK}`;

/**
 * A pause that shows your own move before the answer; and how long an answer is searched for, where there is no table.
 */
const [THINKING_MS, SEARCHING_MS] = [600, 3000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

class Played extends Shown<State> {
  /** @override Where values are hidden, rings mark only the cards that you can reach. */
  get playable() {
    return isYours(this.state) || this.state.values ? super.playable : [];
  }
}

export const mount: Mount = (root, app) => {
  /** What had the focus when a game began. */
  let focused: Element | null = null;
  /** Whether the player knows that games are not kept. */
  let warned = !isAllowed();

  const shown = new Played({ ...first(fresh()), notice: warned ? NOT_KEPT : "" }, reduce, {
    /** Show the choices, and find a deal. */
    deal: async ({ variant, choose: wanted, plain }, { tell, signal }: Late) => {
      if (plain) next.forgetRules();
      const wrong = wanted ? await next.choose(wanted).catch((error: Error) => error) : null;
      tell({ type: "set", changes: { heading: await next.renderChoices(root, signal), ...known() } });
      return { type: "dealt", ...(await next.prepare(variant)), wrong };
    },
    /** Begin with the deal that is on the board, or go on with the round of a match. */
    begin() {
      const { rules } = shown;
      const picked = next.choices();
      const match = picked.length === "match" ? upcoming(picked) : null;
      if (!rules) return undefined;
      if (match && keptGame(match.game)) return goOn(keptGame(match.game));
      const kept = fresh(match && { id: match.id, round: match.round });
      if (match) remember({ ...match, game: kept.id });
      return { type: "begun", changes: { kept, rules, table: next.seated(picked, rules, match), ...known() } };
    },
    /** Load the game of an address. */
    open: async ({ query: text, game }: { query: string; game?: Game }) => {
      const address = new URLSearchParams(text);
      const { position, moves, at, ...variant } = asked(address);
      const rules = await learn(variant.rules);
      const found = game ? { game } : await begun(position ?? "", variant, moves, at);
      const table = tableIn(address, rules);
      const kept = isAway(table) && !state().played && (await seldom()).friendsGame(address);
      const changes = { rules, table, ...known(), ...kept };
      return { type: "opened", ...found, changes, noted: game ? "" : "replace" };
    },
    note: ({ replace }: { replace: boolean }) => note(replace),
    /** Keep the game, unless another tab has changed it. */
    keep({ game }: { game: Record }) {
      const record = game.id ? game : { ...newKept(game), over: game.over };
      const done = keepGame(record);
      if (!done) return { type: "follow", kept: keptGame(record.id) };
      const notice = done.lasts ? done.dropped.length && droppedText(done.dropped) : !warned && NOT_KEPT;
      warned ||= !done.lasts;
      return { type: "set", changes: { kept: done.game, ...(notice && { notice }) } };
    },
    /** Count a round, once: another tab may have done so. */
    score({ round, winner, points }: { round: { id: string; round: number }; winner: Side; points: number }) {
      count(round, winner, points);
      return { type: "set", changes: { match: lastMatch() } };
    },
    /** The computer's move. */
    think: async ({ level }: { level: string }) => {
      const found = Promise.race([shown.searched, pause(SEARCHING_MS)]).then(() => chosen(shown, level));
      const [move] = await Promise.all([found, pause(THINKING_MS)]);
      return { type: "reply", move };
    },
    /** Send the game to a friend, who moves and sends it back. */
    send: async () => {
      const { share } = await import("#shared/share.ts");
      const side = toMove(shown.game);
      const said = await share(
        `Collapsi: you are ${named(side)}. Your move.`,
        query({ ...state(), table: tableFor(side, FRIEND) }),
        SENT,
      );
      return { type: "set", changes: { sent: said || SENT_BACK } };
    },
    sound: async ({ name }: { name: Sound }) => {
      if (next.settings().sounds) (await import("./later/sounds.ts")).sound(name);
    },
    hint: () => write(part(root, "status"), `Hint: ${shown.showHint()}`),
    focus() {
      focus();
      focused = document.activeElement;
    },
    refocus() {
      if (document.activeElement === focused) board.focus(); // the reader has not left it
    },
  });
  const state = () => shown.state;
  const does = (type: string) => () => shown.send(type);
  const play = (name: string, walks?: boolean) => shown.send("move", { name, walks });
  const board = new Board(shown, part(root, "board"), play);

  const focus = () => {
    scrollTo(0, 0);
    if (isBegun()) board.focus();
    else part(root, "begin").focus();
  };

  /** Note in the browser's history what is shown. @param replace the entry shown */
  const note = (replace: boolean) => {
    const { game, kept, ended } = state();
    app.remember(query(state()), { game, id: kept.id, ended }, replace);
  };

  const goOn = async (kept?: Kept | null) => {
    if (!kept) return shown.send("chosen"); // another tab has deleted it
    await app.open(kept.address, { id: kept.id });
    focus();
  };

  /** Deal again, under the same rules, and begin; in a match, the next round. @param changes of the settings */
  const again = (changes: Partial<next.Settings>) => {
    next.change(changes);
    return shown.send("anew");
  };

  /** A new game under the same rules, instead of this one: a round of a match can be gone on with. */
  const anew = async () => {
    const { game } = state();
    await app.open(
      game.rules === PUBLISHED || matchOf(state()) ? "?mode=play" : asQuery({ mode: "play", ...fieldsOf(game) }),
    );
    scrollTo(0, 0);
  };

  /** What is seldom asked for, loaded then. */
  const seldom = () => import("./later/seldom.ts");

  const beside = async () => (await import("./later/beside.ts")).renderBeside(root, shown);

  /** What there is to learn from the game, once what shows it is loaded. */
  const review = async () => {
    const style = new URL("later/style.css", import.meta.url).href;
    const [{ renderReview }] = await Promise.all([import("./later/review.ts"), styles(style)]);
    if (isOver(state())) await renderReview(root, shown, seatOf(state()), (at) => shown.send("go", { at }));
  };

  /** Looking back at a mistake, draw it on the board, and the better move. */
  const drawMistake = () => {
    const { steps, at } = state().game;
    const next = steps[at + 1];
    if (!isOver(state()) || shown.variation || next?.judgement?.verdict !== "blunder") return;
    board.draw(drawnOf(next.path, next.judgement.bestPath));
  };

  const isPlaying = () => state().phase === "playing";
  const isBegun = () => state().phase !== "choosing"; // what takes its time can be ended
  const canUndo = () => lastTurn(state()) >= 0 && !isBound(state());
  const canHint = () => isYours(state()) && !shown.variation && !!shown.probe?.moves[0]?.result;
  const copy = async () => (await import("#shared/share.ts")).copyShown(root, query(state()), () => note(false));
  const commands = [
    command("undo", "u", "take your move back", does("undo"), canUndo),
    command("hint-button", "h", "show a best move", does("hint"), canHint),
    command("new-game", "n", "start a new game", anew, isBegun),
    command("copy", "c", "copy the link to this game", copy, isPlaying),
    command("analyse", "a", "analyse this game", () => app.open(addressOf(state().game))),
  ];
  shown.addEventListener("change", () => {
    render(root, app, shown);
    drawMistake();
    if (isOver(state())) review().catch((error) => report(error, review));
  });
  shown.addEventListener("preview", () => {
    renderChosen(root, shown);
    if (!shown.pointed) drawMistake();
  });
  // An attempt that succeeds would hide other errors.
  shown.addEventListener("settled", () => isPlaying() && beside().catch((error) => report(error, beside)));
  bind(root, commands, shown);
  chooses(root, {
    settings(field) {
      next.take(part(root, "settings"), field);
      return shown.send("chosen");
    },
  });
  presses(root, {
    send: does("send"),
    begin: does("begin"),
    continue: () => goOn(unfinished()), // the game played last
    "play-again": () => again(matchOf(state()) ? { length: "match" } : {}),
    swap: () => shown.send("swap", { kept: fresh() }),
    "drop-match": async () => (await (await seldom()).endMatch()) && shown.send("chosen"),
    change: () => {
      (part(root, "more-choices") as HTMLDetailsElement).open = true;
      part(root, "rules").focus();
    },
    "try-again": does("again"),
    "next-level": () =>
      again({ level: LEVELS[state().kept.about.level].next, rival: "computer", you: viewOf(state().table) as Side }),
    "picture-button": async () => (await import("../shared/picture.ts")).sharePicture(shown.layout, "collapsi"),
    embed: async () => write(part(root, "shared"), await (await seldom()).embed(query(state()))),
    "show-me": async () => (shown.variation ? shown.set({ variation: null }) : (await seldom()).showLoss(root, shown)),
    "take-back": () => shown.send("undo", { at: takesBack(state()) - 1 }),
    "play-selected": () => play(shown.selected),
  });
  onKeptChanged((id) => id === state().kept.id && attempt(() => shown.send("follow", { kept: keptGame(id) })));
  addEventListener("focus", () => {
    // Errors of other modes are left alone.
    if (app.isShown() && isPlaying() && !isYours(state())) attempt(does("focused"));
  });

  return {
    commands,
    focus,
    hide: does("hide"),
    renew: () => !isBegun() && shown.send("chosen"),
    tell: telling(shown, () => isYours(state()), play),
    /**
     * Show what the address asks for: a game, or the choices for a new one.
     *
     * @param entry of the browser's history
     */
    show: (query, entry) =>
      shown.send("address", {
        position: asked(query).position,
        query: query.toString(),
        entry,
        choose: namesRules(query) ? asked(query) : undefined,
        kept: keptGame(entry?.id ?? ""),
        own: keptGame(state().kept.id),
        fresh: fresh(),
        match: lastMatch(),
      }),
  };
};

/** What a game takes from what this device keeps. */
function known() {
  const { values, comments } = next.settings();
  return { match: lastMatch(), values, comments };
}

/** Who plays the game of an address: where it does not say, as chosen last. */
function tableIn(query: URLSearchParams, rules: Rules) {
  const chosen = next.settings();
  const [as, level] = [query.get("as"), query.get("level")];
  if (as === null && (isForMany(rules) || level === null)) return next.seated(chosen, rules, null);
  return tableOf(as ?? (chosen.rival === "people" ? "all" : chosen.you), level ?? chosen.level, rules);
}
