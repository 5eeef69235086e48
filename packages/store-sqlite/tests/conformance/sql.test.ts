import { check, evaluateRow } from "@tablewright/core/compiler";
import { type CheckedExpression, EvaluationError, type Value } from "@tablewright/core/storage";
import { compileToSql, renderSql } from "@tablewright/store-sql";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryExpression } from "../../../core/conformance/arbitrary-expression.ts";
import { type ItemsRow, itemsCall, itemsRows, itemsScope } from "../../../core/conformance/items-table.ts";
import { type BoundContext, bindContext, readScope } from "../../../core/conformance/read-context.ts";
import { sqlite } from "../../src/expression-dialect.ts";
import { SqliteTables } from "./sqlite-tables.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=1000000 npm test -- conformance/sql`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const count = Number(asked ?? 500);
const seed = asked === undefined ? 20_261_121 : Math.floor(Math.random() * 1e9);
const timeout = 3_600_000;

const scopes = (["consistent", "legacy"] as const).map((blanks) => readScope({ ...itemsScope, blanks }));
const tables = new SqliteTables(scopes[0] as (typeof scopes)[number]);

test(
  "SQLite keeps the rows that the row evaluator keeps",
  () => {
    const met = { expressions: 0, compiled: 0, errors: 0, reasons: new Map<string, number>() };
    const property = fc.property(
      arbitraryExpression(["Yes/No"]),
      itemsRows(),
      fc.nat({ max: 1 }),
      (source, rows, blanks) => {
        const scope = scopes[blanks] as (typeof scopes)[number];
        const { output } = check(source, scope);
        if (output === undefined) return;
        met.expressions += 1;
        const { request } = bind(rows, scope);
        const table = request.rowsOf("Items").rows;
        const outcome = compileToSql(
          output,
          { alias: "t", table: tables.tableOf("Items") },
          {
            dialect: sqlite,
            searches: "any",
            context: request,
            tableOf: (name) => tables.tableOf(name),
            filterOf: () => undefined,
          },
        );
        if (outcome.stopped !== undefined) {
          const reason = `${outcome.stopped.stoppedAt.op}: ${outcome.stopped.reason}`;
          met.reasons.set(reason, (met.reasons.get(reason) ?? 0) + 1);
          return;
        }
        met.compiled += 1;
        tables.fill("Items", table);
        const { text, values } = renderSql(outcome.sql, sqlite);
        const meant = outcomeOf(() => residualInEvaluator(output, request, table));
        const answer = outcomeOf(() => residualInSql(text, values));
        if ("error" in answer) met.errors += 1;
        if ("error" in meant && meant.error.startsWith("limit/")) return;
        if ("error" in answer && outcome.mayThrow) return;
        expect(answer, `${text}\n${JSON.stringify(values)}\nseed ${seed}`).toEqual(meant);
      },
    );
    fc.assert(property, { numRuns: count, seed });
    if (asked !== undefined) {
      const reasons = [...met.reasons].sort(([, a], [, b]) => b - a).slice(0, 40);
      process.stdout.write(`seed ${seed}: ${JSON.stringify({ ...met, reasons }, null, 1)}\n`);
    }
    expect(met.compiled / met.expressions).toBeGreaterThan(0.3);
  },
  timeout,
);

function bind(rows: readonly ItemsRow[], scope: (typeof scopes)[number]): BoundContext {
  return bindContext(scope, {
    tables: { Items: rows },
    ...itemsCall,
  });
}

function residualInEvaluator(
  expression: CheckedExpression,
  request: BoundContext["request"],
  rows: readonly (readonly Value[])[],
): readonly number[] {
  return rows.flatMap((row, at) => (evaluateRow(expression, row, request) === true ? [at + 1] : []));
}

function residualInSql(condition: string, values: readonly (string | number | null)[]): readonly number[] {
  const statement = tables.database.prepare(
    `select t."_Slot" from ${JSON.stringify(tables.tableOf("Items").name)} as t where ${condition} order by 1`,
  );
  return statement.all(...values).map((row) => Number(row._Slot));
}

type Outcome = { readonly kept: readonly number[] } | { readonly error: string };

function outcomeOf(run: () => readonly number[]): Outcome {
  try {
    return { kept: run() };
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return { error: thrown.code };
  }
}
