import { joinSql, plainSqlite, type SqlDialect, SqlFragment, sql } from "@tablewright/store-sql";

/**
 * SQLite on a connection that has the functions of `nativeFunctions`, `tw_spend` and `tw_spend_filter` where searches take
 * an index, and `tw_tick` and `tw_tickOnce` for statements that may take long.
 */
export const sqlite: SqlDialect = {
  ...plainSqlite,
  quotient: (left, right) => sql`tw_over(${left}, ${right})`,
  fold: (text) => sql`tw_fold(${text})`,
  spend: (slot, isForFilter) =>
    isForFilter ? sql`tw_spend_filter(${ofRow(slot)})` : sql`tw_spend(${ofRow(slot)})`,
  tick: (slot, test) => (isCostly(test) ? sql`tw_tick(${ofRow(slot)})` : undefined),
  tickOnce: (slot, number) => sql`tw_tickOnce(${ofRow(slot)}, ${number})`,
  sum: (value) => sql`tw_sum(${value.sql})`,
  total: (value) => sql`tw_total(${value.sql})`,
  mean: (value) => sql`tw_mean(${value.sql})`,
  sumOfTotals: (total) => sql`tw_sumOfTotals(${total})`,
  meanOfTotals: (total, count) => sql`tw_meanOfTotals(${total}, ${count})`,
  nativesMeter: true,
  native: (name, values) => sql`${new SqlFragment([`tw_${name}`])}(${joinSql(values, ", ")})`,
};

/** Ties a call to the row of a slot. The slot itself of another program may be a number that no function can be given. */
function ofRow(slot: SqlFragment): SqlFragment {
  return sql`${slot} & 0`;
}

/** What SQLite computes itself of texts and lists, which may be long, and of many rows. */
function isCostly({ pieces }: SqlFragment): boolean {
  return pieces.some((piece) => (typeof piece === "string" ? COSTLY.test(piece) : "search" in piece));
}

const COSTLY = /count|like|instr|substr|length|json_each|select|trunc|\|\|/u;
