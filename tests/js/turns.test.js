/** What a variant is, is asked of its turn: the syntax of every module is read. See tests/collapsi/test_turns.py. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { parseAst } from "rolldown/parseAst";

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
