/** What engines of other games import: `import { room } from "../../../engine/kit.js"`, see kit.js. */

export { bytesOf, compiled, contentOf, fetched, json } from "./data.ts";
export { EngineError, quote } from "./errors.ts";
export { Kernels, loader } from "./kernels.ts";
export { choiceOf, flagOf, numberOf, required } from "./query.ts";
export { generator, oneOf, SEEDS, seedOf, shuffled } from "./random.ts";
export { room } from "./room.ts";
export { Search } from "./search.ts";
export { once, Shared } from "./shared.ts";
export { Moves, Solver } from "./solver.ts";
export { paused } from "./work.ts";
