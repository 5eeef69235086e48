import type { Outcome } from "../../diagnostics/index.ts";
import { defaultLimits, Meter, type RequestContext } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { foldText, wallSecondsOf } from "../../values/index.ts";
import { identify } from "../access/identify.ts";
import { BatchLoadedTables } from "../batch-loading/batch-loaded-tables.ts";
import type { CallTarget } from "../find/find-target.ts";
import { EventAllowance } from "../rules/event-allowance.ts";
import type { Call } from "./call.ts";
import { CallDraws } from "./call-draws.ts";
import { defaultEngineLimits, type EngineLimits } from "./limits.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { readProperties, unknownProperties } from "./read-properties.ts";
import type { EngineRequest } from "./request.ts";
import type { LogEntry, Services } from "./services.ts";

/** What all calls of an engine have in common. */
export interface CallSettings {
  readonly definition: AppDefinition;
  readonly services: Services;
  readonly limits?: Partial<EngineLimits>;
}

/** Reads what the caller says about the call. Unknown properties are warnings, unreadable ones errors. */
export async function prepareCall(
  { definition: app, services, limits }: CallSettings,
  { table, slice }: CallTarget,
  request: EngineRequest,
  action: string,
): Promise<Outcome<PreparedCall>> {
  const properties = request.properties ?? {};
  const read = readProperties(properties, app);
  const identified = identify(app, request);
  const diagnostics = [...read.diagnostics, ...identified.diagnostics];
  if (diagnostics.length > 0 || read.output === undefined) return { output: undefined, diagnostics };
  const { Locale, Timezone, Location, UserSettings, Params, Inputs, OnDuplicate, DryRun } = read.output;
  const email = identified.output?.email ?? null;
  const draws = new CallDraws(services);
  const utcNow = Math.floor(draws.startedAt / 1000);
  const caller = {
    now: wallSecondsOf(utcNow, Timezone.zone),
    utcNow,
    timeZone: Timezone.zone,
    timeZoneName: Timezone.name,
    locale: Locale,
    location: Location,
    user: { email, name: null, role: await roleOf(app, services, email) },
    settings: UserSettings,
    parameters: Params,
    inputs: Inputs,
  };
  const { wire = "typed", rowsAs = "objects", nameable } = request;
  const evaluationLimits = { ...defaultLimits, ...limits };
  const tell = (entry: LogEntry) => services.log?.(entry);
  const begin = (log = tell): Call => {
    const { random, newId } = draws.begin();
    const batchLoaded = new BatchLoadedTables(app.tables);
    const unfiltered = new BatchLoadedTables(app.tables);
    const context: RequestContext = {
      ...caller,
      random,
      rowsOf: (name) => batchLoaded.rowsOf(name),
      meter: new Meter(evaluationLimits, () => services.now(), undefined, request.turn),
    };
    return {
      app,
      action,
      table,
      slice,
      request: context,
      batchLoaded,
      filtering: { ...context, rowsOf: (name) => unfiltered.rowsOf(name) },
      unfiltered,
      wire,
      keepsJson: rowsAs === "json",
      startedAt: draws.startedAt,
      newId,
      log,
      events: new EventAllowance({ ...defaultEngineLimits, ...limits }.events),
      isOwnDoing: false,
      dryRun: DryRun,
      updatesDuplicates: OnDuplicate,
      nameable,
      warnings: unknownProperties(properties),
    };
  };
  return { output: { dryRun: DryRun, begin, log: tell }, diagnostics: [] };
}

/** What the resolver says, else the definition. */
async function roleOf({ roles }: AppDefinition, services: Services, email: string | null): Promise<string> {
  if (email === null) return "User";
  return (await services.roleOf?.(email)) ?? roles.get(foldText(email)) ?? "User";
}
