/** Rules: design a variant, see whether it is fair, play it, save it. */

import { ask, EngineError } from "#engine/client.ts";
import type { Mount } from "#shared/app.ts";
import { chooses, presses } from "#shared/commands.ts";
import { html, part, show } from "#shared/dom.ts";
import { download } from "#shared/files.ts";
import { counted } from "#shared/judge.ts";
import { query } from "#shared/query.ts";
import { copyLink } from "#shared/share.ts";
import type { Rules } from "../answers.d.ts";
import { SWITCHES, Turn } from "../engine/turns.ts";
import { decodeRules, editionOf, encodeRules, UNNAMED } from "../shared/address.ts";
import { PUBLISHED } from "../shared/game.ts";
import { called } from "../shared/variants.ts";
import { sentence } from "../shared/words.ts";
import { allDeals } from "./atlas.ts";
import { cellsOf, changed, type Draft, draftOf, isUsual, MOST_EDITIONS, reset, toml } from "./draft.ts";
import { decided, verdict } from "./fairness.ts";
import { OFF, offer, shifting, shiftsOf, showFields } from "./fields.ts";
import { picture } from "./picture.ts";
import { type Counts, type Sample, sampleOf } from "./sample.ts";
import { filling, sampling, solving, summary } from "./words.ts";

/** Deals of a sample: fewer where each takes long. */
const [DEALS, SLOW_DEALS] = [300, 60];

const INCOMPLETE = "These rules are not complete yet.";

const UNSOLVED = "The browser does not solve deals of these rules.";

const ABSENT =
  "The counts of all deals of this deck are not on this device yet, and can’t be loaded now. You can test random deals.";

export const mount: Mount = (root, app) => {
  /** Empty until rules are shown. */
  let draft = draftOf({ rows: 4, columns: 4, deck: "" });
  /** The rules as the engine completes them; null while they are wrong. */
  let known: Rules | null = null;
  /** What is wrong with them. */
  let wrong = "";
  /** Whether a deal takes milliseconds. */
  let quick = true;
  /** All deals of each edition, null where the atlas does not have them. */
  let exact: (Counts | null)[] = [];
  /** What to say if the atlas should have the draft but cannot be loaded. */
  let absent = "";
  /** Random deals of the other editions. */
  let sample: Sample | null = null;
  let presets: Rules[] = [];
  /** What there is to know of offered rules. */
  let noteOf = (_name: string) => ({ about: "", known: "" });

  const button = (id: string) => part(root, id) as HTMLButtonElement;
  const input = (id: string) => part(root, id) as HTMLInputElement;
  const list = part(root, "presets") as HTMLSelectElement;
  const own = () => encodeRules(draft);

  /** Show a draft, and the engine's answer for it. */
  const set = async (next: Draft) => {
    const same = JSON.stringify({ ...next, name: "" }) === JSON.stringify({ ...draft, name: "" });
    draft = next;
    if (!same) forget();
    render();
    app.remember(query({ mode: "rules", own: own() }), null, true);
    const asked = ask("rules", { rules: draft }).catch((error) => {
      if (!(error instanceof EngineError) || error.status >= 500) throw error;
      return [null, sentence(error.message)];
    });
    const [found] = await Promise.all([asked, lookUp(next)]);
    if (draft !== next) return;
    [known, wrong = ""] = found;
    if (known) quick = known.tabled && new Turn(known).twoSided;
    renderSample();
    show(root, { wrong, solving: known ? solving(known) : "" });
  };
  const change = (changes: Partial<Draft>) => set(changed(draft, changes));

  /** Look a draft up in the atlas; where it cannot be fetched, there are random deals. */
  const lookUp = async (next: Draft) => {
    const found = await allDeals(next).catch(() => null);
    if (draft !== next) return;
    [exact, absent] = found ? [found, ""] : [[], ABSENT];
  };

  /** What is known, and the deals counted so far, are of other rules. */
  const forget = () => {
    sample?.stop();
    [known, sample, exact, absent] = [null, null, [], ""];
    renderSample();
  };

  const render = () => {
    app.title("Design a game");
    showFields(root, draft, set);
    const { twoSided } = new Turn(draft);
    Object.assign(part(root, "shift"), { value: shiftsOf(draft), disabled: !twoSided });
    input("wrap").checked = draft.wrap;
    for (const { name } of SWITCHES) Object.assign(input(name), { checked: draft[name], disabled: !twoSided });
    for (const choice of root.querySelectorAll("#players input, #out input") as NodeListOf<HTMLInputElement>)
      choice.checked = String(draft[choice.name as "players" | "out"]) === choice.value;
    input("name").value = draft.name === UNNAMED ? "" : draft.name;
    list.value = preset();
    show(root, {
      size: counted(cellsOf(draft), "cell"),
      out: { hidden: twoSided },
      "for-two": { hidden: twoSided },
      usual: { disabled: isUsual(draft) },
      "add-edition": { disabled: draft.editions.length >= MOST_EDITIONS },
      filling: filling(draft),
      summary: summary(draft),
    });
  };

  /** Count random deals, or stop. */
  const study = async () => {
    if (sample?.isRunning()) return sample.stop();
    sample ??= sampleOf({ ...draft, editions: uncounted() }, known?.tabled ?? false, renderSample);
    await sample.run(sample.deals + batch());
  };

  /** The name of the offered rules that the draft is; "" if there are none. */
  const preset = () =>
    presets.find((rules) => encodeRules(draftOf({ ...rules, name: draft.name })) === own())?.name ?? "";

  /** The editions that the atlas does not have. */
  const uncounted = () => draft.editions.filter((_, at) => !exact[at]);

  /** How many deals are played at a time. */
  const batch = () => (quick ? DEALS : SLOW_DEALS);

  const renderSample = () => {
    const deals = sample?.deals ?? 0;
    const all = !uncounted().length;
    const note = noteOf(preset());
    const published = preset() === PUBLISHED ? "" : `The published game, to compare: ${noteOf(PUBLISHED).known}`;
    button("sample").classList.toggle("primary", all || !note.known);
    const unsolved = known !== null && !(known.tabled || known.searched);
    const share = sample?.isRunning() ? (deals % batch()) / batch() : 0;
    show(root, {
      sample: sample?.isRunning() ? "Stop" : deals ? `${batch()} more deals` : `Test ${batch()} deals`,
      about: note.about,
      known: exact.some(Boolean) ? published : absent || note.known,
      sampled: wrong ? INCOMPLETE : unsolved ? UNSOLVED : sampling(deals, all),
    });
    show(root, {
      ...Object.fromEntries(["play", "analyse", "download"].map((id) => [id, { disabled: !known }])),
      sample: { hidden: all, disabled: !known || unsolved },
      progress: { hidden: all, value: share },
    });
    const studied = [...exact, ...(sample?.counts ?? [])].flatMap((counts) => (counts?.deals ? counts : []));
    part(root, "studies").replaceChildren(...studied.map((counts) => studyOf(counts, draft)));
  };

  /** Start from the rules of this name. */
  const start = async (name: string) => {
    const known = presets.find((rules) => rules.name === name);
    const found = known ?? (await ask("rules", { rules: name }, { server: true }))[0];
    await set(draftOf({ ...found, name: UNNAMED }));
  };

  /** Open a random deal of these rules in another mode. */
  const open = async (mode: string) => {
    const { position } = await ask("random", { rules: draft });
    app.open(query({ mode, p: position.replaceAll(" ", "_"), own: own() }));
  };

  offer(root);
  chooses(root, {
    presets: ({ value }) => value && start(value),
    wrap: ({ checked }) => change({ wrap: checked }),
    players: ({ value }) => {
      const players = Number(value);
      return change(players > 2 ? { players, ...OFF } : { players, out: "stays" });
    },
    out: ({ value }) => change({ out: value as Draft["out"] }),
    name: ({ value }) => set({ ...draft, name: value.trim().replaceAll(/[^\w-]+/g, "-") || UNNAMED }),
    switches: ({ id, checked }) => change({ ...OFF, [id]: checked }),
    shift: ({ value }) => change(shifting(value)),
  });
  presses(root, {
    usual: () => set(reset(draft)),
    "add-edition": () => change({ editions: [...draft.editions, free(draft)] }),
    play: () => open("play"),
    analyse: () => open("analyse"),
    download: () => download(`${draft.name}.toml`, toml(draft), "application/toml"),
    link: () => copyLink(button("link"), location.search, () => undefined), // the address bar shows it already
    sample: study,
  });

  return {
    hide: () => sample?.stop(),
    show: async (asked) => {
      const [offered, words] = await Promise.all([
        ask("rules", {}, { server: true }),
        import("../shared/rule_list.ts"),
      ]);
      noteOf = words.noteOf;
      presets = offered;
      list.replaceChildren(html("option", { value: "" }, "my own"), ...words.optionsOf(presets));
      const [text, name] = [asked.get("own"), asked.get("r") ?? PUBLISHED];
      const given = text === null ? null : decodeRules(text);
      if (given) return set(draftOf(given));
      try {
        await start(name);
      } catch (error) {
        if (error instanceof EngineError && name !== PUBLISHED) await start(PUBLISHED);
        throw error;
      }
      if (text === null) return undefined;
      const expected = "expected something like 4x4~AAAA2222333344~1234.1~w2";
      throw new EngineError(`own=${text.slice(0, 60)}: not rules: ${expected}`, "own");
    },
  };
};

/** What deals of an edition say. */
const studyOf = (counts: Counts, draft: Draft) =>
  html(
    "article",
    {},
    html("h3", {}, called(counts.edition)),
    ...(decided(counts) ? [picture(counts, draft.players)] : []),
    html("p", {}, verdict(counts, draft)),
  );

/** A new edition, which there is not yet. */
function free({ editions }: Draft) {
  const all = [[1], [2], [3], [4], [1, 2, 3, 4], [1, 2], [5]].map(editionOf);
  return all.find(({ name }) => !editions.some((other) => other.name === name)) ?? all[0];
}
