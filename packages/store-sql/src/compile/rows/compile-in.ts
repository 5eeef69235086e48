import {
  type CallNode,
  findConstant,
  foldText,
  type Node,
  toCanonical,
  valueFamilyOf,
} from "@tablewright/core/compiler";
import type { Family } from "@tablewright/core/storage";
import { joinSql, type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { bindTerms, constantTerm } from "../bind-terms.ts";
import { anyOf, asCondition, asYesNo, NEVER_TRUE } from "../conditions.ts";
import { comparable, compareTerms } from "../operators/comparison.ts";
import { asCount } from "../operators/conversion.ts";
import { LARGEST_PART, type SqlScope } from "../sql-scope.ts";
import { heldColumn, heldDecimal, type SqlCondition, type SqlTerm, withoutTest } from "../sql-term.ts";
import { compileRows, type SqlRows } from "./compile-rows.ts";
import { readsAlias, timedCondition } from "./other-tables.ts";

/** IN as a test, which an index can serve. */
export function compileIn(node: CallNode, scope: SqlScope): SqlCondition | undefined {
  const [valueNode, listNode] = node.arguments as readonly [Node, Node];
  const value = scope.value(valueNode);
  if (value === undefined || listNode.type.kind !== "List") return undefined;
  const family = valueFamilyOf(valueNode.type);
  const items = itemTerms(listNode, scope);
  if (items === "stopped") return undefined;
  const testOf = (one: SqlTerm) =>
    items === undefined ? isInRows(one, listNode, family, scope) : isAnyOf(one, items, family, scope);
  const condition = value.isSimple ? testOf(value) : boundTest(value, scope, testOf);
  if (condition === undefined) return scope.stop(node, "this database does not compare such items exactly");
  // A search among blank values is written twice, and so on within it.
  return condition.sql.size > LARGEST_PART ? scope.stop(node, "the statement would be too long") : condition;
}

function boundTest(
  value: SqlTerm,
  scope: SqlScope,
  testOf: (one: SqlTerm) => SqlCondition | undefined,
): SqlCondition | undefined {
  const test = bindTerms([value], scope, ([bound]) => {
    const condition = testOf(bound as SqlTerm);
    return condition && asYesNo(condition);
  });
  return test && asCondition(test);
}

/** The items of a list that is written out or the same for every row; undefined for one that is read from rows. */
function itemTerms(node: Node, scope: SqlScope): readonly SqlTerm[] | undefined | "stopped" {
  if (node.type.kind !== "List") return undefined;
  const { item } = node.type;
  const constant = findConstant(node, scope.request.context);
  if (constant === "fails") {
    scope.stop(node, "it cannot be computed");
    return "stopped";
  }
  if (constant !== "varies") {
    const values = Array.isArray(constant.value) ? constant.value : [];
    const terms = values.map((value) => constantTerm(value, item, scope.dialect));
    if (!terms.includes(undefined)) return terms as SqlTerm[];
    scope.stop(node, "an item cannot be bound exactly");
    return "stopped";
  }
  if (node.op !== "list") return undefined;
  const terms = node.items.map((one) => scope.value(one));
  return terms.includes(undefined) ? "stopped" : (terms as SqlTerm[]);
}

function isAnyOf(
  value: SqlTerm,
  items: readonly SqlTerm[],
  family: Family,
  scope: SqlScope,
): SqlCondition | undefined {
  if (items.length > 3 && items.every(({ constant }) => constant !== undefined)) {
    return inConstants(value, items, family, scope);
  }
  if (items.some(({ mayThrow }) => mayThrow) || (items.length === 0 && value.mayThrow)) return undefined;
  const parts = items.map((item) => compareTerms("=", item, value, family, scope));
  return parts.includes(undefined) ? undefined : anyOf(parts as SqlCondition[]);
}

function isInRows(value: SqlTerm, node: Node, family: Family, scope: SqlScope): SqlCondition | undefined {
  const isOuter = scope.outerAliases();
  const rows = compileRows(node, scope);
  if (rows === undefined) return undefined;
  const mayThrow = rows.where.mayThrow || rows.item.mayThrow || value.mayThrow;
  const readsOutside = [rows.from, rows.where.sql, rows.item.sql].some((part) => readsAlias(part, isOuter));
  if (!readsOutside) return isInSame(value, rows, family, scope);
  const isSame = compareTerms("=", rows.item, value, family, scope);
  if (isSame === undefined) return undefined;
  const where = rows.whereAlso(isSame);
  const text = sql`exists (select 1 from ${rows.from} where ${where.sql})`;
  return { sql: text, isTwoValued: true, mayThrow };
}

/** Rows that are the same for every value are read once. */
function isInSame(
  value: SqlTerm,
  rows: SqlRows,
  family: Family,
  { dialect }: SqlScope,
): SqlCondition | undefined {
  const { from, where, item } = rows;
  const mayThrow = rows.where.mayThrow || rows.item.mayThrow || value.mayThrow;
  const areMoments = value.form === "moment" && item.form === "moment";
  const [lookup, items] = [value, item].map((one) =>
    areMoments ? one.sql : comparable(one, family, dialect),
  );
  if (lookup === undefined || items === undefined) return undefined;
  const tests = rows.isItemIndexed ? where.sql : timedCondition(rows);
  const isFound = sql`(${lookup} in (select ${items} from ${from} where ${tests}))`;
  const match: SqlCondition = { sql: isFound, isTwoValued: false, mayThrow };
  if (!value.isNullable || !item.isNullable) return match;
  const isBlank = { sql: sql`(${heldColumn(item)} is null)`, isTwoValued: true, mayThrow: item.mayThrow };
  const hasBlank = sql`exists (select 1 from ${from} where ${rows.whereAlso(isBlank).sql})`;
  return anyOf([match, { sql: sql`(${lookup} is null and ${hasBlank})`, isTwoValued: true, mayThrow }]);
}

/** Whether a value equals one of many constants, blank ones included. */
function inConstants(
  value: SqlTerm,
  items: readonly SqlTerm[],
  family: Family,
  scope: SqlScope,
): SqlCondition | undefined {
  const { mayThrow, isNullable } = value;
  const filled = items.filter(({ constant }) => constant !== null);
  if (items.length === 0) return mayThrow ? undefined : NEVER_TRUE;
  const isBlank = { sql: sql`(${heldColumn(value)} is null)`, isTwoValued: true, mayThrow };
  if (filled.length === 0) return isBlank;
  // What is no value equals no constant.
  const match = isInList(withoutTest(value)?.value ?? value, filled, family, scope);
  if (match === undefined) return undefined;
  const inList = { sql: match, isTwoValued: !isNullable, mayThrow };
  return filled.length < items.length ? anyOf([isBlank, inList]) : inList;
}

function isInList(
  value: SqlTerm,
  items: readonly SqlTerm[],
  family: Family,
  { dialect }: SqlScope,
): SqlFragment | undefined {
  const constants = items.map(({ constant }) => constant);
  if (family === "text") {
    const texts = constants as string[];
    const folded = dialect.native?.("fold", [value.sql]);
    const test =
      value.isFoldIndexed && folded
        ? undefined
        : dialect.foldMatches?.(value.sql, texts, "whole", value.isFoldIndexed === true);
    if (test !== undefined) return sql`(${test})`;
    const folds = texts.map(foldText);
    if (folded !== undefined && value.isFoldIndexed && dialect.foldedIsAny !== undefined)
      return sql`(${dialect.foldedIsAny(folded, folds)})`;
    return (
      folded &&
      isOneOf(
        folded,
        folds.map((one) => dialect.bound(one, "text")),
      )
    );
  }
  if (family === "number") {
    const number = comparable(value, family, dialect);
    const isWhole = value.form === "integer" && constants.every(Number.isSafeInteger);
    const form = heldDecimal(value) ? "decimal" : dialect.indexesByType && isWhole ? "integer" : "real";
    return (
      number &&
      isOneOf(
        number,
        (constants as number[]).map((one) => dialect.bound(toCanonical(one), form)),
      )
    );
  }
  const isAlike = items.every(({ form }) => form === value.form);
  const [one, ...others] = [value, ...items].map(
    (part) => (isAlike ? part : asCount(part, family, dialect)).sql,
  );
  return one && isOneOf(one, others);
}

function isOneOf(value: SqlFragment, items: readonly SqlFragment[]): SqlFragment {
  return sql`(${value} in (${joinSql(items, ", ")}))`;
}
