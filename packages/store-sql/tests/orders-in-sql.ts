import { check } from "@tablewright/core/compiler";
import type { Scope } from "@tablewright/core/expression";
import type { CheckedExpression } from "@tablewright/core/storage";
import {
  type compileSortKey,
  compileToSql,
  renderSql,
  type SqlDialect,
  type SqlTable,
} from "@tablewright/store-sql";
import { bindContext, readScope } from "../../core/conformance/read-context.ts";

/** What is said in SQL and what is not; what SQL answers is held against the evaluator in `conformance/`. */
const scope: Scope = {
  table: "Orders",
  tables: {
    Customers: { key: "ID", columns: { ID: "Text", Rank: "Number" } },
    Orders: {
      key: "ID",
      columns: {
        ID: "Number",
        Customer: { type: "Ref", table: "Customers" },
        Day: "Date",
        Total: "Price",
        Count: "Number",
        'A "quoted" [name': "Text",
      },
    },
  },
};

const read = readScope(scope);
const { request } = bindContext(read, { now: "2026-03-14T15:09:26", user: { email: "x'; drop table t --" } });

const stored: Readonly<Record<string, SqlTable>> = {
  Customers: {
    name: "Customers",
    columns: [
      { name: "ID", form: "text" },
      { name: "Rank", form: "integer" },
    ],
    slot: "_Slot",
    isNumberedBySlot: false,
  },
  Orders: {
    name: "Orders",
    columns: [
      { name: "ID", form: "integer" },
      { name: "Customer", form: "text", isIndexed: true },
      { name: "Day", form: "date" },
      { name: "Total", form: "real" },
      { name: "Count", form: "integer" },
      { name: 'A "quoted" [name', form: "text" },
    ],
    slot: "_Slot",
    isNumberedBySlot: false,
  },
};

/** What an expression about an order is in SQL, or why it is not. */
export function said(
  source: string,
  dialect: SqlDialect,
  compile: typeof compileSortKey = compileToSql,
  limit = 1,
) {
  const { output, diagnostics } = check(source, read);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const row = { alias: "t", table: stored.Orders as SqlTable };
  const outcome = compile(output as CheckedExpression, row, {
    dialect,
    searches: "indexed",
    context: request,
    tableOf: (name) => stored[name],
    filterOf: () => undefined,
  });
  if (outcome.stopped !== undefined) return `${outcome.stopped.stoppedAt.op}: ${outcome.stopped.reason}`;
  return renderSql(outcome.sql, dialect, limit);
}
