import { type JsonValue, readLatLong, utcSecondsOf, type Value, zoneOf } from "../../values/index.ts";
import type { ExpressionScope } from "../check/expression-scope.ts";
import { RowTable } from "../evaluate/rows/row-table.ts";
import { defaultLimits } from "../runtime/limits.ts";
import { Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { RunFault } from "../runtime/run-fault.ts";
import type { TableRows } from "../runtime/table-rows.ts";
import { readJson } from "../tree/json-value.ts";
import type { TableScope } from "../tree/scope.ts";
import { typeName } from "../tree/type.ts";
import { checkForms, checkRows, wordsFor } from "./check-forms.ts";
import { platform } from "./platform.ts";
import type { EvaluationContext } from "./public-scope.ts";
import { readNow } from "./read-now.ts";

type JsonRow = Readonly<Record<string, JsonValue>>;

/** A context of the public face in the form the evaluators work with. */
export interface BoundContext {
  readonly row: readonly Value[];
  readonly before: readonly Value[];
  readonly request: RequestContext;
}

/** Throws `RunFault` for a value that does not have its type's form. */
export function bindContext(scope: ExpressionScope, context: EvaluationContext): BoundContext {
  checkForms(context);
  const row = scope.row === undefined ? [] : readRow(scope.row, context.row ?? {}, rowNumberOf(context.row));
  const before =
    scope.row === undefined || context.before === undefined
      ? row
      : readRow(scope.row, { ...context.row, ...context.before });
  return { row, before, request: makeRequest(scope, context) };
}

function makeRequest(scope: ExpressionScope, context: EvaluationContext): RequestContext {
  const timeZoneName = context.timezone ?? "UTC";
  const timeZone = readSetting("timezone", timeZoneName, "a time zone", zoneOf(timeZoneName) ?? null);
  const instant = context.now ?? platform.now();
  const now = readSetting("now", instant, "a DateTime", readNow(instant, timeZone));
  const location = readSetting(
    "location",
    context.location ?? "",
    "a LatLong",
    readLatLong(context.location ?? "0, 0"),
  );
  const { email, name, role } = context.user ?? {};
  return {
    now,
    utcNow: utcSecondsOf(now, timeZone),
    timeZone,
    timeZoneName,
    locale: context.locale ?? scope.locale,
    location,
    user: { email: email || null, name: name || null, role: role || null },
    settings: readValues(context.settings),
    parameters: readValues(context.parameters),
    inputs: readValues(context.inputs),
    random: context.random ?? platform.random,
    rowsOf: tableReader(scope, context),
    meter: new Meter({ ...defaultLimits, ...context.limits }, context.clock),
  };
}

function readSetting<T>(name: string, value: unknown, type: string, read: T | null): T {
  if (read === null) throw new RunFault("run/unreadable-input", { name, value: wordsFor(value), type });
  return read;
}

function readValues(values: JsonRow = {}): ReadonlyMap<string, Value> {
  return new Map(Object.entries(values).map(([name, json]) => [name, readCell(name, json, { kind: "Any" })]));
}

/** Reads the rows of a table when the expression first asks for them. */
function tableReader(scope: ExpressionScope, context: EvaluationContext): (name: string) => TableRows {
  const made = new Map<string, TableRows>();
  return (name) => {
    let rows = made.get(name);
    if (rows === undefined) {
      const table = scope.tables.get(name) as TableScope;
      const json =
        context.tables !== undefined && Object.hasOwn(context.tables, name)
          ? (context.tables[name] ?? [])
          : [];
      checkRows(name, json);
      rows = new RowTable(
        json.map((row, index) => readRow(table, row, index + 1)),
        table,
      );
      made.set(name, rows);
    }
    return rows;
  };
}

function rowNumberOf(row: JsonRow | undefined): number | null {
  const number = row !== undefined && Object.hasOwn(row, "_RowNumber") ? row._RowNumber : null;
  return typeof number === "number" ? number : null;
}

function readRow(table: TableScope, json: JsonRow, rowNumber: number | null = null): readonly Value[] {
  const row: Value[] = table.columns.map(({ name, type }) =>
    readCell(name, Object.hasOwn(json, name) ? (json[name] ?? null) : null, type),
  );
  row[table.rowNumberIndex] = rowNumber;
  return row;
}

function readCell(name: string, json: JsonValue, type: Parameters<typeof readJson>[1]): Value {
  const value = readJson(json, type);
  if (value !== undefined) return value;
  throw new RunFault("run/unreadable-input", { name, value: JSON.stringify(json), type: typeName(type) });
}
