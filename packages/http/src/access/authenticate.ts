import {
  type AccessKey,
  type Diagnostic,
  diagnose,
  findName,
  mayReach,
  type Outcome,
  refuseTable,
  suggest,
} from "@tablewright/core";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Application, Service } from "../service.ts";
import { cutAtKey } from "./address.ts";
import { type ApplicationAdmission, authenticateForApplication } from "./authenticate-for-application.ts";

/** The permit for reading the body of a call. */
export interface Authenticated extends ApplicationAdmission {
  /** The table or slice under its declared name. */
  readonly table: string;
}

/** Everything that can be refused without the body, in the order docs/http-api.md promises. */
export function authenticate(
  service: Service,
  request: RoutedRequest<"appId" | "tableName">,
): Outcome<Authenticated> {
  const { appId, tableName } = request.parameters;
  const authenticated = authenticateForApplication(service, appId, request);
  if (authenticated.output === undefined)
    return { output: undefined, diagnostics: authenticated.diagnostics };
  const { application, key: held, notes } = authenticated.output;
  const { key } = held;
  const table = findTable(application, tableName);
  if (table === undefined) return refuse(tableNotFound(application, key, tableName));
  notes.table = table;
  const forbidden = refuseTable(key, table);
  if (forbidden !== undefined) return refuse(forbidden);
  return { output: { application, key: held, notes, table }, diagnostics: [] };
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}

function findTable({ engine }: Application, name: string): string | undefined {
  const { tables, slices } = engine.app;
  const exact = tables.get(name) ?? slices.get(name);
  if (exact !== undefined) return exact.name;
  return findName([...tables.values(), ...slices.values()], name).match?.name;
}

/** Suggests only what the key may reach, so that it learns no other name. */
function tableNotFound({ engine }: Application, key: AccessKey, name: string): Diagnostic {
  const { tables, slices } = engine.app;
  const reachable = [...tables.keys(), ...slices.keys()].filter((table) => mayReach(key, table));
  return diagnose("table/not-found", { name: cutAtKey(name), suggestion: suggest(name, reachable) });
}
