import { keyOf, writeJson } from "../../expression/index.ts";
import { ComputedValues } from "../../expression/planning.ts";
import type { ColumnDefinition } from "../../schema/index.ts";
import type { Row } from "../../storage/index.ts";
import type { JsonValue, Value } from "../../values/index.ts";
import { AnsweredRows } from "../answered-rows.ts";
import type { Call } from "../call.ts";
import { accepted } from "../json-rows.ts";
import type { Result } from "../result.ts";
import { type Member, RowsPart } from "../rows-part.ts";
import { evaluateCell } from "./evaluate-cell.ts";

/** The answer of a call whose rows are all at hand. */
export function writeCells(call: Call, rows: readonly Row[]): Result {
  return accepted(new AnsweredRows([writePart(call, rows)]), call.warnings.all);
}

/**
 * Every column of every row in the order of the table or slice, the row number first, in the wire form of the call. The
 * cells of virtual columns that the store `computed` stand behind the row numbers.
 */
export function writePart(
  call: Call,
  rows: readonly Row[],
  computed: readonly ColumnDefinition[] = [],
): RowsPart {
  return new RowsPart(rows, membersOf(call, rows, computed));
}

function membersOf(call: Call, rows: readonly Row[], known: readonly ColumnDefinition[]): readonly Member[] {
  const { table, slice, wire } = call;
  const { rowNumberIndex } = table.scope;
  const { columns } = slice ?? table;
  const placeOf = (column: ColumnDefinition) =>
    known.includes(column) ? rowNumberIndex + 1 + known.indexOf(column) : column.index;
  const virtual = columns.filter((column) => placeOf(column) < 0);
  const computed = virtual.length === 0 ? [] : computeCells(call, virtual, rows);
  const writeNumber = (row: Row) => Number(row[rowNumberIndex]);
  const members: Member[] = [
    { name: "_RowNumber", write: wire === "appsheet" ? (row) => String(writeNumber(row)) : writeNumber },
  ];
  for (const column of columns) {
    const write = valueWriterOf(call, column);
    const place = placeOf(column);
    members.push(
      place >= 0 ? storedMember(column, place, write) : computedMember(column, write, computed, virtual),
    );
  }
  if (table.key.length > 1)
    members.push({ name: "_ComputedKey", write: (row) => keyOf(row, table.scope) as string });
  return members;
}

/** The cells of virtual columns, which are computed whenever they are read: the rows that they read are at hand now. */
function computeCells(
  call: Call,
  columns: readonly ColumnDefinition[],
  rows: readonly Row[],
): readonly (readonly Value[])[] {
  const computed = ComputedValues.among(columns.flatMap(({ formula }) => formula ?? []));
  const computeCell = ({ name, formula }: ColumnDefinition, row: Row) => {
    if (formula === undefined) return null;
    const { output, diagnostics } = evaluateCell(call, formula, row, undefined, { column: name }, computed);
    call.warnings.addAll(diagnostics);
    return output ?? null;
  };
  return rows.map((row) => columns.map((column) => computeCell(column, row)));
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

function valueWriterOf({ wire, request }: Call, column: ColumnDefinition): ValueWriter {
  const { columnType, options, type } = column;
  const writing = { locale: request.locale, options };
  if (wire === "typed") return (value) => writeJson(value, type);
  return wire === "appsheet"
    ? (value) => columnType.writeText(value, writing)
    : columnType.writerFor(writing);
}
