import type { StorageKind, Value } from "@tablewright/core/storage";
import { encodeKeyOf } from "../encode-key.ts";
import type { TableVersion } from "../table-version.ts";
import {
  anObject,
  anyValue,
  countMember,
  expectMembers,
  finiteNumber,
  LineError,
  type LineMember,
  optional,
  textMember,
  wholeNumberMember,
  yesNoMember,
} from "./expect-members.ts";
import type { RowLine } from "./line-shape.ts";

/** Puts the row of a line at the end of its table. */
export function enterRow(line: RowLine, tables: ReadonlyMap<string, TableVersion>): void {
  expectMembers(line, ROW, "a row");
  const version = tables.get(line.table);
  if (version === undefined)
    throw new LineError(`has a row of ${quoted(line.table)}, which no line before it defines`);
  const shapes = shapesOf(version);
  expectMembers(line.row, shapes.row, `a row of ${quoted(line.table)}`);
  expectMembers(line.retired ?? {}, shapes.retired, `the retired columns of ${quoted(line.table)}`);
  const { columns, key } = version.table;
  const values = columns.map(({ name }) => valueIn(line.row, name));
  expectNumber(line.number, version);
  if (version.rowOf(key.map((part) => values[part] ?? null)) !== undefined)
    throw new LineError(`has a row whose key another row of ${quoted(line.table)} has`);
  version.restore(values, line.number);
  const encoded = encodeKeyOf(values, key);
  for (const { name, values: stored } of version.retired) {
    const value = valueIn(line.retired ?? {}, name);
    if (value !== null) stored.set(encoded, value);
  }
}

const ROW = { table: textMember, number: countMember, row: anObject, retired: optional(anObject) };

interface RowShapes {
  readonly row: Readonly<Record<string, LineMember>>;
  readonly retired: Readonly<Record<string, LineMember>>;
}

function shapesOf(version: TableVersion): RowShapes {
  const existing = shapes.get(version);
  if (existing !== undefined) return existing;
  const row = version.table.columns.map(({ name, kind }) => [name, VALUES[kind]] as const);
  const retired = version.retired.map(({ name }) => [name, optional(anyValue)] as const);
  const shape = { row: Object.fromEntries(row), retired: Object.fromEntries(retired) };
  shapes.set(version, shape);
  return shape;
}

const shapes = new WeakMap<TableVersion, RowShapes>();

/** A blank may be written as `null` where it is not left out. */
const VALUES: Readonly<Record<StorageKind, LineMember>> = {
  text: orBlank(textMember),
  integer: orBlank(wholeNumberMember),
  real: orBlank(finiteNumber),
  boolean: orBlank(yesNoMember),
  json: optional(anyValue),
};

function orBlank({ expected, accepts }: LineMember): LineMember {
  return optional({ expected, accepts: (value) => value === null || accepts(value) });
}

function valueIn(values: Readonly<Record<string, Value>>, name: string): Value {
  return Object.hasOwn(values, name) ? (values[name] ?? null) : null;
}

/** Positions are counted; stable numbers only rise, up to the highest given. */
function expectNumber(number: number, { table, rows }: TableVersion): void {
  const last = rows.slotCount === 0 ? 0 : Number(rows.at(rows.slotCount - 1)?.at(-1));
  const most = table.rowNumbers === "position" ? last + 1 : rows.highest;
  if (number > last && number <= most) return;
  const expected = last + 1 === most ? most : `a number from ${last + 1} to ${most}`;
  throw new LineError(`has the row number ${number}, where ${expected} was expected`);
}

function quoted(name: string): string {
  return JSON.stringify(name);
}
