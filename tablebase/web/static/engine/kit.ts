/** What engines of other games import: `import { room } from "../../../engine/kit.js"`, see kit.js. */

export { cellName } from "#shared/cells.ts";
export * from "./data.ts";
export * from "./errors.ts";
export * from "./kernels.ts";
export * from "./query.ts";
export * from "./random.ts";
export * from "./room.ts";
export * from "./search.ts";
export * from "./shared.ts";
export * from "./solver.ts";
export * from "./work.ts";
