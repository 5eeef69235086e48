import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  EVERY_ERROR,
  hasErrors,
  isRecord,
  joinDiagnostics,
  kindInWords,
  noOutput,
  type Outcome,
} from "../../../diagnostics/index.ts";
import type { TimeSlice } from "../../../expression/parts.ts";
import type { AppDefinition, StoredColumnDefinition, TableDefinition } from "../../../schema/index.ts";
import { fingerprintOf, foldText, normalText, type Value, wallSecondsOf } from "../../../values/index.ts";
import { checkCaller } from "../../access/check-caller.ts";
import type { CallTarget } from "../../access/nameable.ts";
import { inputsOfAction } from "../../actions/inputs-of-action.ts";
import { readIdentity } from "../../properties/caller-properties.ts";
import { brokenText } from "../../properties/define-property.ts";
import {
  type CallProperties,
  identityProperties,
  type RequestProperty,
  requestProperties,
} from "../../properties/index.ts";
import type { Call, IdempotencyKey } from "../call.ts";
import type { CallSettings, Services } from "../engine-options.ts";
import type { EngineRequest, PersonIdentity, Properties } from "../request.ts";
import { type CallerContext, PreparedCall, ReplayableRandom } from "./prepared-call.ts";
import { addUnknown, InvalidProperties, readProperties, unknownProperties } from "./read-properties.ts";

/**
 * Reads what the caller says about the call. Unknown properties are warnings; misspelt and unreadable ones are errors, some of these only in
 * calls that need them. Calls that are made together begin at one instant, `startedAt`. Returns a promise only where the caller's
 * role has to be waited for.
 */
export function prepareCall(
  settings: CallSettings,
  target: CallTarget,
  request: EngineRequest,
  action: string,
  startedAt?: number,
): Outcome<PreparedCall> | Promise<Outcome<PreparedCall>> {
  const { definition: app, services } = settings;
  const sent = request.properties ?? {};
  const read = readProperties(sent, app);
  const identified = identifyUser(app, request);
  const { idempotencyKey, accessKey } = request;
  const badKey = idempotencyKey === undefined ? [] : checkOnceKey(idempotencyKey);
  const diagnostics = joinDiagnostics(unreadRows(request), read.diagnostics, identified.diagnostics, badKey);
  if (diagnostics.length > 0 || read.output === undefined) return { output: undefined, diagnostics };
  const { values: properties, unread } = read.output;
  const { Inputs, DryRun } = properties;
  const found =
    Object.keys(sent).length === 0
      ? []
      : joinDiagnostics(
          unknownProperties(sent),
          ignoredProperties(app, action, sent),
          Inputs.size === 0 ? [] : unreadInputs(app, action, Inputs, sent),
        );
  if (hasErrors(found)) return { output: undefined, diagnostics: found };
  const email = identified.output?.email ?? null;
  const person = personBehind(request, email);
  const { draws: given } = settings;
  const draws = new ReplayableRandom(given === undefined ? services : { ...services, ...given() }, startedAt);
  const needed = new InvalidProperties(unread);
  const role = person?.role ?? roleOf(app, services, email);
  return typeof role === "string" ? prepare(role) : role.then(prepare);

  function prepare(role: string): Outcome<PreparedCall> {
    const warnings = joinDiagnostics(found, needed.warnings);
    const context = contextOf(properties, draws.startedAt, { email, name: null, role }, person?.settings);
    const caller = {
      name: accessKey === undefined ? `person ${email ?? ""}` : `key ${accessKey}`,
      timeZone: context.timeZone,
      identity: identityOf(context, person?.settings),
      accessKey,
      nameable: request.nameable,
      isOperator: settings.everyRun !== undefined,
    };
    const isOnce = idempotencyKey !== undefined && !DryRun;
    const once = isOnce ? readIdempotencyKey(request, email) : undefined;
    const terms = {
      target,
      action,
      request,
      properties,
      needed,
      draws,
      context,
      caller,
      once,
      warnings,
    };
    return { output: new PreparedCall(settings, terms), diagnostics: [] };
  }
}

/** Rows that are no list of objects: a program would take what becomes of them for an answer about none. */
function unreadRows({ rows }: { readonly rows?: unknown }): readonly Diagnostic[] {
  if (rows === undefined) return [];
  const expected = "a list of rows, each an object of cells";
  if (!Array.isArray(rows))
    return [diagnose("request/property", { name: "Rows", value: kindInWords(rows), expected })];
  for (let at = 0; at < rows.length; at++) {
    const row: unknown = rows[at];
    if (isRecord(row) && !(row instanceof Map) && !(row instanceof Set)) continue;
    const value = `${kindInWords(row)} in place ${at + 1}`;
    return [diagnose("request/property", { name: "Rows", value, expected })];
  }
  return [];
}

/** The person that the program knows, unless the call is made for another one. */
function personBehind({ caller }: EngineRequest, email: string | null): PersonIdentity | undefined {
  return typeof caller === "object" && normalText(caller.email) === email ? caller : undefined;
}

function contextOf(
  { Locale, Timezone, Location, UserSettings, Params, Inputs }: CallProperties,
  startedAt: number,
  user: CallerContext["user"],
  ownSettings: PersonIdentity["settings"],
): CallerContext {
  const utcNow = Math.floor(startedAt / 1000);
  return {
    now: wallSecondsOf(utcNow, Timezone.zone),
    utcNow,
    timeZone: Timezone.zone,
    timeZoneName: Timezone.name,
    locale: Locale,
    location: Location,
    user,
    settings: withOwnSettings(UserSettings, ownSettings),
    parameters: Params,
    inputs: Inputs,
  };
}

/** What a store may judge by. A person whom the program knows has no setting that the program does not give. */
function identityOf(
  { user: { email, role }, settings }: CallerContext,
  own: PersonIdentity["settings"],
): ReadonlyMap<string, string> {
  const known: Iterable<readonly [string, unknown]> = own === undefined ? settings : Object.entries(own);
  const texts = new Map<string, string>();
  if (email !== null) texts.set("email", email);
  if (role !== null) texts.set("role", role);
  for (const [name, value] of known) if (typeof value === "string") texts.set(`settings.${name}`, value);
  return texts;
}

function withOwnSettings(
  sent: ReadonlyMap<string, Value>,
  own: PersonIdentity["settings"],
): ReadonlyMap<string, Value> {
  if (own === undefined) return sent;
  const known = Object.entries(own).map(([name, value]) => [name, value && normalText(value)] as const);
  return new Map([...sent, ...known]);
}

/** What the resolver says, else the definition. */
function roleOf(
  { roles }: AppDefinition,
  services: Services,
  email: string | null,
): string | Promise<string> {
  if (email === null) return "User";
  const own = roles.get(foldText(email)) ?? "User";
  return services.roleOf === undefined ? own : resolvedRole(services.roleOf(email), own);
}

async function resolvedRole(asked: ReturnType<Services["roleOf"] & {}>, own: string): Promise<string> {
  return (await asked) ?? own;
}

/**
 * A warning for each input that no expression of the definition reads, and an error where one of the action that is called was probably
 * meant, whose default would count. A Selector may read inputs of its own.
 */
function unreadInputs(
  app: AppDefinition,
  action: string,
  inputs: ReadonlyMap<string, Value>,
  properties: Properties,
): readonly Diagnostic[] {
  if (action === "Find" && properties.Selector !== undefined) return [];
  const called = app.actions.get(action);
  const near = called === undefined ? [] : [...inputsOfAction(app, called).keys()];
  const found = new DiagnosticList();
  for (const name of inputs.keys()) if (!app.inputs.has(name)) addUnknown(found, name, '"Inputs"', near);
  return found.all;
}

/** A warning for each property that is for another action: who sends it expects other rows, or another end of the call. */
function ignoredProperties(app: AppDefinition, action: string, sent: Properties): readonly Diagnostic[] {
  return OF_ONE_ACTION.filter(
    ({ property, only }) =>
      only !== action && Object.hasOwn(sent, property.name) && !isLeftOut(property, sent[property.name], app),
  ).map(({ property: { name }, only }) =>
    diagnose("request/ignored-property", {
      message: `"${name}" is for the action "${only}", and this is "${action}".`,
    }),
  );
}

const OF_ONE_ACTION = requestProperties.flatMap((property) => {
  const only = property.readWith === "Find" ? "Find" : property.only;
  return only === undefined ? [] : { property, only };
});

function isLeftOut({ read }: RequestProperty, value: unknown, app: AppDefinition): boolean {
  const { output, diagnostics } = read(value, app);
  return diagnostics.length === 0 && (output === undefined || output === false);
}

/** A call of which there is one run: it writes nothing, or in a transaction that is run once. */
export async function makeCall(
  settings: CallSettings,
  target: CallTarget,
  request: EngineRequest,
  action: string,
): Promise<Outcome<Call>> {
  const { output, diagnostics } = await prepareCall(settings, target, request, action);
  return { output: output?.begin(), diagnostics };
}

/** The e-mail address a call is made for; null in an application without an owner. */
interface Identity {
  readonly email: string | null;
}

/** Whom a call is made for. Every address that is there to name a person is read, so that a blank one is refused. Throws a TypeError for a caller that is none. */
export function identifyUser(
  app: AppDefinition,
  { caller, properties = {}, table }: Pick<EngineRequest, "caller" | "properties" | "table">,
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

/**
 * A call that works in the name of the application for as long as it takes, on one part of a load or one table. What its
 * properties say was written for it, so that one which does not read is an error. Its expressions may take a day, and `fuel` steps.
 */
export async function callForLoad(
  { definition, services, limits, codes }: CallSettings,
  table: TableDefinition,
  {
    properties = {},
    turn,
    fuel = Number.MAX_SAFE_INTEGER,
  }: { readonly properties?: Properties; readonly turn?: TimeSlice; readonly fuel?: number },
  restored: ReadonlySet<StoredColumnDefinition> = new Set(),
): Promise<Outcome<PreparedCall>> {
  const request = { action: "Add", table: table.name, properties, ...(turn === undefined ? {} : { turn }) };
  const settings = {
    definition,
    services,
    ...(codes && { codes }),
    limits: { ...limits, milliseconds: 86_400_000, fuel },
    everyRun: { listed: EVERY_ERROR, restored },
  };
  const read = await prepareCall(settings, { table, slice: undefined }, request, "Add");
  const unread = read.output?.needed.unread ?? [];
  return unread.length > 0 ? { output: undefined, diagnostics: unread } : read;
}

/** Characters of an idempotency key. */
const LONGEST_ONCE_KEY = 255;

function checkOnceKey(key: string): readonly Diagnostic[] {
  const error =
    key.length > LONGEST_ONCE_KEY
      ? diagnose("limit/idempotency-key", { limit: LONGEST_ONCE_KEY })
      : brokenText("Idempotency-Key", key);
  return error === undefined ? [] : [error];
}

/** Undefined for a call without a key. */
function readIdempotencyKey(request: EngineRequest, email: string | null): IdempotencyKey | undefined {
  const { idempotencyKey: key, accessKey, table, action, rows, properties } = request;
  if (key === undefined || key === "") return undefined;
  return {
    caller: JSON.stringify([accessKey ?? null, email]),
    key,
    call: fingerprintOf(JSON.stringify([table, action, rows ?? [], properties ?? {}])),
  };
}
