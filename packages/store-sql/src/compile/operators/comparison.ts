import {
  BEFORE,
  type BinaryNode,
  findConstant,
  firstEqual,
  firstGreater,
  foldText,
  instantsOf,
  MIRRORED,
  nextDouble,
  type Operator,
  SECONDS_PER_DAY,
  toCanonical,
} from "@tablewright/core/compiler";
import type { Family, Value } from "@tablewright/core/storage";
import { joinSql, type SqlFragment, sql, sqlName } from "../../fragments/sql-fragment.ts";
import { bindTerms, boundMoment, constantTerm, isIsoFamily } from "../bind-terms.ts";
import { ALWAYS_TRUE, allOf, anyOf, asCondition, asYesNo, NEVER_TRUE, opposite } from "../conditions.ts";
import { type IsoFamily, phrase, type SqlDialect } from "../sql-dialect.ts";
import type { SqlScope } from "../sql-scope.ts";
import {
  comparedColumn,
  heldAs,
  heldColumn,
  heldDecimal,
  type SqlCondition,
  type SqlTerm,
  term,
  withoutTest,
} from "../sql-term.ts";
import { asCount } from "./conversion.ts";

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

/**
 * A comparison of a term with a value that is not blank, such that an index on the term's column serves; undefined where
 * both sides must be brought to one form first.
 */
function compareWithConstant(
  operator: Operator,
  value: SqlTerm,
  constant: Value,
  family: Family,
  { dialect }: SqlScope,
): SqlCondition | undefined {
  const conditionOf = (text: SqlFragment | undefined): SqlCondition | undefined =>
    text && { sql: sql`(${text})`, isTwoValued: !value.isNullable, mayThrow: value.mayThrow };
  if (family === "text" && typeof constant === "string") {
    const folded = dialect.native?.("fold", [value.sql]);
    if (operator === "=" && !(value.isFoldIndexed && folded)) {
      const test = dialect.foldMatches?.(value.sql, [constant], "whole", value.isFoldIndexed === true);
      if (test !== undefined) return conditionOf(test);
    }
    if (folded !== undefined && operator === "=" && value.isFoldIndexed && dialect.foldedIsAny !== undefined)
      return conditionOf(dialect.foldedIsAny(folded, [foldText(constant)]));
    return conditionOf(folded && withOperator(operator, folded, dialect.bound(foldText(constant), "text")));
  }
  if (typeof constant !== "number") return undefined;
  if (isIsoFamily(family)) return conditionOf(compareMoment(operator, value, constant, family, dialect));
  if (family !== "number") return undefined;
  if (dialect.indexesByType && value.form === "integer" && Number.isSafeInteger(constant)) {
    return conditionOf(withOperator(operator, comparedColumn(value), dialect.bound(constant, "integer")));
  }
  const decimal = heldDecimal(value);
  if (decimal !== undefined)
    return conditionOf(withOperator(operator, decimal, dialect.bound(toCanonical(constant), "decimal")));
  if (value.form !== "real") {
    return conditionOf(withOperator(operator, value.sql, dialect.bound(toCanonical(constant), "real")));
  }
  return conditionOf(withinRange(operator, value, toCanonical(constant), dialect));
}

/** For a double of any digits: the doubles equal to a decimal of 15 digits are one range. */
function withinRange(
  operator: Operator,
  value: SqlTerm,
  middle: number,
  dialect: SqlDialect,
): SqlFragment | undefined {
  const first = firstEqual(middle);
  const behind = firstGreater(middle);
  if (first === undefined || behind === undefined) return undefined;
  const bound = (x: number) => dialect.bound(x, "real");
  switch (operator) {
    case "=": {
      const last = -nextDouble(-behind);
      const guard = [guardOf(">=", value, first, dialect), guardOf("<=", value, last, dialect)];
      return guarded(guard, sql`${value.sql} between ${bound(first)} and ${bound(last)}`);
    }
    case "<":
      return guarded([guardOf("<=", value, first, dialect)], sql`${value.sql} < ${bound(first)}`);
    case "<=":
      return guarded([guardOf("<=", value, behind, dialect)], sql`${value.sql} < ${bound(behind)}`);
    case ">":
      return guarded([guardOf(">=", value, behind, dialect)], sql`${value.sql} >= ${bound(behind)}`);
    default:
      return guarded([guardOf(">=", value, first, dialect)], sql`${value.sql} >= ${bound(first)}`);
  }
}

/** What holds of a decimal of any digits where a comparison of its double does: an index serves it. */
function guardOf(
  operator: "<=" | ">=",
  value: SqlTerm,
  bound: number,
  dialect: SqlDialect,
): SqlFragment | undefined {
  if (dialect.asDecimal === undefined || heldAs(value) !== "long decimals") return undefined;
  // The decimal may be half a step away from its double, and the one that is bound half a step from its own.
  const wide = operator === ">=" ? -nextDouble(nextDouble(-bound)) : nextDouble(nextDouble(bound));
  return Number.isFinite(wide)
    ? withOperator(operator, heldColumn(value), dialect.bound(wide, "decimal"))
    : undefined;
}

function guarded(guards: readonly (SqlFragment | undefined)[], test: SqlFragment): SqlFragment {
  const all = guards.filter((one) => one !== undefined);
  return all.length === 0 ? test : sql`${joinSql(all, " and ")} and ${test}`;
}

/**
 * A comparison of a date or time with one that is not blank, where the column holds it in another way than it is computed
 * with and its index can serve; undefined where both sides compare as they are.
 */
function compareMoment(
  operator: Operator,
  value: SqlTerm,
  constant: number,
  family: IsoFamily,
  dialect: SqlDialect,
): SqlFragment | undefined {
  const bound = (moment: number) => boundMoment(moment, family, dialect);
  switch (heldAs(value)) {
    case "fractions":
      return withinSecond(operator, heldColumn(value), bound(constant), bound(constant + 1));
    case "instants":
      return nearby(operator, value, bound, constant);
    default:
      return undefined;
  }
}

/** Fractions of a second are cut off, so a column equals the seconds that it has begun. */
function withinSecond(
  operator: Operator,
  column: SqlFragment,
  second: SqlFragment | undefined,
  next: SqlFragment | undefined,
): SqlFragment | undefined {
  if (second === undefined || next === undefined) return undefined;
  switch (operator) {
    case "=":
      return sql`${column} >= ${second} and ${column} < ${next}`;
    case "<=":
      return sql`${column} < ${next}`;
    case ">":
      return sql`${column} >= ${next}`;
    default:
      return withOperator(operator, column, second);
  }
}

/** An instant is found by what lies within two days of it, as no zone is farther off, and then compared by its clock. */
function nearby(
  operator: Operator,
  value: SqlTerm,
  bound: (moment: number) => SqlFragment | undefined,
  constant: number,
): SqlFragment | undefined {
  const column = heldColumn(value);
  const [earlier, exact, later] = [-1, 0, 1].map((way) => bound(constant + way * 2 * SECONDS_PER_DAY));
  if (earlier === undefined || exact === undefined || later === undefined) return undefined;
  const test = withOperator(operator, value.sql, exact);
  switch (operator) {
    case "=":
      return sql`${column} between ${earlier} and ${later} and ${test}`;
    case "<":
    case "<=":
      return sql`${column} <= ${later} and ${test}`;
    default:
      return sql`${column} >= ${earlier} and ${test}`;
  }
}

/** Two fragments that a database compares as they are. */
function withOperator(operator: Operator, left: SqlFragment, right: SqlFragment): SqlFragment {
  switch (operator) {
    case "=":
      return sql`${left} = ${right}`;
    case "<":
      return sql`${left} < ${right}`;
    case "<=":
      return sql`${left} <= ${right}`;
    case ">":
      return sql`${left} > ${right}`;
    default:
      return sql`${left} >= ${right}`;
  }
}

/**
 * Two terms of one family as fragments that the database compares and orders as the language does; undefined where the
 * dialect cannot.
 */
function align(
  left: SqlTerm,
  right: SqlTerm,
  family: Family,
  dialect: SqlDialect,
): readonly [SqlFragment, SqlFragment] | undefined {
  const sides =
    left.form === "moment" && right.form === "moment"
      ? [left.sql, right.sql]
      : [left, right].map((one) => comparable(one, family, dialect));
  return sides.includes(undefined) ? undefined : (sides as [SqlFragment, SqlFragment]);
}

/** A term as it compares with others of its family, dates and times as counts. */
export function comparable(value: SqlTerm, family: Family, dialect: SqlDialect): SqlFragment | undefined {
  switch (value.form) {
    case "text":
      return family === "point"
        ? phrase(dialect, "byCodePoints", value.sql)
        : dialect.native?.("fold", [value.sql]);
    case "canonical":
      return heldDecimal(value) ?? value.sql;
    case "real":
      return dialect.native?.("canonical", [value.sql]);
    case "moment":
      return asCount(value, family, dialect).sql;
    default:
      return value.sql;
  }
}
