import type { ValueForm } from "@tablewright/core/storage";
import {
  joinSql,
  jsonPath,
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
  jsonMember,
  foldMatches: (text, constants, where, isIndexed) => {
    const isFound = plainMysql.foldMatches?.(text, constants, where, isIndexed);
    const indexed = isIndexed && isFound !== undefined ? indexedOf(text) : undefined;
    if (isFound === undefined || indexed === undefined) return isFound;
    const parts = constants.map((one) => sqlParameter(indexedPart(one)));
    return sql`${indexed} in (${joinSql(parts, ", ")}) and ${isFound}`;
  },
};

function jsonMember(json: SqlFragment, path: readonly string[], form: ValueForm): SqlFragment | undefined {
  const place = jsonPath(path);
  if (place === undefined) return undefined;
  const value = sql`json_extract(${json}, ${sqlParameter(place)})`;
  const text = sql`convert(json_unquote(${value}) using utf8mb4)`;
  const when = (types: SqlFragment, then: SqlFragment) =>
    sql`(case when json_type(${value}) in (${types}) then ${then} end)`;
  switch (form) {
    case "text":
      return when(sql`'STRING', 'BOOLEAN', ${NUMBERS}`, text);
    case "date":
    case "time":
    case "datetime":
      return when(sql`'STRING'`, text);
    case "integer":
      return when(WHOLE, sql`cast(${value} as signed)`);
    case "real":
      return when(NUMBERS, sql`cast(${value} as double)`);
    case "boolean":
      return when(sql`'BOOLEAN'`, sql`(${text} = 'true')`);
    default:
      return undefined;
  }
}

const WHOLE = sql`'INTEGER', 'UNSIGNED INTEGER'`;
const NUMBERS = sql`${WHOLE}, 'DOUBLE', 'DECIMAL'`;

/** What an index holds of a column. */
function indexedOf({ pieces }: SqlFragment): SqlFragment | undefined {
  const [alias, point, column] = pieces;
  if (pieces.length !== 3 || point !== "." || typeof alias !== "object" || typeof column !== "object")
    return undefined;
  return "name" in alias && "name" in column ? sqlName(alias.name, foldColumn(column.name)) : undefined;
}
