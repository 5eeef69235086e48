import { diagnose, type Outcome } from "@tablewright/core";
import type { HeldKey } from "../access/access-key.ts";
import { cutAtKey } from "../access/address.ts";
import { authenticateForApplication } from "../access/authenticate-for-application.ts";
import { holderOf } from "../access/holder-of.ts";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import type { EventOperator } from "./event-operator.ts";

/** The permit for seeing and changing the events of an application. */
export interface EventAdmission {
  readonly key: HeldKey;
  readonly operator: EventOperator;
}

/** A key needs `events` in the definition, because events are past every security filter. */
export function authenticateForEvents(
  service: Service,
  request: RoutedRequest<"appId">,
): Outcome<EventAdmission> {
  const { output, diagnostics } = authenticateForApplication(service, request.parameters.appId, request);
  if (output === undefined) return { output: undefined, diagnostics };
  const { application, key } = output;
  const { name } = application;
  const operator = service.events?.(name);
  if (key.key.events && operator !== undefined) return { output: { key, operator }, diagnostics: [] };
  const error = key.key.events
    ? diagnose("request/no-such-path", { path: cutAtKey(request.path) })
    : diagnose("access/not-allowed", { action: "events", table: name, by: holderOf(key.key) });
  return { output: undefined, diagnostics: [error] };
}
