import { findTarget, nameableBy, type Outcome } from "@tablewright/core";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Service } from "../service.ts";
import { cutAtKey } from "./address.ts";
import { type ApplicationAdmission, authenticateForApplication } from "./authenticate-for-application.ts";

/** The permit for reading the body of a call. */
export interface Authenticated extends ApplicationAdmission {
  /** The table or slice under its declared name. */
  readonly table: string;
}

/** Everything that can be refused without the body, in the order docs/http-errors.md promises. */
export function authenticate(
  service: Service,
  request: RoutedRequest<"appId" | "tableName">,
): Outcome<Authenticated> {
  const { appId, tableName } = request.parameters;
  const authenticated = authenticateForApplication(service, appId, request);
  if (authenticated.output === undefined)
    return { output: undefined, diagnostics: authenticated.diagnostics };
  const { application, key: held, notes } = authenticated.output;
  const { app } = application.engine;
  const nameable = nameableBy(held.key);
  const { output: target } = findTarget(app, tableName, nameable);
  if (target === undefined) {
    const { diagnostics } = findTarget(app, cutAtKey(tableName), nameable);
    return { output: undefined, diagnostics };
  }
  const table = (target.slice ?? target.table).name;
  notes.table = table;
  return { output: { application, key: held, notes, table }, diagnostics: [] };
}
