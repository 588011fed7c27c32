/** The kernels that few questions need. */

import { loader } from "#engine/kernels.js";

export const laterKernels = loader(new URL("later.wasm", import.meta.url));
