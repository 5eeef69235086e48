import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { memo } from "../../expression/parts.ts";
import type { AccessKey, AppDefinition } from "../../schema/index.ts";
import { foldName, foldText } from "../../values/index.ts";
import type { Nameable, PersonIdentity } from "../calls/request.ts";
import { identityProperties } from "../properties/index.ts";

/** Whether a key opens anything at a time, in milliseconds: it expires when its day begins in UTC. */
export function keyState({ disabled, expires }: AccessKey, now: number): "in use" | "disabled" | "expired" {
  if (disabled) return "disabled";
  // A date that cannot be read has passed.
  return expires === undefined || now < Date.parse(expires) ? "in use" : "expired";
}

/** Whether a key may call an operation or an action of the application; a key that names none may call all. */
export function mayCall({ actions }: AccessKey, name: string): boolean {
  return actions === undefined || actions.some((one) => foldName(one) === foldName(name));
}

/** Whether a key may reach a table or slice; a key that names none reaches all. */
export function mayReach({ tables }: AccessKey, name: string): boolean {
  return tables === undefined || tables.some((one) => foldName(one) === foldName(name));
}

/** What a key is asked for where it is no call on rows. */
export type KeyRight = keyof typeof RIGHTS;

/** Whether a key has a right: one that is limited in any way reads no expressions of the definition, `trace`. */
export function hasRight(key: AccessKey, right: KeyRight): boolean {
  return RIGHTS[right](key);
}

const reads = (key: AccessKey) => key.history && mayCall(key, "Find");
const RIGHTS = {
  history: reads,
  changes: reads,
  trace: ({ tables, actions, runAs }: AccessKey) =>
    tables === undefined && actions === undefined && runAs !== false,
  undo: ({ undo }: AccessKey) => undo,
  tests: ({ tests }: AccessKey) => tests,
  editDefinition: ({ editDefinition, tables, actions }: AccessKey) =>
    editDefinition && tables === undefined && actions === undefined,
  events: ({ events }: AccessKey) => events,
  runs: ({ events }: AccessKey) => events,
  rules: ({ events }: AccessKey) => events,
} as const;

/** Whether a person who signed in may change the definition, by their role. */
export function isEditor(
  { api, roles }: AppDefinition,
  { email, role = roles.get(foldText(email)) ?? "User" }: PersonIdentity,
): boolean {
  return api.signIn?.editDefinition.includes(role) ?? false;
}

/** The error of a key without a right, about a table or an application, in words of what was `sent`; undefined where it has it. */
export function refuseRight(
  key: AccessKey,
  right: KeyRight,
  table: string,
  sent = right === "trace" ? "Prefer: trace" : right,
): Diagnostic | undefined {
  return hasRight(key, right) ? undefined : refused(key, sent, table);
}

/** A call as it was sent. */
interface SentCall {
  /** Blank where the call names none. */
  readonly action: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * What a key forbids of a call before it is carried out: its action, reading the past, or speaking for another user. What the
 * call does besides its action is asked where it does it, by `authorise`.
 */
export function refuseCall(
  key: AccessKey,
  { action, properties }: SentCall,
  table: string,
): Diagnostic | undefined {
  if (action !== "" && !mayCall(key, action)) return refused(key, action, table);
  if (!key.history && isSaid(properties.AsOf)) return refused(key, "AsOf", table);
  const identity = key.runAs ? undefined : identityNamedIn(properties);
  return identity === undefined ? undefined : refused(key, identity, table);
}

/** In any case of letters, so that no spelling slips past; a blank is for the engine to refuse. */
function identityNamedIn(properties: SentCall["properties"]): string | undefined {
  return Object.keys(properties).find(
    (name) => IDENTITIES.has(name.toLowerCase()) && isSaid(properties[name]),
  );
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "";
}

const IDENTITIES: ReadonlySet<string> = new Set(identityProperties.map(({ name }) => name.toLowerCase()));

function refused(key: AccessKey, action: string, table: string): Diagnostic {
  return diagnose("access/not-allowed", { action, table, by: holderOf(key) });
}

/** Who is not allowed something, in the words of an error. The rights of people who sign in are those of a key without a key. */
function holderOf({ name, key, sha256 }: AccessKey): string {
  return key === undefined && sha256 === undefined ? "people who sign in" : `the access key "${name}"`;
}

/** What the holder of a key may name and do, and errors to them; undefined is everything. */
export function nameableBy(key: AccessKey): Nameable | undefined {
  return key.tables === undefined && key.actions === undefined ? undefined : limitedTo(key);
}

/** One a key, because what is checked for it is remembered with it. */
const limitedTo = memo(
  (key: AccessKey): Nameable => ({
    holder: holderOf(key),
    table: (name) => mayReach(key, name),
    action: (name) => mayCall(key, name),
  }),
);
