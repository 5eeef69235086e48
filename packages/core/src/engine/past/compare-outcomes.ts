import { memo, printTrace } from "../../expression/parts.ts";
import type { AppDefinition, TableDefinition } from "../../schema/index.ts";
import type { JsonValue } from "../../values/index.ts";
import { findTarget } from "../access/nameable.ts";
import type { BatchResult } from "../calls/request.ts";
import type { RecordedCall } from "../journal/read-entries.ts";
import { concealedColumns, imageOfRow, recordedColumns } from "../journal/row-image.ts";
import type { CallTrace, TraceStep } from "../why/call-trace.ts";
import { changesOf, type PastCopy, rowName } from "./past-copy.ts";
import type { ReplayedCall } from "./replay-call.ts";

/** Something that a call comes to by one definition and not by another. */
export interface OutcomeDifference {
  readonly about: "refusal" | "row" | "cell" | "event";
  /** What differs, such as `Orders.Total`, `Orders` of a row that only one of them writes, or the name of a rule. */
  readonly name: string;
  readonly table?: string;
  readonly key?: string;
  readonly column?: string;
  /** Of a row what is done to it, of a refusal its errors; undefined where there is nothing of it. */
  readonly old: JsonValue | undefined;
  readonly new: JsonValue | undefined;
}

/**
 * How two definitions differ in what a call comes to: whether it is refused, rows, their cells in the columns that both have, and events.
 * Of a call that one of them refuses, only the refusal is reported. Values of sensitive columns are left out.
 */
export function compareOutcomes(
  old: { readonly copy: PastCopy; readonly call: ReplayedCall },
  other: { readonly copy: PastCopy; readonly call: ReplayedCall },
): readonly OutcomeDifference[] {
  const [before, after] = [refusalOf(old.call.result), refusalOf(other.call.result)];
  if (before !== undefined || after !== undefined)
    return JSON.stringify(before) === JSON.stringify(after)
      ? []
      : [{ about: "refusal", name: "refusal", old: before, new: after }];
  const [oldRows, newRows] = [partsOf(old.copy.app, old.call), partsOf(other.copy.app, other.call)];
  const found: OutcomeDifference[] = [];
  for (const name of new Set([...oldRows.keys(), ...newRows.keys()])) {
    const [one, two] = [oldRows.get(name), newRows.get(name)];
    const { table, key } = (one ?? two) as RowPart;
    if (one?.kind !== two?.kind) {
      found.push({ about: "row", name: table, table, key, old: one?.kind, new: two?.kind });
      continue;
    }
    const columns = commonColumns(old.copy.app, other.copy.app, table);
    for (const column of columns) {
      const cells = [one?.cells[column], two?.cells[column]] as const;
      if (JSON.stringify(cells[0] ?? null) === JSON.stringify(cells[1] ?? null)) continue;
      const about = { name: `${table}.${column}`, table, key, column };
      found.push({ about: "cell", ...about, old: cells[0], new: cells[1] });
    }
  }
  return [...found, ...eventDifferences(old.call, other.call)];
}

function refusalOf(result: BatchResult): JsonValue | undefined {
  return result.ok ? undefined : result.diagnostics.map(({ message }) => message);
}

type RowKind = "added" | "edited" | "deleted" | "answered";

interface RowPart {
  readonly table: string;
  readonly key: string;
  readonly kind: RowKind;
  readonly cells: Readonly<Record<string, JsonValue>>;
}

/** The rows that a call changed, with virtual columns where it answered with the row, and the rows that it only answered with. */
function partsOf(app: AppDefinition, { result, rows, tables }: ReplayedCall): ReadonlyMap<string, RowPart> {
  const parts = new Map<string, RowPart>();
  for (const [name, row] of rows) {
    const table = app.tables.get(row.table) as TableDefinition;
    const image = row.after ?? row.before ?? [];
    parts.set(name, {
      table: row.table,
      key: row.key,
      kind: kindOf(row),
      cells: imageOfRow(recordedColumns(table), image),
    });
  }
  const answers = result.ok ? result.answers : [];
  for (const [at, answer] of answers.entries()) {
    const table = findTarget(app, tables[at] ?? "").output?.table;
    if (table === undefined) continue;
    for (const row of answer.rows) {
      const key = table.key.map(({ name }) => String(row[name] ?? "")).join(": ");
      const name = rowName(table.name, key);
      const known = parts.get(name) ?? { table: table.name, key, kind: "answered", cells: {} };
      parts.set(name, { ...known, cells: { ...row, ...known.cells } });
    }
  }
  return parts;
}

function kindOf({ before, after }: { readonly before?: unknown; readonly after?: unknown }): RowKind {
  if (after === undefined) return "deleted";
  return before === undefined ? "added" : "edited";
}

/** The columns of a table that both definitions have and whose values may be shown. */
function commonColumns(one: AppDefinition, other: AppDefinition, table: string): readonly string[] {
  const [own, others] = [one, other].map(({ tables }) => tables.get(table));
  if (own === undefined || others === undefined) return [];
  const names = shownInReports(own);
  return shownInReports(others).filter((name) => names.includes(name));
}

const shownInReports = memo((table: TableDefinition): readonly string[] => {
  const concealed = new Set<string>(concealedColumns(table).map(({ name }) => name));
  return table.columns.flatMap(({ name, options }) =>
    concealed.has(name) || (options.sensitive && table.history === undefined) ? [] : [name],
  );
});

/** Events are paired with those of the same rule, in their order. */
function eventDifferences(old: ReplayedCall, other: ReplayedCall): readonly OutcomeDifference[] {
  const byRule = ({ events }: ReplayedCall) => Map.groupBy(events, ({ rule }) => rule);
  const [before, after] = [byRule(old), byRule(other)];
  const found: OutcomeDifference[] = [];
  for (const rule of new Set([...before.keys(), ...after.keys()])) {
    const [one = [], two = []] = [before.get(rule), after.get(rule)];
    for (let at = 0; at < Math.max(one.length, two.length); at++) {
      const [from, to] = [one[at]?.payload, two[at]?.payload];
      if (from === to) continue;
      const read = (payload: string | undefined) => payload && (JSON.parse(payload) as JsonValue);
      found.push({ about: "event", name: rule, old: read(from), new: read(to) });
    }
  }
  return found;
}

/** Whether a call has changed the rows that the journal says it did, in the columns that it records, of tables with a history. */
export function isAsRecorded({ app }: PastCopy, call: ReplayedCall, recorded: RecordedCall): boolean {
  if (!call.result.ok) return false;
  const expected = new Map<string, string>();
  for (const table of app.tables.values()) {
    const edits = Map.groupBy(changesOf(recorded, table), ({ key }) => key);
    for (const [key, changes] of edits) {
      const [first, last] = [changes[0], changes.at(-1)];
      const kind = kindOf({ before: first?.before, after: last?.after });
      if (first?.before === undefined && last?.after === undefined) continue;
      expected.set(rowName(table.name, key), JSON.stringify([kind, last?.after ?? null]));
    }
  }
  let count = 0;
  for (const [name, row] of call.rows) {
    const table = app.tables.get(row.table);
    if (table?.history === undefined) continue;
    const image = row.after && imageOfRow(recordedColumns(table), row.after);
    if (expected.get(name) !== JSON.stringify([kindOf(row), image ?? null])) return false;
    count += 1;
  }
  return count === expected.size;
}

/** The first step that differs in two traces of a call, for people; undefined where none does. */
export function firstDifference(
  old: readonly CallTrace[],
  other: readonly CallTrace[],
): { readonly old: string; readonly new: string } | undefined {
  const [before, after] = [old, other].map((traces) =>
    traces.flatMap(({ steps }) => steps.flatMap((step) => [...stepsWithin(step)])),
  ) as [TraceStep[], TraceStep[]];
  const at = before.findIndex((step, index) => outcomeOf(step) !== outcomeOf(after[index]));
  if (at === -1 && before.length >= after.length) return undefined;
  const index = at === -1 ? before.length : at;
  return { old: printed(before[index]), new: printed(after[index]) };
}

function* stepsWithin(step: TraceStep): Generator<TraceStep> {
  if (step.about !== "row" || step.isMet !== undefined) yield step;
  for (const inner of step.steps ?? []) yield* stepsWithin(inner);
}

/** What a step came to, however it is written in the definition. */
function outcomeOf(step: TraceStep | undefined): string | undefined {
  return step && JSON.stringify([step.text, step.isMet, step.trace?.value ?? step.trace?.error?.message]);
}

function printed(step: TraceStep | undefined): string {
  if (step === undefined) return "nothing more";
  return step.trace === undefined ? step.text : `${step.text}: ${printTrace(step.trace)}`;
}
