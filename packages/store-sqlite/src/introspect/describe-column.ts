import type { DatabaseSync } from "node:sqlite";
import { hasOffset } from "@tablewright/core/compiler";
import {
  type ColumnDescription,
  quoteName,
  type TableDescription,
  type ValueKind,
} from "@tablewright/store-sql";
import { lookAtRows, ROWS_SEEN } from "./look-at-rows.ts";

/** A row of `pragma_table_xinfo`. */
export interface SqliteColumn {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  /** Its place in the primary key, from 1. */
  readonly pk: number;
  /** 2 and 3 for generated columns. */
  readonly hidden: number;
}

interface About {
  readonly kind: TableDescription["kind"];
  /** Of a column that a view computes: what its first rows hold. */
  readonly computed: ValueKind | undefined;
  readonly generated: string | undefined;
  /** Whether it is the key of a table whose rows SQLite numbers. */
  readonly countsRows: boolean;
  readonly isLoose: boolean;
}

/** SQLite takes any value in any column, so the type that is declared is what is meant, and some rows say whether it is so. */
export function describeSqliteColumn(
  database: DatabaseSync,
  table: string,
  { name, type, notnull, dflt_value, hidden }: SqliteColumn,
  { kind: of, computed, generated, countsRows, isLoose }: About,
): ColumnDescription {
  const declared = columnKind(type.replace(/\s+generated\s+always$/iu, ""));
  const isInDoubt =
    of === "table" &&
    (declared === undefined ||
      TEMPORAL.includes(declared.kind) ||
      isNumberHere(database, table, name, declared.kind));
  const seenType = isInDoubt ? seenKind(database, table, name, declared?.kind) : (declared?.kind ?? computed);
  const momentText =
    of === "table" && MOMENTS.includes(seenType ?? "other") ? momentTextOf(database, table, name) : undefined;
  const seen = seenType === "datetime" && hasOffset(momentText ?? "") ? "instant" : seenType;
  const looked =
    of === "table" && seen !== undefined ? lookAtRows(database, table, name, declared, seen) : {};
  return {
    name,
    databaseType: type === "" ? UNTYPED : type.toLowerCase(),
    length: undefined,
    precision: undefined,
    scale: undefined,
    ...declared,
    kind: seen ?? "other",
    ...(of === "table" && seen !== undefined && TEMPORAL.includes(seen) && hasFractions(database, table, name)
      ? { hasFractions: true }
      : {}),
    ...(momentText === undefined ? {} : { momentText }),
    ...looked,
    ...(isLoose ? { isLoose } : {}),
    values: undefined,
    min: undefined,
    max: undefined,
    nullable: notnull === 0 && !countsRows,
    default: dflt_value === null || /^null$/iu.test(dflt_value) ? undefined : dflt_value,
    identity: countsRows ? "byDefault" : undefined,
    generated: hidden >= 2 ? (generated ?? "an expression") : undefined,
    isWritable: true,
    comment: undefined,
  };
}

/** The type of a column that has none. */
export const UNTYPED = "a column without a type";

const MOMENTS: readonly ValueKind[] = ["datetime", "instant", "text"];

/** A date with a time that some rows have; one with `Z` or an offset, if there is one. */
function momentTextOf(database: DatabaseSync, table: string, column: string): string | undefined {
  const rows = `select ${quoteName(column)} as v from ${quoteName(table)} limit ${ROWS_SEEN}`;
  const moments = `select v from (${rows}) where typeof(v) = 'text' and v glob '????-??-??[ T]??:??*'`;
  const first = `${moments} order by v glob '*Z' or v glob '*:*[+-][0-9]*' desc limit 1`;
  return (database.prepare(first).get() as { readonly v: string } | undefined)?.v;
}

const TEMPORAL: readonly ValueKind[] = ["date", "time", "datetime", "instant"];

/** What the values of some rows are: dates and times are often numbers. A column without values is what it says. */
function seenKind(
  database: DatabaseSync,
  table: string,
  column: string,
  declared: ValueKind | undefined,
): ValueKind | undefined {
  const value = quoteName(column);
  const rows = database
    .prepare(
      `select distinct typeof(v) as type from (select ${value} as v from ${quoteName(table)} limit ${ROWS_SEEN}) where v is not null`,
    )
    .all() as unknown as { readonly type: string }[];
  const types = rows.map(({ type }) => type).sort();
  if (types.length === 0) return declared;
  return SEEN[types.join()]?.(declared);
}

/**
 * What the columns of a view hold that have no type, by their names: all of them by one statement, as a view may take long to compute.
 * Those without values in its first rows are left out, and all of them where it cannot be read.
 */
export function computedKinds(
  database: DatabaseSync,
  view: string,
  columns: readonly SqliteColumn[],
): ReadonlyMap<string, ValueKind> {
  const untyped = columns.filter(({ type }) => type === "").map(({ name }) => name);
  if (untyped.length === 0) return new Map();
  const seen = untyped.flatMap((name) => {
    const value = quoteName(name);
    const type = `case when ${value} is not null then typeof(${value}) end`;
    return [
      `group_concat(distinct ${type})`,
      `min(${value} glob '${DATE}')`,
      `min(${value} glob '${DATE}[ T]${TIME}*')`,
    ];
  });
  const rows = `select ${untyped.map(quoteName).join(", ")} from ${quoteName(view)} limit ${ROWS_SEEN}`;
  const statement = database.prepare(`select ${seen.join(", ")} from (${rows})`);
  statement.setReturnArrays(true);
  let read: unknown[];
  try {
    read = (statement.get() ?? []) as unknown as unknown[];
  } catch {
    return new Map();
  }
  const kinds = untyped.map((name, at): [string, ValueKind | undefined] => {
    const [types, isDate, isMoment] = read.slice(3 * at, 3 * at + 3);
    const text = isDate === 1 ? "date" : isMoment === 1 ? "datetime" : "text";
    return [name, SEEN[String(types).split(",").sort().join()]?.(text)];
  });
  return new Map(kinds.flatMap(([name, kind]) => (kind === undefined ? [] : [[name, kind]])));
}

const DATE = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]";
const TIME = "[0-9][0-9]:[0-9][0-9]";

/** Whether a column for yes and no has whole numbers other than 0 and 1. */
function isNumberHere(database: DatabaseSync, table: string, column: string, declared: ValueKind): boolean {
  if (declared !== "boolean") return false;
  const rows = `select ${quoteName(column)} as v from ${quoteName(table)} limit ${ROWS_SEEN}`;
  const others = `select max(typeof(v) <> 'integer') as is_mixed, max(v not in (0, 1)) as has_others from (${rows}) where v is not null`;
  const { is_mixed: isMixed, has_others: hasOthers } = database.prepare(others).get() as Record<
    string,
    unknown
  >;
  return isMixed === 0 && hasOthers === 1;
}

/** Whether some rows have times with fractions of a second. */
function hasFractions(database: DatabaseSync, table: string, column: string): boolean {
  const rows = `select ${quoteName(column)} as v from ${quoteName(table)} limit ${ROWS_SEEN}`;
  return database.prepare(`select 1 from (${rows}) where v like '%:__:__.%' limit 1`).get() !== undefined;
}

const SEEN: Readonly<Record<string, (declared: ValueKind | undefined) => ValueKind>> = {
  text: (declared) => declared ?? "text",
  integer: () => "integer",
  real: () => "float",
  "integer,real": () => "float",
};

type Typed = Pick<ColumnDescription, "kind" | "length" | "precision" | "scale">;

/**
 * What a declared type of SQLite, which is any text, is meant to hold: by the names that other databases have for types, then
 * by SQLite's own rules for affinity. Undefined for a column without a type.
 */
function columnKind(declared: string): Typed | undefined {
  const [, words = "", first, second] = TYPE.exec(declared.trim()) ?? [];
  const name = words.trim().toLowerCase();
  if (name === "") return undefined;
  const kind = kindOf(name, first);
  const isDecimal = kind === "decimal" && first !== undefined;
  return {
    kind,
    length: kind === "text" && first !== undefined ? Number(first) : undefined,
    precision: isDecimal ? Number(first) : undefined,
    scale: isDecimal ? Number(second ?? 0) : undefined,
  };
}

const TYPE = /^([^(]*)(?:\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?/u;

function kindOf(name: string, size: string | undefined): ValueKind {
  if (/^tinyint$/u.test(name) && size === "1") return "boolean";
  return KINDS.find(([names]) => names.test(name))?.[1] ?? "decimal"; // NUMERIC is what SQLite takes the rest for
}

/** The first that matches: names come before affinities, which look at parts of names. */
const KINDS: readonly (readonly [names: RegExp, kind: ValueKind])[] = [
  [/^(bool(ean)?|bit)$/u, "boolean"],
  [/^date$/u, "date"],
  [/^time$/u, "time"],
  [/^timestamp(tz| with time zone)$/u, "instant"],
  [/^(datetime|timestamp|smalldatetime)/u, "datetime"],
  [/^(uuid|guid|uniqueidentifier)$/u, "uuid"],
  [/^jsonb?$/u, "json"],
  [/^(any|point|geometry|interval)$/u, "other"],
  [/^(var)?binary|^bytea$|^image$/u, "binary"],
  [/int/u, "integer"],
  [/char|clob|text|^string/u, "text"],
  [/blob/u, "binary"],
  [/real|floa|doub/u, "float"],
];
