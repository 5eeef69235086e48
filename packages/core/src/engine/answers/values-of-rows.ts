import { type Diagnostic, DiagnosticList } from "../../diagnostics/index.ts";
import { ComputedValues, type Task } from "../../expression/parts.ts";
import type { ColumnDefinition, VirtualColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { Value } from "../../values/index.ts";
import { columnRightsOf, type HiddenCells, hiddenCells } from "../access/column-rights.ts";
import type { Call } from "../calls/call.ts";
import { attemptCell, evaluateCell } from "../cells/evaluate-cell.ts";

/** The value of a row, which is the `at`-th of its batch. */
export type ValueOfRow = (row: Row, at: number) => Value;

export interface ValuesOfRows {
  /** Blank where the caller may not read the cell. */
  readonly values: ReadonlyMap<ColumnDefinition, ValueOfRow>;
  readonly hidden: HiddenCells;
  /** What went wrong in the cells that were computed, which are blank. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * How the value of each column is read of the rows of a batch. Cells of virtual columns that the store `known` computed come
 * after the row numbers, others are computed here: the rows that they read are in memory now.
 */
export function* valuesOfRows(
  call: Call,
  columns: readonly ColumnDefinition[],
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
): Task<ValuesOfRows> {
  const { rowNumberIndex } = call.table.scope;
  const virtual = columns.filter((column) => column.isVirtual);
  const unknown = virtual.filter((column) => !known.includes(column));
  const { computed, warnings } = unknown.length === 0 ? NONE : yield* computeRows(call, unknown, rows);
  const readerOf = (column: ColumnDefinition): ValueOfRow => {
    if (!column.isVirtual) return cellAt(column.index);
    const place = known.indexOf(column);
    return place >= 0 ? cellAt(rowNumberIndex + 1 + place) : computedAt(computed, unknown.indexOf(column));
  };
  const hidden = yield* hiddenCells(call, columns, rows);
  const values = columns.map((column) => {
    const [read, isHidden] = [readerOf(column), hidden.get(column)];
    return [column, isHidden === undefined ? read : unlessHidden(read, isHidden)] as const;
  });
  return { values: new Map(values), hidden, warnings };
}

function unlessHidden(read: ValueOfRow, isHidden: readonly boolean[]): ValueOfRow {
  return (row, at) => (isHidden[at] ? null : read(row, at));
}

function cellAt(place: number): ValueOfRow {
  return (row) => row[place] ?? null;
}

function computedAt(computed: readonly (readonly Value[])[], place: number): ValueOfRow {
  return (_, at) => computed[at]?.[place] ?? null;
}

interface ComputedRows {
  readonly computed: readonly (readonly Value[])[];
  readonly warnings: readonly Diagnostic[];
}

const NONE: ComputedRows = { computed: [], warnings: [] };

/** The cells of virtual columns, which are computed whenever they are read. */
function* computeRows(
  call: Call,
  columns: readonly VirtualColumnDefinition[],
  rows: readonly Row[],
): Task<ComputedRows> {
  const { timeSlice } = call.read.context.meter;
  const rights = columnRightsOf(call);
  const formulas = columns.map((column) => ({
    name: column.name,
    formula: rights === undefined ? column.formula : rights.formulaOf(column, call.table),
  }));
  const shared = ComputedValues.inList(formulas.flatMap(({ formula }) => formula ?? []));
  const computed: Value[][] = [];
  const warnings = new DiagnosticList();
  for (const row of rows) {
    const values: Value[] = [];
    for (const { name, formula } of formulas) {
      if (formula === undefined) {
        values.push(null);
        continue;
      }
      const { output, diagnostics } =
        attemptCell(call, formula, row, undefined, { column: name }, shared) ??
        (yield* evaluateCell(call, formula, row, undefined, { column: name }, shared));
      warnings.addAll(diagnostics);
      values.push(output ?? null);
    }
    computed.push(values);
    if (timeSlice.isOver) yield;
  }
  return { computed, warnings: warnings.all };
}
