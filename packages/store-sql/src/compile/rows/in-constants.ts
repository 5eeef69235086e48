import { foldText, toCanonical } from "@tablewright/core/compiler";
import type { Family } from "@tablewright/core/storage";
import { joinSql, type SqlFragment, sql } from "../../fragments/sql-fragment.ts";
import { anyOf, NEVER_TRUE } from "../conditions.ts";
import { comparable } from "../operators/align.ts";
import { asCount } from "../operators/as-count.ts";
import type { SqlScope } from "../sql-scope.ts";
import { heldColumn, heldDecimal, type SqlCondition, type SqlTerm, withoutTest } from "../sql-term.ts";

/** Whether a value equals one of many constants, blank ones included. */
export function inConstants(
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
