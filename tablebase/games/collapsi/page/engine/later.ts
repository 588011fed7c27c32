/** The kernels that few questions need. */

import { loader } from "#engine/kernels.ts";

export const laterKernels = loader(new URL("later.wasm", import.meta.url));
