import { check, compareValues, evaluateRow, valueFamilyOf } from "@tablewright/core/compiler";
import { EvaluationError } from "@tablewright/core/storage";
import {
  compileSortKey,
  compileToSql,
  joinSql,
  renderSql,
  type SqlRequest,
  sql,
} from "@tablewright/store-sql";
import fc from "fast-check";
import { expect, test } from "vitest";
import { shopCondition } from "../../../core/conformance/shop-condition.ts";
import {
  bases,
  contextOf,
  customers,
  orders,
  requestOver,
  scopes,
} from "../../../core/conformance/shop-tables.ts";
import { sortValue } from "../../../core/conformance/shop-values.ts";
import { sqlite } from "../../src/expression-dialect.ts";
import { SqliteTables } from "./sqlite-tables.ts";

/** Random conditions through security filters; more with `TABLEWRIGHT_EXPRESSIONS=100000 npm test -- conformance/sql`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const count = Number(asked ?? 400);
const seed = asked === undefined ? 20_261_121 : Math.floor(Math.random() * 1e9);
const timeout = 3_600_000;

const first = scopes[0] as (typeof scopes)[number];
const tables = new SqliteTables(bases[0] as (typeof bases)[number]);
const pick = <T>(values: readonly T[]) => fc.constantFrom(...values);

const filters = [
  "TRUE",
  "[Active]",
  "OR([Active], [Name] = USEREMAIL())",
  "COUNT(SELECT(Orders[Line], [Customer] = [_THISROW].[ID])) > 1",
  "[Rank] + 1 > 2",
];
const orderFilters = ["TRUE", "NOT([Done])", "[Price] > 1"];

test(
  "SQLite keeps the rows that the row evaluator keeps, whatever the cells, through the security filters",
  () => {
    const met = { checked: 0, compiled: 0, errors: 0, kept: 0, rows: 0, reasons: new Map<string, number>() };
    const property = fc.property(
      shopCondition,
      customers,
      orders,
      fc.nat({ max: 1 }),
      pick(filters),
      pick(orderFilters),
      (source, customerRows, orderRows, blanks, filter, orderFilter) => {
        const { output } = check(source, scopes[blanks] as (typeof scopes)[number]);
        if (output === undefined) return;
        met.checked += 1;
        const situation = outcomeOf(() =>
          requestOver(contextOf(customerRows, orderRows), blanks, { Customers: filter, Orders: orderFilter }),
        );
        if ("error" in situation) return;
        const { request, filterOf, all } = situation.value;
        const outcome = compileToSql(
          output,
          { alias: "t", table: tables.tableOf("Orders") },
          {
            dialect: sqlite,
            searches: "any",
            context: request,
            tableOf: (name) => tables.tableOf(name),
            filterOf: (name) => filterOf.get(name),
          },
        );
        if (outcome.stopped !== undefined) {
          const reason = `${outcome.stopped.stoppedAt.op}: ${outcome.stopped.reason}`;
          met.reasons.set(reason, (met.reasons.get(reason) ?? 0) + 1);
          return;
        }
        met.compiled += 1;
        for (const [name, { rows }] of all) tables.fill(name, rows);
        const rows = all.get("Orders")?.rows ?? [];
        const { text: said, values } = renderSql(outcome.sql, sqlite);
        const answer = outcomeOf(() => residualInSql(said, values));
        const meant = outcomeOf(() =>
          rows.flatMap((row, at) => (evaluateRow(output, row, request) === true ? [at + 1] : [])),
        );
        if ("value" in meant) {
          met.kept += meant.value.length;
          met.rows += rows.length;
        }
        if ("error" in answer) met.errors += 1;
        if ("error" in answer && outcome.mayThrow) return;
        expect(answer, `${source}\n${said}\n${JSON.stringify(values)}\nseed ${seed}`).toEqual(meant);
      },
    );
    fc.assert(property, { numRuns: count, seed });
    report(met);
    expect(met.compiled / met.checked).toBeGreaterThan(0.8);
  },
  timeout,
);

test(
  "SQLite sorts rows as the language does",
  () => {
    const key = fc.tuple(sortValue, fc.boolean());
    let compiled = 0;
    const property = fc.property(
      fc.array(key, { minLength: 1, maxLength: 3 }),
      customers,
      orders,
      (keys, customerRows, orderRows) => {
        const checked = keys.flatMap(([source, descending]) => {
          const { output } = check(source, first);
          return output === undefined || output.type.kind === "Any" ? [] : [{ output, descending }];
        });
        if (checked.length === 0) return;
        const { request, all } = requestOver(contextOf(customerRows, orderRows), 0, {
          Customers: "TRUE",
          Orders: "TRUE",
        });
        const row = { alias: "t", table: tables.tableOf("Orders") };
        const sorted: SqlRequest = {
          dialect: sqlite,
          searches: "any",
          context: request,
          tableOf: (name: string) => tables.tableOf(name),
          filterOf: () => undefined,
        };
        const parts = checked.flatMap(({ output, descending }) => {
          const outcome = compileSortKey(output, row, sorted);
          if (outcome.stopped !== undefined) return [];
          return [{ output, descending, sql: descending ? sql`${outcome.sql} desc` : outcome.sql }];
        });
        if (parts.length < checked.length) return;
        compiled += 1;
        for (const [name, { rows }] of all) tables.fill(name, rows);
        const { text: said, values } = renderSql(
          joinSql(
            parts.map((one) => one.sql),
            ", ",
          ),
          sqlite,
        );
        const answer = outcomeOf(() => residualInSql("true", values, `${said}, t."_Slot"`));
        const meant = outcomeOf(() => {
          const rows = (all.get("Orders")?.rows ?? []).map((one, at) => ({
            at: at + 1,
            values: parts.map(({ output }) => evaluateRow(output, one, request)),
          }));
          return rows
            .toSorted((a, b) => {
              for (const [index, { output, descending }] of parts.entries()) {
                const found = compareValues(
                  a.values[index] ?? null,
                  b.values[index] ?? null,
                  valueFamilyOf(output.type),
                );
                if (found !== 0) return descending ? -found : found;
              }
              return a.at - b.at;
            })
            .map(({ at }) => at);
        });
        if ("error" in answer) return;
        expect(answer, `${said}\nseed ${seed}`).toEqual(meant);
      },
    );
    fc.assert(property, { numRuns: Math.floor(count / 3), seed });
    expect(compiled).toBeGreaterThan(count / 9);
  },
  timeout,
);

function residualInSql(
  where: string,
  values: readonly (string | number | null)[],
  order = "1",
): readonly number[] {
  const statement = tables.database.prepare(
    `select t."_Slot" from "t Orders" as t where ${where} order by ${order}`,
  );
  return statement.all(...values).map((row) => Number(row._Slot));
}

function outcomeOf<T>(run: () => T): { readonly value: T } | { readonly error: string } {
  try {
    return { value: run() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { error: thrown.code };
  }
}

function report({ reasons, ...met }: { readonly reasons: ReadonlyMap<string, number> }): void {
  if (asked === undefined) return;
  const often = [...reasons].sort(([, a], [, b]) => b - a).slice(0, 25);
  process.stdout.write(
    `seed ${seed}: ${JSON.stringify(met)}\n${often.map((one) => one.join(" ")).join("\n")}\n`,
  );
}
