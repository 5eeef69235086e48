import { DiagnosticList, diagnose, type Outcome } from "../../diagnostics/index.ts";
import { defaultLimits, Meter, type RequestContext } from "../../expression/parts.ts";
import type { AppDefinition } from "../../schema/index.ts";
import {
  foldText,
  type JsonValue,
  localeForms,
  readLatLong,
  readYesNo,
  type Value,
  wallSecondsOf,
  zoneOf,
} from "../../values/index.ts";
import { identify } from "../access/identify.ts";
import { BatchLoadedTables } from "../batch-loading/batch-loaded-tables.ts";
import type { CallTarget } from "../find/find-target.ts";
import { EventAllowance } from "../rules/event-allowance.ts";
import type { Call } from "./call.ts";
import { defaultEngineLimits, type EngineLimits } from "./limits.ts";
import type { EngineRequest, Properties } from "./request.ts";
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
  const reader = new PropertyReader(properties);
  const locale = reader.read(
    "Locale",
    app.locale,
    "a locale such as en-US",
    (tag) => localeForms(tag)?.tag ?? null,
  );
  const timeZone = reader.read(
    "Timezone",
    app.timezone,
    "a time zone such as Europe/Berlin",
    (name) => zoneOf(name) ?? null,
  );
  const location = reader.read("Location", "0, 0", 'a place such as "47.6, -122.3"', readLatLong);
  const settings = reader.readValues("UserSettings");
  const parameters = reader.readValues("Params", "lists too");
  const inputs = reader.readValues("Inputs");
  const updatesDuplicates = reader.readWord("OnDuplicate", "update");
  const dryRun = reader.readFlag("DryRun");
  const identified = identify(app, request);
  const diagnostics = [...reader.diagnostics.all, ...identified.diagnostics];
  if (diagnostics.length > 0 || locale === undefined || timeZone === undefined || location === undefined) {
    return { output: undefined, diagnostics };
  }
  const email = identified.output?.email ?? null;
  const milliseconds = services.now();
  const utcNow = Math.floor(milliseconds / 1000);
  const batchLoaded = new BatchLoadedTables(app.tables);
  const unfiltered = new BatchLoadedTables(app.tables);
  const context: RequestContext = {
    now: wallSecondsOf(utcNow, timeZone),
    utcNow,
    timeZone,
    timeZoneName: reader.readText("Timezone") ?? app.timezone,
    locale,
    location,
    user: { email, name: null, role: await roleOf(app, services, email) },
    settings,
    parameters,
    inputs,
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
      dryRun,
      updatesDuplicates,
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

const KNOWN: ReadonlySet<string> = new Set([
  "Locale",
  "Timezone",
  "Location",
  "Selector",
  "RunAsUserEmail",
  "UserId",
  "UserSettings",
  "Params",
  "Inputs",
  "DryRun",
  "OnDuplicate",
]);

function unknownProperties(properties: Properties): DiagnosticList {
  const warnings = new DiagnosticList();
  const where = '"Properties"';
  for (const name of Object.keys(properties)) {
    if (KNOWN.has(name)) continue;
    warnings.warn(() => {
      const suggestion = warnings.suggest(name, KNOWN);
      return diagnose("request/unknown-member", { name, where, suggestion });
    });
  }
  return warnings;
}

/** Reads properties one by one and keeps the errors. */
class PropertyReader {
  readonly diagnostics = new DiagnosticList();
  readonly #properties: Properties;

  constructor(properties: Properties) {
    this.#properties = properties;
  }

  /** A text property in its canonical form; its default where it is missing or blank. */
  read<T>(name: string, fallback: string, wanted: string, read: (text: string) => T | null): T | undefined {
    const text = this.readText(name) ?? fallback;
    const value = read(text);
    if (value !== null) return value;
    this.diagnostics.add(diagnose("request/property", { name, value: text, wanted }));
    return undefined;
  }

  readText(name: string): string | undefined {
    const value = this.#get(name);
    if (typeof value === "string") return value === "" ? undefined : value;
    if (value !== undefined && value !== null) this.#refuse(name, value, "a text");
    return undefined;
  }

  /** Whether a property that can have one value only has it. */
  readWord(name: string, word: string): boolean {
    const text = this.readText(name);
    if (text !== undefined && text !== word)
      this.diagnostics.add(diagnose("request/property", { name, value: text, wanted: `"${word}"` }));
    return text === word;
  }

  /** A flag that is left out is FALSE; what does not read as one is an error, because it may decide over a write. */
  readFlag(name: string): boolean {
    const flag = this.#get(name);
    if (flag === undefined || flag === null || flag === "") return false;
    const read = typeof flag === "boolean" ? flag : readYesNo(String(flag));
    if (read === null) this.#refuse(name, flag, "TRUE or FALSE");
    return read === true;
  }

  /** An object of single values by name. */
  readValues(name: string, lists?: "lists too"): ReadonlyMap<string, Value> {
    const values = this.#get(name);
    if (values === undefined || values === null) return new Map();
    if (typeof values !== "object" || Array.isArray(values)) {
      this.#refuse(name, values, "an object of values by name");
      return new Map();
    }
    const read = new Map<string, Value>();
    for (const [key, value] of Object.entries(values as Record<string, JsonValue>)) {
      if (this.diagnostics.isFull) {
        this.diagnostics.stop();
        break;
      }
      const path = `${name}.${key}`;
      const isList = lists !== undefined && Array.isArray(value);
      read.set(key, isList ? value.map((item) => this.#readValue(path, item)) : this.#readValue(path, value));
    }
    return read;
  }

  #readValue(name: string, value: JsonValue): Value {
    if (value === null || typeof value !== "object") return value === "" ? null : value;
    this.#refuse(name, value, "a single value");
    return null;
  }

  #get(name: string): unknown {
    return Object.hasOwn(this.#properties, name) ? this.#properties[name] : undefined;
  }

  #refuse(name: string, value: unknown, wanted: string): void {
    this.diagnostics.add(diagnose("request/property", { name, value: JSON.stringify(value), wanted }));
  }
}
