/** The record web API: a Fastify plugin, a server around it, and the stores it can open. */
export { closeServer } from "./close-server.ts";
export { createLogger } from "./create-logger.ts";
export { createServer } from "./create-server.ts";
export { defaultLimits, defaultTimeouts, type Limits, type Timeouts } from "./limits.ts";
export { openStore } from "./open-store.ts";
export { recordApi } from "./record-api.ts";
export type { RecordApiOptions, ServedEngine, ServerOptions } from "./settings.ts";
