/** A request to a result. */
export { createEngine, type EngineOptions } from "./create-engine.ts";
export type { Engine } from "./engine.ts";
export type { EngineRequest, Properties, Wire } from "./request.ts";
export type { Accepted, Rejected, Result, ResultRow } from "./result.ts";
export type { Services } from "./services.ts";
