/**
 * Lines and notes, to be chosen, changed, copied and kept. Loaded when there are some, or when they
 * are asked for.
 */

import { button, presses } from "#shared/commands.ts";
import { html, part, refill, show, write } from "#shared/dom.ts";
import { counted } from "#shared/judge.ts";
import { type Kept, keepGame, keptGame, newKept } from "#shared/store.ts";
import { droppedText, NOT_KEPT } from "../../play/record.ts";
import { addressOf } from "../../shared/address.ts";
import { type Game, movesOf, type Step } from "../../shared/game.ts";
import { followed, type Shown } from "../../shared/session.ts";
import { moveText } from "../../shared/words.ts";
import { chosen, deleted, noted, origin, promoted, studyOf, withStudy } from "../lines.ts";
import type { State } from "../state.ts";
import { MOST_CHARACTERS, notesIn, read, written } from "./link.ts";

/** How long after the last letter a note is kept. */
const PAUSE_MS = 500;

/** The most moves of a line that are listed. */
const LISTED = 8;

/** Whether an address that is copied is short enough. */
const fits = (address: string) => new URL(address, location.href).href.length <= MOST_CHARACTERS;

export type StudyPanel = ReturnType<typeof mountStudy>;

export function mountStudy(root: HTMLElement, session: Shown<State>) {
  const list = part(root, "lines");
  const note = part(root, "note") as HTMLTextAreaElement;
  const withNotes = part(root, "link-notes") as HTMLInputElement;

  /** The game as it is kept; null if it is not. */
  let kept: Kept | null = null;
  /** The first position of the game that is kept. */
  let start: Step | null = null;
  /** The position whose note is shown, and its game's first one. */
  let shown: { moves: string; start: Step | null } = { moves: "", start: null };
  /** The timer after which the note is kept, or 0. */
  let typing = 0;

  const amend = (game: Game, noted?: boolean) => session.send("amend", { game, noted });

  const keep = (game: Game) => {
    const { lines, notes } = studyOf(game);
    const { address } = written(game);
    const facts = { rules: game.rules, moves: lines[0].length - 1, variations: lines.length - 1 };
    const about = { ...facts, notes: Object.keys(notes).length };
    if (kept?.address === address) return;
    const stored = kept && keptGame(kept.id);
    if (stored?.address === kept?.address) kept = stored; // My games may have given it a star
    const fresh = newKept({ mode: "analyse", address, about });
    // If another tab has changed the game, this one is kept beside it.
    const done = (kept && keepGame({ ...kept, address, about })) ?? keepGame(fresh);
    if (!done) return;
    kept = done.game;
    start = game.steps[0];
    const said = done.lasts ? done.dropped.length && droppedText(done.dropped) : NOT_KEPT;
    write(part(root, "kept"), said || "Kept in My games, with every change.");
  };

  const save = () => {
    clearTimeout(typing);
    typing = 0;
    const { game } = session;
    const { moves, start } = shown;
    const changed = noted(game, moves, note.value);
    if (start !== game.steps[0] || studyOf(changed).notes[moves] === studyOf(game).notes[moves]) return;
    if (!kept) keep(changed); // what was written by hand is not to be lost
    amend(changed);
  };

  const render = () => {
    if (typing) save();
    const { game, draft, state } = session;
    shown = { moves: movesOf(game.steps, game.at), start: game.steps[0] };
    const text = studyOf(game).notes[shown.moves] ?? "";
    if (note.value.trim() !== text) note.value = text;
    // Before a game is opened there is only a board to look at: a note on it would be lost.
    note.disabled = draft !== null || !state.opened;
    withNotes.disabled = !state.opened;
    const place = game.at ? `after move ${game.at}, ${moveText(game.steps[game.at].move)}` : "on the first position";
    renderLines(game);
    const { left } = written(game, { notes: withNotes.checked, fits });
    show(root, {
      "note-label": `Note ${place}`,
      "link-left": leftText(left),
      keep: { hidden: kept !== null, disabled: !state.opened },
      kept: { hidden: kept === null },
    });
  };

  const renderLines = (game: Game) => {
    const { lines, shown } = studyOf(game);
    write(part(root, "tab-lines"), lines.length > 1 ? `Lines (${lines.length})` : "Lines");
    part(root, "lines-note").hidden = lines.length > 1;
    refill(list, lines.length > 1 ? lines.map((_, number) => line(lines, number, shown)) : []);
  };

  const line = (lines: Step[][], number: number, shown: number) => {
    const { moves } = origin(lines, number);
    const rest = movesOf(lines[number]).split(".").slice(moves);
    const listed = [...rest.slice(0, LISTED).map(moveText), ...(rest.length > LISTED ? ["…"] : [])].join(" ");
    const text = number ? `from move ${moves + 1}: ${listed}` : `main line: ${listed}`;
    const choose = change(text, `Show the line ${text}`, chosen, number);
    if (number === shown) choose.setAttribute("aria-current", "true");
    const others = [
      change("Make main line", `Make main line: ${text}`, promoted, number),
      change("Delete", `Delete: ${text}`, deleted, number),
    ];
    return html("li", {}, choose, ...(number ? others : []));
  };

  /** A button that changes the lines: the focus then goes to the line shown. */
  const change = (text: string, label: string, changed: (game: Game, number: number) => Game, number: number) => {
    const run = () => {
      const done = session.send("turn", { game: changed(session.game, number) });
      render();
      ((list.querySelector("[aria-current]") as HTMLElement | null) ?? note).focus();
      return done;
    };
    return button({ "aria-label": label }, run, text);
  };

  note.addEventListener("input", () => {
    clearTimeout(typing);
    typing = setTimeout(save, PAUSE_MS);
  });
  note.addEventListener("change", save);
  withNotes.addEventListener("change", () => amend(session.game));
  presses(root, {
    /** Keep the game in *My games*, and from now on what is changed. */
    keep: () => {
      keep(session.game);
      amend(session.game);
    },
  });
  session.addEventListener("settled", render);
  render();

  return {
    kept: () => kept,
    /** A game with the lines and notes of an address. @param game the main line */
    read: (query: URLSearchParams, game: Game) => read(query, game, (from, moves) => followed(from, moves)),
    /** The address of a game, with as many of its lines, and notes if they are wanted, as fit. */
    address: (game: Game) => written(game, { notes: withNotes.checked, fits }).address,
    /** Keep what has been changed, if the game is kept; another game is not. */
    changed(game: Game) {
      if (game.steps[0] !== start) kept = null;
      if (kept) keep(game);
    },
    /**
     * Go on with a kept game, if there is one of this id and its first position is that of the game
     * shown: something else may have been opened meanwhile. Its notes are shown as they are now: Back
     * undoes lines, not what was written by hand.
     */
    open: async (id: string = "") => {
      const [found, { game }] = [keptGame(id), session];
      const isShown = found?.mode === "analyse" && startOf(found.address) === startOf(addressOf(game));
      kept = isShown ? found : null; // a game of Play stays as it was played
      start = game.steps[0];
      render();
      if (!kept) return;
      const notes = await notesIn(kept.address);
      if (session.game === game) amend(withStudy(game, { ...studyOf(game), notes }, game.at), false);
    },
  };
}

/** The part of an address that says how its game begins. */
function startOf(address: string) {
  const query = new URLSearchParams(address);
  return ["p", "e", "r", "own"].map((field) => query.get(field)).join(" ");
}

/** What the link leaves out. */
function leftText({ lines, notes }: { lines: number; notes: number }) {
  const out = [lines && counted(lines, "line"), notes && counted(notes, "note")].filter(Boolean).join(" and ");
  const room = `The link has room for ${counted(MOST_CHARACTERS, "character")}`;
  return out
    ? `${room}: ${out} did not fit. First comes the main line, then the line shown, the others in order, and notes.`
    : "";
}

export { read };
