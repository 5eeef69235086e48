import {
  type Diagnostic,
  DiagnosticList,
  diagnose,
  joinDiagnostics,
  suggest,
} from "../../diagnostics/index.ts";
import { type TimeSlice, type Type, valueFamilyOf, writeJson } from "../../expression/parts.ts";
import type { ColumnDefinition, StoredColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { explained } from "../access/explained.ts";
import { cellWarningsOf } from "../answers/write-cells.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { callForLoad } from "../calls/prepare/prepare-call.ts";
import type { Properties } from "../calls/request.ts";
import { type Rejected, rejected } from "../calls/result.ts";
import { exactText } from "../cells/sent-exactly.ts";

/**
 * Hands out every row of tables, in stored order and a part at a time, all of one snapshot. It is done in the name of the
 * application: security filters play no part. A part is taken before the next one is read.
 */
export async function unloadTables(
  settings: EngineOptions,
  names: readonly string[],
  take: (part: UnloadedPart) => Promise<void> | void,
  options: UnloadOptions = {},
): Promise<UnloadResult> {
  const { tables } = settings.definition;
  const unknown = unknownTables(tables, names);
  if (unknown.length > 0) return rejected(unknown);
  const chosen = names.length === 0 ? [...tables.values()] : names.flatMap((name) => tables.get(name) ?? []);
  const calls: Call[] = [];
  for (const table of chosen) {
    const { output, diagnostics } = await callForLoad(settings, table, options);
    if (output === undefined) return rejected(diagnostics);
    calls.push(output.begin());
  }
  return explained<UnloadResult>(settings.definition, handOut(settings, calls, take, options), rejected);
}

async function handOut(
  { store }: EngineOptions,
  calls: readonly Call[],
  take: (part: UnloadedPart) => Promise<void> | void,
  options: UnloadOptions,
): Promise<UnloadResult> {
  const counts = new Map<string, number>();
  let warnings: readonly Diagnostic[] = [];
  await store.read(
    async (transaction) => {
      for (const call of calls) {
        const {
          table,
          read: { context },
        } = call;
        const { batches } = await transaction.find({
          table: table.name,
          conditions: [],
          order: [],
          context,
        });
        const columns = table.storedColumns;
        const write = cellWriters(call, columns, options.cells);
        let count = 0;
        await take({ table: table.name, columns, rows: [] });
        for await (const rows of batches) {
          if (rows.length === 0) continue; // what a store gives of an empty table would be a first part again
          const written = writeRows(columns, write, rows);
          count += rows.length;
          warnings = joinDiagnostics(warnings, cellWarningsOf(call, rows));
          await take({ table: table.name, columns, rows: written });
        }
        counts.set(table.name, count);
      }
    },
    { searches: true, timeZone: calls[0]?.caller.timeZone },
  );
  return { ok: true, counts, warnings };
}

function unknownTables(
  tables: ReadonlyMap<string, TableDefinition>,
  names: readonly string[],
): readonly Diagnostic[] {
  const diagnostics = new DiagnosticList();
  for (const name of names)
    if (!tables.has(name))
      diagnostics.add(diagnose("table/not-found", { name, suggestion: suggest(name, tables.keys()) }));
  return diagnostics.all;
}

type CellWriter = (value: Value) => JsonValue;

function cellWriters(
  {
    read: {
      context: { locale },
    },
  }: Call,
  columns: readonly ColumnDefinition[],
  cells: UnloadOptions["cells"],
): readonly CellWriter[] {
  return columns.map(({ columnType, options, type }): CellWriter => {
    const writeTyped = (value: Value) => writeJson(value, type);
    const writeText = (value: Value) => columnType.writeText(value, { locale, options });
    if (cells === undefined || cells === "typed" || ALIKE.has(type.kind)) return writeTyped;
    return cells === "sheet"
      ? (value) =>
          typeof value === "boolean" || isNumber(value, type) ? writeTyped(value) : writeText(value)
      : writeText;
  });
}

function isNumber(value: Value, type: Type): boolean {
  return typeof value === "number" && valueFamilyOf(type) === "number";
}

/** Written so that they are read the same in every Locale. */
const ALIKE: ReadonlySet<string> = new Set(["Date", "Time", "DateTime"]);

function writeRows(
  columns: readonly StoredColumnDefinition[],
  write: readonly CellWriter[],
  rows: readonly Row[],
): readonly (readonly JsonValue[])[] {
  return rows.map((row) =>
    columns.map(({ index, options }, at) =>
      options.digits === "exact" ? exactText(row, index) : (write[at]?.(row[index] ?? null) ?? null),
    ),
  );
}

export interface UnloadOptions {
  /**
   * `typed`: JSON, as on the wire `typed`; `text`: texts in the Locale's form with ISO dates; `sheet`: numbers and Yes/No as in
   * JSON, the rest as texts. All can be loaded. Default `typed`.
   */
  readonly cells?: "typed" | "text" | "sheet";
  readonly properties?: Properties;
  readonly turn?: TimeSlice;
}

/** Rows of one table; the first part of each has none. */
export interface UnloadedPart {
  readonly table: string;
  /** The stored columns. */
  readonly columns: readonly ColumnDefinition[];
  /** The cells of each row, a blank as null or "". */
  readonly rows: readonly (readonly JsonValue[])[];
}

/** How many rows each table had. */
export interface Unloaded {
  readonly ok: true;
  readonly counts: ReadonlyMap<string, number>;
  /** Cells that are blank because their database has there what is no value of their column's type. */
  readonly warnings: readonly Diagnostic[];
}

export type UnloadResult = Unloaded | Rejected;
