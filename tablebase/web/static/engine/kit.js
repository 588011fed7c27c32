/** What engines of other games import: `import { room } from "../../../engine/kit.js"`, see kit.js. */

export { json } from "./data.js";
export { EngineError, quote } from "./errors.js";
export { bytesOf, contentOf, fetched } from "./fetched.js";
export { compiled, Kernels, loader } from "./kernels.js";
export { Moves } from "./moves.js";
export { paused } from "./paused.js";
export { choiceOf, flagOf, numberOf, required } from "./query.js";
export { generator, oneOf, seedOf, SEEDS, shuffled } from "./random.js";
export { room } from "./room.js";
export { Search } from "./search.js";
export { Shared } from "./shared.js";
export { Solver } from "./solver.js";
