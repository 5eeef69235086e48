import type { SqlDialect } from "../compile/sql-dialect.ts";
import type { SqlBound, SqlFragment } from "./sql-fragment.ts";

/** A statement, or a part of one, as a database takes it. */
export interface RenderedSql {
  readonly text: string;
  /** One value per parameter, in their order. */
  readonly values: readonly SqlBound[];
}

/** How a database writes names, bound parameters and orders. */
export type SqlSpelling = Pick<SqlDialect, "placeholder" | "quoteName" | "sortsBlanksLowest">;

/** The text of a fragment and the values of its parameters; `firstParameter` is the position of the first one, from 1. */
export function renderSql({ pieces }: SqlFragment, dialect: SqlSpelling, firstParameter = 1): RenderedSql {
  const texts: string[] = [];
  const values: SqlBound[] = [];
  for (const piece of pieces) {
    if (typeof piece === "string") texts.push(piece);
    else if ("name" in piece) texts.push(dialect.quoteName(piece.name));
    else {
      values.push(piece.value);
      texts.push(dialect.placeholder(firstParameter + values.length - 1));
    }
  }
  return { text: texts.join(""), values };
}
