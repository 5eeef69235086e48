import { type Diagnostic, diagnose, type Outcome, suggest } from "@tablewright/core";
import { findName } from "@tablewright/core/expression";
import { type HeldKey, matchAccessKey } from "./access-key.ts";
import { readAccessKey } from "./address.ts";
import type { Application, Service } from "./service.ts";

/** The part of a request that arrives before its body. */
export interface RequestHead {
  readonly appId: string;
  readonly tableName: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The permit for reading the body of a call. */
export interface Admission {
  readonly application: Application;
  readonly key: HeldKey;
  /** The table or slice under its declared name. */
  readonly table: string;
}

/** Everything that can be refused without the body, in the order docs/http-api.md promises. */
export function admit(service: Service, head: RequestHead): Outcome<Admission> {
  if (head.appId.trim() === "") return refuse(diagnose("auth/missing-app", {}));
  const given = readAccessKey(head.headers, head.url, service.allowKeyInQuery);
  if (given === undefined) return refuse(diagnose("auth/missing-key", {}));

  const application = findName(service.applications, head.appId).found;
  if (application === undefined) return refuse(diagnose("app/not-found", { id: head.appId }));
  if (!application.engine.app.api.enabled) {
    return refuse(diagnose("auth/api-disabled", { app: application.name }));
  }
  const key = matchAccessKey(application.keys, given, service.now());
  if (key === undefined) return refuse(diagnose("auth/wrong-key", {}));

  const table = findTable(application, head.tableName);
  if (table === undefined) return refuse(tableNotFound(application, key, head.tableName));
  if (!mayReach(key, table)) {
    const by = `the access key "${key.key.name}"`;
    return refuse(diagnose("access/not-allowed", { action: "Action", table, by }));
  }
  return { output: { application, key, table }, diagnostics: [] };
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}

function findTable({ engine }: Application, name: string): string | undefined {
  const { tables, slices } = engine.app;
  return findName([...tables.values(), ...slices.values()], name).found?.name;
}

/** Suggests only what the key may reach, so that it learns no other name. */
function tableNotFound({ engine }: Application, key: HeldKey, name: string): Diagnostic {
  const { tables, slices } = engine.app;
  const reachable = [...tables.keys(), ...slices.keys()].filter((table) => mayReach(key, table));
  return diagnose("table/not-found", { name, suggestion: suggest(name, reachable) });
}

function mayReach({ key }: HeldKey, table: string): boolean {
  return key.tables === undefined || key.tables.some((one) => one.toLowerCase() === table.toLowerCase());
}
