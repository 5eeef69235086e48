import {
  EvaluationError,
  evaluateRow,
  type FindPlan,
  type FoundRows,
  findAll,
  type RequestContext,
  type Row,
  RowTable,
  type TableScope,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerPlan, finishFind } from "../../finish-find.ts";
import { readRows } from "../../read-rows.ts";
import { testContext } from "../../test-context.ts";
import type { SourceDatabase } from "../source-database.ts";
import { foreignExpressions } from "./foreign-expressions.ts";
import { columnsOf, creating, type ForeignTables, filling, scopeOf, storedTables } from "./foreign-tables.ts";

type Database = Pick<SourceDatabase, "store" | "place" | "ask" | "dispose">;

/** More, with other seeds: `TABLEWRIGHT_PLANS=10000 npm test -- source-plans`. */
const asked = process.env.TABLEWRIGHT_PLANS;
const PLANS = Number(asked ?? 300);
const PLANS_OF_ROWS = 25;
const seed = asked === undefined ? 20_261_123 : Math.floor(Math.random() * 1e9);

/**
 * Registers the test that a store finds in tables of another program what the evaluator finds in their rows read whole, whatever
 * types and collations their columns have.
 */
export function describeForeignPlans(
  name: string,
  tables: ForeignTables,
  make: () => Promise<Database>,
): void {
  describe(`plans about tables of another program on ${name}`, { timeout: 3_600_000 }, () => {
    let database: Database;
    const scope = scopeOf(tables);
    const things = scope.tables.get("Things") as TableScope;
    const groups = scope.tables.get("Groups") as TableScope;
    const expressions = foreignExpressions(tables);
    beforeAll(async () => {
      database = await make();
      for (const statement of creating(tables, database.place)) await database.ask(statement);
      await database.store.open(storedTables(tables, database.place), { application: "things" });
    });
    afterAll(async () => {
      await database.store.close();
      await database.dispose();
    });

    const count = columnsOf(tables).length - 1;
    const cells = fc.array(fc.nat({ max: 1_000_000 }), { minLength: count, maxLength: count });
    const rows = fc.array(cells, { minLength: 1, maxLength: 40, size: "max" });
    const plan = fc.record({
      conditions: fc.array(expressions.condition, { maxLength: 3 }),
      order: fc.array(fc.record({ by: expressions.value, descending: fc.boolean() }), { maxLength: 2 }),
      computed: fc.array(fc.oneof(expressions.value, expressions.condition), { maxLength: 2 }),
      limit: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
      filter: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, expressions.condition),
    });
    type Parts = typeof plan extends fc.Arbitrary<infer T> ? T : never;
    const plans = fc.array(plan, { minLength: PLANS_OF_ROWS, maxLength: PLANS_OF_ROWS });

    test("every column is found, sorted and computed as the evaluator does, and what was wrong once", async () => {
      const written = Math.max(...tables.columns.map(({ literals }) => literals.length)) + 1;
      const rows = Array.from({ length: written }, (_, row) => new Array<number>(count).fill(row));
      const { all, ofGroups } = await fill(rows);
      const values = columnsOf(tables).map(({ name }) => `[${name}]`);
      for (const value of [...values, ...values.map((one) => `ISBLANK(${one})`), ...tables.cases]) {
        const isCondition = expressions.check(value).type.kind === "Yes/No";
        const parts = {
          conditions: isCondition ? [value] : [],
          computed: [value],
          limit: undefined,
          filter: undefined,
        };
        await compare(all, ofGroups, { ...parts, order: [{ by: value, descending: false }] });
        await compare(all, ofGroups, { ...parts, order: [{ by: value, descending: true }] });
      }
    });

    test("find what the evaluator finds", async () => {
      const met = { asked: 0, applied: 0, sorted: 0, ordered: 0, rows: 0 };
      const property = fc.asyncProperty(rows, plans, async (choices, somePlans) => {
        const { all, ofGroups } = await fill(choices);
        for (const parts of somePlans) {
          const found = await compare(all, ofGroups, parts);
          met.asked += parts.conditions.length;
          met.applied += parts.conditions.length - found.residual.length;
          met.sorted += parts.order.length > 0 ? 1 : 0;
          met.ordered += parts.order.length > 0 && found.ordered ? 1 : 0;
          met.rows += all.length;
        }
      });
      await fc.assert(property, { numRuns: Math.ceil(PLANS / PLANS_OF_ROWS), seed });
      if (asked !== undefined) process.stdout.write(`${name}, seed ${seed}: ${JSON.stringify(met)}\n`);
      expect(met.applied).toBeGreaterThan(0);
    });

    async function fill(choices: readonly (readonly number[])[]) {
      for (const statement of filling(tables, database.place, choices)) await database.ask(statement);
      const [all, ofGroups] = [
        await readRows(database.store, "Things"),
        await readRows(database.store, "Groups"),
      ];
      return { all, ofGroups };
    }

    function contextOf(all: readonly Row[], ofGroups: readonly Row[]): RequestContext {
      return testContext({ Things: new RowTable(all, things), Groups: new RowTable(ofGroups, groups) });
    }

    async function compare(all: readonly Row[], ofGroups: readonly Row[], parts: Parts): Promise<FoundRows> {
      const { limit } = parts;
      const conditions = parts.conditions.map(expressions.check);
      const computed = parts.computed.map(expressions.check);
      const order = parts.order.map(({ by, descending }) => ({
        expression: expressions.check(by),
        descending,
      }));
      const filter = parts.filter === undefined ? undefined : expressions.check(parts.filter);
      const everything = contextOf(all, ofGroups);
      const isVisible = (row: Row) => filter === undefined || evaluateRow(filter, row, everything) === true;
      const visible = unlessError(() => all.filter(isVisible));
      if (visible === undefined) return NOTHING;
      const context = contextOf(visible, ofGroups);
      const plan: FindPlan = { table: "Things", conditions, order, computed, context };
      const wanted = limit === undefined ? plan : { ...plan, limit };
      const complete = {
        ...wanted,
        ...(filter === undefined ? {} : { rowFilter: filter }),
        rowSecurity: {
          filterOf: (table: string) => (table === "Things" ? filter : undefined),
          filtering: everything,
        },
      };
      const meant = unlessError(() => answerPlan(visible, wanted));
      const found = await database.store
        .read((transaction) => findAll(transaction, complete))
        .catch((error: unknown) => {
          if (error instanceof EvaluationError) return undefined;
          throw new Error(`${JSON.stringify(parts)}: ${String(error)}`, { cause: error });
        });
      if (found === undefined) return NOTHING;
      const isFiltered = filter === undefined || found.filtered === true;
      if (isFiltered) expectComputed(found, plan);
      const stripped = found.rows.map((row) => row.slice(0, things.rowNumberIndex + 1));
      const kept = isFiltered ? stripped : stripped.filter(isVisible);
      const finished = unlessError(() => finishFind({ ...found, rows: kept }, wanted));
      if (meant !== undefined && finished !== undefined)
        expect({ ...parts, rows: finished.map(named) }).toEqual({ ...parts, rows: meant.map(named) });
      return found;
    }

    function named(row: Row) {
      return Object.fromEntries(columnsOf(tables).map(({ name }, at) => [name, row[at] ?? null]));
    }

    /** What a store computes beside its rows is what the evaluator computes. */
    function expectComputed({ rows, computed = [] }: FoundRows, plan: FindPlan): void {
      for (const [place, expression] of computed.entries()) {
        for (const row of rows) {
          const meant = unlessError(() => [evaluateRow(expression, row, plan.context)]);
          const given = row[things.rowNumberIndex + 1 + place];
          if (meant !== undefined)
            expect([expression.source, given, named(row)]).toEqual([expression.source, ...meant, named(row)]);
        }
      }
    }
  });
}

const NOTHING: FoundRows = { rows: [], residual: [], ordered: false, limited: false };

function unlessError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return undefined;
  }
}
