/** The record web API: a Fastify plugin, and a server around it. */
export { closeServer } from "./fastify/close-server.ts";
export { createLogger } from "./fastify/create-logger.ts";
export { createServer } from "./fastify/create-server.ts";
export { recordApi } from "./fastify/record-api.ts";
export { defaultLimits, defaultTimeouts, type Limits, type Timeouts } from "./limits.ts";
export type { RecordApiOptions, ServedEngine, ServerOptions } from "./settings.ts";
