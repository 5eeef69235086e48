/** Conditions through `toSql` on a real database, against `filter` of the evaluator. */
import { type ColumnScope, compile, ExpressionError, type Scope } from "@tablewright/core/expression";
import { type SqlBound, type ToSqlOptions, toSql } from "@tablewright/store-sql";
import fc from "fast-check";
import { expect } from "vitest";
import { arbitraryExpression } from "../../core/conformance/arbitrary-expression.ts";
import { type ConformanceCase, readCases, situationOf } from "../../core/conformance/conformance-case.ts";
import { type ItemsRow, itemsCall, itemsRows, itemsScope } from "../../core/conformance/items-table.ts";

/** A database with one table at a time. */
export interface WhereDatabase {
  readonly dialect: ToSqlOptions["dialect"];
  /** Puts rows, the first with the number 0, in the place of the table of an earlier call. */
  fill(columns: readonly WhereColumn[], rows: readonly (readonly SqlBound[])[]): Promise<void>;
  /** The numbers of the rows that a condition keeps, in their order. */
  kept(where: string, parameters: readonly SqlBound[]): Promise<readonly number[]>;
}

export interface WhereColumn {
  /** What the column is called in the database. */
  readonly name: string;
  readonly type: string;
}

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=100000 npm test -- to-sql`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const count = Number(asked ?? 100);
const seed = asked === undefined ? 20_261_127 : Math.floor(Math.random() * 1e9);

/** Random conditions over random rows. */
export async function checkRandomConditions(database: WhereDatabase): Promise<void> {
  const met = { conditions: 0, exact: 0, parts: 0 };
  const property = fc.asyncProperty(
    arbitraryExpression(["Yes/No"]),
    itemsRows(),
    fc.constantFrom("consistent", "legacy"),
    async (source, rows, blanks) => {
      const scope: Scope = { ...itemsScope, blanks };
      const result = await keptRows(source, scope, rows, { tables: { Items: rows }, ...itemsCall }, database);
      if (result === undefined) return;
      met.conditions += 1;
      if (result.residual === undefined) met.exact += 1;
      else if (result.text !== "true") met.parts += 1;
      expect(result.kept, `${source}\n${result.text}\nseed ${seed}`).toEqual(result.expected);
    },
  );
  await fc.assert(property, { numRuns: count, seed });
  if (asked !== undefined) process.stdout.write(`${database.dialect} seed ${seed}: ${JSON.stringify(met)}\n`);
  expect(met.exact).toBeGreaterThan(count / 20);
}

/** The cases of the language whose rows are plain enough for a table, each as a condition on its own row and on a blank one. */
export async function checkConformanceCases(database: WhereDatabase): Promise<{ readonly exact: number }> {
  let exact = 0;
  for (const one of readCases()) {
    const { scope, context } = situationOf(one);
    const source = conditionOf(one, scope);
    if (source === undefined) continue;
    const { row = {}, ...shared } = context;
    const rows = [row as ItemsRow, {}];
    const result = await keptRows(source, scope, rows, { ...shared, random: itemsCall.random }, database);
    if (result === undefined) continue;
    if (result.residual === undefined) exact += 1;
    expect(result.kept, `${one.id} ${source}\n${result.text}`).toEqual(result.expected);
  }
  return { exact };
}

/** The expression itself, or that it has the value that is expected. */
function conditionOf({ expr, expect: value, before }: ConformanceCase, scope: Scope): string | undefined {
  if (before !== undefined) return undefined;
  const { ok, type } = compile(expr, scope);
  if (!ok) return undefined;
  if (type === "Yes/No") return expr;
  const literal = typeof value === "string" ? `"${value}"` : typeof value === "number" ? `${value}` : '""';
  return `(${expr.replace(/^\s*=/u, "")}) = ${literal}`;
}

async function keptRows(
  source: string,
  scope: Scope,
  rows: readonly ItemsRow[],
  context: NonNullable<ToSqlOptions["context"]>,
  database: WhereDatabase,
) {
  const compiled = compile(source, scope);
  if (!compiled.ok) return undefined;
  const expected = attempt(() => numbersOf(rows, compiled.filter(rows, context)));
  if (expected === undefined) return undefined;
  const columns = columnsOf(scope, database);
  const given = columns.map(({ name, column }) => [column, `t.${name}`] as const);
  const { dialect } = database;
  const where = toSql(compiled, { dialect, columns: Object.fromEntries(given), context });
  const cells = rows.map((row, at) => columns.map(({ column, write }) => write(row[column] ?? null, at)));
  const isSaid = where.text !== "true" && where.text !== "false";
  if (isSaid) await database.fill(columns, cells);
  const all = where.text === "true" ? [...rows.keys()] : [];
  const found = isSaid ? await database.kept(where.text, where.parameters) : all;
  if (where.residual === undefined) return { ...where, expected, kept: found };
  const rest = compile(where.residual, scope);
  const candidates = found.map((at) => rows[at] as ItemsRow);
  const kept = attempt(() => numbersOf(rows, rest.filter(candidates, context)));
  return kept && { ...where, expected, kept };
}

function numbersOf(rows: readonly ItemsRow[], some: readonly ItemsRow[]): readonly number[] {
  return some.map((row) => rows.indexOf(row));
}

/** Limits and errors of rows are no matter of SQL. */
function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

interface TestColumn extends WhereColumn {
  readonly column: string;
  write(value: unknown, at: number): SqlBound;
}

/** The columns of the table, called `c0`, `c1` …; those of types that no database has by itself hold nothing. */
function columnsOf(scope: Scope, { dialect }: WhereDatabase): readonly TestColumn[] {
  const own = scope.table === undefined ? scope.columns : scope.tables?.[scope.table]?.columns;
  return Object.entries(own ?? {}).map(([column, declared], at) => {
    const name = baseOf(declared, scope);
    const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
    const isNumeric = dialect === "postgres" && name === "Price";
    const type = isNumeric ? "numeric" : TYPES[family ?? "text"][dialect];
    return {
      name: `c${at}`,
      column,
      type,
      write: (value, row) => (family === undefined ? null : write(value, family, dialect, row)),
    };
  });
}

/** The type that values have: that of the key for a Ref, that of the items for an Enum. */
function baseOf(declared: string | ColumnScope, scope: Scope): string {
  if (typeof declared === "string" && !declared.startsWith("Ref of ")) return declared;
  const {
    type,
    itemType = "Text",
    table,
  } = typeof declared === "string" ? { type: "Ref", table: declared.slice(7) } : declared;
  if (type === "Enum") return itemType;
  if (type !== "Ref") return type;
  const target = scope.tables?.[table ?? ""];
  const [key, second] = [target?.key ?? []].flat();
  if (key === undefined || second !== undefined) return "Text";
  return baseOf(target?.columns[key] ?? "Text", scope);
}

const FAMILIES: readonly (readonly [RegExp, keyof typeof TYPES])[] = [
  [/^(?:Text|LongText|Name|Email|Phone|Url|Address|Enum|Color)$/u, "text"],
  [/^Number$/u, "integer"],
  [/^(?:Decimal|Price|Percent)$/u, "real"],
  [/^Yes\/No$/u, "boolean"],
  [/^Date$/u, "date"],
  [/^Time$/u, "time"],
  [/^DateTime$/u, "datetime"],
];

const TYPES = {
  text: { sqlite: "text collate nocase", postgres: "text", mysql: "text" },
  integer: { sqlite: "integer", postgres: "bigint", mysql: "bigint" },
  real: { sqlite: "real", postgres: "double precision", mysql: "double" },
  boolean: { sqlite: "boolean", postgres: "boolean", mysql: "boolean" },
  date: { sqlite: "text", postgres: "date", mysql: "date" },
  time: { sqlite: "text", postgres: "time", mysql: "time" },
  datetime: { sqlite: "text", postgres: "timestamp", mysql: "datetime" },
} as const;

function write(
  value: unknown,
  family: keyof typeof TYPES,
  dialect: ToSqlOptions["dialect"],
  at: number,
): SqlBound {
  if (value === null || (value === "" && family !== "text")) return null;
  if (typeof value === "boolean") return dialect === "postgres" ? String(value) : Number(value);
  if (family === "datetime" && at % 2 === 1) return String(value).replace("T", " ");
  return value as SqlBound;
}
