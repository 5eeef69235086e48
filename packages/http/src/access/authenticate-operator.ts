import { diagnose, type Outcome, refuseRight } from "@tablewright/core";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import type { HeldKey } from "./access-key.ts";
import { cutAtKey } from "./address.ts";
import { authenticateForApplication } from "./authenticate-for-application.ts";

/** What goes past the security filters of an application: each is a member of access keys, and handed in by the program that serves. */
type Operation = "events" | "tests";

type Operator<O extends Operation> = NonNullable<ReturnType<NonNullable<Service[O]>>>;

/** The permit for operating an application in one respect. */
interface OperatorAdmission<O extends Operation> {
  readonly key: HeldKey;
  readonly operator: Operator<O>;
}

/** A key needs the member of this name in the definition. */
export function authenticateOperator<O extends Operation>(
  service: Service,
  request: RoutedRequest<"appId">,
  operation: O,
): Outcome<OperatorAdmission<O>> {
  const { output, diagnostics } = authenticateForApplication(service, request.parameters.appId, request);
  if (output === undefined) return { output: undefined, diagnostics };
  const { application, key } = output;
  const { name } = application;
  const forbidden = refuseRight(key.key, operation, name);
  const operator = service[operation]?.(name) as Operator<O> | undefined;
  if (forbidden === undefined && operator !== undefined)
    return { output: { key, operator }, diagnostics: [] };
  const error = forbidden ?? diagnose("request/no-such-path", { path: cutAtKey(request.path) });
  return { output: undefined, diagnostics: [error] };
}
