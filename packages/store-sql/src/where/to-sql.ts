import {
  asExpressionError,
  check,
  checkContext,
  checkedCondition,
  checkOptions,
  checkParameters,
  kindInWords,
  mayFail,
  type OptionsOf,
  type Origin,
  originOf,
  requestIn,
  SHARED_CONTEXT,
  scalar,
} from "@tablewright/core/compiler";
import type { CompiledExpression, SharedContext } from "@tablewright/core/expression";
import type { CheckedExpression } from "@tablewright/core/storage";
import { compileToSql } from "../compile/compile-to-sql.ts";
import type { SqlRequest } from "../compile/sql-scope.ts";
import type { SqlTable } from "../compile/sql-table.ts";
import { joinSql, type SqlBound, type SqlFragment, sql } from "../fragments/sql-fragment.ts";
import { type GivenDatabase, givenColumns, givenDatabases } from "./given-columns.ts";

export interface ToSqlOptions {
  readonly dialect: "sqlite" | "postgres" | "mysql";
  /**
   * What a column is called in the statement, by its name in the scope: SQL that is taken as it is, so never text of a user. A column
   * that is not named stands as its own name, quoted.
   */
  readonly columns?: Readonly<Record<string, string>>;
  /** What the condition reads besides the row: the instant, the user, parameters. Its parts become bound values. */
  readonly context?: SharedContext;
  /** The number of the first placeholder in PostgreSQL; default 1. */
  readonly firstParameter?: number;
}

/** A condition as SQL: `text` is TRUE for every row that the condition keeps, and for no others unless there is a `residual`. */
export interface SqlWhere {
  /** With the placeholders of the dialect, `?` or `$1`; `true` where nothing can be said. */
  readonly text: string;
  /** One value for each placeholder, in their order. */
  readonly parameters: SqlBound[];
  /** The text between the placeholders, one piece more than there are parameters: for builders that take a template. */
  readonly strings: TemplateStringsArray;
  /** What is to be tested on the rows that the statement gives, an expression to compile; undefined where that is nothing. */
  readonly residual: string | undefined;
  /** Why there is a residual. */
  readonly reason: string | undefined;
}

/**
 * A condition about a row as the WHERE of another query. What is said in SQL keeps exactly the rows that `filter` keeps; the rest is the
 * `residual`. Columns hold values of their types as `docs/sql.md` says. Throws `ExpressionError` where the expression is not ok or no
 * condition, or where a part of the context does not read, and a TypeError for options that name what there is not.
 */
export function toSql(compiled: CompiledExpression, options: ToSqlOptions): SqlWhere {
  if (typeof options !== "object" || options === null)
    throw new TypeError('toSql takes options that name a dialect: toSql(compiled, { dialect: "sqlite" }).');
  checkContextNames(options);
  checkOptions("toSql", options, OPTIONS);
  const { context = {}, columns = {}, firstParameter = 1 } = options;
  checkOptions("The context of toSql", context, SHARED_CONTEXT);
  checkContext(context, SHARED_CONTEXT);
  checkColumns(columns);
  if (!Number.isSafeInteger(firstParameter) || firstParameter < 1)
    throw new TypeError('toSql takes "firstParameter" as a whole number, 1 or more.');
  const origin = originOf(compiled);
  if (origin === undefined) throw new TypeError("toSql takes what compile has returned.");
  const database = databaseOf(options);
  try {
    return where(origin, database, options);
  } catch (thrown) {
    throw asExpressionError(thrown, origin.source);
  }
}

function where(origin: Origin, database: GivenDatabase, options: ToSqlOptions): SqlWhere {
  const condition = checkedCondition(origin);
  checkParameters(origin, condition, requestIn(origin.scope, options.context ?? {}));
  const said = (part: CheckedExpression) => sayIn(database, part, origin, options);
  const whole = said(condition);
  if (!("reason" in whole)) return written(whole, database, options);
  const parts = partsOf(condition, origin).map((part) => ({ part, said: said(part) }));
  const tests = parts.flatMap(({ said }) => ("reason" in said ? [] : [sql`(${said})`]));
  const rest = parts.flatMap(({ part, said }) => ("reason" in said ? [part.source] : []));
  const text = tests.length === 0 ? sql`true` : joinSql(tests, " and ");
  const residual = rest.length === 1 ? rest[0] : `AND(${rest.join(", ")})`;
  return { ...written(text, database, options), residual, reason: whole.reason };
}

const OPTIONS: OptionsOf<ToSqlOptions> = {
  dialect: true,
  columns: true,
  context: true,
  firstParameter: true,
};

/** What is of the context is often given besides it. */
function checkContextNames(options: object): void {
  const misplaced = Object.keys(options).find((name) => Object.hasOwn(SHARED_CONTEXT, name));
  if (misplaced !== undefined)
    throw new TypeError(`toSql takes "${misplaced}" in the context: { context: { ${misplaced}: … } }.`);
}

/** What is given for a column becomes part of the statement: a text, and not an empty one. */
function checkColumns(columns: unknown): void {
  const isByName = typeof columns === "object" && columns !== null && !Array.isArray(columns);
  if (!isByName || columns instanceof Map)
    throw new TypeError('toSql takes "columns" as an object, with SQL by the names of columns.');
  for (const [name, written] of Object.entries(columns)) {
    if (written === undefined || (typeof written === "string" && written.trim() !== "")) continue;
    const given = typeof written === "string" ? "an empty one" : kindInWords(written);
    throw new TypeError(`toSql takes SQL for the column "${name}" as a text, and was given ${given}.`);
  }
}

function databaseOf({ dialect }: ToSqlOptions): GivenDatabase {
  if (Object.hasOwn(givenDatabases, dialect)) return givenDatabases[dialect];
  throw new TypeError(
    `There is no dialect "${dialect}"; there are ${Object.keys(givenDatabases).join(", ")}.`,
  );
}

function sayIn(
  database: GivenDatabase,
  condition: CheckedExpression,
  { scope }: Origin,
  { columns = {}, context = {} }: ToSqlOptions,
): SqlFragment | { readonly reason: string } {
  const given = new Map(Object.entries(columns));
  const row = scope.row ?? { name: "", columns: [], key: [], rowNumberIndex: 0 };
  const unknown = [...given.keys()].find((name) => !row.columns.some((column) => column.name === name));
  if (unknown !== undefined) throw new TypeError(`The scope has no column "${unknown}".`);
  const table: SqlTable = {
    name: "",
    columns: givenColumns(database, row, given),
    slot: "",
    isNumberedBySlot: false,
  };
  const request: SqlRequest = {
    dialect: database.dialect,
    searches: "indexed",
    context: requestIn(scope, context),
    tableOf: () => undefined,
    filterOf: () => undefined,
  };
  const outcome = compileToSql(condition, { alias: "", table }, request);
  if (outcome.stopped !== undefined) return { reason: outcome.stopped.reason };
  if (outcome.mayThrow) return { reason: "it fails on some rows" };
  const { part, reason } = database.refused ?? {};
  const isRefused =
    part !== undefined &&
    outcome.sql.pieces.some((piece) => typeof piece === "string" && piece.includes(part));
  return isRefused && reason !== undefined ? { reason } : outcome.sql;
}

/**
 * What AND joins, each a condition of its own. From the first that may fail they are one: it fails on rows that a later one would leave
 * out.
 */
function partsOf(condition: CheckedExpression, { scope, source }: Origin): readonly CheckedExpression[] {
  const { root } = condition;
  if (root.op !== "and") return [condition];
  const partOf = (text: string) => check(text, scope, scalar("Yes/No")).output;
  const texts = root.conditions.map(({ start, end }) => source.slice(start, end));
  const parts = texts.map(partOf);
  const failing = parts.findIndex((part) => part === undefined || mayFail(part));
  const sure = failing < 0 ? parts.length : failing;
  const rest = texts.slice(sure);
  const unsure =
    rest.length === 0 ? [] : [partOf(rest.length === 1 ? `${rest[0]}` : `AND(${rest.join(", ")})`)];
  const said = [...parts.slice(0, sure), ...unsure];
  return said.every((part) => part !== undefined) ? said : [condition];
}

function written(
  fragment: SqlFragment,
  { dialect }: GivenDatabase,
  { firstParameter = 1 }: ToSqlOptions,
): SqlWhere {
  const parameters: SqlBound[] = [];
  const strings = [""];
  let text = "";
  const write = (piece: string) => {
    text += piece;
    strings[parameters.length] = `${strings[parameters.length] ?? ""}${piece}`;
  };
  for (const piece of fragment.pieces) {
    if (typeof piece === "string") write(piece);
    else if ("name" in piece) write(dialect.quoteName(piece.name));
    else if ("value" in piece) {
      text += dialect.placeholder(firstParameter + parameters.length);
      parameters.push(piece.value);
      strings.push("");
    }
  }
  const template = Object.assign(strings, { raw: [...strings] });
  return { text, parameters, strings: template, residual: undefined, reason: undefined };
}
