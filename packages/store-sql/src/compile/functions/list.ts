import {
  type CallNode,
  findConstant,
  isWholeNumber,
  type Node,
  type Type,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import { type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { asYesNo } from "../conditions.ts";
import { comparable } from "../operators/comparison.ts";
import { keepWhole } from "../operators/numbers.ts";
import { compileIn } from "../rows/compile-in.ts";
import { compileRows, type SqlRows } from "../rows/compile-rows.ts";
import { timedCondition } from "../rows/other-tables.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { heldAs, heldColumn, type SqlTerm, selected, term, withoutTest } from "../sql-term.ts";
import type { FunctionsInSql } from "./function-in-sql.ts";

/** What is asked of a list is asked of the rows it comes from. */
export const listInSql = {
  COUNT: { ofList: (node, scope) => withRows(node, scope, (rows, item) => countOf(rows, item, scope)) },
  SUM: { ofList: (node, scope) => withRows(node, scope, (rows, item) => sumOf(rows, item, scope)) },
  MAX: { ofList: (node, scope) => withRows(node, scope, (rows, item) => extremeOf(rows, item, sql`max`)) },
  MIN: { ofList: (node, scope) => withRows(node, scope, (rows, item) => extremeOf(rows, item, sql`min`)) },
  AVERAGE: { ofList: (node, scope) => withRows(node, scope, (rows, item) => averageOf(rows, item, scope)) },
  INDEX: { ofList: (node, scope) => itemAt(node, scope) },
  ANY: { ofList: (node, scope) => withRows(node, scope, firstOf) },
  IN: { ofList: (node, scope) => isIn(node, scope) },
} satisfies FunctionsInSql;

/** ISBLANK and ISNOTBLANK of a list: whether it has no items. */
export function isEmpty(node: CallNode, scope: SqlScope, expected: boolean): SqlTerm | undefined {
  return withRows(node, scope, ({ from, where }) => {
    const exists = sql`exists (select 1 from ${from} where ${where.sql})`;
    const text = expected ? sql`(not ${exists})` : sql`(${exists})`;
    return term("boolean", text, { isNullable: false, mayThrow: where.mayThrow });
  });
}

function withRows(
  node: CallNode,
  scope: SqlScope,
  make: (rows: SqlRows, item: Type) => SqlTerm | undefined,
): SqlTerm | undefined {
  const [argument] = node.arguments as readonly Node[];
  const rows = argument && compileRows(argument, scope);
  if (rows === undefined || argument?.type.kind !== "List") return undefined;
  const result = make(rows, argument.type.item);
  return (
    result ??
    scope.stop(node, `this database does not compute ${node.definition.name} of such a list exactly`)
  );
}

function errorOf({ where, item }: SqlRows): boolean {
  return where.mayThrow || item.mayThrow;
}

function countOf(rows: SqlRows, item: Type, { dialect }: SqlScope): SqlTerm | undefined {
  const { from, where } = rows;
  const facts = { isNullable: false, mayThrow: errorOf(rows), range: [0, Number.MAX_SAFE_INTEGER] as const };
  if (!rows.isDistinct) return term("integer", sql`(select count(*) from ${from} where ${where.sql})`, facts);
  const value = dialect.isFromApart ? undefined : comparable(rows.item, valueFamilyOf(item), dialect);
  return value && term("integer", distinctCount(rows, value), facts);
}

/** How many values there are, blank as one. */
function distinctCount(rows: SqlRows, value: SqlFragment): SqlFragment {
  return sql`(select count(*) from (select distinct ${value} from ${rows.from} where ${timedCondition(rows)}) as tw)`;
}

/** The exact sum of decimals; no items give 0. */
function sumOf(rows: SqlRows, item: Type, scope: SqlScope): SqlTerm | undefined {
  if (rows.isDistinct) return undefined;
  const unspent = scope.dialect.watch && rows.unspent;
  const sum = scope.dialect.aggregate?.("sum", rows.item, unspent?.looked);
  if (sum === undefined) return undefined;
  const where = unspent === undefined ? timedCondition(rows) : unspent.where.sql;
  const text = sql`(select ${sum} from ${rows.from} where ${where})`;
  const facts = { isNullable: false, mayThrow: errorOf(rows) };
  if (!isWholeNumber(item)) {
    if (valueFamilyOf(item) !== "duration") return term("canonical", text, { ...facts, isNullable: true });
    const range = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;
    return term("count", phrase(scope.dialect, "asInteger", text), { ...facts, range });
  }
  const whole = keepWhole(
    term("integer", text, { ...facts, range: [-Number.MAX_VALUE, Number.MAX_VALUE] }),
    scope,
  );
  return whole && { ...whole, sql: phrase(scope.dialect, "asInteger", whole.sql) };
}

/** Blank items do not count; no items give 0. */
function averageOf(rows: SqlRows, item: Type, { dialect }: SqlScope): SqlTerm | undefined {
  const mean = dialect.aggregate?.("mean", rows.item);
  if (mean === undefined || rows.isDistinct || valueFamilyOf(item) !== "number") return undefined;
  const count = sql`count(${heldColumn(rows.item)})`;
  const text = sql`(select case when ${count} = 0 then 0.0 else ${mean} end from ${rows.from} where ${timedCondition(rows)})`;
  return term("real", text, { mayThrow: errorOf(rows) });
}

/** The item at a position that is the same for every row; none is blank. */
function itemAt(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const [listNode, positionNode] = node.arguments as readonly [Node, Node];
  const position = findConstant(positionNode, scope.request.context);
  if (typeof position === "string") return scope.stop(positionNode, "the position differs from row to row");
  const rows = compileRows(listNode, scope);
  if (rows === undefined) return undefined;
  if (rows.isDistinct) return scope.stop(node, "distinct items have no position in SQL");
  const at = typeof position.value === "number" ? position.value : 0;
  const passed = scope.dialect.bound(Math.min(Math.max(at - 1, 0), FARTHEST), "integer");
  const { item, from, where, order } = rows;
  const isThere = at >= 1 ? where.sql : sql`${where.sql} and false`;
  const facts = { mayThrow: errorOf(rows), range: item.range };
  const itemOf = (value: SqlFragment) =>
    sql`(select ${value} from ${from} where ${isThere} order by ${order} limit 1 offset ${passed})`;
  return selected(item, itemOf, facts);
}

const FARTHEST = 1_000_000_000;

/** Blank items do not count; no items give 0 for amounts and blank for dates and times. */
function extremeOf(rows: SqlRows, type: Type, name: SqlFragment): SqlTerm {
  const { item } = rows;
  const mayThrow = errorOf(rows);
  // The clock of a zone goes back now and then, and instants do not; and what is no value is not the greatest.
  const isReadFirst = heldAs(item) === "instants" || withoutTest(item) !== undefined;
  const read = isReadFirst ? term(item.form, item.sql) : item;
  const condition = rows.isItemIndexed ? rows.where.sql : timedCondition(rows);
  const extremeOfRows = (value: SqlFragment) =>
    sql`(select ${name}(${value}) from ${rows.from} where ${condition})`;
  const extreme = selected(read, extremeOfRows, { mayThrow, range: item.range });
  const family = valueFamilyOf(type);
  const isAmount = family === "number" || family === "duration";
  const [low, high] = item.range;
  if (!isAmount) return extreme;
  const range = [Math.min(0, low), Math.max(0, high)] as const;
  return term(item.form, sql`coalesce(${extreme.sql}, 0)`, { isNullable: false, mayThrow, range });
}

/** The first item in the order of the list. */
function firstOf({ from, where, item, order, ...rows }: SqlRows): SqlTerm {
  const facts = { mayThrow: errorOf({ from, where, item, order, ...rows }), range: item.range };
  const first = (value: SqlFragment) =>
    sql`(select ${value} from ${from} where ${where.sql} order by ${order} limit 1)`;
  return selected(item, first, facts);
}

function isIn(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const condition = compileIn(node, scope);
  return condition && asYesNo(condition);
}
