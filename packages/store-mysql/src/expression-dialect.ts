import {
  joinSql,
  plainMysql,
  type SqlDialect,
  type SqlFragment,
  sql,
  sqlName,
  sqlParameter,
} from "@tablewright/store-sql";
import { indexedPart } from "./folded-texts.ts";
import { foldColumn } from "./generated-columns.ts";

/** MariaDB and MySQL in a session of `BEGIN_SESSION`, with the columns that are generated for indexes. */
export const expressionDialect: SqlDialect = {
  ...plainMysql,
  foldsToAny: (text, constants, isIndexed) => {
    const isFound = plainMysql.foldsToAny?.(text, constants, isIndexed);
    const indexed = isIndexed && isFound !== undefined ? indexedOf(text) : undefined;
    if (isFound === undefined || indexed === undefined) return isFound;
    const parts = constants.map((one) => sqlParameter(indexedPart(one)));
    return sql`${indexed} in (${joinSql(parts, ", ")}) and ${isFound}`;
  },
};

/** What an index holds of a column. */
function indexedOf({ pieces }: SqlFragment): SqlFragment | undefined {
  const [alias, point, column] = pieces;
  if (pieces.length !== 3 || point !== "." || typeof alias !== "object" || typeof column !== "object")
    return undefined;
  return "name" in alias && "name" in column ? sqlName(alias.name, foldColumn(column.name)) : undefined;
}
