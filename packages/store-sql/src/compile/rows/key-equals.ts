import { type TableScope, valueFamilyOf } from "@tablewright/core/compiler";
import { joinSql, type SqlFragment, sql, sqlParameter } from "../../fragments/sql-fragment.ts";
import { columnTerm } from "../column-term.ts";
import { asCount } from "../operators/as-count.ts";
import { phrase, type SqlDialect } from "../sql-dialect.ts";
import type { RowInSql, SqlScope } from "../sql-scope.ts";
import { comparedColumn, heldDecimal, type SqlCondition, type SqlTerm, term } from "../sql-term.ts";

/** Whether a row has a key, exactly; NULL for a blank key, which names none. Undefined where SQL cannot tell. */
export function keyEquals(
  row: RowInSql,
  table: TableScope,
  key: SqlTerm,
  { dialect }: SqlScope,
): SqlCondition | undefined {
  const own = keyTerm(row, table, dialect);
  if (own === undefined) return undefined;
  const { mayThrow } = key;
  const { isKeyLike } = row.table;
  if (isKeyLike !== undefined && key.form === "text")
    return { sql: sql`(${isKeyLike(row.alias, key.sql)})`, isTwoValued: false, mayThrow };
  if (own.form === "text") {
    return {
      sql: sql`(${phrase(dialect, "byCodePoints", own.sql)} = ${key.sql})`,
      isTwoValued: false,
      mayThrow,
    };
  }
  const [part] = table.key;
  const family = part === undefined ? "text" : valueFamilyOf(part.type);
  const [left, right] =
    own.form === key.form ? [own, key] : [own, key].map((one) => asCount(one, family, dialect));
  const decimal = heldDecimal(left as SqlTerm) && dialect.asDecimal?.(right as SqlTerm);
  const lookup = decimal ?? (right as SqlTerm).sql;
  const held = comparedColumn(left as SqlTerm);
  return { sql: sql`(${held} = ${lookup})`, isTwoValued: false, mayThrow };
}

/**
 * The key of a row as one value. The parts of a composite key are joined where two keys can then not be the same text:
 * at most one part is free text, and the rest are whole numbers.
 */
export function keyTerm(
  row: RowInSql,
  table: TableScope,
  dialect: Pick<SqlDialect, "phrases">,
): SqlTerm | undefined {
  const columns = table.key.map(({ index }) => row.table.columns[index]);
  const parts = columns.map((column) => column && columnTerm(row.alias, column));
  if (parts.length === 0 || parts.includes(undefined)) return undefined;
  const terms = parts as SqlTerm[];
  if (terms.length === 1) return terms[0];
  const isJoined = terms.every(({ form }) => form === "integer" || form === "text");
  if (!isJoined || terms.filter(({ form }) => form === "text").length > 1) return undefined;
  const texts = terms.map((one) =>
    one.form === "text"
      ? escaped(sql`coalesce(${one.sql}, '')`)
      : sql`coalesce(${phrase(dialect, "asText", one.sql)}, '')`,
  );
  return term("text", sql`(${joinSql(texts, " || ': ' || ")})`, { isNullable: false });
}

/** A part as the language joins it to others: a separator within it is marked by a backslash. Databases differ in what one means in a literal. */
function escaped(text: SqlFragment): SqlFragment {
  const backslashes = sql`replace(${text}, ${sqlParameter("\\ ")}, ${sqlParameter("\\\\ ")})`;
  return sql`replace(${backslashes}, ': ', ${sqlParameter(":\\ ")})`;
}
