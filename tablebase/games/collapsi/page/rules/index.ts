/** Rules: design a variant, see whether it is fair, play it, save it. */

import { ask, EngineError } from "#engine/client.ts";
import { attempt } from "#shared/banner.ts";
import { copyLink } from "#shared/copy.ts";
import { html, part } from "#shared/dom.ts";
import { query } from "#shared/query.ts";
import { counted } from "#shared/words.ts";
import { SWITCHES } from "../engine/designs.ts";
import { Turn } from "../engine/turns.ts";
import { PUBLISHED } from "../shared/game.ts";
import { decodeRules } from "../shared/own_rules.ts";
import { encodeRules } from "./link.ts";
import { sentence } from "../shared/words.ts";
import { allDeals, published } from "./atlas.ts";
import { cellsOf, changed, type Draft, draftOf, MOST, MOST_EDITIONS, resized, rulesOf } from "./draft.ts";
import { cells, deck, editions, OFF, readings, switches } from "./fields.ts";
import { picture } from "./picture.ts";
import { type Counts, Sample } from "./sample.ts";
import { standing } from "./standing.ts";
import { toml } from "./toml.ts";
import { decided, verdict } from "./verdict.ts";
import { filling, sampling, solving, summary } from "./words.ts";
import type { App, Mount } from "#shared/app.ts";
import type { Rules } from "../answers.d.ts";

/** Deals of a sample: fewer where each takes long. */
const [DEALS, SLOW_DEALS] = [300, 60];

const ABSENT =
  "The counts of all deals of this deck are not on this device yet, and can’t be loaded now. You can test random deals.";

export const mount: Mount = (root, app) => new RulesMode(root, app);

class RulesMode {
  root: HTMLElement;
  app: App;
  /** Empty until rules are shown. */
  draft: Draft;
  /** The rules as the engine completes them; null while they are wrong. */
  known: Rules | null;
  /** Whether a deal takes milliseconds. */
  quick: boolean;
  /** All deals of each edition, null where the atlas does not have them. */
  exact: (Counts | null)[];
  noteOf: (_name: string) => { about: string; known: string };
  /** What to say if the atlas should have the draft but cannot be loaded. */
  absent: string;
  /** All deals of the published editions, where the atlas has the draft too. */
  others: Counts[];
  /** Random deals of the other editions. */
  sample: Sample | null;
  presets: Rules[];
  button: (id: string) => HTMLButtonElement;
  input: (id: string) => HTMLInputElement;
  list: HTMLSelectElement;
  own: () => string;
  hide: () => void | undefined;

  constructor(root: HTMLElement, app: App) {
    this.root = root;
    this.app = app;
    this.draft = draftOf({ rows: 4, columns: 4, deck: "" });
    this.known = null;
    this.quick = true;
    this.exact = [];
    /** What there is to know of offered rules. */
    this.noteOf = (_name: string) => ({ about: "", known: "" });
    this.absent = "";
    this.others = [];
    this.sample = null;
    this.presets = [];

    this.button = (id: string) => part(this.root, id) as HTMLButtonElement;
    this.input = (id: string) => part(this.root, id) as HTMLInputElement;
    this.list = part(this.root, "presets") as HTMLSelectElement;
    this.own = () => encodeRules(rulesOf(this.draft));

    for (const step of this.root.querySelectorAll("[data-size]") as NodeListOf<HTMLButtonElement>) {
      step.addEventListener("click", () =>
        this.resize(step.dataset.size as "rows" | "columns", Number(step.dataset.by)),
      );
    }
    this.list.addEventListener("change", () => attempt(() => this.list.value && this.start(this.list.value)));
    part(this.root, "wrap").addEventListener("change", () =>
      this.set(changed(this.draft, { wrap: this.input("wrap").checked })),
    );
    switches(part(this.root, "switches"), (chosen) => this.set(changed(this.draft, chosen)));
    readings(part(this.root, "out"));
    part(this.root, "players").addEventListener("change", (event) => {
      const players = Number((event.target as HTMLInputElement).value);
      this.set(changed(this.draft, players > 2 ? { players, ...OFF } : { players, out: "stays" }));
    });
    part(this.root, "out").addEventListener("change", (event) =>
      this.set(changed(this.draft, { out: (event.target as any).value })),
    );
    part(this.root, "usual").addEventListener("click", () => this.set(changed(this.draft, { usual: true })));
    part(this.root, "add-edition").addEventListener("click", () =>
      this.set(changed(this.draft, { steps: [...this.draft.steps, this.free()] })),
    );
    part(this.root, "name").addEventListener("change", () =>
      this.set({
        ...this.draft,
        name: this.input("name")
          .value.trim()
          .replaceAll(/[^\w-]+/g, "-"),
      }),
    );
    part(this.root, "play").addEventListener("click", () => attempt(() => this.open("play")));
    part(this.root, "analyse").addEventListener("click", () => attempt(() => this.open("analyse")));
    part(this.root, "download").addEventListener("click", this.download);
    part(this.root, "link").addEventListener("click", () => attempt(this.copy));
    part(this.root, "sample").addEventListener("click", () => attempt(this.study));
    this.hide = () => this.sample?.stop();
  }

  show = async (asked: URLSearchParams) => {
    const [offered, { noteOf, optionsOf }] = await Promise.all([
      ask("rules", {}, { server: true }),
      import("../shared/rule_list.ts"),
    ]);
    this.noteOf = noteOf;
    this.presets = offered.filter((rules: Rules) => !new Turn(rules).linesMove); // no draft has that
    this.list.replaceChildren(html("option", { value: "" }, "my own"), ...optionsOf(this.presets));
    const text = asked.get("own");
    const given = text === null ? null : decodeRules(text);
    if (given) await this.set(draftOf(given));
    else await this.startFrom(asked.get("r") ?? PUBLISHED);
    if (text !== null && !given)
      throw new EngineError(
        `own=${text.slice(0, 60)}: not rules: expected something like 4x4~AAAA2222333344~1234.1~w2`,
        "own",
      );
  };

  /** Start from the rules of a link; from the published game if the link has none. */
  startFrom = async (name: string) => {
    try {
      await this.start(name);
    } catch (error) {
      if (error instanceof EngineError && name !== PUBLISHED) await this.start(PUBLISHED);
      throw error;
    }
  };

  /** Start from the rules of this name. */
  start = async (name: string) => {
    const found =
      this.presets.find((rules) => rules.name === name) ?? (await ask("rules", { rules: name }, { server: true }))[0];
    await this.set(draftOf({ ...found, name: "" }));
  };

  resize = (side: "rows" | "columns", by: number) => {
    const size = { rows: this.draft.rows, columns: this.draft.columns };
    size[side] += by;
    return this.set(resized(this.draft, size));
  };

  /** Steps for a new edition, which no other edition has. */
  free = () => {
    const all = [[1], [2], [3], [4], [1, 2, 3, 4], [1, 2]];
    return all.find((steps) => !this.draft.steps.some((other) => String(other) === String(steps))) ?? [5];
  };

  /** Show a draft, and the engine's answer for it. */
  set = async (next: Draft) => {
    const same = this.draft && JSON.stringify({ ...next, name: "" }) === JSON.stringify({ ...this.draft, name: "" });
    this.draft = next;
    if (!same) this.forget();
    this.render();
    this.app.remember(query({ mode: "rules", own: this.own() }), null, true);
    const rules = rulesOf(this.draft);
    let wrong = "";
    const asked = ask("rules", { rules }).catch((error) => {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
      wrong = error.message;
      return [null];
    });
    const [found] = await Promise.all([asked, this.lookUp(next)]);
    if (this.draft !== next) return;
    this.known = found[0];
    if (this.known) this.quick = this.known.tabled && new Turn(this.known).twoSided;
    this.renderSample();
    part(this.root, "wrong").textContent = wrong && sentence(wrong);
    part(this.root, "solving").textContent = this.known ? solving(this.known) : "";
    for (const id of ["play", "analyse", "download", "sample"]) this.button(id).disabled = !this.known;
    this.button("sample").disabled = !this.known || !(this.known.tabled || this.known.searched);
  };

  /** Look a draft up in the atlas; where it cannot be fetched, there are random deals. */
  lookUp = async (next: Draft) => {
    this.absent = "";
    const found = await allDeals(next).catch(() => {
      this.absent = ABSENT;
      return [];
    });
    const beside = found.some(Boolean) ? await published().catch(() => []) : [];
    if (this.draft === next) [this.exact, this.others] = [found, beside.filter((counts) => counts !== null)];
  };

  /** The deals counted so far are of other rules. */
  forget = () => {
    this.sample?.stop();
    this.sample = null;
    this.exact = [];
    this.renderSample();
  };

  render = () => {
    this.app.title("Rules");
    for (const side of ["rows", "columns"] as const) {
      part(this.root, side).textContent = String(this.draft[side]);
      for (const step of this.root.querySelectorAll(`[data-size=${side}]`) as NodeListOf<HTMLButtonElement>) {
        step.disabled = this.draft[side] === (Number(step.dataset.by) < 0 ? 1 : MOST);
      }
    }
    part(this.root, "size").textContent = counted(cellsOf(this.draft), "cell");
    cells(part(this.root, "cells"), this.draft, this.set);
    deck(part(this.root, "deck"), this.draft, this.set);
    editions(part(this.root, "editions"), this.draft, this.set);
    this.input("wrap").checked = this.draft.wrap;
    for (const { name } of SWITCHES) {
      this.input(name).checked = this.draft[name];
      this.input(name).disabled = !new Turn(this.draft).twoSided;
    }
    part(this.root, "out").hidden = new Turn(this.draft).twoSided;
    for (const choice of this.root.querySelectorAll("#players input, #out input") as NodeListOf<HTMLInputElement>) {
      choice.checked = String(this.draft[choice.name as "players" | "out"]) === choice.value;
    }
    this.input("name").value = this.draft.name;
    this.list.value = this.preset();
    this.button("usual").disabled = this.draft.usual;
    this.button("add-edition").disabled = this.draft.steps.length >= MOST_EDITIONS;
    part(this.root, "filling").textContent = filling(this.draft);
    part(this.root, "summary").textContent = summary(this.draft);
  };

  /** Count random deals, or stop. */
  study = async () => {
    if (this.sample?.running) return this.sample.stop();
    this.sample ??= new Sample(
      rulesOf({ ...this.draft, steps: this.uncounted() }),
      this.known?.tabled ?? false,
      this.renderSample,
    );
    await this.sample.run(this.sample.deals + this.batch());
  };

  /** The name of the offered rules that the draft is; "" if there are none. */
  preset = () =>
    this.presets.find((rules) => encodeRules(rulesOf(draftOf({ ...rules, name: this.draft.name }))) === this.own())
      ?.name ?? "";

  /** The joker steps of the editions that the atlas does not have. */
  uncounted = () => this.draft.steps.filter((_, at) => !this.exact[at]);

  /** How many deals are played at a time. */
  batch = () => (this.quick ? DEALS : SLOW_DEALS);

  renderSample = () => {
    const deals = this.sample?.deals ?? 0;
    const text = this.sample?.running ? "Stop" : deals ? `${this.batch()} more deals` : `Test ${this.batch()} deals`;
    if (this.button("sample").textContent !== text) this.button("sample").textContent = text;
    const all = !this.uncounted().length;
    const { about, known } = this.noteOf(this.preset());
    part(this.root, "about").textContent = about;
    part(this.root, "known").textContent = all ? "" : this.absent || known;
    this.button("sample").classList.toggle("primary", all || !known);
    for (const id of ["sample", "progress"]) part(this.root, id).hidden = all;
    part(this.root, "sampled").textContent = all
      ? "Counts every deal of these cards, played perfectly."
      : sampling(deals);
    (part(this.root, "progress") as HTMLProgressElement).value = this.sample?.running
      ? (deals % this.batch()) / this.batch()
      : 0;
    const own = this.exact.filter((counts) => counts !== null);
    part(this.root, "studies").replaceChildren(
      ...[...own, ...(this.sample?.counts ?? [])]
        .filter((counts) => counts.deals)
        .map((counts) =>
          html(
            "article",
            {},
            html("h3", {}, counts.edition),
            ...(decided(counts) ? [picture(counts, this.draft.players)] : []),
            html("p", {}, verdict(counts, this.draft)),
          ),
        ),
      ...(own.length ? [standing(own, this.others, this.draft)] : []),
    );
  };

  /** Open a random deal of these rules in another mode. */
  open = async (mode: string) => {
    const rules = rulesOf(this.draft);
    const { position } = await ask("random", { rules });
    this.app.open(query({ mode, p: position.replaceAll(" ", "_"), own: this.own() }));
  };

  download = () => {
    const rules = rulesOf(this.draft);
    const url = URL.createObjectURL(new Blob([toml(rules)], { type: "application/toml" }));
    html("a", { href: url, download: `${rules.name}.toml` }).click();
    setTimeout(() => URL.revokeObjectURL(url));
  };

  copy = async () => {
    await copyLink(this.button("link"), location.search, () => undefined); // the address bar shows it already
  };
}
