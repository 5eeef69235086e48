import { joinDiagnostics, type Outcome } from "../../../diagnostics/index.ts";
import { defaultLimits, Meter, type RequestContext } from "../../../expression/parts.ts";
import type { AppDefinition } from "../../../schema/index.ts";
import { foldText, type Value, wallSecondsOf } from "../../../values/index.ts";
import { identify } from "../../access/identify.ts";
import { BatchLoadedTables } from "../../batch-loading/batch-loaded-tables.ts";
import type { CallTarget } from "../../find/find-target.ts";
import type { EngineObserver, Observations } from "../../observations/observations.ts";
import { ToldObservations } from "../../observations/told-observations.ts";
import type { Call } from "../call.ts";
import { EventAllowance } from "../event-allowance.ts";
import { defaultEngineLimits, type EngineLimits } from "../limits.ts";
import type { EngineRequest, PersonIdentity } from "../request.ts";
import type { LogEntry, Services } from "../services.ts";
import { CallDraws } from "./call-draws.ts";
import { NeededProperties } from "./needed-properties.ts";
import { checkOnceKey, onceKeyOf } from "./once-key.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { readProperties, unknownProperties } from "./read-properties.ts";
import { unreadInputs } from "./unread-inputs.ts";

/** What all calls of an engine have in common. */
export interface CallSettings {
  readonly definition: AppDefinition;
  readonly services: Services;
  readonly limits?: Partial<EngineLimits>;
  readonly observer?: EngineObserver;
  /** What notes a run of a call, in place of an observer. */
  readonly observe?: () => Observations;
}

/**
 * Reads what the caller says about the call. Unknown properties are warnings, unreadable ones errors, some of them in calls
 * that need them alone. There is a promise only where the role of the caller has to be waited for.
 */
export function prepareCall(
  { definition: app, services, limits, observer, observe }: CallSettings,
  { table, slice }: CallTarget,
  request: EngineRequest,
  action: string,
): Outcome<PreparedCall> | Promise<Outcome<PreparedCall>> {
  const properties = request.properties ?? {};
  const read = readProperties(properties, app);
  const identified = identify(app, request);
  const { idempotencyKey } = request;
  const badKey = idempotencyKey === undefined ? [] : checkOnceKey(idempotencyKey);
  const diagnostics = joinDiagnostics(read.diagnostics, identified.diagnostics, badKey);
  if (diagnostics.length > 0 || read.output === undefined) return { output: undefined, diagnostics };
  const { values, unread } = read.output;
  const { Locale, Timezone, Location, UserSettings, Params, Inputs, OnDuplicate, DryRun, Version, Form } =
    values;
  const needed = new NeededProperties(unread);
  const email = identified.output?.email ?? null;
  const person = personBehind(request, email);
  const draws = new CallDraws(services);
  const utcNow = Math.floor(draws.startedAt / 1000);
  const role = person?.role ?? roleOf(app, services, email);
  return typeof role === "string" ? prepare(role) : role.then(prepare);

  function prepare(role: string): Outcome<PreparedCall> {
    const asked = {
      now: wallSecondsOf(utcNow, Timezone.zone),
      utcNow,
      timeZone: Timezone.zone,
      timeZoneName: Timezone.name,
      locale: Locale,
      location: Location,
      user: { email, name: null, role },
      settings: withOwnSettings(UserSettings, person?.settings),
      parameters: Params,
      inputs: Inputs,
    };
    const warnings = joinDiagnostics(
      unknownProperties(properties),
      Inputs.size === 0 ? [] : unreadInputs(app, action, Inputs, properties),
      needed.warnings,
    );
    const caller = request.accessKey === undefined ? `person ${email ?? ""}` : `key ${request.accessKey}`;
    const isOnce = idempotencyKey !== undefined && !DryRun;
    const once = isOnce ? onceKeyOf(request, email) : undefined;
    const { wire = "typed", rowsAs = "objects", accessKey, nameable } = request;
    const evaluationLimits = limits === undefined ? defaultLimits : { ...defaultLimits, ...limits };
    const engineLimits = limits === undefined ? defaultEngineLimits : { ...defaultEngineLimits, ...limits };
    const tell = (entry: LogEntry) => services.log?.(entry);
    let observations: Observations | undefined;
    const meters: Meter[] = [];
    const begin = (log = tell): Call => {
      observations = observe?.() ?? (observer && new ToldObservations(observer));
      const { random, newId } = draws.begin();
      needed.begin();
      const batchLoaded = new BatchLoadedTables(app.tables);
      const unfiltered = new BatchLoadedTables(app.tables);
      const meter = new Meter(evaluationLimits, () => services.now(), undefined, request.turn);
      meters.push(meter);
      const context: RequestContext = {
        ...asked,
        random,
        rowsOf: (name) => batchLoaded.rowsOf(name),
        meter,
      };
      return {
        app,
        action,
        table,
        slice,
        request: needed.watch(context),
        batchLoaded,
        filtering: needed.watch({ ...context, rowsOf: (name) => unfiltered.rowsOf(name) }),
        unfiltered,
        wire,
        keepsJson: rowsAs === "json",
        startedAt: draws.startedAt,
        newId,
        log,
        events: new EventAllowance(engineLimits),
        mostPastChanges: engineLimits.pastChanges,
        isOwnDoing: false,
        isSampled: app.runs.sample === 1 || random() < app.runs.sample,
        dryRun: DryRun,
        version: Version,
        answersForms: Form,
        updatesDuplicates: OnDuplicate,
        once,
        accessKey,
        caller,
        nameable,
        needed,
        warnings,
        observations,
      };
    };
    const tellEnd = () => {
      observations?.tell();
      request.reportFuel?.(meters.reduce((steps, { spent }) => steps + spent, 0));
    };
    return {
      output: {
        app,
        table,
        slice,
        caller,
        dryRun: DryRun,
        once,
        updatesDuplicates: OnDuplicate,
        answersForms: Form,
        needed,
        begin,
        log: tell,
        tellEnd,
      },
      diagnostics: [],
    };
  }
}

/** The person that the program knows, unless the call is made for another one. */
function personBehind({ caller }: EngineRequest, email: string | null): PersonIdentity | undefined {
  return typeof caller === "object" && caller.email === email ? caller : undefined;
}

function withOwnSettings(
  sent: ReadonlyMap<string, Value>,
  own: PersonIdentity["settings"],
): ReadonlyMap<string, Value> {
  return own === undefined ? sent : new Map([...sent, ...Object.entries(own)]);
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
