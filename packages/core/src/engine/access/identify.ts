import { type Diagnostic, diagnose, type Outcome } from "../../diagnostics/index.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { lookAlikeIn } from "../../values/index.ts";
import type { EngineRequest } from "../calls/request.ts";

/** The e-mail address a call is made for; null in an application without an owner. */
export interface Identity {
  readonly email: string | null;
}

/**
 * Whom a call is made for. What names nobody although it is there to name somebody is refused, in whatever place, because
 * it is never meant for the owner: a program that looked up a person and found none would otherwise act as the owner.
 */
export function identify(
  app: AppDefinition,
  { caller, properties = {}, table }: EngineRequest,
): Outcome<Identity> {
  const own = typeof caller === "object" ? [{ name: "caller", value: caller.email }] : [];
  const named = NAMES.filter((name) => Object.hasOwn(properties, name)).map((name) => ({
    name,
    value: properties[name],
  }));
  for (const { name, value } of [...own, ...named]) {
    if (isBlank(value)) return refuse(diagnose("auth/blank-identity", { name }));
    if (typeof value !== "string")
      return refuse(diagnose("request/property", { name, value: JSON.stringify(value), wanted: "a text" }));
    const other = lookAlikeIn(value);
    if (other !== undefined) return refuse(diagnose("auth/look-alike", { email: value, ...other }));
  }
  const [first] = named;
  if (first === undefined) {
    if (caller === "named") return refuse(diagnose("auth/no-identity", {}));
    return { output: { email: own[0]?.value ?? app.owner ?? null }, diagnostics: [] };
  }
  if (caller === "owner" || (typeof caller === "object" && caller.mayNameAnother !== true)) {
    const by = "whoever passes the call on";
    return refuse(diagnose("access/not-allowed", { action: first.name, table, by }));
  }
  return { output: { email: first.value as string }, diagnostics: [] };
}

/** The first that is given counts. */
const NAMES = ["RunAsUserEmail", "UserId"] as const;

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

function refuse(diagnostic: Diagnostic): Outcome<Identity> {
  return { output: undefined, diagnostics: [diagnostic] };
}
