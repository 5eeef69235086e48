import type { AppDefinition } from "../schema/index.ts";
import type { EngineRequest } from "./request.ts";
import type { Result } from "./result.ts";

/** One application over one store. It has no input or output of its own. */
export interface Engine {
  readonly app: AppDefinition;
  /**
   * Carries out one call as one transaction: all of it or nothing.
   * Mistakes in the request come back as a `Rejected` result; a rejection of the promise is a fault of the store.
   */
  execute(request: EngineRequest): Promise<Result>;
  close(): Promise<void>;
}
