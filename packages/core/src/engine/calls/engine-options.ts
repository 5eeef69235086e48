import type { AppDefinition } from "../../schema/index.ts";
import type { Store } from "../../storage/index.ts";
import type { EngineObserver } from "../observations/observations.ts";
import type { EngineLimits } from "./limits.ts";
import type { Services } from "./services.ts";

export interface EngineOptions {
  readonly definition: AppDefinition;
  readonly store: Store;
  readonly services: Services;
  /** Answer Finds and change nothing, neither rows nor tables; every other call is rejected with `server/read-only`. */
  readonly readOnly?: boolean;
  /** What a call may spend; what is left out stays as in `docs/limits.md`. */
  readonly limits?: Partial<EngineLimits>;
  /** Learns of every expression of the definition that is evaluated; without one nothing is noted. */
  readonly observer?: EngineObserver;
}
