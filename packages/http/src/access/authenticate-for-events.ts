import { diagnose, type Outcome } from "@tablewright/core";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import { type ApplicationAdmission, authenticateForApplication } from "./authenticate-for-application.ts";
import { holderOf } from "./key-holder.ts";

/** The permit for what rules are and did, which goes past security filters: a key needs `events` in the definition. */
export function authenticateForEvents(
  service: Service,
  request: RoutedRequest<"appId">,
  what: "runs" | "rules",
): Outcome<ApplicationAdmission> {
  const authenticated = authenticateForApplication(service, request.parameters.appId, request);
  const { output } = authenticated;
  if (output === undefined || output.key.key.events) return authenticated;
  const details = { action: what, table: output.application.name, by: holderOf(output.key.key) };
  return { output: undefined, diagnostics: [diagnose("access/not-allowed", details)] };
}
