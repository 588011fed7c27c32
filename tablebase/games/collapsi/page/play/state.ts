/**
 * Play as one state: what is shown, who plays, and what is kept. `reduce` alone changes it, and never
 * asks, keeps or draws anything itself (machine.ts).
 */

import { anew, found, LOOK, showing, shown as shownIn } from "#shared/game.ts";
import type { Kept } from "#shared/store.ts";
import type { Rules } from "../answers.d.ts";
import { addressOf } from "../shared/address.ts";
import type { Side } from "../shared/api.ts";
import { current, type Game, isForMany, movesOf, toMove } from "../shared/game.ts";
import { read } from "../shared/notation.ts";
import { nothing, played, SEARCH } from "../shared/session.ts";
import { isOfFriends, type Match, worth } from "./match.ts";
import { completed, mistakes, mistakesOf, PLAIN, type Record, tryAgainAt } from "./record.ts";
import { isAway, isHuman, tableFor, viewOf, written } from "./table.ts";

export const first = (kept: Record) => ({
  ...nothing(),
  /**
   * before a game; while the game of an address is loaded, and the one before is still shown; in a game, also
   * after its end
   */
  phase: "choosing" as "choosing" | "opening" | "playing",
  away: false, // whether another mode is shown
  /** that of the next game, which begins at once when the deal is `wanted` */
  deal: "looking" as "looking" | "wanted" | "found" | "failed",
  heading: ["Play Collapsi", "Against a computer, or with a friend"], // of the choices for the next game
  table: tableFor("red", "beginner"), // who plays, and at which level
  rules: undefined as Rules | undefined, // of the game
  values: false, // whether they are shown
  comments: true, // whether moves are commented on
  kept, // the game as it was kept last, or will be once you have moved
  played: false, // whether you have moved in it
  ended: { position: "", winner: null as Side | null }, // how a game ended: its last position
  match: null as Match | null, // the last one, as this device keeps it
  live: true, // whether the position was reached by a move, not by looking back or by an address
  thinking: "" as "" | "on" | "failed", // whether the computer's move has been asked for
  passive: false, // whether another tab plays this game, and has the computer answer
  entering: false, // whether the focus follows the first answer
  sent: "", // what is said of the move that was sent
  notice: "",
});

export type State = ReturnType<typeof first>;

type Result = [State, object[]];

/** Whether the game has been played to its end. */
export const isOver = ({ phase, ended, game }: State) =>
  phase === "playing" && ended.winner !== null && ended.position === game.steps[game.steps.length - 1].position;

/** How a game that is over went for the one player at this screen; "" for others. */
export function outcome(state: State): "won" | "lost" | "" {
  const seat = viewOf(state.table);
  if (!isOver(state) || !state.played || seat === "all") return "";
  return seat === state.ended.winner ? "won" : "lost";
}

/** Whether somebody at this screen is to move. */
export const isYours = ({ phase, table, game }: State, at: number = game.at) =>
  phase === "playing" && isHuman(table, toMove(game, at));

/** The last position before the one shown in which you were to move; -1 if there is none. */
export const lastTurn = (state: State) =>
  state.game.steps.findLastIndex((_, at) => at < state.game.at && isYours(state, at));

/** The address of a game that is played. */
export const query = ({ game, table }: State, at: number = game.at) =>
  addressOf({ ...game, at }, { mode: "play", ...written(table) });

/** Whether the move made last can be sent to a friend: by friends at this screen, or to one who plays elsewhere. */
export const isSendable = (state: State) =>
  state.played &&
  state.game.at > 0 &&
  !isForMany(state.rules) &&
  matchOf(state) === null &&
  (isAway(state.table) ? !isYours(state) : viewOf(state.table) === "all");

/** The match that the game belongs to. */
export const matchOf = ({ kept, match }: Pick<State, "kept" | "match">) =>
  match && match.id === kept.about.match?.id ? match : null;

/** The match, if the game is its round under way. */
export function running(state: Pick<State, "kept" | "match">) {
  const match = matchOf(state);
  return match && !match.counted && match.game === state.kept.id ? match : null;
}

/** Whether the game is the round of a match that counts. */
export const isRound = ({ kept: { about } }: State) => about.match !== null && !about.again;

/**
 * Whether moves stand, also for the browser's buttons: in a round against the computer, which scores points.
 */
export function isBound(state: Pick<State, "kept" | "match">) {
  const match = running(state);
  return match !== null && !isOfFriends(match);
}

/** Whether moves are commented on: those of one player at this screen, whose rival does not play elsewhere. */
export const isCommented = ({ comments, table }: State) => comments && viewOf(table) !== "all" && !isAway(table);

/** The number of the mistake that can be shown on the board: your last one, or that looked back at; or 0. */
export function mistakeAt(state: State) {
  const { game, rules, table } = state;
  const last = isOver(state)
    ? game.at + 1
    : mistakes({ ...game, steps: game.steps.slice(0, game.at + 1) }, viewOf(table)).pop();
  const isShown = rules?.tabled && !isForMany(rules) && game.steps[last ?? 0]?.judgement?.verdict === "blunder";
  return isShown ? (last ?? 0) : 0;
}

/** The number of the mistake that lost, while it can be taken back; or 0. */
export function takesBack(state: State) {
  const { game, table } = state;
  const { judgement } = current(game);
  const isYourMove = game.at > 0 && toMove(game, game.at - 1) === viewOf(table);
  const isLost = judgement?.result === (isYourMove ? "loss" : "win");
  return isLost && isCommented(state) && !isOver(state) && !isBound(state) ? mistakeAt(state) : 0;
}

export function reduce(state: State, event: { type: string }): Result {
  const [next, effects] = REDUCERS[event.type](state, event);
  return followed(state, next, effects);
}

const REDUCERS: { [type: string]: (state: State, event: any) => Result } = {
  /** What the address asks for: a game, or the choices for a new one. */
  address(state, { position, query, entry, choose, kept, own, fresh, match }) {
    const isBack = state.away && state.phase === "playing" && !isOver(state) && position === null && !choose;
    const here = { ...state, away: false, passive: false, match };
    if (isBack) return returned(here, own);
    if (position === null) return choosing(here, { choose, plain: !choose });
    const game = { ...here, kept: kept ? completed(kept) : fresh, played: kept !== null };
    if (isBound(game)) return opening(game, game.kept.address);
    return opening({ ...game, ended: entry?.ended ?? state.ended }, query, entry?.game);
  },
  hide: (state) => [{ ...anew(state), away: true }, []],
  /** Other choices were made, or there are other games to go on with. */
  chosen: (state) => (state.phase === "choosing" ? choosing(state, { begins: state.deal === "wanted" }) : [state, []]),
  dealt: (state, { game, line, wrong }) => [
    { ...showing(state, game, { line }), deal: "found" },
    [LOOK, ...(state.deal === "wanted" ? [{ do: "begin" }] : []), ...(wrong ? [{ do: "complain", error: wrong }] : [])],
  ],
  undealt: (state) => [{ ...state, deal: "failed" }, []],
  begin(state) {
    if (state.phase !== "choosing") return [state, []];
    if (state.deal === "found") return [state, [{ do: "begin" }]];
    return state.deal === "failed" ? choosing(state, { begins: true }) : [{ ...state, deal: "wanted" }, []];
  },
  /** A game begins with the deal that is on the board. */
  begun(state, { changes }) {
    if (state.phase !== "choosing") return [state, []];
    const played = changes.kept.about.match !== null; // a round is kept at once
    const next = { ...state, ...changes, phase: "playing" as const, played };
    return entered(next, [...keep(next), { do: "note", replace: false }]);
  },
  opened: (state, { game, changes, ...how }) =>
    shown({ ...state, ...changes, phase: "playing" }, game, { ...how, live: false }),
  /** A game could not be opened: what is wrong with an address is shown above the choices. */
  refused: (state, { error }) => (error.status < 500 ? choosing(state) : [state, []]),
  /** You move. */
  move(state, { name, walks = true }) {
    const game = played(state, name);
    if (!isYours(state) || state.away || !game) return [state, []];
    const isHelp = state.game.at < state.kept.about.moves; // the browser's Back took moves back
    const mine = { ...(isHelp ? helped(state) : state), played: true, passive: false };
    return shown(mine, game, { moved: walks });
  },
  /** The computer moves: Back leads to your turn, not to the computer's. */
  reply(state, { move: name }) {
    const game = played(state, name);
    if (state.phase !== "playing" || isYours(state) || !game) return [state, []];
    return shown(state, game, { moved: true, noted: "replace" });
  },
  thoughtless: (state) => [{ ...state, thinking: "failed" }, []],
  found(state, { line, searches }) {
    const { steps } = state.game;
    const over = line[0].moves.length ? {} : { position: steps[steps.length - 1].position, winner: line[0].winner };
    return [{ ...found(state, line), ended: { ...state.ended, ...over } }, searches ? [SEARCH] : []];
  },
  go(state, { at }) {
    const { game, phase } = state;
    if (phase !== "playing" || at === game.at || !game.steps[at]) return [state, []];
    return shown(state, { ...game, at }, { moved: at === game.at + 1, live: false });
  },
  /** Take your move back. @param at the position to go back to */
  undo(state, { at = lastTurn(state) }) {
    if (at < 0 || isBound(state)) return [state, []];
    return shown(helped(state), { ...state.game, at }, { moved: false, live: false });
  },
  hint: (state) => [helped(state), [{ do: "hint" }]],
  /** Back to the position in which the game was lost; what came after it is forgotten. */
  again(state) {
    const { game, ended, table } = state;
    const at = isOver(state) && ended.winner ? tryAgainAt(game, viewOf(table), ended.winner) : 0;
    if (!at) return [state, []];
    return entered(...shown(state, { ...game, steps: game.steps.slice(0, at), at: at - 1 }));
  },
  /** The same deal, from the other side. */
  swap(state, { kept }) {
    const { game, table } = state;
    if (!isOver(state) || viewOf(table) === "all") return [state, []];
    const mine = { ...state, kept, played: false, table: { red: table.blue, blue: table.red } };
    return entered(...shown(mine, { ...game, steps: game.steps.slice(0, 1), at: 0 }));
  },
  /** Another game under the same rules; in a match, the next round. */
  anew: (state) => (isOver(state) ? choosing(state, { variant: state.game, begins: true }) : [state, []]),
  /** Another tab has changed this game; it has the computer answer. */
  follow: (state, { kept }) =>
    state.phase !== "choosing" && !state.away && kept?.id === state.kept.id
      ? following({ ...state, passive: true }, kept)
      : [state, []],
  /** The reader looks at this tab again. */
  focused: (state) => [{ ...(state.thinking === "failed" ? anew(state) : state), passive: false }, []],
  send: (state) => [state, [{ do: "send" }]],
  /** What an effect has found: the choices' heading, the game as it is kept, the match, what is said of a move sent. */
  set: (state, { changes }) => [{ ...state, ...changes }, []],
};

/** Note that the player was helped. */
const helped = (state: State): State =>
  state.kept.over ? state : { ...state, kept: { ...state.kept, about: { ...state.kept.about, helped: true } } };

/** Show the choices for a new game, and look for its deal. */
function choosing(
  state: State,
  { begins = false, ...asked }: { begins?: boolean; variant?: object; choose?: object; plain?: boolean } = {},
): Result {
  const deal = begins ? "wanted" : "looking";
  return [{ ...anew(state), phase: "choosing", deal }, [{ do: "deal", ...asked, failed: "undealt" }]];
}

/** Load the game of an address. @param game that the browser's history has */
const opening = (state: State, query: string, game?: Game): Result => [
  { ...anew(state), phase: "opening" },
  [{ do: "open", query, game, failed: "refused" }],
];

/** Show what another tab has made of the game. */
const following = (state: State, kept: Kept): Result =>
  opening({ ...state, kept: completed(kept), played: true }, kept.address);

/** Go on with the game that was left for another mode. @param own the game as it is kept now */
function returned(state: State, own: Kept | null): Result {
  if (own && (own.over || own.address !== state.kept.address)) return following(state, own);
  const kept = own ? completed(own) : state.kept; // My games may have given it a star
  return shown({ ...state, kept }, state.game, { live: state.live, noted: "replace" });
}

/** Show a game, or another position of it: it is kept, noted in the browser's history, and looked at. */
function shown(
  state: State,
  game: Game,
  { live = true, ...how }: { live?: boolean } & Parameters<typeof showing>[2] = {},
): Result {
  const [next, effects] = shownIn({ ...state, live }, game, how);
  return [next, [...(how.noted === "" ? [] : keep(next)), ...effects]];
}

/** A game begins, or begins again: with the focus on the mover's card. */
const entered = (state: State, effects: object[]): Result => [
  { ...state, live: true, passive: false, entering: true, notice: "" },
  [...effects, { do: "focus" }],
];

/** What follows from a change, whatever it was. */
function followed(before: State, state: State, effects: object[]): Result {
  const next = { ...state };
  const all = [...effects];
  if (next.asked !== before.asked) Object.assign(next, { thinking: "", sent: "" });
  if (next.moved && next.asked !== before.asked) all.push({ do: "sound", name: "move" });
  if (isOver(next) && !isOver(before)) {
    all.push(...keep(next), ...score(next));
    if (next.live) all.push({ do: "sound", name: outcome(next) || "over" });
  }
  if (isDue(next)) {
    next.thinking = "on";
    all.push({ do: "think", level: next.table[toMove(next.game)], failed: "thoughtless" });
  } else if (next.entering && next.line && isYours(next)) {
    next.entering = false;
    all.push({ do: "refocus" });
  }
  const isSame = Object.entries(next).every(([name, value]) => Reflect.get(before, name) === value);
  return [isSame ? before : next, all];
}

/** Whether the computer is to move now: at the end of the game, or after a move that was made again. */
const isDue = (state: State) =>
  state.phase === "playing" &&
  !state.away &&
  !state.passive &&
  !state.thinking &&
  !isYours(state) &&
  !isAway(state.table) &&
  (state.line?.[0].moves.length ?? 0) > 0 &&
  (state.live || state.game.at === state.game.steps.length - 1);

/** A round of a match that has just ended counts. */
const score = (state: State): object[] =>
  isRound(state)
    ? [{ do: "score", round: state.kept.about.match, winner: state.ended.winner, points: points(state), lasts: true }]
    : [];

/** The points for winning the game that is over. */
export const points = ({ ended }: State) => worth(read(ended.position));

/** Keep the game, unless it is kept already, or stays as it is. */
function keep(state: State): object[] {
  const { game, kept, played, table, values, ended, rules } = state;
  const over = isOver(state);
  const moves = game.steps.length - 1;
  const isOther = kept.over && movesOf(game.steps) !== new URLSearchParams(kept.address).get("m");
  if (!played || (kept.over && !isOther)) return [];
  const match = kept.about.match;
  const base = isOther ? { ...kept, id: "", about: { ...PLAIN, match, again: true } } : kept;
  const seat = viewOf(table);
  const about = {
    ...base.about,
    helped: base.about.helped || values || (!isOther && moves < kept.about.moves), // moves that Back took back
    seat,
    level: written(table).level,
    rules: game.rules,
    moves,
    winner: over ? ended.winner : null,
    mistakes: over && rules?.tabled && !isForMany(rules) && seat !== "all" ? mistakesOf(game, seat) : [],
  };
  const next = { ...base, address: query(state, over ? moves : game.at), over, about };
  return JSON.stringify(next) === JSON.stringify(kept) ? [] : [{ do: "keep", game: next, lasts: true }];
}
