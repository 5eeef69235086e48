import {
  type ExpressionScope,
  functionsByName,
  type TableScope,
  type Type,
} from "@tablewright/core/compiler";
import type { StorageKind, StoredColumn, StoredTable } from "@tablewright/core/storage";

type Column = readonly [
  name: string,
  type: Type,
  kind: StorageKind,
  family: StoredColumn["family"],
  indexed?: true,
];

const teamColumns: readonly Column[] = [
  ["Name", { kind: "Text" }, "text", "text"],
  ["Size", { kind: "Number" }, "integer", "number"],
];

const specimenColumns: readonly Column[] = [
  ["Key", { kind: "Text" }, "text", "text"],
  ["Label", { kind: "Text" }, "text", "text", true],
  ["Note", { kind: "LongText" }, "text", "text"],
  ["Count", { kind: "Number" }, "integer", "number"],
  ["Rank", { kind: "Number" }, "integer", "number", true],
  ["Weight", { kind: "Decimal" }, "real", "number"],
  ["Cost", { kind: "Price" }, "real", "number", true],
  ["Share", { kind: "Percent" }, "real", "number"],
  ["Flag", { kind: "Yes/No" }, "boolean", "yes/no", true],
  ["Day", { kind: "Date" }, "integer", "date", true],
  ["At", { kind: "DateTime" }, "integer", "datetime"],
  ["Clock", { kind: "Time" }, "integer", "time"],
  ["Span", { kind: "Duration" }, "integer", "duration"],
  ["Place", { kind: "LatLong" }, "text", "point", true],
  ["Team", { kind: "Ref", table: "Teams", key: { kind: "Text" } }, "text", "text", true],
  ["Tags", { kind: "List", item: { kind: "Text" } }, "json", "list"],
];

/** A table with a column of every scalar type, a Ref and a list; `specimenRow` makes rows for it. */
export const specimens: StoredTable = storedTable("Specimens", specimenColumns);

/** The table that specimens refer to. */
export const teams: StoredTable = storedTable("Teams", teamColumns);

export const specimenScope: TableScope = tableScope("Specimens", specimenColumns);

export const teamScope: TableScope = tableScope("Teams", teamColumns);

/** What an expression about a specimen can name. */
export const scope: ExpressionScope = {
  tables: new Map([specimenScope, teamScope].map((table) => [table.name, table])),
  slices: new Map(),
  row: specimenScope,
  this: undefined,
  change: false,
  functions: functionsByName,
  blanks: "consistent",
  locale: "en-US",
};

function storedTable(name: string, declared: readonly Column[]): StoredTable {
  const columns = declared.map(([name, , kind, family, indexed = false]) => ({
    name,
    kind,
    family,
    indexed,
  }));
  return { name, columns, key: [0], rowNumbers: "position" };
}

function tableScope(name: string, declared: readonly Column[]): TableScope {
  const columns = declared.map(([name, type], index) => ({ isVirtual: false as const, name, type, index }));
  return { name, columns, key: columns.slice(0, 1), rowNumberIndex: columns.length };
}
