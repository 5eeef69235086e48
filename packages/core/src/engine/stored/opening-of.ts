import { holdsObjects, type Type } from "../../expression/parts.ts";
import type { AppDefinition, ColumnDefinition } from "../../schema/index.ts";
import type {
  ConvertValue,
  Migration,
  MigrationPlan,
  MigrationStep,
  Opening,
  Store,
} from "../../storage/index.ts";
import {
  type JsonValue,
  LIST_SEPARATOR,
  SECONDS_PER_DAY,
  type Value,
  writeDuration,
  writeIsoDate,
  writeIsoDateTime,
  writeIsoTime,
  writePlainNumber,
  zoneOf,
} from "../../values/index.ts";
import type { CallSettings, EngineOptions } from "../calls/engine-options.ts";
import { fillColumns, fillingSteps, formulaColumns, initialColumns } from "./fill-columns.ts";
import { refuseSources, storedTablesOf, systemTables } from "./stored-tables-of.ts";

/** What a migration may do besides renaming tables and columns and converting values. */
export interface MigrationOptions {
  /** Remove the tables and columns that the definition names no longer, with their values. */
  readonly drops?: boolean;
  /** Give all rows their values again in the columns that are filled: formulas, and initial values where one is missing. */
  readonly refills?: boolean;
}

/** How a store is opened for an application: what is missing is added, and nothing else is changed. */
export function openingOf(settings: CallSettings): Opening {
  return { application: settings.definition.id, ...fillColumns(settings) };
}

function migrationOf(
  definition: AppDefinition,
  { drops = false, refills = false }: MigrationOptions,
): Pick<Opening, "migration" | "refills"> {
  return {
    migration: { drops, keeps: [...systemTables], converting: convertingFor(definition) },
    refills,
  };
}

/**
 * Converts values that a column has of another form: each is read as the column reads the cell of a caller, in the Locale
 * and time zone of the application. Dates and times become texts in the form that reads in every Locale.
 */
export function convertingFor(definition: AppDefinition): Migration["converting"] {
  return (table, name, from) => {
    const column = definition.tables.get(table)?.columns.find((one) => one.name === name);
    return column === undefined ? () => undefined : convertTo(column, from, definition);
  };
}

function convertTo(
  { columnType, options, type }: ColumnDefinition,
  from: string,
  { locale, timezone }: AppDefinition,
): ConvertValue {
  const reading = { locale, options, timeZone: zoneOf(timezone) ?? "UTC" };
  return (value) => {
    const cells = holdsObjects(type) ? jsonCellsOf(value, type, from) : cellsOf(value, from);
    for (const cell of cells) {
      const read = columnType.read(cell, reading);
      if ("value" in read && read.value !== null) return read.value;
    }
    return undefined;
  };
}

/** The cells of a column of JSON. Any JSON is read from its text, so that a text stays a string. */
function jsonCellsOf(value: Value, type: Type, form: string): readonly JsonValue[] {
  // A number in a list of single values may be a date: its form does not show it.
  if (form === "list" && Array.isArray(value) && value.some((item) => typeof item === "number")) return [];
  if (type.kind !== "Json") return [knownParts(value as JsonValue, type)];
  const [cell] = Array.isArray(value) ? [value] : cellsOf(value, form);
  return [JSON.stringify(cell)];
}

/** Without fields that were left out before, which are blank to everybody. */
function knownParts(json: JsonValue, type: Type): JsonValue {
  if (typeof json !== "object" || json === null) return json;
  if (Array.isArray(json))
    return type.kind === "List" ? json.map((item) => knownParts(item, type.item)) : json;
  if (type.kind !== "Object") return json;
  const parts = type.shape.columns.flatMap(({ name, type: own }) => {
    const part = Object.hasOwn(json, name) ? (json as Readonly<Record<string, JsonValue>>)[name] : undefined;
    return part === undefined ? [] : [[name, knownParts(part, own)] as const];
  });
  return Object.fromEntries(parts);
}

/** The cells that a value can be read from, the one that says most of it first. */
function cellsOf(value: Value, form: string): readonly JsonValue[] {
  if (Array.isArray(value))
    return value.every((item) => typeof item === "string") ? [value.join(LIST_SEPARATOR)] : [];
  if (typeof value !== "number") return [value as JsonValue];
  switch (form) {
    case "date":
      return [writeIsoDate(value)];
    case "time":
      return [writeIsoTime(value)];
    case "datetime":
      return value % SECONDS_PER_DAY === 0
        ? [writeIsoDateTime(value), writeIsoDate(value / SECONDS_PER_DAY)]
        : [writeIsoDateTime(value)];
    case "duration":
      return value >= 0 && value < SECONDS_PER_DAY
        ? [writeDuration(value), writeIsoTime(value)]
        : [writeDuration(value)];
    default:
      return [value, writePlainNumber(value)];
  }
}

/**
 * Changes a store so that it fits a definition, in one transaction: what `createEngine` would add, and what it leaves to a
 * migration: new names and other types. Rejects, with nothing changed, with all values that do not fit. The store stays open.
 */
export async function migrateStore(options: EngineOptions, migration: MigrationOptions = {}): Promise<void> {
  const { definition, store } = options;
  const tables = storedTablesOf(definition);
  refuseSources(tables, store);
  await store.open(tables, { ...openingOf(options), ...migrationOf(definition, migration) });
}

/**
 * What `createEngine` would change in a store to make it fit a definition, or what `migrateStore` would with this
 * `migration`; undefined where the store does not know.
 */
export async function planMigration(
  definition: AppDefinition,
  store: Store,
  migration?: MigrationOptions,
): Promise<MigrationPlan | undefined> {
  const tables = storedTablesOf(definition);
  refuseSources(tables, store);
  const plan = await store.planOpen?.(tables, {
    application: definition.id,
    ...(migration === undefined ? {} : migrationOf(definition, migration)),
    fillInParts: { steps: fillingSteps(definition), fillRows: async () => [] },
  });
  return plan
    ?.filter(({ what, table }) => what === "refuse" || !systemTables.has(table))
    .map((step) => withFilling(definition, step));
}

function withFilling({ tables }: AppDefinition, step: MigrationStep): MigrationStep {
  const table = tables.get(step.table);
  if (table === undefined) return step;
  if (step.what !== "fillColumn" && (step.what !== "addColumn" || step.rows === 0)) return step;
  if (initialColumns(table, [step.column]).length > 0) return { ...step, filledBy: "initialValue" };
  return formulaColumns(table, [step.column]).length > 0 ? { ...step, filledBy: "formula" } : step;
}
