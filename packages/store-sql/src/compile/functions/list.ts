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
import { comparable } from "../operators/align.ts";
import { keepWhole } from "../operators/keep-whole.ts";
import { compileIn } from "../rows/compile-in.ts";
import { compileRows, type SqlRows } from "../rows/compile-rows.ts";
import { apartOrInPlace, timedCondition } from "../rows/search-apart.ts";
import type { SqlDialect } from "../sql-dialect.ts";
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
  return withRows(node, scope, ({ from, where, apart }) => {
    const each = (from: SqlFragment, where: SqlFragment) => sql`select 1 from ${from} where ${where} limit 1`;
    const all = (table: SqlFragment) => sql`exists (select 1 from ${table})`;
    const inPlace = sql`exists (select 1 from ${from} where ${where.sql})`;
    const exists = apartOrInPlace(apart, { each, all, most: 1 }, inPlace);
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
  const { from, where, apart } = rows;
  const facts = { isNullable: false, mayThrow: errorOf(rows), range: [0, Number.MAX_SAFE_INTEGER] as const };
  if (!rows.isDistinct) {
    const each = (from: SqlFragment, where: SqlFragment) => sql`select count(*) from ${from} where ${where}`;
    const all = (table: SqlFragment) => sql`(select coalesce(sum(value), 0) from ${table})`;
    return term("integer", apartOrInPlace(apart, { each, all }, sql`(${each(from, where.sql)})`), facts);
  }
  const value = dialect.isFromApart ? undefined : comparable(rows.item, valueFamilyOf(item), dialect);
  return value && term("integer", distinctCount(rows, value), facts);
}

/** How many values there are, blank as one. */
function distinctCount(rows: SqlRows, value: SqlFragment): SqlFragment {
  const each = (from: SqlFragment, where: SqlFragment) => sql`select ${value} from ${from} where ${where}`;
  const all = (table: SqlFragment) => sql`(select count(value) + (count(*) > count(value)) from ${table})`;
  const inPlace = sql`(select count(*) from (select distinct ${value} from ${rows.from} where ${timedCondition(rows)}) as tw)`;
  return apartOrInPlace(rows.apart, { each, all, isSet: true }, inPlace);
}

/** The exact sum of decimals; no items give 0. */
function sumOf(rows: SqlRows, item: Type, scope: SqlScope): SqlTerm | undefined {
  if (rows.isDistinct) return undefined;
  const sum = scope.dialect.sum?.(rows.item);
  if (sum === undefined) return undefined;
  const text = overTotals(rows, scope, sql`select ${sum} from ${rows.from} where ${timedCondition(rows)}`);
  const facts = { isNullable: false, mayThrow: errorOf(rows) };
  if (!isWholeNumber(item)) {
    if (valueFamilyOf(item) !== "duration") return term("canonical", text, { ...facts, isNullable: true });
    const range = [-Number.MAX_VALUE, Number.MAX_VALUE] as const;
    return term("count", scope.dialect.asInteger(text), { ...facts, range });
  }
  const whole = keepWhole(
    term("integer", text, { ...facts, range: [-Number.MAX_VALUE, Number.MAX_VALUE] }),
    scope,
  );
  return whole && { ...whole, sql: scope.dialect.asInteger(whole.sql) };
}

/** A sum that `whole` selects, or, of rows that are searched apart, that of the totals of their windows. */
function overTotals(rows: SqlRows, { dialect }: SqlScope, whole: SqlFragment): SqlFragment {
  const total = dialect.total?.(rows.item);
  const sum = dialect.sumOfTotals?.(sql`value`);
  if (total === undefined || sum === undefined) return sql`(${whole})`;
  const each = (from: SqlFragment, where: SqlFragment) => sql`select ${total} from ${from} where ${where}`;
  const all = (table: SqlFragment) => sql`(select ${sum} from ${table})`;
  return apartOrInPlace(rows.apart, { each, all }, sql`(${whole})`);
}

/** Blank items do not count; no items give 0. */
function averageOf(rows: SqlRows, item: Type, { dialect }: SqlScope): SqlTerm | undefined {
  const mean = dialect.mean?.(rows.item);
  if (mean === undefined || rows.isDistinct || valueFamilyOf(item) !== "number") return undefined;
  const count = sql`count(${heldColumn(rows.item)})`;
  const inPlace = sql`(select case when ${count} = 0 then 0.0 else ${mean} end from ${rows.from} where ${timedCondition(rows)})`;
  const text = overCountedTotals(rows, dialect, count, inPlace);
  return term("real", text, { mayThrow: errorOf(rows) });
}

/** A mean as it stands, or, of rows that are searched apart, that of the totals and counts of their windows. */
function overCountedTotals(
  { item, apart }: SqlRows,
  dialect: SqlDialect,
  count: SqlFragment,
  inPlace: SqlFragment,
): SqlFragment {
  const total = dialect.total?.(item);
  const mean = dialect.meanOfTotals?.(sql`value`, sql`beside`);
  if (total === undefined || mean === undefined) return inPlace;
  const each = (from: SqlFragment, where: SqlFragment) =>
    sql`select ${total}, ${count} from ${from} where ${where}`;
  const all = (table: SqlFragment) =>
    sql`(select case when coalesce(sum(beside), 0) = 0 then 0.0 else ${mean} end from ${table})`;
  return apartOrInPlace(apart, { each, all, hasBeside: true }, inPlace);
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
  const { item, from, where, order, apart } = rows;
  const isThere = at >= 1 ? where.sql : sql`${where.sql} and false`;
  const facts = { mayThrow: errorOf(rows), range: item.range };
  const itemOf = (value: SqlFragment) => {
    const each = (from: SqlFragment, where: SqlFragment) =>
      sql`select ${value} from ${from} where ${where} order by ${order} limit ${passed} + 1`;
    const all = (table: SqlFragment) =>
      sql`(select value from ${table} order by rowid limit 1 offset ${passed})`;
    const inPlace = sql`(select ${value} from ${from} where ${isThere} order by ${order} limit 1 offset ${passed})`;
    return apartOrInPlace(at >= 1 ? apart : undefined, { each, all, most: at, isOrdered: true }, inPlace);
  };
  return selected(item, itemOf, facts);
}

const FARTHEST = 1_000_000_000;

/** Blank items do not count; no items give 0 for amounts and blank for dates and times. */
function extremeOf(rows: SqlRows, type: Type, name: SqlFragment): SqlTerm {
  const { item, apart } = rows;
  const mayThrow = errorOf(rows);
  // The clock of a zone goes back now and then, and instants do not; and what is no value is not the greatest.
  const isReadFirst = heldAs(item) === "instants" || withoutTest(item) !== undefined;
  const read = isReadFirst ? term(item.form, item.sql) : item;
  const condition = rows.isItemIndexed ? rows.where.sql : timedCondition(rows);
  const extremeOfRows = (value: SqlFragment) => {
    const each = (from: SqlFragment, where: SqlFragment) =>
      sql`select ${name}(${value}) from ${from} where ${where}`;
    const all = (table: SqlFragment) => sql`(select ${name}(value) from ${table})`;
    return apartOrInPlace(apart, { each, all }, sql`(${each(rows.from, condition)})`);
  };
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
  const first = (value: SqlFragment) => {
    const each = (from: SqlFragment, where: SqlFragment) =>
      sql`select ${value} from ${from} where ${where} order by ${order} limit 1`;
    const all = (table: SqlFragment) => sql`(select value from ${table} order by rowid limit 1)`;
    return apartOrInPlace(
      rows.apart,
      { each, all, most: 1, isOrdered: true },
      sql`(${each(from, where.sql)})`,
    );
  };
  return selected(item, first, facts);
}

function isIn(node: CallNode, scope: SqlScope): SqlTerm | undefined {
  const condition = compileIn(node, scope);
  return condition && asYesNo(condition);
}
