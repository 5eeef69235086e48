import { DiagnosticList } from "../../diagnostics/index.ts";
import { type Task, valueFamilyOf } from "../../expression/parts.ts";
import type {
  ColumnDefinition,
  StoredColumnDefinition,
  VirtualColumnDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { equalValues, type Value } from "../../values/index.ts";
import { errorsByRights } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import { attemptCell, evaluateCell, isSameValue, toStoredValue } from "../cells/evaluate-cell.ts";
import { ColumnReading } from "./named-columns.ts";
import type { Batch, ComputedRow, DraftRow } from "./rows.ts";
import { rowPlanOf } from "./start-rows.ts";

/**
 * Computes the stored formula columns and the change columns of every row, each after the columns it reads: a formula
 * sees the new value of a change column, and a change column the new values of the formulas it watches.
 */
export function* computeFormulas(
  call: Call,
  { rows, diagnostics }: Batch<DraftRow>,
): Task<Batch<ComputedRow>> {
  const { meter } = call.read.context;
  const list = new DiagnosticList(diagnostics, call.limits.listed);
  const steps: readonly FormulaStep[] = rowPlanOf(call.table).computed.map((column) => ({
    column,
    tracker: column.formula === undefined ? new ChangeTracker(call, column) : undefined,
  }));
  const computed: ComputedRow[] = [];
  for (let index = 0; index < rows.length; index++) {
    const draft = rows[index] as DraftRow;
    const values = draft.values.slice();
    for (let at = 0; at < steps.length; at++) {
      const { column, tracker } = steps[at] as FormulaStep;
      if (call.change.restored?.has(column) && values[column.index] !== null) continue;
      if (tracker !== undefined) {
        values[column.index] = yield* tracker.track(values, draft.before);
        continue;
      }
      if (column.formula === undefined) continue;
      const location = { row: draft.position, column: column.name };
      const { output, diagnostics: errors } =
        attemptCell(call, column.formula, values, draft.before, location) ??
        (yield* evaluateCell(call, column.formula, values, draft.before, location));
      values[column.index] = toStoredValue(output ?? null, column.type);
      list.addAll(errorsByRights(call, column, draft, errors));
    }
    computed.push({ ...draft, values, isComputed: true });
    if (meter.isPauseDue) yield;
  }
  return { rows: computed, diagnostics: list.all };
}

interface FormulaStep {
  readonly column: StoredColumnDefinition;
  readonly tracker: ChangeTracker | undefined;
}

/**
 * Follows the columns that a change column watches; where it names none, all that callers can write. Values are
 * compared by their type and exactly, so that a text of which only the case differs has changed. Of a new row every watched
 * value that is not blank counts as a change.
 */
class ChangeTracker {
  readonly #call: Call;
  readonly #column: StoredColumnDefinition;
  readonly #watched: readonly WatchedColumn[];

  constructor(call: Call, column: StoredColumnDefinition) {
    this.#call = call;
    this.#column = column;
    this.#watched = watchedColumns(call, column).map((one) => ({
      column: one,
      values: watchedValues(call, column, one),
    }));
  }

  /** The value of the change column once a row is saved; `before` is undefined for a new row. */
  *track(row: Row, before: Row | undefined): Task<Value> {
    let hasChanged = false;
    for (const { column, values } of this.#watched) {
      const now = yield* cellOf(this.#call, column, row);
      const old = before === undefined ? null : yield* cellOf(this.#call, column, before);
      hasChanged =
        !isSameValue(now, old) &&
        (values === undefined || values.some((one) => equalValues(one, now, valueFamilyOf(column.type))));
      if (hasChanged) break;
    }
    return nextValue(this.#call, this.#column, hasChanged, before);
  }
}

interface WatchedColumn {
  readonly column: ColumnDefinition;
  /** The only ones that count; undefined where any value does. */
  readonly values: readonly Value[] | undefined;
}

function watchedColumns({ table }: Call, { options }: ColumnDefinition): readonly ColumnDefinition[] {
  const names = options.watch?.columns ?? [];
  return names.length > 0
    ? table.columns.filter(({ name }) => names.includes(name))
    : table.storedColumns.filter(({ formula, columnType }) => formula === undefined && columnType.isWritable);
}

/** The only values that count, as the watched column reads them; undefined where any value does. */
function watchedValues(
  { app, read: { context } }: Call,
  { options: { watch } }: ColumnDefinition,
  { columnType, options }: ColumnDefinition,
): readonly Value[] | undefined {
  if (watch === undefined || watch.values.length === 0) return undefined;
  return watch.values.flatMap((text) => {
    const read = columnType.read(text, new ColumnReading(context, options, { locale: app.locale }));
    return "value" in read ? [read.value] : [];
  });
}

/** Blank, also for a list without items. */
function* cellOf(call: Call, column: ColumnDefinition, row: Row): Task<Value> {
  const value = column.isVirtual ? yield* computedOf(call, column, row) : row[column.index];
  return value === undefined || (Array.isArray(value) && value.length === 0) ? null : value;
}

function* computedOf(
  call: Call,
  { name, formula }: VirtualColumnDefinition,
  row: Row,
): Task<Value | undefined> {
  if (formula === undefined) return undefined;
  return (yield* evaluateCell(call, formula, row, undefined, { column: name })).output;
}

function nextValue(
  { read: { context } }: Call,
  { index, columnType, options }: StoredColumnDefinition,
  hasChanged: boolean,
  before: Row | undefined,
): Value {
  const old = before?.[index] ?? null;
  if (columnType.name === "ChangeTimestamp") return hasChanged ? context.now : old;
  if (columnType.name === "ChangeLocation") return hasChanged ? context.location : old;
  if (options.mode === "reset") return hasChanged ? 1 : 0;
  if (hasChanged) return Number(old ?? 0) + 1;
  return before === undefined ? 0 : old;
}
