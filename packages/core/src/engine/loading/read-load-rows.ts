import { DiagnosticList, diagnose } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { StoredColumnDefinition } from "../../schema/index.ts";
import { diagnoseProblems, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import { keyFrom } from "../keys/key-from.ts";
import { CellReading } from "../stages/reading/cell-reading.ts";
import { withoutBlankKeys } from "../stages/reading/without-blank-keys.ts";
import type { Batch, ReadRow } from "../stages/rows.ts";
import type { LoadRow } from "./load-request.ts";

/** Reads every cell by its column's type. `first` is the place of the first row in its source. */
export function* readLoadRows(
  call: Call,
  targets: readonly (StoredColumnDefinition | undefined)[],
  rows: readonly LoadRow[],
  first: number,
): Task<Batch<ReadRow>> {
  const { timeSlice } = call.request.meter;
  const diagnostics = new DiagnosticList([], call.mostListed);
  const cellReaders = targets.map(
    (column) => column && { column, reading: new CellReading(call.request, column.options) },
  );
  const read: ReadRow[] = [];
  const none: ReadonlySet<number> = new Set();
  const names = targets.map((column) => column?.name);
  for (const [at, { cells: input, problems = [] }] of rows.entries()) {
    const position = first + at;
    const refusals = diagnoseProblems(problems, names, position);
    if (refusals.length > 0) {
      for (const refusal of refusals) diagnostics.add(refusal);
      continue;
    }
    if (input.length !== targets.length) {
      const counts = { actual: input.length, expected: targets.length };
      diagnostics.add(diagnose("row/cell-count", counts, { row: position }));
      continue;
    }
    const cells: (Value | undefined)[] = [];
    let unread: Set<number> | undefined;
    for (let cell = 0; cell < input.length; cell++) {
      const reader = cellReaders[cell];
      const text = input[cell];
      if (reader === undefined || text === undefined) continue;
      const { column, reading } = reader;
      const result = column.columnType.read(text, reading);
      if ("value" in result) {
        const { value } = result;
        cells[column.index] = value;
        call.instants.note(call.table, position, column, text, { value, locale: reading.locale });
        continue;
      }
      unread ??= new Set();
      unread.add(column.index);
      const place = { row: position, column: column.name };
      diagnostics.add(diagnose(result.code, result.details as never, place));
    }
    read.push({
      position,
      cells: withoutBlankKeys(call.table, cells),
      key: keyFrom(call.table, cells),
      unread: unread ?? none,
    });
    if (timeSlice.isOver) yield;
  }
  return { rows: read, diagnostics: diagnostics.all };
}
