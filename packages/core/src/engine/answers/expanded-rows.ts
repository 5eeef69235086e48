import { type Diagnostic, joinDiagnostics } from "../../diagnostics/index.ts";
import type { Task } from "../../expression/parts.ts";
import type { VirtualColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { type Call, onTable } from "../calls/call.ts";
import type { ExpandedColumn } from "../find/find-page.ts";
import { valuesOfRows } from "./values-of-rows.ts";
import { type Member, WrittenRows } from "./written-rows.ts";

/** Members of rows, and what went wrong in what was computed for them. */
export interface WrittenMembers {
  readonly members: readonly Member[];
  readonly warnings: readonly Diagnostic[];
}

/** How the rows of a call are written. */
type WriteMembers = (
  call: Call,
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
) => Task<WrittenMembers>;

/**
 * The member `_Expanded` of rows: by column the row that a Ref points at, null where the caller sees none, or the rows of a list. It
 * runs as a stage whose rows of other tables are read together, so a level of all rows is one gathering, through the filters of
 * the caller. Each row that is expanded costs a step for each of its cells.
 */
export function* expandedMember(
  call: Call,
  rows: readonly Row[],
  known: readonly VirtualColumnDefinition[],
  expanded: readonly ExpandedColumn[],
  write: WriteMembers,
): Task<WrittenMembers> {
  const { values, warnings } = yield* valuesOfRows(
    call,
    expanded.map(({ column }) => column),
    rows,
    known,
  );
  const lists: Diagnostic[][] = [];
  const cells: (readonly [name: string, cells: readonly JsonValue[]])[] = [];
  for (const one of expanded) {
    const read = values.get(one.column);
    const keys = rows.map((row, at) => keysIn(read?.(row, at) ?? null));
    const written = yield* expandColumn(call, one, keys, write);
    lists.push([...written.warnings]);
    cells.push([one.column.name, written.cells]);
  }
  const objects = rows.map((_, at) =>
    Object.fromEntries(cells.map(([name, ofRows]) => [name, ofRows[at] ?? null])),
  );
  return {
    members: [{ name: "_Expanded", write: (_, at) => objects[at] ?? null }],
    warnings: joinDiagnostics(warnings, ...lists),
  };
}

function keysIn(value: Value): readonly Value[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

interface ExpandedCells {
  /** One for each row. */
  readonly cells: readonly JsonValue[];
  readonly warnings: readonly Diagnostic[];
}

function* expandColumn(
  call: Call,
  { table, isList, shown, limit, below }: ExpandedColumn,
  keys: readonly (readonly Value[])[],
  write: WriteMembers,
): Task<ExpandedCells> {
  const { context } = call.read;
  const stored = context.rowsOf(table.name);
  const places = new Map<Row, number>();
  const found: Row[][] = [];
  for (const ofRow of keys) {
    const own: Row[] = [];
    for (const key of ofRow) {
      const row = key === null ? undefined : stored.find(key);
      if (row === undefined || own.length >= limit) continue;
      own.push(row);
      if (!places.has(row)) places.set(row, places.size);
    }
    found.push(own);
  }
  const rows = [...places.keys()];
  const answer = { ...call.answer, shown, expanded: below.length === 0 ? undefined : below, ...PLAIN };
  const inner = { ...onTable(call, table), slice: undefined, answer };
  context.meter.spend(rows.length * (shown?.columns ?? table.columns).length);
  const { members, warnings } = yield* write(inner, rows, []);
  const objects = new WrittenRows(rows, members).makeObjects();
  const objectOf = (row: Row) => objects[places.get(row) ?? 0] ?? null;
  const cells = found.map((own) =>
    isList ? own.map(objectOf) : own[0] === undefined ? null : objectOf(own[0]),
  );
  return { cells, warnings };
}

/** What is said of the rows of the call, and of no others. */
const PLAIN = { version: { isAnswered: false, expected: undefined }, forms: false, page: undefined } as const;
