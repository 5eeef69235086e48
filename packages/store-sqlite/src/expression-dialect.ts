import type { ValueForm } from "@tablewright/core/storage";
import {
  joinSql,
  jsonPath,
  plainSqlite,
  type RenderedSql,
  type SqlDialect,
  SqlFragment,
  sql,
  sqlParameter,
  sqlText,
} from "@tablewright/store-sql";

/**
 * SQLite on a connection that has the functions of `nativeFunctions`, `tw_spend` and `tw_spend_filter` where searches take
 * an index, and `tw_tick` and `tw_tickOnce` for statements that may take long.
 */
export const sqlite: SqlDialect = {
  ...plainSqlite,
  jsonMember,
  watch: (slot, looked, test) =>
    // A call is tied to the row of its slot, which may be a number that no function can be given.
    test === undefined || isCostly(test) ? sql`${own(WATCHES[looked])}(${slot} & 0)` : undefined,
  aggregate: (name, { sql: value }, looked) =>
    sql`${own(looked === undefined ? name : `${name}_${WATCHES[looked]}`)}(${value})`,
  native: (name, values) => sql`${own(name)}(${joinSql(values, ", ")})`,
};

const WATCHES = {
  rows: "tick",
  search: "tickOnce",
  "for each row": "spend",
  "for each row of a filter": "spend_filter",
} as const;

function own(name: string): SqlFragment {
  return new SqlFragment([`tw_${name}`]);
}

/** Whether a statement has a search inside that runs once, whatever its own rows. */
export function searchesOnce({ text }: RenderedSql): boolean {
  return text.includes("tw_tickOnce(");
}

/** SQLite reads decimals of JSON less exactly than those of columns: the nearest one of 15 digits is the one that was written. */
function jsonMember(
  json: SqlFragment,
  path: readonly string[],
  form: ValueForm,
  isIndexed: boolean,
): SqlFragment | undefined {
  const place = jsonPath(path);
  if (place === undefined) return undefined;
  const at = isIndexed ? sqlText(place) : sqlParameter(place);
  const value = sql`json_extract(${json}, ${at})`;
  const real = sql`tw_canonical(cast(${value} as real))`;
  const whenOf = (types: SqlFragment) =>
    sql`case when json_valid(${json}) then case json_type(${json}, ${at}) ${types} end end`;
  switch (form) {
    case "text":
      return sql`(${whenOf(sql`when 'text' then ${value} when 'null' then null when 'object' then null when 'array' then null else ${json} -> ${at}`)})`;
    case "date":
    case "time":
    case "datetime":
      return sql`(${whenOf(sql`when 'text' then ${value}`)})`;
    case "integer":
      return sql`(${whenOf(sql`when 'integer' then ${value}`)})`;
    case "real":
      return sql`(${whenOf(sql`when 'integer' then ${real} when 'real' then ${real}`)})`;
    case "boolean":
      return sql`(${whenOf(sql`when 'true' then 1 when 'false' then 0`)})`;
    default:
      return undefined;
  }
}

/** What SQLite computes itself of texts and lists, which may be long, and of many rows. */
function isCostly({ pieces }: SqlFragment): boolean {
  return pieces.some((piece) => typeof piece === "string" && COSTLY.test(piece));
}

const COSTLY = /count|like|instr|substr|length|json_each|select|trunc|\|\|/u;
