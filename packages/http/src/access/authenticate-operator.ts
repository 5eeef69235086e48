import { diagnose, type Outcome } from "@tablewright/core";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import type { HeldKey } from "./access-key.ts";
import { cutAtKey } from "./address.ts";
import { authenticateForApplication } from "./authenticate-for-application.ts";
import { holderOf } from "./key-holder.ts";

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
  const isAllowed = key.key[operation];
  const operator = service[operation]?.(name) as Operator<O> | undefined;
  if (isAllowed && operator !== undefined) return { output: { key, operator }, diagnostics: [] };
  const error = isAllowed
    ? diagnose("request/no-such-path", { path: cutAtKey(request.path) })
    : diagnose("access/not-allowed", { action: operation, table: name, by: holderOf(key.key) });
  return { output: undefined, diagnostics: [error] };
}
