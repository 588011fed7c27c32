/** Solo: today's board, the same for everybody, random boards by grade, and the reader's own boards. */

import { Board } from "#home/shared/board.ts";
import { GRADES } from "#home/shared/grades.ts";
import type { Mount } from "#shared/app.ts";
import { chooses, command } from "#shared/commands.ts";
import { dayOf } from "#shared/days.ts";
import { part, set } from "#shared/dom.ts";
import { gameMode } from "#shared/mode.ts";
import { movesIn } from "#shared/query.ts";
import { type Action, showFigures } from "#shared/sheet.ts";
import { type Game, gradeNumber, type Readings, seen, USUAL } from "./game.ts";
import { days, isToday, resultOf } from "./results.ts";
import { SoloView } from "./view.ts";
import * as words from "./words.ts";

/** What is drawn for a kind of board; the others are grades. */
const DRAWN: Record<string, object> = { sheet: { sheet: true }, daily: { day: 0 } };

export const mount: Mount = (root, app) => {
  const view = new SoloView();
  const { send, game, isOpened, ...mode } = gameMode(root, app, view, seen, fields);
  const canPlay = () => game().answer !== null && !game().isOver;
  /** Open a board, as `dealt` of game.ts takes it. */
  const open = (board: object) => send("open", board);
  /** Another board of the same kind. */
  const next = () => open(game().isSheet ? DRAWN.sheet : { grade: game().start.grade });
  const go = (at: number) => send("go", { at });
  /** @param walks whether the pawn is seen walking */
  const move = (name: string, walks: boolean = true) => send("move", { name, moved: walks });
  new Board(view, part(root, "board"), move);
  mode.seeds();
  mode.own();
  chooses(root, {
    kinds: ({ value }) => open(DRAWN[value] ?? { grade: gradeNumber(value) }),
    readings({ form }) {
      const readings = Object.fromEntries(new FormData(form as HTMLFormElement));
      return open({ position: game().steps[0].position, readings });
    },
  });

  /**
   * Show the game of the address, or to newcomers a board like the rule sheet's, or today's board.
   *
   * @param state whether it showed today's board
   */
  async function show(query: URLSearchParams, state: { today: boolean } | null) {
    const [position, seed, grade] = ["p", "seed", "grade"].map((name) => query.get(name));
    const isBare = query.size < 2;
    if (isBare && !state?.today && isOpened() && (!game().day || isToday(game().day))) return send("back");
    const isDrawn = !position && (seed ?? grade) !== null;
    const named = isBare && !days.any() ? DRAWN.sheet : { day: Math.floor(Number(query.get("day"))) };
    const read = { readings: readingsOf(query) };
    const asked = isDrawn ? { seed, grade, ...read, noted: "replace" } : position ? { position, ...read } : named;
    await mode.openLinked({ ...(!isDrawn && movesIn(query)), noted: "", ...asked }, () =>
      open({ ...DRAWN.daily, noted: "" }),
    );
    if (isBare && game().day) app.remember(location.search, { today: true }, true); // it stays the address of every day's
  }

  /** The buttons of the sheet. */
  function actions(game: Game): Action[] {
    const { isOver, isOut, isCleared, loss, at, answer, start } = game;
    const { selected } = view;
    if (selected) return [{ label: `Move to ${selected}`, run: () => move(selected), primary: true }];
    const isShared = resultOf(game)?.left != null && (isCleared || !at);
    const share = isShared ? [{ label: "Share", run: () => send("share"), primary: true }] : [];
    if (!isOver) return share;
    if (isCleared) return [...share, { label: "New board", run: next, primary: !isShared }];
    if (loss) return [{ label: "Try again from there", run: () => go(loss.at), primary: true }];
    const again = { label: "Start again", run: () => go(0), primary: true };
    const isLost = start.result === "win" && (!isOut || answer?.score !== start.score);
    return [again, ...share, ...(isLost ? [{ label: "Where was it lost?", run: () => send("lose") }] : [])];
  }

  function render({ readings, start, values, day, counts, isSheet }: Game) {
    set(part(root, "values"), { "aria-pressed": String(values) });
    const kind = counts ? "daily" : isSheet ? "sheet" : day ? "" : (GRADES[(start.grade ?? 0) - 1] ?? "");
    mode.showForms({ kind, ...readings });
    const { streak, best } = days.streaks(dayOf(new Date()));
    showFigures(part(root, "record"), { "days in a row": streak, longest: best });
  }

  const restart = () => go(0);
  const help = (changes: () => Partial<Game>) => () => send("help", { changes: changes() });
  const canHelp = () => canPlay() && !game().values;
  const hint = help(() => ({ hinted: game().answer?.moves[0].move }));
  const check = help(() => ({ checked: true }));
  return mode.framed({
    title: "Solo",
    commands: [
      ...mode.walks("take a move back", "play it again"),
      command("again", "t", "start this board again", restart, () => game().at > 0),
      command("hint", "h", "show a best move", hint, canHelp),
      command("check", "k", "check what can still be reached", check, canHelp),
      command("values", "v", "show what every move is worth", () => send("values"), isOpened),
      command("new", "n", "draw another board", next, isOpened),
    ],
    words: { ...words, sheet: (game) => words.sheet(game, view.selected) },
    actions,
    render,
    show,
    renew: () => game().counts && (game().isOver || !game().at) && open(DRAWN.daily),
    tell: async () => (await import("#home/shared/told.ts")).teller(view, canPlay, move),
  });
};

/** The readings that an address names; the engine refuses unknown ones. */
const readingsOf = (query: URLSearchParams) =>
  ({ exit: query.get("exit") || USUAL.exit, joker: query.get("joker") || USUAL.joker }) as Readings;

/** The board as fields of an address. */
const fields = ({ steps, day, readings: { exit, joker } }: Game) => ({
  mode: "solo",
  day: day ? String(day) : "",
  p: day ? "" : steps[0].position,
  exit: exit === USUAL.exit ? "" : exit,
  joker: joker === USUAL.joker ? "" : joker,
});
