/** What engines of other games import: `import { room } from "../../../engine/kit.js"`, see kit.js. */

export { json } from "./data.ts";
export { EngineError, quote } from "./errors.ts";
export { bytesOf, contentOf, fetched } from "./fetched.ts";
export { compiled, Kernels, loader } from "./kernels.ts";
export { Moves } from "./moves.ts";
export { paused } from "./paused.ts";
export { choiceOf, flagOf, numberOf, required } from "./query.ts";
export { generator, oneOf, SEEDS, seedOf, shuffled } from "./random.ts";
export { room } from "./room.ts";
export { Search } from "./search.ts";
export { Shared } from "./shared.ts";
export { Solver } from "./solver.ts";
