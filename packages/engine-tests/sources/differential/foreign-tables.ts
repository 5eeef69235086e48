import {
  type ExpressionScope,
  functionsByName,
  type TableScope,
  type Type,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import type { StorageKind, StoredTable } from "@tablewright/core/storage";
import type { ForeignColumn, ForeignKind } from "./foreign-column.ts";

/** The tables of another program that plans are about: things, which are of groups and of other things. */
export interface ForeignTables {
  readonly columns: readonly ForeignColumn[];
  /** The type of the codes that groups have and things refer to. */
  readonly codeType: string;
  /** Codes of groups, all different by the rules of their type, and what things have for them. */
  readonly codes: readonly string[];
  readonly references: readonly string[];
  /** Conditions and values that were once answered wrongly. */
  readonly cases: readonly string[];
}

/** A column of a definition. */
interface DefinedColumn {
  readonly name: string;
  readonly source: string;
  readonly type: Type;
}

const groupColumns: readonly DefinedColumn[] = [
  { name: "Code", source: "code", type: { kind: "Text" } },
  { name: "Name", source: "name", type: { kind: "Text" } },
  { name: "Size", source: "size", type: { kind: "Number" } },
];

const thingColumns: readonly DefinedColumn[] = [
  { name: "Id", source: "id", type: { kind: "Number" } },
  { name: "Group", source: "group_code", type: { kind: "Ref", table: "Groups", key: { kind: "Text" } } },
  { name: "Part of", source: "part_of", type: { kind: "Ref", table: "Things", key: { kind: "Number" } } },
];

/** The columns of `Things` in a definition. */
export function columnsOf({ columns }: ForeignTables): readonly DefinedColumn[] {
  const others = columns.flatMap(({ name, kinds }) =>
    kinds.map((kind) => ({ name: `${name} ${kind}`, source: sourceOf(name, kind), type: typeOf(kind) })),
  );
  return [...thingColumns, ...others];
}

function typeOf(kind: ForeignKind): Type {
  return kind === "List" ? { kind, item: { kind: "Text" } } : { kind };
}

/** No two columns of a definition have the same source. */
function sourceOf(name: string, kind: ForeignKind): string {
  return `${name}_${kind.toLowerCase().replace("/", "")}`;
}

/** `Things` and `Groups` as a store opens them; `place` is what precedes their sources. */
export function storedTables(tables: ForeignTables, place: string): readonly StoredTable[] {
  return [
    storedTable("Things", columnsOf(tables), "things", place),
    storedTable("Groups", groupColumns, "groups_", place),
  ];
}

/** A column that a table of its own has for a key. */
interface KeyedTable {
  readonly name: string;
  readonly column: ForeignColumn;
  readonly kind: ForeignKind;
}

export function keyedTables({ columns }: ForeignTables): readonly KeyedTable[] {
  return columns.flatMap((column) =>
    column.kinds
      .filter((kind) => kind !== "List")
      .map((kind) => ({ name: `${column.name} ${kind}`, column, kind })),
  );
}

/** The table as a store opens it, and what makes it: a row for every literal, which nothing says to be different. */
export function keyedTable({ name, column, kind }: KeyedTable, place: string) {
  const source = `by_${sourceOf(column.name, kind)}`;
  const columns = [
    { name: "Key", source: "own_key", type: typeOf(kind) },
    { name: "Note", source: "note", type: { kind: "Text" as const } },
  ];
  const rows = ["null", ...column.literals].map((literal, at) => `(${literal}, 'note ${at}')`);
  return {
    table: storedTable(name, columns, source, place),
    statements: [
      `create table ${place}${source} (own_key ${column.type}, note varchar(40))`,
      ...(column.isLarge ? [] : [`create index ${source}_key on ${place}${source} (own_key)`]),
      `insert into ${place}${source} values ${rows.join(", ")}`,
    ],
  };
}

function storedTable(
  name: string,
  columns: readonly DefinedColumn[],
  table: string,
  place: string,
): StoredTable {
  const schema = place.slice(0, -1);
  return {
    name,
    source: { ...(schema === "" ? {} : { schema }), table } as NonNullable<StoredTable["source"]>,
    columns: columns.map(({ name, source, type }) => ({
      name,
      source,
      kind: storageKindOf(type.kind === "Ref" ? type.key : type),
      family: valueFamilyOf(type),
      indexed: false,
    })),
    key: [0],
    rowNumbers: "position",
  };
}

function storageKindOf({ kind }: Type): StorageKind {
  if (kind === "Text" || kind === "LongText" || kind === "Enum") return "text";
  if (kind === "Decimal" || kind === "Price") return "real";
  if (kind === "Yes/No") return "boolean";
  return kind === "List" ? "json" : "integer";
}

/** What an expression about a thing can name. */
export function scopeOf(tables: ForeignTables): ExpressionScope {
  const things = tableScope("Things", columnsOf(tables));
  const scopes = [things, tableScope("Groups", groupColumns)];
  return {
    tables: new Map(scopes.map((table) => [table.name, table])),
    slices: new Map(),
    row: things,
    this: undefined,
    change: false,
    functions: functionsByName,
    blanks: "consistent",
    locale: "en-US",
  };
}

function tableScope(name: string, declared: readonly DefinedColumn[]): TableScope {
  const columns = declared.map(({ name, type }, index) => ({ isVirtual: false as const, name, type, index }));
  return { name, columns, key: columns.slice(0, 1), rowNumberIndex: columns.length };
}

/** Statements that make both tables, and fill that of groups. */
export function creating({ columns, codeType, codes }: ForeignTables, place: string): readonly string[] {
  const declared = columns.flatMap(({ name, type, kinds }) =>
    kinds.map((kind) => `${sourceOf(name, kind)} ${type}`),
  );
  const groups = codes.map(
    (code, at) => `(${code}, ${at % 3 === 0 ? "null" : code}, ${at === 2 ? "null" : at - 1})`,
  );
  return [
    `create table ${place}groups_ (code ${codeType} not null primary key, name ${codeType}, size integer)`,
    `insert into ${place}groups_ values ${groups.join(", ")}`,
    `create table ${place}things (id integer primary key, group_code ${codeType}, part_of integer, ${declared.join(", ")})`,
  ];
}

/** Statements that put other things in the place of those there are; each cell is one of its column's literals. */
export function filling(
  { references, columns }: ForeignTables,
  place: string,
  rows: readonly (readonly number[])[],
): readonly string[] {
  const written = rows.map((choices, at) => {
    const literalOf = (literals: readonly string[], column: number) =>
      literals[(choices[column] ?? 0) % literals.length];
    const group = literalOf(["null", ...references], 0);
    const partOf = literalOf(["null", "1", "2", "3", "99"], 1);
    const others = columns
      .flatMap(({ kinds, literals }) => kinds.map(() => literals))
      .map((literals, column) => literalOf(["null", ...literals], column + 2));
    return `(${at + 1}, ${group}, ${partOf}, ${others.join(", ")})`;
  });
  return [
    `delete from ${place}things`,
    ...(written.length === 0 ? [] : [`insert into ${place}things values ${written.join(", ")}`]),
  ];
}
