import { ComputedValues, keyTextOfRow, type Steps, writeJson } from "../../expression/parts.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import { defaultLocale, type JsonValue, type Value } from "../../values/index.ts";
import type { Call } from "../calls/call.ts";
import type { Result } from "../calls/result.ts";
import { shownColumns } from "../find/page/shown-columns.ts";
import { evaluateCell } from "../stages/evaluate-cell.ts";
import { versionOfRow } from "../stages/version-of-row.ts";
import { AnsweredRows } from "./answered-rows.ts";
import { accepted } from "./json-rows.ts";
import { type Member, RowsPart } from "./rows-part.ts";

/** The answer of a call whose rows are all in memory. */
export function* writeCells(call: Call, rows: readonly Row[]): Steps<Result> {
  return accepted(new AnsweredRows([yield* writePart(call, rows)]), call.warnings.all);
}

/**
 * What the call shows of every row, in the order of the table or slice, the row number first, in the wire form of the call. The
 * cells of virtual columns that the store `computed` stand behind the row numbers.
 */
export function* writePart(
  call: Call,
  rows: readonly Row[],
  computed: readonly ColumnDefinition[] = [],
): Steps<RowsPart> {
  return new RowsPart(rows, yield* membersOf(call, rows, computed));
}

function* membersOf(
  call: Call,
  rows: readonly Row[],
  known: readonly ColumnDefinition[],
): Steps<readonly Member[]> {
  const { table } = call;
  const { rowNumberIndex } = table.scope;
  const { columns, rowNumber, computedKey } = shownColumns(call);
  const placeOf = (column: ColumnDefinition) =>
    known.includes(column) ? rowNumberIndex + 1 + known.indexOf(column) : column.index;
  const virtual = columns.filter((column) => placeOf(column) < 0);
  const computed = virtual.length === 0 ? [] : yield* computeRows(call, virtual, rows);
  const members: Member[] = [];
  if (rowNumber) members.push({ name: "_RowNumber", write: numberWriterOf(call, rowNumberIndex) });
  for (const column of columns) {
    const write = valueWriterOf(call, column);
    const place = placeOf(column);
    members.push(
      place >= 0 ? storedMember(column, place, write) : computedMember(column, write, computed, virtual),
    );
  }
  if (computedKey) members.push({ name: "_ComputedKey", write: (row) => keyTextOfRow(row, table.scope) });
  if (call.version.isAnswered) members.push({ name: "_Version", write: (row) => versionOfRow(call, row) });
  return members;
}

/** Rows of another program's table have no number. */
function numberWriterOf({ table, wire }: Call, at: number): (row: Row) => JsonValue {
  if (table.source !== undefined) return () => (wire === "typed" ? null : "");
  return wire === "appsheet" ? (row) => String(Number(row[at])) : (row) => Number(row[at]);
}

/** The cells of virtual columns, which are computed whenever they are read: the rows that they read are in memory now. */
function* computeRows(
  call: Call,
  columns: readonly ColumnDefinition[],
  rows: readonly Row[],
): Steps<readonly (readonly Value[])[]> {
  const { turn } = call.request.meter;
  const shared = ComputedValues.inList(columns.flatMap(({ formula }) => formula ?? []));
  const computed: Value[][] = [];
  for (const row of rows) {
    const values: Value[] = [];
    for (const { name, formula } of columns) {
      if (formula === undefined) {
        values.push(null);
        continue;
      }
      const place = { column: name };
      const { output, diagnostics } = yield* evaluateCell(call, formula, row, undefined, place, shared);
      call.warnings.addAll(diagnostics);
      values.push(output ?? null);
    }
    computed.push(values);
    if (turn.isOver) yield;
  }
  return computed;
}

type ValueWriter = (value: Value) => JsonValue;

function storedMember({ name }: ColumnDefinition, place: number, write: ValueWriter): Member {
  return { name, write: (row) => write(row[place] ?? null) };
}

function computedMember(
  column: ColumnDefinition,
  write: ValueWriter,
  computed: readonly (readonly Value[])[],
  columns: readonly ColumnDefinition[],
): Member {
  const place = columns.indexOf(column);
  return { name: column.name, write: (_, at) => write(computed[at]?.[place] ?? null) };
}

/** Clients of the hosted service read American dates and numbers with a point alone, whatever Locale they send. */
function valueWriterOf({ wire, request }: Call, column: ColumnDefinition): ValueWriter {
  const { columnType, options, type } = column;
  if (wire === "typed") return (value) => writeJson(value, type);
  if (wire === "spec") return columnType.writerFor({ locale: request.locale, options });
  const writing = { locale: defaultLocale, options };
  return (value) => columnType.writeText(value, writing);
}
