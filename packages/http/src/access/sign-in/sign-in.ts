import {
  accessKey,
  diagnose,
  type Outcome,
  type PersonIdentity,
  type SignInSettings as SignInRules,
} from "@tablewright/core";
import type { JWTPayload } from "jose";
import type { KeyTurns } from "../../turns/room.ts";
import type { HeldKey } from "../access-key.ts";
import { verifyToken } from "./verify-token.ts";

/** How people sign in to one application: what makes of a token a caller with the rights of all who sign in. */
export interface SignIn {
  readonly rules: SignInRules;
  /** `now` in milliseconds since 1970-01-01T00:00:00Z. */
  authenticate(token: string, now: number): Promise<Outcome<HeldKey>>;
}

export function createSignIn(rules: SignInRules, newTurns: () => KeyTurns): SignIn {
  const key = keyOf(rules);
  const verify = verifyToken(rules);
  const turnsOf = personTurns(newTurns);
  const heldBy = (person: PersonIdentity): HeldKey => ({
    key,
    digest: NO_DIGEST,
    turns: turnsOf(person.email),
    person,
  });
  return {
    rules,
    async authenticate(token, now) {
      const claims = await verify(token, now);
      if (claims.output === undefined) return { output: undefined, diagnostics: claims.diagnostics };
      const person = personOf(claims.output, rules);
      if (person.output === undefined) return { output: undefined, diagnostics: person.diagnostics };
      return { output: heldBy(person.output), diagnostics: [] };
    },
  };
}

/** One for all people, because what was checked for its holder is remembered with it. No one of them names another person. */
const keyOf = ({ actions, tables }: SignInRules) =>
  accessKey({ name: SIGN_IN, actions, tables, runAs: false });

/** In logs, where the name of an access key is. */
const SIGN_IN = "sign-in";

const NO_DIGEST = Buffer.alloc(0);

/**
 * What the calls of each person have together, as those of a key do. Of at most so many people is an account kept: the one who
 * came first and has no call under way is forgotten for a new one.
 */
function personTurns(newTurns: () => KeyTurns, most = MOST_PEOPLE): (email: string) => KeyTurns {
  const byPerson = new Map<string, KeyTurns>();
  return (email) => {
    const person = email.toLowerCase();
    const existing = byPerson.get(person);
    if (existing !== undefined) return existing;
    if (byPerson.size >= most) forgetOne(byPerson);
    const turns = newTurns();
    byPerson.set(person, turns);
    return turns;
  };
}

function forgetOne(byPerson: Map<string, KeyTurns>): void {
  for (const [person, { limiter }] of byPerson) {
    if (limiter.inside > 0) continue;
    byPerson.delete(person);
    return;
  }
}

/** People who are signed in at about the same time. */
const MOST_PEOPLE = 10_000;

/** The person of a token whose signature was verified. A setting that the token does not name is blank, whatever a call says. */
function personOf(claims: JWTPayload, rules: SignInRules): Outcome<PersonIdentity> {
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
