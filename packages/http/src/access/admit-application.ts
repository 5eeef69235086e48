import { type Diagnostic, diagnose, type Outcome } from "@tablewright/core";
import { findName } from "@tablewright/core/expression";
import type { Application, Service } from "../service.ts";
import { type HeldKey, matchAccessKey } from "./access-key.ts";
import { readAccessKey } from "./address.ts";

/** What of a request says who asks which application. */
export interface RequestHead {
  readonly appId: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The permit for looking at an application through one of its keys. */
export interface ApplicationAdmission {
  readonly application: Application;
  readonly key: HeldKey;
}

/** The checks of every request to an application, in the order docs/http-api.md promises. */
export function admitApplication(service: Service, head: RequestHead): Outcome<ApplicationAdmission> {
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
  return { output: { application, key }, diagnostics: [] };
}

function refuse(diagnostic: Diagnostic): Outcome<never> {
  return { output: undefined, diagnostics: [diagnostic] };
}
