/** The record web API: a Fastify plugin, and a server around it. */
export { closeServer } from "./close-server.ts";
export { createLogger } from "./create-logger.ts";
export { createServer } from "./create-server.ts";
export { defaultLimits, defaultTimeouts, type Limits, type Timeouts } from "./limits.ts";
export { recordApi } from "./record-api.ts";
export type { RecordApiOptions, ServedEngine, ServerOptions } from "./settings.ts";
