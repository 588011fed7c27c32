/** Analyse: every position's exact value, and what each move does. */

import { EngineError } from "#engine/client.ts";
import type { Mount } from "#shared/app.ts";
import { cellNumber } from "#shared/cells.ts";
import { attempt, bind, chooses, command, presses, report } from "#shared/commands.ts";
import { part, set, show, write } from "#shared/dom.ts";
import type { Late } from "#shared/machine.ts";
import { mountTabs } from "#shared/mode.ts";
import { copyShown } from "#shared/share.ts";
import { showHeadline } from "#shared/sheet.ts";
import { addressOf, asked, hasLines } from "../shared/address.ts";
import type * as api from "../shared/api.ts";
import { Board, telling } from "../shared/board.ts";
import { current, type Game, isForMany, newGame, PUBLISHED, toMove } from "../shared/game.ts";
import { explain } from "../shared/how.ts";
import { renderPlayers } from "../shared/players.ts";
import { begun, PartError, Shown } from "../shared/session.ts";
import { listEditions } from "../shared/variants.ts";
import { feedback } from "../shared/words.ts";
import { dealNote, dealt, filters, mountDeals, today } from "./deals.ts";
import { mountEditor } from "./editor.ts";
import type { StudyPanel } from "./later/study.ts";
import { mountMoves } from "./moves.ts";
import { mountMotions, mountNotation } from "./setup.ts";
import { reduce, START, type State } from "./state.ts";
import { canStep, mountWhy, step } from "./why.ts";
import { headline, possessive } from "./words.ts";

/** How many errors in the lines and notes of a link are shown at most. */
const SAID = 3;

export const mount: Mount = (root, app) => {
  /** Lines and notes, once they are loaded. */
  let study: StudyPanel | null = null;

  const session: Shown<State> = new Shown(START, reduce, {
    /**
     * Load what is asked for: by an address, with what the browser's history has of it, by a position with
     * moves, or by what a deal should be like.
     */
    open: async ({ query, entry, position, moves, wanted, variant }: Wanted) => {
      if (wanted) return { type: "opened", ...(await dealt(wanted, variant)) };
      if (query === undefined) return { type: "opened", ...(await begun(position, variant, moves)) };
      const address = new URLSearchParams(query);
      if (!entry) return { type: "opened", ...(await ofAddress(address)) };
      const event = { type: "opened", noted: "replace", id: entry.id };
      if (entry.game) return { ...event, game: entry.game, noted: "" };
      try {
        const { position } = asked(address);
        const found = position === null ? dealt({ seed: today() }, asked(address)) : ofAddress(address);
        return { ...event, ...(await found) };
      } catch (error) {
        if (!(error instanceof EngineError) || error.status >= 500) throw error;
        // Show something besides what is wrong with the address.
        const found = await dealt({ seed: today() }, { rules: PUBLISHED, edition: "" });
        const said = `${error.message}. Today’s deal is shown instead.`;
        return { ...event, ...found, wrong: new EngineError(said, error.parameter, error.status) };
      }
    },
    /** Let the lines and notes be those of a game that is kept. */
    study: async ({ id }: { id?: string }, { signal }: Late) => {
      if (!id && !session.game.study && !study) return undefined;
      const { open } = await withStudy();
      if (signal.aborted) return undefined;
      await open(id);
      return study?.kept() ? { type: "noted" } : undefined; // Back goes on with it, too
    },
    /** Each move has an entry at once; its lines and notes follow when what writes them is loaded. */
    note: ({ replace }) => {
      remember(session.game, replace);
      return session.game.study && !study ? withStudy().then(() => ({ type: "noted" })) : undefined;
    },
    remember: () => remember(session.game, true),
  });
  const send = (type: string, about?: object) => session.send(type, about);

  /**
   * @param name of a move
   * @param moved whether the pawn is seen walking
   */
  const play = async (name: string, moved?: boolean) => {
    if (session.moveTo(name)) await send("move", { name, moved });
  };

  const editor = mountEditor(root, session);
  const board = new Board(session, part(root, "board"), (name, walks) =>
    session.draft ? editor.click(cellNumber(name, session.layout.columns)) : play(name, walks),
  );

  /** The game of an address, with its lines and notes. @param query that names a position */
  const ofAddress = async (query: URLSearchParams) => {
    const { position, moves, at, ...variant } = asked(query);
    const study = hasLines(query) ? await withStudy() : null;
    const found = await begun(position ?? "", variant, moves, at);
    if (!study) return found;
    const { game, said } = await study.read(query, found.game);
    const wrong = found.wrong ?? (said.length ? new PartError(said.slice(0, SAID).join(". "), "v") : null);
    return { game, line: null, wrong };
  };

  /** What shows lines and notes, loaded when it is first needed. */
  const withStudy = async () => {
    const { mountStudy } = await import("./later/study.ts");
    return (study ??= mountStudy(root, session));
  };

  /** The address of a game: without its lines and notes until what writes them is loaded. */
  const query = (game: Game) => (study && game.study ? study.address(game) : addressOf(game));

  /** Note in the browser's history what is shown. @param replace the entry shown */
  const remember = (game: Game, replace: boolean) => {
    study?.changed(game);
    app.remember(query(game), { game, id: study?.kept()?.id }, replace);
  };

  const deal = (wanted: Record<string, string>, variant: api.Variant = session.state.dealing ?? session.game) =>
    send("open", { wanted, variant });

  /** Play on from the position shown: against the computer, with three and four players in the seats chosen. */
  const playFromHere = () => {
    const { game, side, rules } = session;
    const as = isForMany(rules) ? "" : side;
    return app.open(addressOf(newGame(current(game).position, game), { mode: "play", as }));
  };

  const to = (by: number) => session.game.at + by;
  const go = (by: number) => () => send("go", { at: to(by) });
  const canGo = (by: number) => () => !session.draft && session.game.steps[to(by)] !== undefined;
  // Without a table a move is known to be good once a search has found one.
  const canPlay = () => !session.draft && !session.variation && !!session.probe?.moves[0]?.result;
  const hint = () => write(part(root, "status"), `Hint: ${session.showHint()}`);
  const hide = () => session.set({ hidden: !session.hidden, variation: null });
  const copy = () => copyShown(root, query(session.game), () => remember(session.game, false));
  const back = () => session.set({ variation: null, selected: "" });
  const toolbar = [
    command("undo", "u", "take a move back", go(-1), canGo(-1)),
    command("redo", "r", "play the move again", go(1), canGo(1)),
    command("hint-button", "h", "show a best move", hint, canPlay),
    command("hide-button", "v", "hide or show values", hide),
    command("deal-button", "n", "new deal", () => deal(filters(root))),
    command("copy", "c", "copy the link to this game", copy),
    command("best", "b", "play the best move", () => send("best"), canPlay),
    command("edit-button", "e", "set up the board", editor.toggle, () => !session.probe?.players),
  ];

  /** What is said of the position, and shown around the game: its rules, its deal. */
  const render = () => {
    const { rules, game, offered, probe, side, hidden, variation } = session;
    const [main, sub] = headline(side, probe, hidden);
    const namesWinner = probe && (!probe.moves.length || !(hidden || probe.players));
    showHeadline(root, (namesWinner && probe.winner) || side, [main, sub]);
    const { move, judgement } = current(game);
    const mover = toMove(game, Math.max(game.at - 1, 0));
    const said = judgement && !variation ? feedback(possessive(mover), mover, move, judgement, hidden) : "";
    set(part(root, "feedback"), { class: `feedback ${said && judgement ? judgement.verdict : ""}` });
    show(root, {
      feedback: said,
      "random-note": dealNote(session),
      "play-from-here": { disabled: probe?.moves.length === 0 },
      "hide-button": { "aria-pressed": String(hidden) },
      "edit-button": { hidden: isForMany(rules) },
    });
    if (probe) write(part(root, "status"), [said, main, sub].join(" ").trim());
    import("../shared/rule_list.ts")
      .then(({ listRules }) => listRules(list, offered, session.game.rules))
      .catch((error) => report(error, render));
    if (rules) listEditions(part(root, "edition"), rules, game.edition);
    explain(app, session);
    app.title(probe ? main : "Analyse");
  };
  session.addEventListener("change", render);
  mountWhy(root, session, board, play);
  mountMoves(root, session);
  mountDeals(root, session, deal);
  mountNotation(root, session);
  mountMotions(root, session);
  session.addEventListener("settled", () => renderPlayers(root, session));
  mountTabs(part(root, "tabs"));
  const list = part(root, "rules") as HTMLSelectElement;
  chooses(root, {
    rules: ({ value }) => deal({}, { rules: value, edition: "" }),
    edition: ({ value }) => {
      const variant = { rules: session.game.rules, edition: value };
      return send("open", { position: current(session.game).position, variant });
    },
  });
  presses(root, { "play-from-here": playFromHere, "tab-lines": withStudy });
  part(root, "tab-lines").addEventListener("focus", () => attempt(withStudy)); // by the arrow keys
  bind(root, toolbar, session);

  return {
    commands: [
      ...toolbar,
      { key: "s", does: "step through what would happen", run: () => step(session), enabled: () => canStep(session) },
      { key: "Escape", does: "back to the game", run: back },
    ],
    focus: () => board.focus(),
    hide: () => send("hide"),
    tell: telling(session, () => true, play),
    /** Show what the address asks for: a game that the browser has kept, a position, today's deal. */
    show: (query, entry) => send("open", { query: query.toString(), entry: entry ?? {}, deals: !query.get("p") }),
  };
};

/** What `open` asks for. */
type Wanted = {
  query?: string;
  entry?: any;
  position: string;
  moves?: string[];
  wanted?: Record<string, string>;
  variant: api.Variant;
};
