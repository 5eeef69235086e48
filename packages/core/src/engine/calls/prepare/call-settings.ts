import type { HostCode } from "../../../expression/parts.ts";
import type { AppDefinition } from "../../../schema/index.ts";
import type { OutboxEvent } from "../../../storage/index.ts";
import type { EngineObserver, Observations } from "../../observations/observations.ts";
import type { Call } from "../call.ts";
import type { EngineLimits } from "../limits.ts";
import type { Services } from "../services.ts";

/** What all calls of an engine have in common. */
export interface CallSettings {
  readonly definition: AppDefinition;
  readonly services: Services;
  readonly limits?: Partial<EngineLimits>;
  /** The code of functions of which the definition has only the signature. */
  readonly codes?: ReadonlyMap<string, HostCode>;
  readonly observer?: EngineObserver;
  /** What notes a run of a call, in place of an observer. */
  readonly observe?: () => Observations;
  /** Takes each event of the outbox after the commit. */
  readonly reportEvent?: (event: OutboxEvent) => void;
  /** What holds in every run of a load. */
  readonly everyRun?: Pick<Call, "mostListed" | "restored">;
}
