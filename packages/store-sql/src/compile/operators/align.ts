import type { Family } from "@tablewright/core/storage";
import type { SqlFragment } from "../../fragments/sql-fragment.ts";
import { phrase, type SqlDialect } from "../sql-dialect.ts";
import { heldDecimal, type SqlTerm } from "../sql-term.ts";
import { asCount } from "./as-count.ts";

/**
 * Two terms of one family as fragments that the database compares and orders as the language does; undefined where the
 * dialect cannot.
 */
export function align(
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
