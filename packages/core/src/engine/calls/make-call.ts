import type { Outcome } from "../../diagnostics/index.ts";
import { defaultLimits, Meter, type RequestContext } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import { foldText, wallSecondsOf } from "../../values/index.ts";
import { identify } from "../access/identify.ts";
import { BatchLoadedTables } from "../batch-loading/batch-loaded-tables.ts";
import type { CallTarget } from "../find/find-target.ts";
import { EventAllowance } from "../rules/event-allowance.ts";
import type { Call } from "./call.ts";
import { defaultEngineLimits, type EngineLimits } from "./limits.ts";
import { readProperties, unknownProperties } from "./read-properties.ts";
import type { EngineRequest } from "./request.ts";
import type { Services } from "./services.ts";

/** What all calls of an engine have in common. */
export interface CallSettings {
  readonly definition: AppDefinition;
  readonly services: Services;
  readonly limits?: Partial<EngineLimits>;
}

/** Reads what the caller says about the call. Unknown properties are warnings, unreadable ones errors. */
export async function makeCall(
  { definition: app, services, limits }: CallSettings,
  { table, slice }: CallTarget,
  request: EngineRequest,
  action: string,
): Promise<Outcome<Call>> {
  const properties = request.properties ?? {};
  const read = readProperties(properties, app);
  const identified = identify(app, request);
  const diagnostics = [...read.diagnostics, ...identified.diagnostics];
  if (diagnostics.length > 0 || read.output === undefined) return { output: undefined, diagnostics };
  const { Locale, Timezone, Location, UserSettings, Params, Inputs, OnDuplicate, DryRun } = read.output;
  const email = identified.output?.email ?? null;
  const milliseconds = services.now();
  const utcNow = Math.floor(milliseconds / 1000);
  const batchLoaded = new BatchLoadedTables(app.tables);
  const unfiltered = new BatchLoadedTables(app.tables);
  const context: RequestContext = {
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
    random: () => services.random(),
    rowsOf: (name) => batchLoaded.rowsOf(name),
    meter: new Meter({ ...defaultLimits, ...limits }, () => services.now(), undefined, request.turn),
  };
  const { wire = "typed", rowsAs = "objects" } = request;
  return {
    output: {
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
      startedAt: milliseconds,
      newId: () => services.newId(),
      log: (entry) => services.log?.(entry),
      events: new EventAllowance({ ...defaultEngineLimits, ...limits }.events),
      isOwnDoing: false,
      dryRun: DryRun,
      updatesDuplicates: OnDuplicate,
      nameable: request.nameable,
      warnings: unknownProperties(properties),
    },
    diagnostics: [],
  };
}

/** What the resolver says, else the definition. */
async function roleOf({ roles }: AppDefinition, services: Services, email: string | null): Promise<string> {
  if (email === null) return "User";
  return (await services.roleOf?.(email)) ?? roles.get(foldText(email)) ?? "User";
}
