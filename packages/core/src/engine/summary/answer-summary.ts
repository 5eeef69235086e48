import { type Diagnostic, DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import {
  EvaluationError,
  explainEvaluationError,
  scalar,
  sortAsTask,
  type Task,
  type Type,
  valueFamilyOf,
} from "../../expression/parts.ts";
import { type ColumnDefinition, type ColumnType, columnTypeNamed } from "../../schema/index.ts";
import type { Row, RowGroup, RowReader } from "../../storage/index.ts";
import { compareValues, hashOf, type JsonValue, type Value } from "../../values/index.ts";
import {
  AnsweredRows,
  accepted,
  type FoundBatches,
  type Member,
  valueWriterOf,
  WrittenRows,
} from "../answers/answered-rows.ts";
import { type ValueOfRow, valuesOfRows } from "../answers/values-of-rows.ts";
import { batchLoad } from "../batch-loading/batch-loaded-tables.ts";
import type { Call } from "../calls/call.ts";
import { type Result, rejected } from "../calls/result.ts";
import { rowsInSlice } from "../stages/load-rows.ts";
import type { PlannedValue, SummaryPlan, Tally } from "./summary-functions.ts";

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
    const { meter } = call.read.context;
    await meter.giveWay();
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
  for (const [at, row] of shown.entries()) {
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
  const { meter } = call.read.context;
  const sorted = yield* sortAsTask(groups.all, compareGroups(plan), meter);
  const rows: Row[] = [];
  for (const group of sorted) {
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
  return accepted(call, new AnsweredRows([new WrittenRows(rows, membersOf(call, plan))]), warnings);
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
function resultWriterOf(call: Call, { fold, column }: PlannedValue): (value: Value) => JsonValue {
  if (fold === undefined) return call.answer.wire.writeCount;
  const typeName = fold.resultType(column.type);
  if (typeName === undefined) return valueWriterOf(call, column);
  const columnType = columnTypeNamed(typeName) as ColumnType;
  const type = scalar(typeName);
  return valueWriterOf(call, { ...column, columnType, type });
}

/** Rows with equal values in all columns of "By". */
interface Group {
  /** Of values that are equal and differ, such as "a" and "A", the first in code points. */
  readonly by: Value[];
  rows: number;
  /** One for each value of the summary; undefined for COUNT. */
  readonly tallies: readonly (Tally | undefined)[];
}

/** The groups of rows: of each row no more is held than what it adds to its group. */
class Groups {
  readonly #plan: SummaryPlan;
  readonly #groups = new Map<string, Group>();

  constructor(plan: SummaryPlan) {
    this.#plan = plan;
    if (plan.by.length === 0) this.#groupOf([]);
  }

  get all(): readonly Group[] {
    return [...this.#groups.values()];
  }

  /** The group of a row with these values in the columns of "By"; undefined for one group too many. */
  add(by: readonly Value[], values: readonly Value[]): Group | undefined {
    const group = this.#named(by);
    if (group === undefined) return undefined;
    group.rows++;
    for (const [at, tally] of group.tallies.entries()) tally?.add(values[at] ?? null);
    return group;
  }

  /** The same for rows that a store has grouped. */
  addGroup({ by, rows, folded }: RowGroup): Group | undefined {
    const group = this.#named(by);
    if (group === undefined) return undefined;
    group.rows += rows;
    let next = 0;
    for (const [at, tally] of group.tallies.entries()) {
      const folds = this.#plan.values[at]?.fold?.folds.length ?? 0;
      tally?.addFolded(folded.slice(next, next + folds));
      next += folds;
    }
    return group;
  }

  /** The group of these values, under the first of those that are equal. */
  #named(by: readonly Value[]): Group | undefined {
    const group = this.#groupOf(by);
    if (group === undefined) return undefined;
    for (const [at, value] of by.entries()) {
      if (value !== group.by[at] && isBefore(value, group.by[at] ?? null)) group.by[at] = value;
    }
    return group;
  }

  #groupOf(by: readonly Value[]): Group | undefined {
    const { by: columns, values, mostGroups } = this.#plan;
    const hash = JSON.stringify(by.map((value, at) => hashOf(value, familyAt(columns, at))));
    const existing = this.#groups.get(hash);
    if (existing !== undefined) return existing;
    if (this.#groups.size >= mostGroups) return undefined;
    const tallies = values.map(({ fold, column }) => fold?.begin(column.type));
    const group: Group = { by: [...by], rows: 0, tallies };
    this.#groups.set(hash, group);
    return group;
  }
}

/** The order of groups: by their values in the order of the language, blanks first. */
function compareGroups({ by: columns }: SummaryPlan): (one: Group, other: Group) => number {
  return (one, other) => {
    for (const [at, value] of one.by.entries()) {
      const order = compareValues(value, other.by[at] ?? null, familyAt(columns, at));
      if (order !== 0) return order;
    }
    return 0;
  };
}

function familyAt(columns: readonly { readonly type: Type }[], at: number) {
  return valueFamilyOf((columns[at] as { readonly type: Type }).type);
}

/** The order of two values that are equal, so that which one is shown does not depend on the order of rows. */
function isBefore(value: Value, other: Value): boolean {
  if (typeof value === "number") return value < Number(other);
  return JSON.stringify(value) < JSON.stringify(other);
}
