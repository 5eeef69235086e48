import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import {
  EvaluationError,
  explainEvaluationError,
  scalar,
  sortAsTask,
  type Task,
} from "../../expression/parts.ts";
import { type ColumnDefinition, type ColumnType, columnTypeNamed } from "../../schema/index.ts";
import type { Row, RowReader } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { AnsweredRows } from "../answers/answered-rows.ts";
import type { FoundBatches } from "../answers/found-batches.ts";
import { accepted } from "../answers/json-rows.ts";
import { type Member, RowsPart } from "../answers/rows-part.ts";
import { valueWriterOf } from "../answers/value-writer-of.ts";
import { type ValueOfRow, valuesOfRows } from "../answers/values-of-rows.ts";
import { batchLoad } from "../batch-loading/batch-load.ts";
import type { Call } from "../calls/call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { rowsInSlice } from "../stages/stored-rows/is-in-slice.ts";
import { compareGroups, type Group, Groups } from "./group-rows.ts";
import type { SummaryPlan, SummaryValue } from "./summary-plan.ts";

/**
 * Answers with the groups of rows in place of the rows, which are read a batch after the other and not held, or with those of the
 * store where it has grouped them.
 */
export async function answerSummary(
  call: Call,
  plan: SummaryPlan,
  transaction: RowReader,
  batches: FoundBatches,
  isSliceApplied: boolean,
): Promise<Result> {
  const groups = new Groups(plan);
  const warnings = new DiagnosticList();
  for await (const rows of batches) {
    // A batch is worked on again when rows of other tables have to be read first: nothing is added before they are there.
    const part = await batchLoad(call, transaction, () =>
      valuesOf(call, plan, rows, batches, isSliceApplied),
    );
    warnings.addAll(part.warnings);
    for (const { by, values } of part.rows) if (groups.add(by, values) === undefined) return tooMany(plan);
  }
  for await (const part of batches.groups ?? []) {
    for (const group of part) if (groups.addGroup(group) === undefined) return tooMany(plan);
    const { meter } = call.request;
    if (meter.timeSlice.isOver) await meter.pause();
  }
  return batchLoad(call, transaction, () => writeGroups(call, plan, groups, warnings.all));
}

function tooMany({ mostGroups }: SummaryPlan): Result {
  return rejected([diagnose("limit/groups", { limit: mostGroups })]);
}

interface SummarisedRows {
  readonly rows: readonly SummarisedRow[];
  readonly warnings: readonly Diagnostic[];
}

interface SummarisedRow {
  readonly by: readonly Value[];
  readonly values: readonly Value[];
}

function* valuesOf(
  call: Call,
  plan: SummaryPlan,
  rows: readonly Row[],
  { computed = [] }: FoundBatches,
  isSliceApplied: boolean,
): Task<SummarisedRows> {
  const shown = isSliceApplied ? rows : yield* rowsInSlice(call, rows);
  const { values: valuesByColumn, warnings } = yield* valuesOfRows(call, plan.columns, shown, computed);
  const readers = (columns: readonly (ColumnDefinition | undefined)[]) =>
    columns.map((column): ValueOfRow => (column && valuesByColumn.get(column)) ?? (() => null));
  const by = readers(plan.by);
  const values = readers(plan.values.map(({ column }) => column));
  const part: SummarisedRow[] = [];
  const { timeSlice } = call.request.meter;
  for (const [at, row] of shown.entries()) {
    if (timeSlice.isOver) yield;
    const read = (value: ValueOfRow) => value(row, at);
    part.push({ by: by.map(read), values: values.map(read) });
  }
  return { rows: part, warnings };
}

/** A sum that no Number can hold is an error at the name of its value. */
function* writeGroups(
  call: Call,
  plan: SummaryPlan,
  groups: Groups,
  warnings: readonly Diagnostic[],
): Task<Result> {
  const { meter } = call.request;
  const sorted = yield* sortAsTask(groups.all, compareGroups(plan), meter);
  const rows: Row[] = [];
  for (const group of sorted) {
    if (meter.timeSlice.isOver) yield;
    const row: Value[] = [...group.by];
    for (const [at, { name }] of plan.values.entries()) {
      try {
        row.push(resultOf(group, at));
      } catch (thrown) {
        if (!(thrown instanceof EvaluationError)) throw thrown;
        return rejected([{ ...explainEvaluationError(thrown), column: name }]);
      }
    }
    rows.push(row);
  }
  return accepted(call, new AnsweredRows([new RowsPart(rows, membersOf(call, plan))]), warnings);
}

function resultOf({ rows, tallies }: Group, at: number): Value {
  const tally = tallies[at];
  return tally === undefined ? rows : tally.result();
}

function membersOf(call: Call, { by, values }: SummaryPlan): readonly Member[] {
  const writers = [
    ...by.map((column) => ({ name: column.name, write: valueWriterOf(call, column) })),
    ...values.map((value) => ({ name: value.name, write: resultWriterOf(call, value) })),
  ];
  return writers.map(({ name, write }, at) => ({ name, write: (row) => write(row[at] ?? null) }));
}

/** Sums and means have a type of their own, and not the form of their column. */
function resultWriterOf(call: Call, { fold, column }: SummaryValue): (value: Value) => JsonValue {
  if (fold === undefined)
    return call.wire === "appsheet" ? (value) => String(value) : (value) => Number(value);
  const typeName = fold.resultType(column.type);
  if (typeName === undefined) return valueWriterOf(call, column);
  const columnType = columnTypeNamed(typeName) as ColumnType;
  const type = scalar(typeName);
  return valueWriterOf(call, { ...column, columnType, type });
}
