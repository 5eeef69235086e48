import { expect, test } from "vitest";
import { check, EvaluationError, type RequestContext, runToEnd } from "../../expression/parts.ts";
import { type AppDefinition, loadDefinition, type TableDefinition } from "../../schema/index.ts";
import {
  batchOf,
  type FindPlan,
  type FoundRows,
  findAll,
  type Row,
  type RowReader,
} from "../../storage/index.ts";
import { allRowsOf } from "../../storage/row.ts";
import { findTarget } from "../access/nameable.ts";
import type { Call } from "../calls/call.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import { VisibleRows } from "../visibility/visible-rows.ts";
import { type PlannedFind, planFind } from "./plan-find.ts";
import { runFind } from "./run-find.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: many, name: Many, owner: me@example.com }
tables:
  Rows: { key: [Row], columns: { Row: { type: Number }, Size: { type: Number } } }
  Mine: { key: [Row], securityFilter: '[Size] <> 3', columns: { Row: { type: Number }, Size: { type: Number } } }
`) as { output: AppDefinition };

/** Ten thousand rows: more than are tried together. Their sizes run through 0 to 96 again and again. */
const ROWS: readonly Row[] = Array.from({ length: 10_000 }, (_, row) => [row, (row * 7) % 97, row + 1]);

/** A store that does nothing but what `done` says, and writes down what it is asked. */
function storeOf(done: (plan: FindPlan) => Partial<FoundRows>, asked: FindPlan[] = []): RowReader {
  return {
    async find(plan) {
      asked.push(plan);
      const { rows = ROWS, ...told } = done(plan);
      const { conditions: residual } = plan;
      return { batches: batchOf(rows), residual, ordered: false, limited: false, ...told };
    },
    getByKeys: async () => [],
  };
}

async function planned(selector: string, table = "Rows"): Promise<{ call: Call; plan: PlannedFind }> {
  const target = findTarget(app, table).output as { table: TableDefinition; slice: undefined };
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const made = await makeCall({ definition: app, services }, target, { action: "Find", table }, "Find");
  const call = made.output as Call;
  const { output } = check(selector, app.scope);
  if (output === undefined) throw new Error(`"${selector}" is wrong.`);
  const plan = runToEnd(planFind(call, output));
  if (plan.shape !== "plan") throw new Error(plan.reason);
  return { call, plan };
}

async function found(selector: string, store: RowReader): Promise<{ rows: Row[]; spent: number }> {
  const { call, plan } = await planned(selector);
  const rows = [...(await allRowsOf(runFind(call, store, plan)))];
  return { rows, spent: (call.read.context as RequestContext).meter.spent };
}

const lazy = () => storeOf(() => ({}));

test("conditions, order and limit over several batches", async () => {
  const selector = "TOP(ORDERBY(FILTER(Rows, [Size] > 50), [Size], TRUE, [Row], TRUE), 5)";
  const sorted = ROWS.filter((row) => Number(row[1]) > 50).sort(
    (one, other) => Number(other[1]) - Number(one[1]) || Number(other[0]) - Number(one[0]),
  );
  expect((await found(selector, lazy())).rows).toEqual(sorted.slice(0, 5));
});

test("equal rows keep table order across batches", async () => {
  const { rows } = await found("ORDERBY(Rows[Row], [Size])", lazy());
  expect(rows).toEqual(ROWS.toSorted((one, other) => Number(one[1]) - Number(other[1])));
});

test("a limit ends the search with its batch, unless a condition may still fail", async () => {
  const early = await found("TOP(FILTER(Rows, [Size] = 7), 1)", lazy());
  expect(early).toEqual({ rows: [ROWS[1]], spent: 4_096 });
  const all = await found("TOP(FILTER(Rows, AND([Size] + 1 > 0, [Size] = 7)), 1)", lazy());
  expect(all).toEqual({ rows: [ROWS[1]], spent: 10_000 });
  const failing = found("TOP(FILTER(Rows, [Row] + 9007199254735991 > 0), 1)", lazy());
  await expect(failing).rejects.toThrow(EvaluationError);
});

test("a store that ignores a limit does not lengthen the answer", async () => {
  const { rows } = await found("TOP(Rows[Row], 3)", lazy());
  expect(rows).toEqual(ROWS.slice(0, 3));
});

test.each([
  ["TOP(ORDERBY(FILTER(Rows, [Size] > 3), [Row]), 2)", [1, 1, 2]],
  ["TOP(ORDERBY(FILTER(Rows, [Size] > 3), [Row] + 1), 2)", [1, 0, undefined]],
  ["TOP(FILTER(Rows, AND([Size] > 3, [Row] + 1 > 3, [Size] < 9)), 2)", [1, 0, undefined]],
  ["TOP(FILTER(Rows, COUNT(Mine[Row]) > 3), 2)", [1, 0, 2]],
])("what is pushed down: %s", async (selector, [conditions, order, limit]) => {
  const { plan } = await planned(selector);
  const { pushed } = plan;
  expect([pushed.conditions.length, Math.min(1, pushed.order.length), pushed.limit]).toEqual([
    conditions,
    Math.min(1, order ?? 0),
    limit,
  ]);
});

test("a security filter stands first, then conditions, order and limit; the answer is about the plan alone", async () => {
  const { call, plan } = await planned("TOP(ORDERBY(FILTER(Mine, [Size] > 3), [Row]), 2)", "Mine");
  const asked: FindPlan[] = [];
  const done = { filtered: true, residual: [], ordered: true, limited: true };
  const store = storeOf(() => ({ rows: ROWS.slice(4, 6), ...done }), asked);
  expect(await findAll(new VisibleRows(call, store), plan.pushed)).toMatchObject({
    residual: [],
    ordered: true,
    limited: true,
  });
  const [{ rowFilter, conditions, order, limit } = plan.pushed] = asked;
  expect(rowFilter?.source).toBe("[Size] <> 3");
  expect(conditions.map(({ source }) => source)).toEqual(["[Size] > 3"]);
  expect([order.length, limit]).toEqual([1, 2]);
});

test.each([
  ["the plan's condition, but applied the filter", true, [ROWS[0], [9, 3, 2]]],
  ["the filter: the engine applies it, and all else", false, [ROWS[0]]],
])("a store that leaves %s", async (_, filtered, rows) => {
  const { call, plan } = await planned("TOP(ORDERBY(FILTER(Mine, [Size] > 3), [Row]), 2)", "Mine");
  const asked: FindPlan[] = [];
  const store = storeOf(() => ({ filtered, rows: [ROWS[0], [9, 3, 2]] as readonly Row[] }), asked);
  const found = await findAll(new VisibleRows(call, store), plan.pushed);
  const { conditions: residual } = plan.pushed;
  expect(found).toEqual({ filtered: true, rows, residual, ordered: false, limited: false });
  expect(asked).toHaveLength(1);
});

test("where an evaluation fails in a store nothing else is asked but the rows", async () => {
  const { call, plan } = await planned("TOP(ORDERBY(FILTER(Mine, [Size] > 3), [Row]), 2)", "Mine");
  const asked: FindPlan[] = [];
  const failing = storeOf((one) => {
    if (one.rowFilter !== undefined) throw new EvaluationError("run/overflow");
    return {};
  }, asked);
  const found = await findAll(new VisibleRows(call, failing), plan.pushed);
  expect(found.residual).toEqual(plan.pushed.conditions);
  expect(found.rows).toEqual(ROWS.filter((row) => row[1] !== 3));
  expect(asked[1]).toMatchObject({ conditions: [], order: [] });
  expect(asked[1]).not.toHaveProperty("rowFilter");
  expect(asked[1]).not.toHaveProperty("limit");
});

test("conditions see other tables through their filters, and a filter sees all rows", async () => {
  const asked: FindPlan[] = [];
  const store = storeOf(() => ({}), asked);
  for (const table of ["Rows", "Mine"]) {
    const { call, plan } = await planned(`FILTER(${table}, COUNT(Mine[Row]) > 3)`, table);
    await findAll(new VisibleRows(call, store), plan.pushed);
  }
  expect(asked.map(({ rowFilter }) => rowFilter?.source)).toEqual([undefined, "[Size] <> 3"]);
  for (const { rowSecurity } of asked) {
    expect(rowSecurity?.filterOf("Mine")?.source).toBe("[Size] <> 3");
    expect(rowSecurity?.filterOf("Rows")).toBeUndefined();
  }
});
