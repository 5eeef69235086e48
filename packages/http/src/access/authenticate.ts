import { type Diagnostic, diagnose, findName, findTarget, nameableBy, type Outcome } from "@tablewright/core";
import { overLimit } from "../limits.ts";
import type { CallNotes } from "../reports/call-report.ts";
import type { RoutedRequest } from "../routes/define-route.ts";
import type { Application, Service } from "../service.ts";
import { type HeldKey, matchAccessKey } from "./access-key.ts";
import { cutAtKey, readAccessKey } from "./address.ts";

/** The permit for looking at an application through one of its keys. */
export interface ApplicationAdmission {
  readonly application: Application;
  readonly key: HeldKey;
  /** Where what the request is about is noted. */
  readonly notes: CallNotes;
}

/**
 * The checks of every request to an application, in the order docs/http-errors.md promises. A request that lasts makes them at each
 * look, one that has waited again in its turn, and `counts` only once.
 */
export function authenticateForApplication(
  service: Service,
  appId: string,
  {
    headers,
    url,
    caller,
    notes,
    signedIn,
    turn,
  }: Pick<RoutedRequest, "headers" | "url" | "caller" | "notes" | "signedIn" | "turn">,
  counts = turn === undefined,
): Outcome<ApplicationAdmission> {
  if (appId.trim() === "") return refuse(diagnose("auth/missing-app", {}));
  const keyText = readAccessKey(headers, url, service.allowKeyInQuery);
  if (keyText === undefined && signedIn === undefined) return refuse(diagnose("auth/missing-key", {}));

  const application = findName(service.applications, appId).match;
  if (application === undefined) return refuse(diagnose("app/not-found", { id: cutAtKey(appId) }));
  if (!application.engine.app.api.enabled) {
    return refuse(diagnose("auth/api-disabled", { app: application.name }));
  }
  notes.app = application.name;
  if (signedIn?.output === undefined && signedIn !== undefined)
    return { output: undefined, diagnostics: signedIn.diagnostics };
  const now = service.now();
  const key = signedIn?.output ?? matchAccessKey(application.keys, keyText ?? "", now);
  if (key === undefined) return refuse(wrongKey(service, counts ? caller : undefined, now));
  notes.key = key.key.name;
  const { person } = key;
  const holder = person === undefined ? `key ${key.key.name}` : `person ${person.email.toLowerCase()}`;
  const tooOften = counts ? service.rates.ofKey(`${application.name}/${holder}`, now, notes) : undefined;
  if (tooOften !== undefined) return refuse(tooOften);
  return { output: { application, key, notes }, diagnostics: [] };
}

/** A right key is never slowed: only wrong ones are counted, after the comparison. */
function wrongKey({ wrongKeys, limits }: Service, caller: string | undefined, now: number): Diagnostic {
  const isSlowed = caller !== undefined && wrongKeys.add(caller, now);
  return isSlowed ? overLimit("wrongKeys", limits.wrongKeys) : diagnose("auth/wrong-key", {});
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}

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
