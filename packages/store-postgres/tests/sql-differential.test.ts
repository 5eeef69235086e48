/** Random conditions and orders on the real server, against the row evaluator. */

import { check, evaluateRow } from "@tablewright/core/compiler";
import { type CheckedExpression, EvaluationError, type Value } from "@tablewright/core/storage";
import {
  compileSortKey,
  compileToSql,
  joinSql,
  renderSql,
  type SqlRequest,
  sql,
} from "@tablewright/store-sql";
import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { arbitraryExpression } from "../../core/conformance/arbitrary-expression.ts";
import {
  bindContext,
  compareValues,
  readScope,
  valueFamilyOf,
} from "../../core/conformance/evaluator-parts.ts";
import { itemsCall, itemsRows, itemsScope } from "../../core/conformance/items-table.ts";
import { shopCondition } from "../../core/conformance/shop-condition.ts";
import {
  bases,
  contextOf,
  customers,
  orders,
  requestOver,
  scopes,
} from "../../core/conformance/shop-tables.ts";
import { sortValue } from "../../core/conformance/shop-values.ts";
import { postgresStore } from "../src/index.ts";
import { dialect, ScopeTables } from "./scope-tables.ts";
import { server, temporarySchema } from "./temporary-schema.ts";

/** More, with other seeds: `TABLEWRIGHT_EXPRESSIONS=100000 npm test -- sql-differential`. */
const asked = process.env.TABLEWRIGHT_EXPRESSIONS;
const count = Number(asked ?? 250);
const seed = asked === undefined ? 20_261_121 : Math.floor(Math.random() * 1e9);
const timeout = 3_600_000;

/** A text that is built of one that is built, which may be as long as a text may be and is not. */
const LOWERED_TWICE = 'LOWER(LOWER([ID])) = "a"';

const itemScopes = (["consistent", "legacy"] as const).map((blanks) => readScope({ ...itemsScope, blanks }));
type Scope = (typeof scopes)[number];

describe.skipIf(server === "")("what PostgreSQL answers is what the row evaluator answers", () => {
  const { options, release } = temporarySchema();
  const client = new Client({ connectionString: server });
  let items: ScopeTables;
  let shop: ScopeTables;

  beforeAll(async () => {
    const store = await postgresStore(options); // makes the functions
    await store.close();
    await client.connect();
    await client.query(`set search_path to "${options.schema}"; set plan_cache_mode to force_custom_plan`);
    items = await ScopeTables.make(client, itemScopes[0] as Scope, "i");
    shop = await ScopeTables.make(client, bases[0] as Scope, "s");
  });

  afterAll(async () => {
    await client.query('drop table if exists "i Items", "s Customers", "s Orders"');
    await client.end();
    await release();
  });

  test(
    "for conditions of every kind",
    async () => {
      const met = new Met();
      const property = fc.asyncProperty(
        arbitraryExpression(["Yes/No"]),
        itemsRows(),
        fc.nat({ max: 1 }),
        async (source, rows, blanks) => {
          const scope = itemScopes[blanks] as Scope;
          const { output } = check(source, scope);
          if (output === undefined) return;
          const { request } = bindContext(scope, {
            tables: { Items: rows },
            ...itemsCall,
          });
          const all = new Map([["Items", request.rowsOf("Items").rows]]);
          await compare(items, "Items", output, all, requestFor(items, request), met);
        },
      );
      const [rows = []] = fc.sample(itemsRows(), { numRuns: 1, seed });
      await fc.assert(property, { numRuns: count, seed, examples: [[LOWERED_TWICE, rows, 0]] });
      met.report();
      expect(met.compiled / met.checked).toBeGreaterThan(0.15);
    },
    timeout,
  );

  test(
    "for conditions that read other tables through security filters, on cells chosen to trip a database",
    async () => {
      const met = new Met();
      const property = fc.asyncProperty(
        shopCondition,
        customers,
        orders,
        fc.nat({ max: 1 }),
        fc.constantFrom(...filters),
        fc.constantFrom(...orderFilters),
        async (source, customerRows, orderRows, blanks, filter, orderFilter) => {
          const { output } = check(source, scopes[blanks] as Scope);
          if (output === undefined) return;
          const context = contextOf(customerRows, orderRows);
          const { request, filterOf, all } = requestOver(context, blanks, {
            Customers: filter,
            Orders: orderFilter,
          });
          const rows = new Map([...all].map(([name, table]) => [name, table.rows]));
          const asks = { ...requestFor(shop, request), filterOf: (name: string) => filterOf.get(name) };
          await compare(shop, "Orders", output, rows, asks, met);
        },
      );
      await fc.assert(property, { numRuns: count, seed });
      met.report();
      expect(met.compiled / met.checked).toBeGreaterThan(0.35);
    },
    timeout,
  );

  test(
    "for orders",
    async () => {
      const met = new Met();
      const key = fc.tuple(sortValue, fc.boolean());
      const property = fc.asyncProperty(
        fc.array(key, { minLength: 1, maxLength: 2 }),
        customers,
        orders,
        async (keys, customerRows, orderRows) => {
          const checked = keys.flatMap(([source, descending]) => {
            const { output } = check(source, scopes[0] as Scope);
            return output === undefined || output.type.kind === "Any" ? [] : [{ output, descending }];
          });
          if (checked.length < keys.length) return;
          met.checked += 1;
          const { request, all } = requestOver(contextOf(customerRows, orderRows), 0, {
            Customers: "TRUE",
            Orders: "TRUE",
          });
          const row = { alias: "t", table: shop.tableOf("Orders") };
          const parts = checked.flatMap(({ output, descending }) => {
            const outcome = compileSortKey(output, row, requestFor(shop, request));
            if (outcome.stopped !== undefined) return [];
            const direction = descending ? sql`desc nulls last` : sql`asc nulls first`;
            return [sql`${outcome.sql} ${direction}`];
          });
          if (parts.length < checked.length) return;
          met.compiled += 1;
          for (const [name, { rows }] of all) await shop.fill(name, rows);
          const { text, values } = renderSql(joinSql(parts, ", "), dialect);
          const rows = (all.get("Orders")?.rows ?? []).map((one, at) => ({
            at: at + 1,
            values: checked.map(({ output }) => evaluateRow(output, one, request)),
          }));
          const meant = rows.toSorted((a, b) => {
            for (const [index, { output, descending }] of checked.entries()) {
              const family = valueFamilyOf(output.type);
              const found = compareValues(a.values[index] ?? null, b.values[index] ?? null, family);
              if (found !== 0) return descending ? -found : found;
            }
            return a.at - b.at;
          });
          const answer = await shop.kept("Orders", "true", values, `${text}, t."_Slot"`);
          expect(answer, `${text}\nseed ${seed}`).toEqual(meant.map(({ at }) => at));
        },
      );
      await fc.assert(property, { numRuns: Math.floor(count / 3), seed });
      met.report();
      expect(met.compiled / met.checked).toBeGreaterThan(0.25);
    },
    timeout,
  );
});

const filters = [
  "TRUE",
  "[Active]",
  "OR([Active], [Name] = USEREMAIL())",
  "COUNT(SELECT(Orders[Line], [Customer] = [_THISROW].[ID])) > 1",
];
const orderFilters = ["TRUE", "NOT([Done])", "[Price] > 1"];

function requestFor(tables: ScopeTables, context: SqlRequest["context"]): SqlRequest {
  return {
    dialect,
    searches: "any",
    context,
    tableOf: (name) => tables.tableOf(name),
    filterOf: () => undefined,
  };
}

/** Nothing that is compiled for PostgreSQL raises an error of its own: an error of the server fails the test. */
async function compare(
  tables: ScopeTables,
  name: string,
  output: CheckedExpression,
  all: ReadonlyMap<string, readonly (readonly Value[])[]>,
  request: SqlRequest,
  met: Met,
): Promise<void> {
  met.checked += 1;
  const outcome = compileToSql(output, { alias: "t", table: tables.tableOf(name) }, request);
  if (outcome.stopped !== undefined)
    return met.stop(`${outcome.stopped.stoppedAt.op}: ${outcome.stopped.reason}`);
  met.compiled += 1;
  for (const [table, rows] of all) await tables.fill(table, rows);
  const rows = all.get(name) ?? [];
  const { text, values } = renderSql(outcome.sql, dialect);
  const told = `${output.source}\n${text}\n${JSON.stringify(values)}\nseed ${seed}`;
  const answer = await tables.kept(name, text, values).catch((error: Error) => error.message);
  let meant: readonly number[];
  try {
    meant = rows.flatMap((row, at) => (evaluateRow(output, row, request.context) === true ? [at + 1] : []));
  } catch (fault) {
    if (fault instanceof EvaluationError && (fault.code.startsWith("limit/") || outcome.mayThrow)) return;
    throw fault;
  }
  met.rows += rows.length;
  met.kept += meant.length;
  expect(answer, told).toEqual(meant);
}

class Met {
  checked = 0;
  compiled = 0;
  rows = 0;
  kept = 0;
  readonly #reasons = new Map<string, number>();

  stop(reason: string): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
  }

  report(): void {
    if (asked === undefined) return;
    const { checked, compiled, rows, kept } = this;
    const often = [...this.#reasons].sort(([, a], [, b]) => b - a).slice(0, 30);
    const lines = often.map((one) => one.join(" ")).join("\n");
    process.stdout.write(`seed ${seed}: ${JSON.stringify({ checked, compiled, rows, kept })}\n${lines}\n`);
  }
}
