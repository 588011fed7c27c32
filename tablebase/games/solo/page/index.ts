/** Solo: today's board, the same for everybody, random boards by grade, and the reader's own boards. */

import { Board } from "#home/shared/board.ts";
import { GRADES } from "#home/shared/grades.ts";
import type { App, Command, Mount } from "#shared/app.ts";
import { dayOf } from "#shared/days.ts";
import { part, set } from "#shared/dom.ts";
import { GameMode } from "#shared/mode.ts";
import { movesFields, movesIn, query as written } from "#shared/query.ts";
import { shareResult } from "#shared/share.ts";
import { type Action, showFigures, showSteps } from "#shared/sheet.ts";
import { type Game, gradeNumber, isBest, type Readings, seen, USUAL } from "./game.ts";
import { days, noteEnd, noteHelp, shareText } from "./results.ts";
import { mountSetup, showSetup } from "./setup.ts";
import { SoloView } from "./view.ts";
import { headline, sheet } from "./words.ts";

export const mount: Mount = (root, app) => new SoloMode(root, app);

/** What is drawn for a kind of board; the others are grades. */
const DRAWN: Record<string, object> = { sheet: { sheet: true }, daily: { day: 0 } };

/** Whether it is today's board, which counts. */
const isToday = (day: number) => day === dayOf(new Date());

/** The reader's result, if it is today's board. */
const resultOf = ({ day }: Game) => (isToday(day) ? days.of(day) : undefined);

class SoloMode extends GameMode<Game> {
  view: SoloView;

  /** Whether its address stands for another board each day. */
  daily = true;

  constructor(root: HTMLElement, app: App) {
    const view = new SoloView({
      help: () => isToday(this.game.day) && noteHelp(this.game.day),
      end: ({ day, left }) => isToday(day) && noteEnd(day, left),
      share: () => this.share(),
    });
    super(root, app, view, seen, address);
    this.view = view;
    new Board(view, part(root, "board"), this.move);
    mountSetup(root, {
      choose: (kind) => this.open(DRAWN[kind] ?? { grade: gradeNumber(kind) }),
      read: (readings) => this.open({ position: this.game.steps[0].position, readings }),
      draw: (seed) => this.open({ seed }),
      use: (position) => this.open({ position }),
    });
    this.frame(this.toolbar(), this.said, this.render);
  }

  /** What the toolbar and keys do. */
  toolbar(): Command[] {
    const { send } = this;
    const help = (changes: () => Partial<Game>) => ({
      run: () => send("help", { changes: changes() }),
      enabled: () => this.canPlay() && !this.game.values,
    });
    const again = { run: () => send("go", { at: 0 }), enabled: () => this.game.at > 0 };
    const best = () => ({ hinted: this.game.answer?.moves[0].move });
    return [
      ...this.walks("take a move back", "play it again"),
      { button: "again", key: "t", does: "start this board again", ...again },
      { button: "hint", key: "h", does: "show a best move", ...help(best) },
      { button: "check", key: "k", does: "check what can still be reached", ...help(() => ({ checked: true })) },
      {
        button: "values",
        key: "v",
        does: "show what every move is worth",
        run: () => send("values"),
        enabled: this.isOpened,
      },
      { button: "new", key: "n", does: "draw another board", run: this.next, enabled: this.isOpened },
      { button: "copy", key: "c", does: "copy the link to this game", run: this.copy, enabled: this.isOpened },
    ];
  }

  /** What there is for those who don't see the board. */
  tell = async () => {
    const { teller } = await import("#home/shared/told.ts");
    return teller(this.view, this.canPlay, (move) => this.move(move));
  };

  /**
   * Show the game of the address, or to newcomers a board like the rule sheet's, or today's board.
   *
   * @param state whether it showed today's board
   */
  show = async (query: URLSearchParams, state: { today: boolean } | null) => {
    const position = query.get("p");
    const isBare = query.size < 2;
    if (isBare && !state?.today && this.isOpened() && (!this.game.day || isToday(this.game.day)))
      return this.send("back");
    try {
      if (!position && (query.has("seed") || query.has("grade"))) {
        const drawn = { seed: query.get("seed"), grade: query.get("grade"), readings: readingsOf(query) };
        return await this.open(drawn, { noted: "replace" });
      }
      const day = Math.floor(Number(query.get("day")));
      const named = isBare && !days.any ? DRAWN.sheet : { day };
      const board = position ? { position, readings: readingsOf(query) } : named;
      await this.open(board, { ...movesIn(query), noted: "" });
      if (isBare && this.game.day) this.app.remember(location.search, { today: true }, true); // it stays the address of every day's
    } catch (error) {
      if (!this.isOpened()) await this.open({ day: 0 }, { noted: "" });
      throw error;
    }
  };

  /** Open a board, as `dealt` of game.ts takes it. */
  open = (board: object, how?: object) => this.send("open", { board, ...how });

  /** Another board of the same kind. */
  next = () => this.open(this.game.isSheet ? DRAWN.sheet : { grade: this.game.start.grade });

  /**
   * @param name of the destination
   * @param walks whether the pawn is seen walking
   */
  move = (name: string, walks: boolean = true) => this.send("move", { name, moved: walks });

  canPlay = () => this.game.answer !== null && !this.game.isOver;

  share = async () => {
    const { day, start } = this.game;
    const kept = resultOf(this.game);
    if (!kept) return undefined;
    const text = shareText(day, kept, start.cards, days.streaks(day).streak);
    return { type: "set", changes: { sent: await shareResult(text, `?mode=solo&day=${day}`) } };
  };

  said = (game: Game) => ({
    title: "Solo",
    headline: headline(game, resultOf(game)),
    colour: game.isCleared ? "green" : "",
    sheet: sheet(game, this.view.selected),
    actions: this.actions(game),
  });

  /** The buttons of the sheet. */
  actions(game: Game): Action[] {
    const { isOver, isOut, isCleared, loss, at, answer, start } = game;
    const { selected } = this.view;
    if (selected) return [{ label: `Move to ${selected}`, run: () => this.move(selected), primary: true }];
    const isShared = resultOf(game)?.left != null && (isCleared || !at);
    const share = isShared ? [{ label: "Share", run: () => this.send("share"), primary: true }] : [];
    if (!isOver) return share;
    if (isCleared) return [...share, { label: "New board", run: this.next, primary: !isShared }];
    if (loss) return [{ label: "Try again from there", run: () => this.send("go", { at: loss.at }), primary: true }];
    const again = { label: "Start again", run: () => this.send("go", { at: 0 }), primary: true };
    const isLost = start.result === "win" && (!isOut || answer?.score !== start.score);
    return [again, ...share, ...(isLost ? [{ label: "Where was it lost?", run: () => this.send("lose") }] : [])];
  }

  render = (game: Game) => {
    const { root } = this;
    const { steps, readings, start, values, day, seed, isSheet } = game;
    set(part(root, "values"), { "aria-pressed": String(values) });
    showSteps(root, game, this.send, (at) => described(steps[at].move, at, values && !isBest(steps, at)));
    const kind = isToday(day) ? "daily" : isSheet ? "sheet" : day ? "" : (GRADES[(start.grade ?? 0) - 1] ?? "");
    this.showForms({ kind, readings, seed }, (played) => showSetup(root, played));
    const { streak, best } = days.streaks(dayOf(new Date()));
    showFigures(part(root, "record"), { "days in a row": streak, longest: best });
  };
}

/** A move in the list. */
const described = (move: string, at: number, isMistake: boolean) => ({
  text: move,
  label: `Move ${at}: ${move}`,
  ...(isMistake ? { mark: "?", title: "left more cards than it had to" } : {}),
});

/** The readings that an address names; the engine refuses unknown ones. */
const readingsOf = (query: URLSearchParams) =>
  ({ exit: query.get("exit") || USUAL.exit, joker: query.get("joker") || USUAL.joker }) as Readings;

/** The game as an address. */
const address = ({ steps, at, day, readings: { exit, joker } }: Game) =>
  written({
    mode: "solo",
    day: day ? String(day) : "",
    p: day ? "" : steps[0].position,
    exit: exit === USUAL.exit ? "" : exit,
    joker: joker === USUAL.joker ? "" : joker,
    ...movesFields(steps, at),
  });
