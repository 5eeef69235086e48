import type { SqlDialect } from "../compile/sql-dialect.ts";
import {
  type RowsApart,
  type SearchApart,
  type SqlBound,
  type SqlFragment,
  sqlName,
} from "./sql-fragment.ts";

/** A statement, or a part of one, as a database takes it. */
export interface RenderedSql {
  readonly text: string;
  /** One value per parameter, in their order. */
  readonly values: readonly SqlBound[];
  /** Its searches that can be carried out before it, in the order of their numbers. */
  readonly searches?: readonly SearchApart[];
}

/** The tables, by their names, that hold what searches have found which were carried out before. */
export type SearchTables = ReadonlyMap<SearchApart, string>;

/** How a database writes names, bound parameters and orders. */
export type SqlSpelling = Pick<SqlDialect, "placeholder" | "quoteName" | "sortsBlanksLowest">;

/** The text of a fragment and the values of its parameters; `firstParameter` is the position of the first one, from 1. */
export function renderSql(
  fragment: SqlFragment,
  dialect: SqlSpelling,
  firstParameter = 1,
  tables?: SearchTables,
): RenderedSql {
  const texts: string[] = [];
  const values: SqlBound[] = [];
  const searches: SearchApart[] = [];
  const numbers = new Map<RowsApart, number>();
  const render = ({ pieces }: SqlFragment) => {
    for (const piece of pieces) {
      if (typeof piece === "string") texts.push(piece);
      else if ("name" in piece) texts.push(dialect.quoteName(piece.name));
      else if ("numberOf" in piece) texts.push(String(numbers.get(piece.numberOf) ?? 0));
      else if ("search" in piece) {
        const table = tables?.get(piece.search);
        if (table !== undefined) render(piece.from(sqlName("temp", table)));
        else {
          if (!numbers.has(piece.search.rows)) numbers.set(piece.search.rows, searches.push(piece.search));
          render(piece.inPlace);
        }
      } else {
        values.push(piece.value);
        texts.push(dialect.placeholder(firstParameter + values.length - 1));
      }
    }
  };
  render(fragment);
  const rendered = { text: texts.join(""), values };
  return searches.length === 0 ? rendered : { ...rendered, searches };
}
