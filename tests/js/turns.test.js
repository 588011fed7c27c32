/** What a variant is, is asked of its turn: the syntax of every module is read. See tests/collapsi/test_turns.py. */

import { parseAst } from "rolldown/parseAst";
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { loader } from "#engine/kernels.ts";
import { solveDeal } from "#home/engine/deals.ts";
import { Deal } from "#home/engine/position.ts";
import { rulesOf } from "#home/engine/rules.ts";

const ROOT = new URL("../../tablebase/", import.meta.url);
const TURNS = "games/collapsi/page/engine/turns.ts";
const FLAGS = new Set(["landing", "shift", "out"]);
const PLAYERS = new Set(["players", "pawns", "order", "sides", "starts"]);

/** Questions about flags of the rules outside the turns' own file: with Python's, fewer than 20. */
const MOST = 7;

/** The last name of an expression: that of `a.b.length` is b. */
function lastName(node) {
  if (node.type === "MemberExpression" && node.property.name === "length") return lastName(node.object);
  return node.type === "MemberExpression" ? node.property.name : node.name;
}

const asksFlag = (node) =>
  node.type === "MemberExpression" &&
  FLAGS.has(node.property.name) &&
  ["rules", "draft"].includes(lastName(node.object));

function comparesPlayers({ type, operator, left, right }) {
  if (type !== "BinaryExpression" || !/[<>=]/.test(operator)) return false;
  const sides = [left, right];
  return sides.some(({ value }) => [2, 3, 4].includes(value)) && sides.some((side) => PLAYERS.has(lastName(side)));
}

/** The lines of a module that ask about a flag of the rules. */
function questions(source) {
  const found = [];
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!node || typeof node !== "object") return;
    if (node.type && (asksFlag(node) || comparesPlayers(node)))
      found.push(source.slice(0, node.start).split("\n").length);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseAst(source, { lang: "ts" }));
  return found;
}

test("questions are found", () => {
  assert.deepEqual(questions("a = rules.landing;\nb = this.rules?.shift;"), [1, 2]);
  assert.deepEqual(questions("a = 2 < position.pawns.length || players === 4;"), [1, 1]);
  assert.deepEqual(questions("a = rules.turn.pawnsShare + move.shift + rules.players - 2;"), []);
});

test("flags are asked after in turns", () => {
  const files = readdirSync(ROOT, { recursive: true }).filter((name) => name.endsWith(".ts") && name !== TURNS);
  const ours = files.filter((name) => name.startsWith("web/static") || name.startsWith("games/collapsi/page"));
  assert(ours.length > 80);
  const found = ours.flatMap((name) =>
    questions(readFileSync(new URL(name, ROOT), "utf8")).map((line) => `${name}:${line}`),
  );
  assert(found.length < MOST, found.join("\n"));
});

const WON = "win";

/** Codes of a side that cannot move, or has lost or won in 1, 2, ... plies, as Python writes them down. */
const coding = (bits, end) => {
  const codes = 2 ** bits - 1;
  const values = (result) =>
    Array.from({ length: codes }, (_, dte) => ({ result, dte })).filter(
      ({ dte }) => dte % 2 === Number(result !== end),
    );
  const all = [...values("loss"), ...values(WON).reverse()];
  const reply = ({ result, dte }) => ({ result: result === WON ? "loss" : WON, dte: dte + 1 });
  const codeOf = ({ result, dte }) => all.findIndex((value) => value.result === result && value.dte === dte);
  return { values: all, replies: [...all.map((value) => codeOf(reply(value))), codeOf({ result: end, dte: 0 })] };
};
const CODINGS = { nibble: coding(4, "loss"), loss: coding(8, "loss"), win: coding(8, WON) };

const kernels = await loader(new URL("games/collapsi/page/engine/kernels.wasm", ROOT))();

for (const landing of [false, true])
  test(`a turn that no fast path knows is solved by its own moves${landing ? ", also if pawns share cards" : ""}`, async () => {
    const solved = (rules) => solveDeal(Deal.start(rules.deck, rules), kernels, CODINGS);
    const [known, unknown] = [0, 1].map(() => rulesOf({ rows: 3, columns: 3, deck: "JJAAA2223", landing }, []));
    unknown.turn.paths = [];
    const [fast, slow] = [await solved(known), await solved(unknown)];
    assert.deepEqual([fast.bits, slow.bits], [landing ? 8 : 4, 8]);
    for (let rank = 0; rank < fast.size; rank++)
      assert.deepEqual(slow.coding.values[slow.code(rank)], fast.coding.values[fast.code(rank)], `rank ${rank}`);
  });
