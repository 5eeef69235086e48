import { type Diagnostic, diagnose, noOutput, type Outcome } from "../../diagnostics/index.ts";
import {
  type Abortable,
  AbortableSlice,
  defaultLimits,
  type Task,
  type TimeSlice,
  writeJson,
} from "../../expression/parts.ts";
import type { AppDefinition, ColumnDefinition, TableDefinition } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { explained } from "../access/explained.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import type { EngineOptions } from "../calls/engine-options.ts";
import { callForLoad } from "../calls/prepare/prepare-call.ts";
import type { PreparedCall } from "../calls/prepare/prepared-call.ts";
import { evaluateCell, isSameValue, toStoredValue } from "../cells/evaluate-cell.ts";
import { keyOfRow, writeKey } from "../keys/key-from.ts";
import { checkRows } from "../stages/check-rows.ts";
import { storedTablesOf, systemTables } from "../stored/stored-tables-of.ts";
import { codesOf } from "./past-copy.ts";

export interface CompareRowsOptions {
  /** Rows that are looked at. Default 100,000. */
  readonly limit?: number;
  /** Rows of each table that are shown. Default 5. */
  readonly examples?: number;
  /** Tables that are looked at before the others, such as those that were changed. */
  readonly first?: readonly string[];
  /** Whether to end before all rows were looked at. */
  readonly isOver?: () => boolean;
  readonly turn?: TimeSlice;
  /** Rejects with its reason once it has aborted. */
  readonly signal?: Abortable;
}

/** What a candidate makes of rows as they are, if each of them were saved now, as the owner. */
export interface RowsComparison {
  /** Those of which any row differs. */
  readonly tables: readonly TableComparison[];
  /** Rows that were looked at. */
  readonly looked: number;
  /** Whether these were all. */
  readonly complete: boolean;
}

export interface TableComparison {
  readonly table: string;
  readonly rows: number;
  /** Rows of which a computed value differs, and how many by column. */
  readonly differing: number;
  readonly columns: Readonly<Record<string, number>>;
  /** Rows that are valid by the present definition, and are not by the candidate. */
  readonly invalid: number;
  readonly examples: readonly DifferingRow[];
  readonly invalidExamples: readonly InvalidRow[];
}

/** Values in their JSON form; those of sensitive columns are left out. */
export interface DifferingRow {
  readonly key: string;
  readonly changes: Readonly<Record<string, { readonly before: JsonValue; readonly after: JsonValue }>>;
}

export interface InvalidRow {
  readonly key: string;
  readonly errors: readonly Pick<Diagnostic, "column" | "code" | "message">[];
}

/**
 * Computes the formulas and tries the rules of both definitions on every row, in one state of the store, which is only read. An error
 * where a table would have other columns.
 */
export async function compareRows(
  engine: EngineOptions,
  candidate: AppDefinition,
  { limit = 100_000, examples = 5, first = [], isOver = () => false, turn, signal }: CompareRowsOptions = {},
): Promise<Outcome<RowsComparison>> {
  const { definition, store, services, functions = [], limits } = engine;
  const { fuel } = { ...defaultLimits, ...limits };
  const changed = tableOfOtherForm(definition, candidate);
  if (changed !== undefined) return noOutput([diagnose("edit/other-form", { table: changed })]);
  const slice = turn && signal ? new AbortableSlice(turn, signal) : turn;
  const prepare = async (app: AppDefinition, table: TableDefinition) => {
    const settings = { definition: app, services, codes: codesOf(app, functions) };
    const { output } = await callForLoad(settings, table, { ...(slice && { turn: slice }), fuel });
    if (output === undefined) throw new Error("A call without properties was refused.");
    return output;
  };
  const pairs: TablePair[] = [];
  const isFirst = ({ name }: TableDefinition) => first.includes(name);
  const ordered = [...definition.tables.values()].toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));
  for (const table of ordered) {
    const other = candidate.tables.get(table.name);
    if (other === undefined) continue;
    pairs.push({
      present: await prepare(definition, table),
      candidate: await prepare(candidate, other),
      columns: comparedColumns(table, other),
    });
  }
  const work = store.read(
    async (reader): Promise<Outcome<RowsComparison>> => {
      const tables: TableComparison[] = [];
      let looked = 0;
      let complete = true;
      for (const pair of pairs) {
        const found = findingsOf(pair, examples);
        for await (const rows of chunksOf(reader, pair)) {
          signal?.throwIfAborted();
          const judged = await found.look(reader, rows.slice(0, limit - looked), isOver);
          looked += judged;
          complete = judged === rows.length;
          if (!complete) break;
          await services.pause?.();
        }
        const comparison = found.comparison();
        if (comparison !== undefined) tables.push(comparison);
        if (!complete) break;
      }
      return { output: { tables, looked, complete }, diagnostics: [] };
    },
    { searches: true },
  );
  return explained(definition, work, noOutput);
}

/** The first table of an application whose rows another definition keeps otherwise; undefined where there is none. */
function tableOfOtherForm(one: AppDefinition, other: AppDefinition): string | undefined {
  const formsOf = (app: AppDefinition) =>
    new Map(storedTablesOf(app).map((table) => [table.name, JSON.stringify(table)]));
  const [present, candidate] = [formsOf(one), formsOf(other)];
  return [...new Set([...present.keys(), ...candidate.keys()])].find(
    (name) => !systemTables.has(name) && present.get(name) !== candidate.get(name),
  );
}

interface TablePair {
  readonly present: PreparedCall;
  readonly candidate: PreparedCall;
  /** The computed columns that both have and whose values may be shown. */
  readonly columns: readonly ColumnDefinition[];
}

function comparedColumns(one: TableDefinition, other: TableDefinition): readonly ColumnDefinition[] {
  return one.columns.filter(({ name, formula, options }) => {
    const same = other.columns.find((column) => column.name === name);
    return formula !== undefined && same?.formula !== undefined && !options.sensitive;
  });
}

/** The rows of a table, at most so many at once that others are served between. */
async function* chunksOf(reader: RowReader, { present }: TablePair): AsyncGenerator<readonly Row[]> {
  const { table, read } = present.begin();
  const { batches } = await reader.find({
    table: table.name,
    conditions: [],
    order: [],
    context: read.context,
  });
  for await (const rows of batches)
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) yield rows.slice(from, from + ROWS_AT_ONCE);
}

const ROWS_AT_ONCE = 100;

/** What is found of the rows of one table. */
function findingsOf(pair: TablePair, most: number) {
  const counts = new Map<string, number>();
  const examples: DifferingRow[] = [];
  const invalidExamples: InvalidRow[] = [];
  let looked = 0;
  let found = 0;
  let invalid = 0;
  return { look, comparison };

  /** Returns how many rows it looked at until `isOver`. */
  async function look(reader: RowReader, rows: readonly Row[], isOver: () => boolean): Promise<number> {
    const { present, candidate, columns } = pair;
    const [one, other] = [present.begin(), candidate.begin()];
    const before = await batchLoad(one, reader, () => judgeRows(one, rows, isOver));
    const after = await batchLoad(other, reader, () =>
      judgeRows(other, rows.slice(0, before.length), isOver),
    );
    looked += after.length;
    for (const [at, now] of after.entries()) {
      const [row, old] = [rows[at] as Row, before[at] as JudgedRow];
      const key = () => writeKey(present.table, keyOfRow(present.table, row));
      const differing = columns.filter(
        ({ name }) => !isSameValue(old.values.get(name) ?? null, now.values.get(name) ?? null),
      );
      for (const { name } of differing) counts.set(name, (counts.get(name) ?? 0) + 1);
      if (differing.length > 0 && ++found <= most)
        examples.push({ key: key(), changes: changesIn(differing, old, now) });
      if (old.errors.length === 0 && now.errors.length > 0 && ++invalid <= most)
        invalidExamples.push({ key: key(), errors: shown(now.errors) });
    }
    return after.length;
  }

  /** A message may have the value of its column. */
  function shown(errors: readonly Diagnostic[]): InvalidRow["errors"] {
    const { columns } = pair.candidate.table;
    const isSensitive = (name?: string) =>
      columns.find((one) => one.name === name)?.options.sensitive === true;
    return errors.map(({ column, code, message }) => ({
      ...(column === undefined ? {} : { column }),
      code,
      message: isSensitive(column) ? "" : message,
    }));
  }

  /** Undefined where no row differs. */
  function comparison(): TableComparison | undefined {
    if (found === 0 && invalid === 0) return undefined;
    return {
      table: pair.present.table.name,
      rows: looked,
      differing: found,
      columns: Object.fromEntries(counts),
      invalid: invalid,
      examples: examples,
      invalidExamples: invalidExamples,
    };
  }
}

function changesIn(
  columns: readonly ColumnDefinition[],
  old: JudgedRow,
  now: JudgedRow,
): DifferingRow["changes"] {
  return Object.fromEntries(
    columns.map(({ name, type }) => {
      const write = (row: JudgedRow) => writeJson(row.values.get(name) ?? null, type);
      return [name, { before: write(old), after: write(now) }];
    }),
  );
}

/** What a definition makes of a row. */
interface JudgedRow {
  /** Of computed columns, by name; blank where one cannot be computed. */
  readonly values: ReadonlyMap<string, Value>;
  readonly errors: readonly Diagnostic[];
}

/** Each row may take as many steps as a call that saves it. The last ones are left out once `isOver`. */
function* judgeRows(call: Call, rows: readonly Row[], isOver: () => boolean): Task<readonly JudgedRow[]> {
  const judged: JudgedRow[] = [];
  const unread = new Set<number>();
  for (const row of rows) {
    if (isOver()) break;
    call.read.context.meter.rewind(0);
    const errors: Diagnostic[] = [];
    const values: Value[] = [...row];
    const computed = new Map<string, Value>();
    for (const column of call.table.formulaOrder) {
      const { name, formula, type } = column;
      if (formula === undefined) continue;
      const { output = null, diagnostics } = yield* evaluateCell(call, formula, values, row, {
        column: name,
      });
      for (const one of diagnostics) errors.push(one);
      const value = toStoredValue(output, type);
      computed.set(name, value);
      if (!column.isVirtual) values[column.index] = value;
    }
    const checked = { position: 1, before: undefined, values, unread, isComputed: true } as const;
    const { diagnostics } = yield* checkRows(call, { rows: [checked], diagnostics: [] });
    for (const one of diagnostics) if (one.severity === "error") errors.push(one);
    judged.push({ values: computed, errors });
  }
  return judged;
}
