import { isDeepStrictEqual } from "node:util";
import { evaluateRow, hashOf, type TableScope, valueFamilyOf } from "@tablewright/core/compiler";
import {
  EvaluationError,
  type Family,
  type FindPlan,
  type FoundRows,
  findAll,
  type Grouping,
  type Row,
  type Value,
} from "@tablewright/core/storage";
import { allOf, answerPlan, finishFind, groupsOf, mergedGroups } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SourceDatabase } from "../source-database.ts";
import { foreignExpressions } from "./foreign-expressions.ts";
import { type ForeignList, type ForeignPlan, foreignPlans } from "./foreign-plans.ts";
import { ForeignRows } from "./foreign-rows.ts";
import { columnsOf, creating, type ForeignTables, scopeOf, storedTables } from "./foreign-tables.ts";

type Database = Pick<SourceDatabase, "store" | "place" | "ask" | "dispose">;

/** More, with other seeds: `TABLEWRIGHT_PLANS=10000 npm test -- source-plans`. */
const planCount = process.env.TABLEWRIGHT_PLANS;
const PLANS = Number(planCount ?? 50);
const PLANS_OF_ROWS = 25;
const seed = planCount === undefined ? 20_261_123 : Math.floor(Math.random() * 1e9);

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

    const { rows, rowsOfLiterals, plan, grouped, listed } = foreignPlans(tables, expressions);
    const families = columnsOf(tables).map(({ type }) => valueFamilyOf(type));
    const some = <T>(one: fc.Arbitrary<T>) =>
      fc.array(one, { minLength: PLANS_OF_ROWS, maxLength: PLANS_OF_ROWS });

    test("every column is found, sorted and computed as the evaluator does, and what was wrong once", async () => {
      const stored = await ForeignRows.fill(database, tables, rowsOfLiterals);
      const values = columnsOf(tables).map(({ name }) => `[${name}]`);
      for (const value of [...values, ...values.map((one) => `ISBLANK(${one})`), ...tables.cases]) {
        const isCondition = expressions.check(value).type.kind === "Yes/No";
        const parts = {
          conditions: isCondition ? [value] : [],
          computed: [value],
          limit: undefined,
          filter: undefined,
        };
        await compare(stored, { ...parts, order: [] });
        if (value.startsWith("ISBLANK")) continue;
        await compare(stored, { ...parts, order: [{ by: value, descending: false }] });
        await compare(stored, { ...parts, order: [{ by: value, descending: true }] });
      }
    });

    test("find what the evaluator finds", async () => {
      const met = { asked: 0, applied: 0, sorted: 0, ordered: 0, rows: 0 };
      const property = fc.asyncProperty(rows, some(plan), async (choices, somePlans) => {
        const stored = await ForeignRows.fill(database, tables, choices);
        for (const parts of somePlans) {
          const comparison = await compare(stored, parts);
          met.asked += parts.conditions.length;
          met.applied += parts.conditions.length - comparison.residual.length;
          met.sorted += parts.order.length > 0 ? 1 : 0;
          met.ordered += parts.order.length > 0 && comparison.ordered ? 1 : 0;
          met.rows += stored.things.length;
        }
      });
      await fc.assert(property, { numRuns: Math.ceil(PLANS / PLANS_OF_ROWS), seed });
      tell(met);
      expect(met.applied).toBeGreaterThan(0);
    });

    test("make the groups that the language makes of the rows", async () => {
      const met = { asked: 0, grouped: 0 };
      const property = fc.asyncProperty(rows, some(grouped), async (choices, plans) => {
        const stored = await ForeignRows.fill(database, tables, choices);
        for (const { conditions, ...grouping } of plans) {
          const plan: FindPlan = {
            table: "Things",
            conditions: conditions.map(expressions.check),
            order: [],
            grouping,
            context: stored.context(),
          };
          const meant = unlessError(() => groupsOf(answerPlan(stored.things, plan), grouping, families));
          const groups = await database.store
            .read(async (transaction) => {
              const result = await transaction.find(plan);
              return result.groups && (await allOf(result.groups)).flat();
            })
            .catch(refuseOther);
          met.asked += 1;
          if (groups === undefined || meant === undefined) continue;
          met.grouped += 1;
          const details = { conditions, grouping: named(grouping) };
          expect({ ...details, groups: mergedGroups(groups, grouping, families) }).toEqual({
            ...details,
            groups: meant,
          });
        }
      });
      await fc.assert(property, { numRuns: Math.ceil(PLANS / 3 / PLANS_OF_ROWS), seed });
      tell(met);
      expect(met.grouped).toBeGreaterThan(0);
    });

    test("leave no row out that has one of some values", async () => {
      const met = { asked: 0, left: 0, kept: 0 };
      const compareAll = async (choices: readonly (readonly number[])[], lists: readonly ForeignList[]) => {
        const stored = await ForeignRows.fill(database, tables, choices);
        for (const list of lists) {
          const { left, kept } = await compareListed(stored, list);
          met.asked += 1;
          met.left += left;
          met.kept += kept;
        }
      };
      await compareAll(
        rowsOfLiterals,
        families.map((_, column) => ({ column, rows: [...rowsOfLiterals.keys()], condition: "TRUE" })),
      );
      const property = fc.asyncProperty(rows, some(listed), compareAll);
      await fc.assert(property, { numRuns: Math.ceil(PLANS / 3 / PLANS_OF_ROWS), seed });
      tell(met);
      expect(met.kept).toBeGreaterThan(0);
    });

    function named({ by, folds }: Grouping) {
      const nameOf = (at: number) => columnsOf(tables)[at]?.name;
      return { by: by.map(nameOf), folds: folds.map(({ name, column }) => `${name} ${nameOf(column)}`) };
    }

    /** What a long run has looked at. */
    function tell(met: object): void {
      if (planCount !== undefined) process.stdout.write(`${name}, seed ${seed}: ${JSON.stringify(met)}\n`);
    }

    async function compareListed(stored: ForeignRows, { column, condition, ...chosen }: ForeignList) {
      const family = families[column] as Family;
      const values = chosen.rows.map((at) =>
        nearly(stored.things[at % stored.things.length]?.[column] ?? null, at),
      );
      const equal = new Set(values.map((one) => hashOf(one, family)));
      const isListed = (row: Row) => equal.has(hashOf(row[column] ?? null, family));
      const plan: FindPlan = {
        table: "Things",
        conditions: [expressions.check(condition)],
        order: [],
        inList: { column, family, values },
        context: stored.context(),
      };
      const meant = unlessError(() => answerPlan(stored.things.filter(isListed), plan));
      const result = await database.store
        .read((transaction) => findAll(transaction, plan))
        .catch(refuseOther);
      const finished =
        result && unlessError(() => finishFind({ ...result, rows: result.rows.filter(isListed) }, plan));
      if (meant === undefined || finished === undefined) return { left: 0, kept: 0 };
      const details = { column: columnsOf(tables)[column]?.name, values, condition };
      if (!isDeepStrictEqual(finished, meant))
        expect({ ...details, rows: finished.map(shown) }).toEqual({ ...details, rows: meant.map(shown) });
      return { left: stored.things.length - (result?.rows.length ?? 0), kept: meant.length };
    }

    async function compare(stored: ForeignRows, parts: ForeignPlan): Promise<FoundRows> {
      const { limit } = parts;
      const conditions = parts.conditions.map(expressions.check);
      const computed = parts.computed.map(expressions.check);
      const order = parts.order.map(({ by, descending }) => ({
        expression: expressions.check(by),
        descending,
      }));
      const filter = parts.filter === undefined ? undefined : expressions.check(parts.filter);
      const everything = stored.context();
      const isVisible = (row: Row) => filter === undefined || evaluateRow(filter, row, everything) === true;
      const visible = unlessError(() => stored.things.filter(isVisible));
      if (visible === undefined) return NOTHING;
      const context = stored.context(visible);
      const plan: FindPlan = { table: "Things", conditions, order, computed, context };
      const limitedPlan = limit === undefined ? plan : { ...plan, limit };
      const complete = {
        ...limitedPlan,
        ...(filter === undefined ? {} : { rowFilter: filter }),
        rowSecurity: {
          filterOf: (table: string) => (table === "Things" ? filter : undefined),
          filtering: everything,
        },
      };
      const meant = unlessError(() => answerPlan(visible, limitedPlan));
      const result = await database.store
        .read((transaction) => findAll(transaction, complete))
        .catch((error: unknown) => {
          if (error instanceof EvaluationError) return undefined;
          throw new Error(`${JSON.stringify(parts)}: ${String(error)}`, { cause: error });
        });
      if (result === undefined) return NOTHING;
      await expectExplained(complete, result);
      const isFiltered = filter === undefined || result.filtered === true;
      if (isFiltered) expectComputed(result, plan);
      const stripped = result.rows.map((row) => row.slice(0, things.rowNumberIndex + 1));
      const remaining = isFiltered ? stripped : stripped.filter(isVisible);
      const finished = unlessError(() => finishFind({ ...result, rows: remaining }, limitedPlan));
      if (meant !== undefined && finished !== undefined && !isDeepStrictEqual(finished, meant))
        expect({ ...parts, rows: finished.map(shown) }).toEqual({ ...parts, rows: meant.map(shown) });
      return result;
    }

    /** What a plan is explained as is what is done with it. */
    async function expectExplained(plan: FindPlan, { residual, ordered, limited, filtered }: FoundRows) {
      const explanation = await database.store.read(async (transaction) => transaction.explain?.(plan));
      expect({
        plan: plan.conditions.map(({ source }) => source),
        residual: explanation?.residual.map(({ condition }) => condition.source),
        ...{
          ordered: explanation?.ordered,
          limited: explanation?.limited,
          filtered: explanation?.filtered ?? false,
        },
      }).toEqual({
        plan: plan.conditions.map(({ source }) => source),
        residual: residual.map(({ source }) => source),
        ...{ ordered, limited, filtered: filtered ?? false },
      });
    }

    function shown(row: Row) {
      return Object.fromEntries(columnsOf(tables).map(({ name }, at) => [name, row[at] ?? null]));
    }

    /** What a store computes beside its rows is what the evaluator computes. */
    function expectComputed({ rows, computed = [] }: FoundRows, plan: FindPlan): void {
      for (const [place, expression] of computed.entries()) {
        for (const row of rows) {
          const meant = unlessError(() => [evaluateRow(expression, row, plan.context)]);
          const input = row[things.rowNumberIndex + 1 + place];
          if (meant !== undefined && !Object.is(input, meant[0]))
            expect([expression.source, input, shown(row)]).toEqual([expression.source, ...meant, shown(row)]);
        }
      }
    }
  });
}

const NOTHING: FoundRows = { rows: [], residual: [], ordered: false, limited: false };

/** A text in another case, or the value itself. */
function nearly(value: Value, choice: number): Value {
  if (typeof value !== "string") return value;
  return choice % 3 === 0 ? value.toUpperCase() : choice % 3 === 1 ? `${value} ` : value;
}

function refuseOther(thrown: unknown): undefined {
  if (!(thrown instanceof EvaluationError)) throw thrown;
}

function unlessError<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return undefined;
  }
}
