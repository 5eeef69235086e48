import { type Outcome, refuseRight } from "@tablewright/core";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import { type ApplicationAdmission, authenticateForApplication } from "./authenticate-for-application.ts";

/** The permit for what rules are and did, which goes past security filters: a key needs `events` in the definition. */
export function authenticateForEvents(
  service: Service,
  request: RoutedRequest<"appId">,
  what: "runs" | "rules",
): Outcome<ApplicationAdmission> {
  const authenticated = authenticateForApplication(service, request.parameters.appId, request);
  const { output } = authenticated;
  const forbidden = output && refuseRight(output.key.key, what, output.application.name);
  return forbidden === undefined ? authenticated : { output: undefined, diagnostics: [forbidden] };
}
