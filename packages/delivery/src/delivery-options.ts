import type { EventOrder, HostSteps, LogEntry } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { SendMail } from "./attempt/send-mail.ts";
import type { SendRequest } from "./attempt/send-request.ts";
import type { Clock } from "./clock.ts";
import type { DeliveryLimits } from "./delivery-limits.ts";

/** What a worker has of the world outside, all of it handed in. */
export interface DeliveryOptions {
  /** A store that is open; every event of its outbox is delivered. The worker does not close it. */
  readonly store: Store;
  readonly send: SendRequest;
  /** Without it mails wait in the outbox. */
  readonly mail?: SendMail | undefined;
  /** The code of steps `call`, which is `engine.steps`; events of others wait in the outbox. */
  readonly steps?: HostSteps | undefined;
  readonly clock: Clock;
  /** A number from 0 up to but without 1. */
  readonly random: () => number;
  /** The value of an environment variable that a definition names as a secret. */
  readonly secrets: (name: string) => string | undefined;
  /** Which events wait for others, as `engine.eventOrder` knows; without it all are sent as their turns come. */
  readonly order?: (() => EventOrder | undefined) | undefined;
  readonly limits?: Partial<DeliveryLimits>;
  /** Takes note of attempts and of a store that is away. It is given no secret, and of a URL only the host. */
  readonly log?: (entry: LogEntry) => void;
}

/** The same with everything filled in. */
export interface WorkerOptions extends Required<DeliveryOptions> {
  readonly steps: HostSteps;
  readonly limits: DeliveryLimits;
}
