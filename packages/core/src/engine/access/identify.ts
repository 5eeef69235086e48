import { type Diagnostic, diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import type { EngineRequest, PersonIdentity } from "../calls/request.ts";
import { brokenText } from "../properties/define-property.ts";
import { readIdentity } from "../properties/identity.ts";
import { identityProperties } from "../properties/index.ts";
import { checkCaller } from "./check-caller.ts";

/** The e-mail address a call is made for; null in an application without an owner. */
export interface Identity {
  readonly email: string | null;
}

/** Whom a call is made for. Every address that is there to name a person is read, so that a blank one is refused. Throws a TypeError for a caller that is none. */
export function identify(
  app: AppDefinition,
  { caller, properties = {}, table }: EngineRequest,
): Outcome<Identity> {
  checkCaller(caller);
  const own = typeof caller === "object" ? readIdentity("caller", caller.email) : undefined;
  const sent = identityProperties.filter(({ name }) => Object.hasOwn(properties, name));
  const broken = typeof caller === "object" ? brokenIn(caller) : undefined;
  if (broken !== undefined) return noOutput([broken]);
  const named = sent.map(({ name, read }) => read(properties[name], app));
  const unread = [own, ...named].find((one) => one !== undefined && one.diagnostics.length > 0);
  if (unread !== undefined) return { output: undefined, diagnostics: unread.diagnostics };
  const [first] = sent;
  if (first === undefined) {
    if (caller === "named") return noOutput([diagnose("auth/no-identity", {})]);
    return { output: { email: own?.output ?? app.owner ?? null }, diagnostics: [] };
  }
  if (caller === "owner" || (typeof caller === "object" && caller.mayNameAnother !== true)) {
    const by = "the program that passes the call on";
    return noOutput([diagnose("access/not-allowed", { action: first.name, table, by })]);
  }
  return { output: { email: named[0]?.output ?? null }, diagnostics: [] };
}

/** What a token says of a person besides the address is read by expressions too. */
function brokenIn({ role, settings = {} }: PersonIdentity): Diagnostic | undefined {
  const all = [
    ["caller.role", role],
    ...Object.entries(settings).map(([name, value]) => [`caller.settings.${name}`, value]),
  ];
  return all.map(([name, value]) => brokenText(String(name), value)).find((error) => error !== undefined);
}
