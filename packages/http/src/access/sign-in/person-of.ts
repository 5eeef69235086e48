import { diagnose, type Outcome, type PersonIdentity, type SignIn } from "@tablewright/core";
import type { JWTPayload } from "jose";

/** The person of a token whose signature was verified. A setting that the token does not name is blank, whatever a call says. */
export function personOf(claims: JWTPayload, rules: SignIn): Outcome<PersonIdentity> {
  const email = claimOf(claims, rules.email);
  if (typeof email !== "string" || email.trim() === "" || email.length > LONGEST_EMAIL)
    return refuse(`its claim "${rules.email}" names no person`);
  if (rules.email === "email" && claims.email_verified === false)
    return refuse("its e-mail address is not verified");
  const role = rules.role === undefined ? undefined : firstText(claimOf(claims, rules.role));
  const settings = Object.fromEntries(
    rules.settings.map((name) => [name, firstText(claimOf(claims, name)) ?? null]),
  );
  return { output: { email, mayNameAnother: false, role, settings }, diagnostics: [] };
}

/** A claim of that whole name, else what its points lead to, claims within claims. */
function claimOf(claims: unknown, name: string): unknown {
  if (typeof claims !== "object" || claims === null || Array.isArray(claims)) return undefined;
  const members = new Map(Object.entries(claims));
  if (members.has(name)) return members.get(name);
  for (let at = name.indexOf("."); at >= 0; at = name.indexOf(".", at + 1)) {
    const found = claimOf(members.get(name.slice(0, at)), name.slice(at + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A claim may be a list, as of roles: the first counts. */
function firstText(claim: unknown): string | undefined {
  const value = Array.isArray(claim) ? claim[0] : claim;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Characters. */
const LONGEST_EMAIL = 254;

function refuse(reason: string): Outcome<PersonIdentity> {
  return { output: undefined, diagnostics: [diagnose("auth/wrong-token", { reason })] };
}
