import { type Task, valueFamilyOf } from "../../expression/parts.ts";
import type {
  ColumnDefinition,
  StoredColumnDefinition,
  VirtualColumnDefinition,
} from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { equalValues, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { evaluateCell } from "../cells/evaluate-cell.ts";
import { isSameValue } from "../cells/is-same-value.ts";
import { CellReading } from "./reading/cell-reading.ts";

/**
 * Follows the columns that a change column watches; where it names none, all that callers can write. Values are
 * compared by their type and exactly, so that a text whose case alone differs has changed. Of a new row every watched
 * value that is not blank counts as a change.
 */
export class ChangeTracker {
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
      hasChanged = !isSameValue(now, old) && (values === undefined || isInList(now, values, column));
      if (hasChanged) break;
    }
    return nextValue(this.#call, this.#column, hasChanged, before);
  }
}

interface WatchedColumn {
  readonly column: ColumnDefinition;
  /** Those that alone count; undefined where any value does. */
  readonly values: readonly Value[] | undefined;
}

function watchedColumns({ table }: Call, { options }: ColumnDefinition): readonly ColumnDefinition[] {
  const names = options.watch?.columns ?? [];
  return names.length > 0
    ? table.columns.filter(({ name }) => names.includes(name))
    : table.storedColumns.filter(({ formula, columnType }) => formula === undefined && columnType.isWritable);
}

/** The values that alone count, as the watched column reads them; undefined where any value does. */
function watchedValues(
  { app, request }: Call,
  { options: { watch } }: ColumnDefinition,
  { columnType, options }: ColumnDefinition,
): readonly Value[] | undefined {
  if (watch === undefined || watch.values.length === 0) return undefined;
  return watch.values.flatMap((text) => {
    const read = columnType.read(text, new CellReading(request, options, { locale: app.locale }));
    return "value" in read ? [read.value] : [];
  });
}

function isInList(value: Value, expected: readonly Value[], { type }: ColumnDefinition): boolean {
  return expected.some((one) => equalValues(one, value, valueFamilyOf(type)));
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
  { request }: Call,
  { index, columnType, options }: StoredColumnDefinition,
  hasChanged: boolean,
  before: Row | undefined,
): Value {
  const old = before?.[index] ?? null;
  if (columnType.name === "ChangeTimestamp") return hasChanged ? request.now : old;
  if (columnType.name === "ChangeLocation") return hasChanged ? request.location : old;
  if (options.mode === "reset") return hasChanged ? 1 : 0;
  if (hasChanged) return Number(old ?? 0) + 1;
  return before === undefined ? 0 : old;
}
