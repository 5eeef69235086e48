import {
  BEFORE,
  type BinaryNode,
  findConstant,
  instantsOf,
  MIRRORED,
  type Operator,
} from "@tablewright/core/compiler";
import type { Family } from "@tablewright/core/storage";
import { sql, sqlName } from "../../fragments/sql-fragment.ts";
import { bindTerms } from "../bind-terms.ts";
import { ALWAYS_TRUE, allOf, anyOf, asCondition, asYesNo, NEVER_TRUE, opposite } from "../conditions.ts";
import { constantTerm } from "../constant-term.ts";
import { phrase } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import { heldColumn, type SqlCondition, type SqlTerm, term, withoutTest } from "../sql-term.ts";
import { align } from "./align.ts";
import { compareWithConstant } from "./compare-with-constant.ts";
import { withOperator } from "./with-operator.ts";

/** A comparison within one family, blanks included. */
export function compileComparison(node: BinaryNode, scope: SqlScope): SqlCondition | undefined {
  const { rule } = node;
  if (rule.left === "list") return scope.stop(node, "lists are not compared in SQL");
  const compare = (a: SqlTerm, b: SqlTerm) => {
    const { operator } = rule;
    const family = rule.left as Family;
    if (rule.id !== "legacy comparison" || (operator !== "=" && operator !== "<>"))
      return compareTerms(operator, a, b, family, scope);
    const equal = compareTerms("=", a, b, family, scope);
    return equal && legacyEqual(operator, equal, b);
  };
  const instants = instantsIn(node, scope);
  if (instants !== undefined) return compare(...instants);
  const left = scope.value(node.left);
  const right = scope.value(node.right);
  if (left === undefined || right === undefined) return undefined;
  const result = bindForBoth([left, right], scope, ([a, b]) => compare(a as SqlTerm, b as SqlTerm));
  return result ?? scope.stop(node, "this database does not compare such values exactly");
}

/**
 * The sides of a comparison of a column of instants with a constant, both by the clock of UTC. Undefined for other comparisons, where
 * the database knows the clock of the zone, and where that shows the constant at no instant or at two.
 */
function instantsIn(
  { left, right }: BinaryNode,
  { rows, dialect, request }: SqlScope,
): readonly [SqlTerm, SqlTerm] | undefined {
  const [column, other] = left.op === "column" ? [left, right] : [right, left];
  const row = column.op === "column" && column.slot !== BEFORE ? rows.get(column.slot) : undefined;
  const held = column.op === "column" ? row?.table.columns[column.index] : undefined;
  if (row === undefined || !held?.isOpaque || held.heldAs !== "instants") return undefined;
  const constant = findConstant(other, request.context);
  if (typeof constant === "string" || (constant.value !== null && typeof constant.value !== "number"))
    return undefined;
  const instants = constant.value === null ? [null] : instantsOf(constant.value, held.timeZone ?? "UTC");
  const [instant = null, second] = instants;
  if (instants.length === 0 || second !== undefined) return undefined;
  const bound = constantTerm(instant, other.type, dialect);
  if (bound === undefined) return undefined;
  const value = term("moment", sqlName(row.alias, held.name), { isSimple: true });
  return left === column ? [value, bound] : [bound, value];
}

/** Where both sides may be blank they stand twice, so what is long is bound first; so is what may throw with a blank. */
function bindForBoth(
  terms: readonly [SqlTerm, SqlTerm],
  scope: SqlScope,
  compare: (terms: readonly SqlTerm[]) => SqlCondition | undefined,
): SqlCondition | undefined {
  const isTwice = terms.every(({ isNullable }) => isNullable);
  const mayPass = terms.some(({ isNullable }) => isNullable) && terms.some(({ mayThrow }) => mayThrow);
  if (!isTwice && !mayPass) return compare(terms);
  const value = bindTerms(terms, scope, (bound) => {
    const condition = compare(bound);
    return condition && asYesNo(condition);
  });
  return value && asCondition(value);
}

/** Whether a comparison holds; NULL may stand for FALSE. Undefined where the dialect cannot tell. */
export function compareTerms(
  operator: Operator,
  left: SqlTerm,
  right: SqlTerm,
  family: Family,
  scope: SqlScope,
): SqlCondition | undefined {
  if (operator === "<>") {
    const equal = compareTerms("=", left, right, family, scope);
    return equal && opposite(equal);
  }
  const isStrict = operator === "<" || operator === ">";
  const mayThrow = left.mayThrow || right.mayThrow;
  const blank = [left, right].find(({ constant }) => constant === null);
  if (blank !== undefined) {
    const other = blank === left ? right : left;
    if (isStrict) return mayThrow ? undefined : NEVER_TRUE;
    return { sql: sql`(${heldColumn(other)} is null)`, isTwoValued: true, mayThrow };
  }
  const tested = testedApart([left, right], (a, b) => compareTerms(operator, a, b, family, scope));
  if (tested !== undefined) return tested;
  const shortcut =
    right.constant !== undefined
      ? compareWithConstant(operator, left, right.constant, family, scope)
      : left.constant !== undefined
        ? compareWithConstant(MIRRORED[operator] ?? operator, right, left.constant, family, scope)
        : undefined;
  if (shortcut !== undefined) return shortcut;
  const sides = align(left, right, family, scope.dialect);
  if (sides === undefined) return undefined;
  const [a, b] = sides;
  const isBoth = left.isNullable && right.isNullable;
  if (operator === "=" && isBoth)
    return { sql: sql`(${phrase(scope.dialect, "isSame", a, b)})`, isTwoValued: true, mayThrow };
  const isTwoValued = !left.isNullable && !right.isNullable;
  const inOrder = { sql: sql`(${withOperator(operator, a, b)})`, isTwoValued, mayThrow };
  if (!isBoth || isStrict) return inOrder;
  const areBlank = sql`(${heldColumn(left)} is null and ${heldColumn(right)} is null)`;
  return anyOf([inOrder, { sql: areBlank, isTwoValued: true, mayThrow: false }]);
}

/** A comparison of a constant with a column that may hold what is no value. */
function testedApart(
  [left, right]: readonly [SqlTerm, SqlTerm],
  compare: (left: SqlTerm, right: SqlTerm) => SqlCondition | undefined,
): SqlCondition | undefined {
  const own =
    right.constant !== undefined
      ? withoutTest(left)
      : left.constant !== undefined
        ? withoutTest(right)
        : undefined;
  if (own === undefined) return undefined;
  const condition = right.constant === undefined ? compare(left, own.value) : compare(own.value, right);
  return condition && { ...condition, sql: sql`(${condition.sql} and ${own.test})`, isTwoValued: false };
}

/** In the blank mode `legacy`, `=` also holds when the right side is blank. */
function legacyEqual(operator: "=" | "<>", equal: SqlCondition, right: SqlTerm): SqlCondition | undefined {
  if (right.constant === null)
    return equal.mayThrow ? undefined : operator === "=" ? ALWAYS_TRUE : NEVER_TRUE;
  if (!right.isNullable) return operator === "=" ? equal : opposite(equal);
  const isBlank = { sql: sql`(${heldColumn(right)} is null)`, isTwoValued: true, mayThrow: false };
  return operator === "=" ? anyOf([equal, isBlank]) : allOf([opposite(equal), opposite(isBlank)]);
}
