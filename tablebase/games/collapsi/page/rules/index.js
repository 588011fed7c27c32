/** Rules: design a variant, see whether it is fair, play it, save it. */

import { ask, EngineError } from "../../../../engine/client.js";
import { attempt } from "../../../../shared/banner.js";
import { copyLink } from "../../../../shared/copy.js";
import { html, part } from "../../../../shared/dom.js";
import { query } from "../../../../shared/query.js";
import { counted } from "../../../../shared/words.js";
import { SWITCHES, Turn } from "../engine/turns.js";
import { PUBLISHED } from "../shared/game.js";
import { decodeRules, encodeRules } from "../shared/own_rules.js";
import { allDeals, published } from "./atlas.js";
import { cellsOf, changed, draftOf, MOST, MOST_EDITIONS, resized, rulesOf } from "./draft.js";
import { cells, deck, editions, OFF, switches } from "./fields.js";
import { picture } from "./picture.js";
import { Sample } from "./sample.js";
import { standing } from "./standing.js";
import { toml } from "./toml.js";
import { verdict } from "./verdict.js";
import { filling, sampling, solving, summary } from "./words.js";

/**
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./sample.js").Counts} Counts
 * @typedef {import("../shared/api.js").Rules} Rules
 */

/** Deals of a sample: fewer where each takes long. */
const [DEALS, SLOW_DEALS] = [300, 60];

/** @type {import("../../../../shared/app.js").Mount} */
export function mount(root, app) {
  /** @type {Draft} */
  let draft;
  /** The rules as the engine completes them; null while they are wrong. @type {Rules | null} */
  let known = null;
  /** Whether a deal takes milliseconds. */
  let quick = true;
  /** All deals of each edition, null where the atlas does not have them. @type {(Counts | null)[]} */
  let exact = [];
  /** All deals of the published editions, where the atlas has the draft too. @type {Counts[]} */
  let others = [];
  /** Random deals of the other editions. @type {Sample | null} */
  let sample = null;
  /** @type {Rules[]} */
  let presets = [];

  const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (part(root, id));
  const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (part(root, id));
  const list = /** @type {HTMLSelectElement} */ (part(root, "presets"));
  const own = () => encodeRules(rulesOf(draft));

  for (const step of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll("[data-size]"))) {
    step.addEventListener("click", () =>
      resize(/** @type {"rows" | "columns"} */ (step.dataset.size), Number(step.dataset.by)),
    );
  }
  list.addEventListener("change", () => attempt(() => list.value && start(list.value)));
  part(root, "wrap").addEventListener("change", () => set(changed(draft, { wrap: input("wrap").checked })));
  switches(part(root, "switches"), (chosen) => set(changed(draft, chosen)));
  part(root, "players").addEventListener("change", (event) => {
    const players = Number(/** @type {HTMLInputElement} */ (event.target).value);
    set(changed(draft, players > 2 ? { players, ...OFF } : { players, out: "stays" }));
  });
  part(root, "out").addEventListener("change", (event) =>
    set(changed(draft, { out: /** @type {any} */ (event.target).value })),
  );
  part(root, "usual").addEventListener("click", () => set(changed(draft, { usual: true })));
  part(root, "add-edition").addEventListener("click", () => set(changed(draft, { steps: [...draft.steps, free()] })));
  part(root, "name").addEventListener("change", () =>
    set({
      ...draft,
      name: input("name")
        .value.trim()
        .replaceAll(/[^\w-]+/g, "-"),
    }),
  );
  part(root, "play").addEventListener("click", () => attempt(() => open("play")));
  part(root, "analyse").addEventListener("click", () => attempt(() => open("analyse")));
  part(root, "download").addEventListener("click", download);
  part(root, "link").addEventListener("click", () => attempt(copy));
  part(root, "sample").addEventListener("click", () => attempt(study));
  return { show, hide: () => sample?.stop() };

  /** @param {URLSearchParams} asked */
  async function show(asked) {
    presets = await ask("rules", {}, { server: true });
    list.replaceChildren(
      html("option", { value: "" }, "my own"),
      ...presets.map(({ name }) => html("option", {}, name)),
    );
    const text = asked.get("own");
    const given = text === null ? null : decodeRules(text);
    if (given) await set(draftOf(given));
    else await startFrom(asked.get("r") ?? PUBLISHED);
    if (text !== null && !given)
      throw new EngineError(
        `own=${text.slice(0, 60)}: not rules: expected something like 4x4~AAAA2222333344~1234.1~w2`,
        "own",
      );
  }

  /** Start from the rules of a link; from the published game if the link has none. @param {string} name */
  async function startFrom(name) {
    try {
      await start(name);
    } catch (error) {
      if (error instanceof EngineError && name !== PUBLISHED) await start(PUBLISHED);
      throw error;
    }
  }

  /** Start from the rules of this name. @param {string} name */
  async function start(name) {
    const found =
      presets.find((rules) => rules.name === name) ?? (await ask("rules", { rules: name }, { server: true }))[0];
    await set(draftOf({ ...found, name: "" }));
  }

  /** @param {"rows" | "columns"} side @param {number} by */
  function resize(side, by) {
    const size = { rows: draft.rows, columns: draft.columns };
    size[side] += by;
    return set(resized(draft, size));
  }

  /** Steps for a new edition, which no other edition has. */
  function free() {
    const all = [[1], [2], [3], [4], [1, 2, 3, 4], [1, 2]];
    return all.find((steps) => !draft.steps.some((other) => String(other) === String(steps))) ?? [5];
  }

  /** Show a draft, and the engine's answer for it. @param {Draft} next */
  async function set(next) {
    const same = draft && JSON.stringify({ ...next, name: "" }) === JSON.stringify({ ...draft, name: "" });
    draft = next;
    if (!same) forget();
    render();
    app.remember(query({ mode: "rules", own: own() }), null, true);
    const rules = rulesOf(draft);
    let wrong = "";
    const asked = ask("rules", { rules }).catch((error) => {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
      wrong = error.message;
      return [null];
    });
    const [found] = await Promise.all([asked, lookUp(next)]);
    if (draft !== next) return;
    known = found[0];
    if (known) quick = known.tabled && new Turn(known).twoSided;
    renderSample();
    part(root, "wrong").textContent = wrong && `${wrong[0].toUpperCase()}${wrong.slice(1)}.`;
    part(root, "solving").textContent = known ? solving(known) : "";
    for (const id of ["play", "analyse", "download", "sample"]) button(id).disabled = !known;
    button("sample").disabled = !known || !(known.tabled || known.searched);
  }

  /** Look a draft up in the atlas; where it cannot be fetched, there are random deals. @param {Draft} next */
  async function lookUp(next) {
    const found = await allDeals(next).catch(() => []);
    const beside = found.some(Boolean) ? await published().catch(() => []) : [];
    if (draft === next) [exact, others] = [found, beside.filter((counts) => counts !== null)];
  }

  /** The deals counted so far are of other rules. */
  function forget() {
    sample?.stop();
    sample = null;
    exact = [];
    renderSample();
  }

  function render() {
    app.title("Rules");
    for (const side of /** @type {const} */ (["rows", "columns"])) {
      part(root, side).textContent = String(draft[side]);
      for (const step of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll(`[data-size=${side}]`))) {
        step.disabled = draft[side] === (Number(step.dataset.by) < 0 ? 1 : MOST);
      }
    }
    part(root, "size").textContent = counted(cellsOf(draft), "cell");
    cells(part(root, "cells"), draft, set);
    deck(part(root, "deck"), draft, set);
    editions(part(root, "editions"), draft, set);
    input("wrap").checked = draft.wrap;
    for (const { name } of SWITCHES) {
      input(name).checked = draft[name];
      input(name).disabled = !new Turn(draft).twoSided;
    }
    part(root, "out").hidden = new Turn(draft).twoSided;
    for (const choice of /** @type {NodeListOf<HTMLInputElement>} */ (
      root.querySelectorAll("#players input, #out input")
    )) {
      choice.checked = String(draft[/** @type {"players" | "out"} */ (choice.name)]) === choice.value;
    }
    input("name").value = draft.name;
    list.value =
      presets.find((rules) => encodeRules(rulesOf(draftOf({ ...rules, name: draft.name }))) === own())?.name ?? "";
    button("usual").disabled = draft.usual;
    button("add-edition").disabled = draft.steps.length >= MOST_EDITIONS;
    part(root, "filling").textContent = filling(draft);
    part(root, "summary").textContent = summary(draft);
  }

  /** Count random deals, or stop. */
  async function study() {
    if (sample?.running) return sample.stop();
    sample ??= new Sample(rulesOf({ ...draft, steps: uncounted() }), known?.tabled ?? false, renderSample);
    await sample.run(sample.deals + batch());
  }

  /** The joker steps of the editions that the atlas does not have. */
  function uncounted() {
    return draft.steps.filter((_, at) => !exact[at]);
  }

  /** How many deals are played at a time. */
  function batch() {
    return quick ? DEALS : SLOW_DEALS;
  }

  function renderSample() {
    const deals = sample?.deals ?? 0;
    const text = sample?.running ? "Stop" : deals ? `${batch()} more deals` : `Test ${batch()} deals`;
    if (button("sample").textContent !== text) button("sample").textContent = text;
    const all = !uncounted().length;
    for (const id of ["sample", "progress"]) part(root, id).hidden = all;
    part(root, "sampled").textContent = all ? "Counts every deal of these cards, played perfectly." : sampling(deals);
    /** @type {HTMLProgressElement} */ (part(root, "progress")).value = sample?.running
      ? (deals % batch()) / batch()
      : 0;
    const own = exact.filter((counts) => counts !== null);
    part(root, "studies").replaceChildren(
      ...[...own, ...(sample?.counts ?? [])]
        .filter((counts) => counts.deals)
        .map((counts) =>
          html(
            "article",
            {},
            html("h3", {}, counts.edition),
            picture(counts, draft.players),
            html("p", {}, verdict(counts, draft)),
          ),
        ),
      ...(own.length ? [standing(own, others, draft)] : []),
    );
  }

  /** Open a random deal of these rules in another mode. @param {string} mode */
  async function open(mode) {
    const rules = rulesOf(draft);
    const { position } = await ask("random", { rules });
    app.open(query({ mode, p: position.replaceAll(" ", "_"), own: own() }));
  }

  function download() {
    const rules = rulesOf(draft);
    const url = URL.createObjectURL(new Blob([toml(rules)], { type: "application/toml" }));
    html("a", { href: url, download: `${rules.name}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(url));
  }

  async function copy() {
    await copyLink(button("link"), location.search, () => undefined); // the address bar shows it already
  }
}
