import type { HostSteps } from "@tablewright/core";
import type { Clock } from "../clock.ts";
import type { DeliveryLimits } from "../delivery-limits.ts";
import type { SendMail } from "./send-mail.ts";
import type { SendRequest } from "./send-request.ts";

/** What an attempt takes of the world outside. */
export interface AttemptContext {
  readonly clock: Clock;
  readonly send: SendRequest;
  readonly mail: SendMail | undefined;
  readonly steps: HostSteps;
  readonly secrets: (name: string) => string | undefined;
  readonly limits: DeliveryLimits;
}
