import type { DatabaseSync } from "node:sqlite";
import {
  type ColumnDescription,
  type ForeignKeyDescription,
  quoteName,
  type TableDescription,
  takeSimpleChecks,
} from "@tablewright/store-sql";
import { computedKinds, describeSqliteColumn, type SqliteColumn } from "./describe-column.ts";

/** A table or view as SQLite's pragmas and the text of its CREATE tell of it. */
export function describeSqliteTable(
  database: DatabaseSync,
  name: string,
  kind: TableDescription["kind"],
): TableDescription {
  const rows = database
    .prepare("select * from pragma_table_xinfo(?) where hidden <> 1 order by cid")
    .all(name) as unknown as SqliteColumn[];
  const { sql } = (database
    .prepare("select sql from sqlite_schema where name = ? and type in ('table', 'view')")
    .get(name) ?? {}) as { sql?: string | null };
  const { checks, generated, loose } = readTableSql(kind === "table" ? (sql ?? "") : "");
  const primaryKey = rows
    .filter(({ pk }) => pk > 0)
    .sort((a, b) => a.pk - b.pk)
    .map((row) => row.name);
  const hasRowIds = kind === "table" && numbersRows(database, name);
  const countsRows = hasRowIds && primaryKey.length === 1 && !hasKeyIndex(database, name);
  const computed = kind === "view" ? computedKinds(database, name, rows) : undefined;
  const columns = rows.map((row) =>
    describeSqliteColumn(database, name, row, {
      kind,
      computed: computed?.get(row.name),
      generated: generated.get(row.name.toLowerCase()),
      countsRows: countsRows && row.pk > 0,
      isLoose: loose.has(row.name.toLowerCase()),
    }),
  );
  const described = takeSimpleChecks({
    schema: undefined,
    name,
    kind,
    comment: undefined,
    columns,
    primaryKey,
    rowIds: hasRowIds
      ? ROW_IDS.find((one) => rows.every((row) => row.name.toLowerCase() !== one))
      : undefined,
    uniques: uniquesOf(database, name),
    foreignKeys: foreignKeysOf(database, name),
    checks,
    ...(kind === "table" ? changesOf(database, name, rows) : { changes: changesOfView(database, name) }),
  });
  return { ...described, columns: described.columns.map(withoutZeroAndOne) };
}

/** A trigger may call a function of the program that owns the file; SQLite says so when a statement is prepared. */
function changesOf(
  database: DatabaseSync,
  name: string,
  rows: readonly SqliteColumn[],
): Pick<TableDescription, "changes" | "refusal"> {
  const table = quoteName(name);
  const stored = rows.filter(({ hidden }) => hidden < 2).map((row) => quoteName(row.name));
  let refusal: string | undefined;
  const takes = (statement: string) => {
    try {
      database.prepare(statement);
      return true;
    } catch (error) {
      if (!/no such function/u.test((error as Error).message)) return true;
      refusal = `a trigger of it cannot run here: ${(error as Error).message}`;
      return false;
    }
  };
  const changes = {
    add: takes(`insert into ${table} default values`),
    edit: takes(`update ${table} set ${stored.map((column) => `${column} = ${column}`).join(", ")}`),
    delete: takes(`delete from ${table}`),
  };
  return { changes, refusal };
}

/** What SQLite calls the number of a row where no column is called so. */
const ROW_IDS = ["rowid", "_rowid_", "oid"];

/** Whether SQLite gives every row a number. */
function numbersRows(database: DatabaseSync, name: string): boolean {
  const rows = database
    .prepare("select wr from pragma_table_list where schema = 'main' and type = 'table' and name = ?")
    .get(name) as { wr: number } | undefined;
  return rows?.wr === 0;
}

/** Whether the key is another than that number, which INTEGER PRIMARY KEY is. */
function hasKeyIndex(database: DatabaseSync, name: string): boolean {
  return database.prepare("select 1 from pragma_index_list(?) where origin = 'pk'").all(name).length > 0;
}

/** Those of columns only and of all rows. */
function uniquesOf(database: DatabaseSync, name: string): readonly (readonly string[])[] {
  const indexes = database
    .prepare(`select name from pragma_index_list(?) where "unique" = 1 and partial = 0 and origin <> 'pk'`)
    .all(name) as unknown as { readonly name: string }[];
  const keys = indexes.map((index) =>
    (
      database.prepare("select name from pragma_index_info(?) order by seqno").all(index.name) as unknown as {
        readonly name: string | null;
      }[]
    ).map((part) => part.name),
  );
  return keys
    .filter((key): key is string[] => key.every((part) => part !== null))
    .sort((a, b) => (a.join("\0") < b.join("\0") ? -1 : 1));
}

/** A view is written by its triggers. */
function changesOfView(database: DatabaseSync, name: string): TableDescription["changes"] {
  const triggers = database
    .prepare("select sql from sqlite_schema where type = 'trigger' and lower(tbl_name) = lower(?)")
    .all(name) as unknown as { readonly sql: string }[];
  const has = (event: string) =>
    triggers.some(({ sql }) => new RegExp(`\\binstead\\s+of\\s+${event}\\b`, "iu").test(sql));
  return { add: has("insert"), edit: has("update"), delete: has("delete") };
}

/** SQLite has no type for yes and no: whole numbers that are 0 or 1 are meant as one. */
function withoutZeroAndOne(column: ColumnDescription): ColumnDescription {
  const isYesNo = column.kind === "integer" && [...(column.values ?? [])].sort().join() === "0,1";
  return isYesNo ? { ...column, kind: "boolean", values: undefined } : column;
}

interface ForeignKeyRow {
  readonly id: number;
  readonly table: string;
  readonly from: string;
  /** Null for one that names no columns: the primary key is meant. */
  readonly to: string | null;
  readonly on_delete: string;
}

/** In the order in which the table declares them. One whose table is not there is left out, as it refers to nothing. */
function foreignKeysOf(database: DatabaseSync, name: string): readonly ForeignKeyDescription[] {
  const rows = database
    .prepare("select * from pragma_foreign_key_list(?) order by id desc, seq")
    .all(name) as unknown as ForeignKeyRow[];
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((parts) => {
    const target = tableNamed(database, parts[0]?.table ?? "");
    if (target === undefined) return [];
    const key = primaryKeyOf(database, target);
    return {
      columns: parts.map(({ from }) => from),
      schema: undefined,
      table: target,
      targets: parts.map(({ to }, position) => to ?? key[position] ?? ""),
      onDelete: ON_DELETE[parts[0]?.on_delete ?? ""] ?? "refuse",
    };
  });
}

const ON_DELETE: Readonly<Record<string, ForeignKeyDescription["onDelete"]>> = {
  CASCADE: "cascade",
  "SET NULL": "set null",
  "SET DEFAULT": "set default",
};

/** As it is called: the reference may write it in other letters. */
function tableNamed(database: DatabaseSync, name: string): string | undefined {
  const rows = database
    .prepare("select name from sqlite_schema where type = 'table' and name = ? collate nocase")
    .get(name) as { name: string } | undefined;
  return rows?.name;
}

function primaryKeyOf(database: DatabaseSync, name: string): readonly string[] {
  const rows = database
    .prepare("select name from pragma_table_info(?) where pk > 0 order by pk")
    .all(name) as unknown as { readonly name: string }[];
  return rows.map((row) => row.name);
}

/** What only the text of a CREATE TABLE says: SQLite's own tables about tables leave it out. */
interface TableSql {
  /** The conditions of all CHECKs, of columns and of the table, as they are written. */
  readonly checks: readonly string[];
  /** The expressions of generated columns, by the names of the columns in lower case. */
  readonly generated: ReadonlyMap<string, string>;
  /** The columns, by their names in lower case, of a collation that takes texts for equal that differ. */
  readonly loose: ReadonlySet<string>;
}

export function readTableSql(sql: string): TableSql {
  const checks: string[] = [];
  const generated = new Map<string, string>();
  const loose = new Set<string>();
  for (const part of partsOf(sql)) {
    for (const [position, token] of part.entries()) {
      const next = part[position + 1];
      const isCollation = token.kind === "word" && /^collate$/iu.test(token.text);
      if (isCollation && part[0] !== undefined && next !== undefined && !/^binary$/iu.test(nameOf(next)))
        loose.add(nameOf(part[0]).toLowerCase());
      if (token.kind !== "word" || next?.kind !== "group") continue;
      const word = token.text.toLowerCase();
      if (word === "check") checks.push(inside(next));
      if (word === "as" && part[0] !== undefined) generated.set(nameOf(part[0]).toLowerCase(), inside(next));
    }
  }
  return { checks, generated, loose };
}

/** A group is what parentheses hold, with them. */
interface Token {
  readonly kind: "word" | "quoted" | "group" | "sign";
  readonly text: string;
}

const TOKEN =
  /(?<skipped>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<quoted>'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\])|(?<word>[\p{L}\p{N}_$]+)|(?<sign>[\s\S])/uy;

/** The definitions of columns and constraints, which commas part within the first parentheses. */
function partsOf(sql: string): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  let depth = 0;
  let opened = 0;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < sql.length) {
    const start = TOKEN.lastIndex;
    const token = TOKEN.exec(sql);
    if (token === null) break;
    const { skipped, quoted, word } = token.groups ?? {};
    if (skipped !== undefined) continue;
    const [text] = token;
    if (text === "(" && ++depth === 2) opened = start;
    else if (text === ")") {
      if (depth === 2) parts.at(-1)?.push({ kind: "group", text: sql.slice(opened, start + 1) });
      if (--depth === 0) break;
    } else if (depth === 1 && text === ",") parts.push([]);
    else if (depth === 1 && text !== "(")
      parts
        .at(-1)
        ?.push({ kind: quoted !== undefined ? "quoted" : word !== undefined ? "word" : "sign", text });
  }
  return parts;
}

function inside({ text }: Token): string {
  return text.slice(1, -1).trim();
}

function nameOf({ kind, text }: Token): string {
  if (kind !== "quoted") return text;
  const end = text.at(-1) ?? "";
  return text.slice(1, -1).replaceAll(end + end, end);
}
