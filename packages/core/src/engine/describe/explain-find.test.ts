import { expect, test } from "vitest";
import type { CheckedExpression } from "../../expression/parts.ts";
import { type AppDefinition, loadDefinition } from "../../schema/index.ts";
import type { FindPlan, PlanExplanation, RowReader, Store } from "../../storage/index.ts";
import { findTarget } from "../access/nameable.ts";
import { makeCall } from "../calls/prepare/prepare-call.ts";
import type { EngineRequest } from "../calls/request.ts";
import { explainFindPlan } from "./explain-find.ts";

const { output: app } = loadDefinition(`
tablewright: 1
app: { id: shop, name: Shop, owner: me@example.com }
tables:
  Orders:
    key: [Order]
    columns:
      Order: { type: Text }
      Total: { type: Price }
      Count: { type: Number }
      Customer: { type: Ref, table: Customers }
  Customers:
    key: [Customer]
    securityFilter: '[Owner] = USEREMAIL()'
    columns: { Customer: { type: Text }, Owner: { type: Text } }
  Regions:
    key: [Region]
    columns:
      Region: { type: Text }
      Number: { type: Number, virtual: true, formula: 'COUNT(SELECT(Orders[Order], [Customer] = [_THISROW].[Region]))' }
      Sum: { type: Price, virtual: true, formula: 'SUM(SELECT(Orders[Total], [Customer] = [_THISROW].[Region]))' }
      Units: { type: Number, virtual: true, formula: 'SUM(SELECT(Orders[Count], [Customer] = [_THISROW].[Region]))' }
      Twice: { type: Text, virtual: true, formula: '[Region] & [Region]' }
  Grants:
    key: [Grant]
    securityFilter: 'IN([Grant], Orders[Order])'
    columns: { Grant: { type: Text } }
slices:
  Large Orders: { table: Orders, filter: '[Total] > 100' }
`) as { output: AppDefinition };

interface SilentStore extends Store {
  readonly asked: FindPlan[];
}

/** A store that reads nothing, and says of each plan what the test gives it to say. */
function silentStore(explain?: NonNullable<RowReader["explain"]>): SilentStore {
  const asked: FindPlan[] = [];
  const reader = explain && {
    explain(plan: FindPlan) {
      asked.push(plan);
      return explain(plan);
    },
  };
  const read = (work: (transaction: object) => unknown) => work(reader ?? {});
  return { name: "silent", asked, read } as unknown as SilentStore;
}

async function explained(request: Partial<EngineRequest>, store: Store = silentStore(takesAll)) {
  const { table = "Orders" } = request;
  const target = findTarget(app, table).output;
  if (target === undefined) throw new Error(`No table ${table}.`);
  const services = { now: () => 0, random: () => 0, newId: () => "" };
  const asked = { action: "Find", ...request, table };
  const { output: call } = await makeCall({ definition: app, services }, target, asked, "Find");
  if (call === undefined) throw new Error("The call is wrong.");
  return explainFindPlan(call, store, asked);
}

async function takesAll(plan: FindPlan): Promise<PlanExplanation> {
  return {
    filtered: true,
    residual: [],
    ordered: true,
    limited: plan.limit !== undefined,
    sql: `SELECT ${plan.conditions.length}`,
    indexes: ["Total"],
    estimatedRows: 7,
  };
}

const bySelector = (Selector: string) => ({ properties: { Selector } });

test("what the store takes over, with its own words", async () => {
  const selector = 'top( orderby(FILTER("Orders",AND([Total]>1, [Order]<>"x")), [Total], TRUE),3)';
  expect((await explained(bySelector(selector))).output).toEqual({
    table: "Orders",
    shape: "plan",
    conditions: [
      { text: "[Total] > 1", pushed: true },
      { text: '[Order] <> "x"', pushed: true },
    ],
    order: [{ text: "[Total]", descending: true }],
    isOrderPushed: true,
    isLimitPushed: true,
    limit: 3,
    store: { name: "silent", sql: "SELECT 2", indexes: ["Total"] },
    estimatedRows: 7,
  });
});

test("which virtual columns the store computes; of those that may fail, or read their row alone, it is not asked", async () => {
  const store = silentStore(async (plan) => ({
    ...(await takesAll(plan)),
    computed: plan.computed?.slice(1) ?? [],
  }));
  const { output } = await explained({ table: "Regions" }, store);
  expect(output?.computed).toEqual([
    { column: "Number", pushed: false },
    { column: "Sum", pushed: true },
  ]);
  expect(store.asked[0]?.computed).toHaveLength(2);
  const uncertain = bySelector('FILTER("Regions", [Units] > 1)');
  expect((await explained({ table: "Regions", ...uncertain }, store)).output).not.toHaveProperty("computed");
});

test.each([
  [
    'FILTER("Orders", AND([Count] + 1 > 2, [Total] > 1))',
    "it may fail on a row, and then the call must say so",
    "it comes after a condition that may fail",
  ],
])("why the engine keeps conditions: %s", async (selector, ...reasons) => {
  const store = silentStore(takesAll);
  const { output } = await explained(bySelector(`TOP(ORDERBY(${selector}, [Total]), 2)`), store);
  expect(output?.conditions.map(({ reason }) => reason)).toEqual(reasons);
  expect(output).toMatchObject({ isOrderPushed: false, isLimitPushed: false, limit: 2 });
  expect(store.asked).toMatchObject([{ order: [] }]);
  expect(store.asked[0]).not.toHaveProperty("limit");
});

test.each([
  [true, ["it folds texts otherwise"], "it folds texts otherwise"],
  [true, [], undefined],
  [false, ["it folds texts otherwise"], "it folds texts otherwise"],
  [false, [], "the security filter is tried before it, and is not pushed down"],
])(
  "after a security filter, applied by the store: %s, which leaves a condition because %j",
  async (filtered, reasons, reason) => {
    const request = { table: "Customers", ...bySelector('FILTER("Customers", [Customer] = "x")') };
    const store = silentStore(async ({ conditions }) => ({
      filtered,
      residual: reasons.map((reason) => ({ condition: conditions[0] as CheckedExpression, reason })),
      ordered: false,
      limited: false,
    }));
    const { output } = await explained(request, store);
    const told = reason === undefined ? { pushed: true } : { pushed: false, reason };
    expect(output?.conditions).toEqual([{ text: '[Customer] = "x"', ...told }]);
  },
);

test("behind a security filter that the store keeps it neither orders nor cuts off", async () => {
  const keepsFilter = async () => ({
    filtered: false,
    residual: [],
    ordered: true,
    limited: true,
  });
  const selector = 'TOP(ORDERBY(FILTER("Customers", [Customer] = "x"), [Customer]), 1)';
  const request = { table: "Customers", ...bySelector(selector) };
  const { output } = await explained(request, silentStore(keepsFilter));
  expect(output).toMatchObject({ isOrderPushed: false, isLimitPushed: false });
});

test("conditions and filters that read other tables are for the store to judge", async () => {
  const store = silentStore(takesAll);
  for (const [table, selector] of [
    ["Orders", 'FILTER("Orders", [Customer].[Owner] = "x")'],
    ["Grants", 'FILTER("Grants", [Grant] = "x")'],
  ] as const) {
    const { output } = await explained({ table, ...bySelector(selector) }, store);
    expect(output?.conditions).toMatchObject([{ pushed: true }]);
  }
  expect(store.asked.map(({ conditions, rowFilter }) => [conditions.length, rowFilter?.source])).toEqual([
    [1, undefined],
    [1, expect.stringMatching(/./)],
  ]);
});

test.each([
  [{}, "plan", [{ text: "[Total] > 100", pushed: true }]],
  [bySelector("Orders[Order]"), "plan", [{ text: "[Total] > 100", pushed: true }]],
  [
    bySelector("TOP(Orders[Order], 2)"),
    "plan",
    [{ text: "[Total] > 100", pushed: false, reason: "it is tried on the rows that are left" }],
  ],
  [
    { rows: [{ Order: "x" }] },
    "keys",
    [{ text: "[Total] > 100", pushed: false, reason: "it is tried on the rows that are left" }],
  ],
])("the filter of a slice: %j", async (request, shape, conditions) => {
  const { output } = await explained({ table: "Large Orders", ...request });
  expect(output).toMatchObject({ table: "Orders", slice: "Large Orders", shape, conditions });
});

test.each([
  ['MAXROW("Orders", "Total")', "only FILTER, SELECT, ORDERBY and TOP over one table are planned"],
  ['TOP(Orders[Order], INPUT("n", 1))', undefined],
])("why a Selector is evaluated: %s", async (selector, reason) => {
  const { output } = await explained(bySelector(selector));
  expect(output?.shape).toBe(reason === undefined ? "plan" : "evaluated");
  expect(output?.reason).toBe(reason);
});

test("a store without words of its own", async () => {
  const { output } = await explained(bySelector('FILTER("Orders", [Total] > 1)'), silentStore());
  const reason = "the store does not say what it does itself";
  expect(output).toMatchObject({ conditions: [{ pushed: false, reason }], store: { name: "silent" } });
});

test("a Selector of another table's rows is an error", async () => {
  const { output, diagnostics } = await explained(bySelector('FILTER("Customers", TRUE)'));
  expect([output, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["selector/not-rows"]]);
});

test("a Selector that is wrong is an error", async () => {
  const { output, diagnostics } = await explained(bySelector('FILTER("Orders", [Totl] > 1)'));
  expect([output, diagnostics.map(({ code }) => code)]).toEqual([undefined, ["name/unknown-column"]]);
});

test("a Find of many conditions is planned and explained with pauses between them", async () => {
  let pauses = 0;
  const pause = async () => {
    pauses += 1;
  };
  const many = Array.from({ length: 200 }, (_, at) => `[Total] > ${at}`).join(", ");
  const { output } = await explained({
    ...bySelector(`FILTER("Orders", AND(${many}))`),
    turn: { isOver: true, pause },
  });
  expect(output?.conditions).toHaveLength(200);
  expect(pauses).toBeGreaterThanOrEqual(400);
});
