/**
 * Searches inside a condition that read nothing of the row around them: carried out in their place, which is what happens where
 * no time passes, and left to the engine where each look at the clock finds that much has.
 */
import { EvaluationError, findAll, Meter } from "@tablewright/core/storage";
import { afterEach, describe, expect, test, vi } from "vitest";
import { expectLeftToEngine } from "./expect-same-rows.ts";
import { checked, context, plan, sorted, useStoreOfOrders } from "./many-orders.ts";

const orders = useStoreOfOrders(20_000);

afterEach(() => void vi.restoreAllMocks());

const IN_CUSTOMERS = [
  'IN([ID], SELECT(Orders[Customer], CONTAINS([Note], "77")))',
  'NOT(IN([ID], SELECT(Orders[Customer], CONTAINS([Note], "777"))))',
  'IN([Rank] * 10, SELECT(Orders[Total], CONTAINS([Note], "5")))',
  "IN([ID], SELECT(Orders[Note], [Total] > 3))",
  '[Rank] * 100 > COUNT(SELECT(Orders[ID], CONTAINS([Note], "99")))',
  "[Rank] * 10000000 > SUM(Orders[Total])",
  '[Rank] * 1000000 > SUM(SELECT(Orders[Total], CONTAINS([Note], "3")))',
  '[Rank] * 1000000 > SUM(SELECT(Orders[Total], CONTAINS([Note], "nowhere")))',
  '[Rank] * 100 > AVERAGE(SELECT(Orders[Total], CONTAINS([Note], "1")))',
  '[ID] = ANY(SELECT(Orders[Customer], CONTAINS([Note], "19500")))',
  '[ID] = LOOKUP("note 14321", "Orders", "Note", "Customer")',
  'ISBLANK(SELECT(Orders[ID], CONTAINS([Note], "nowhere")))',
  'OR(IN([ID], SELECT(Orders[Customer], CONTAINS([Note], "77"))), [Rank] * 70 > COUNT(SELECT(Orders[ID], CONTAINS([Note], "99"))))',
  'IN([ID], SELECT(Orders[Customer], [Total] * 2 > AVERAGE(SELECT(Orders[Total], CONTAINS([Note], "7")))))',
  '[Rank] * 100 > COUNT(UNIQUE(SELECT(Orders[Customer], CONTAINS([Note], "5"))))',
  '[Rank] > COUNT(SELECT(Orders[Status], CONTAINS([Note], "5"), TRUE))',
  "[Rank] * 5000 > COUNT(UNIQUE(Orders[Note]))",
  '[ID] = INDEX(SELECT(Orders[Customer], CONTAINS([Note], "99")), 300)',
  '[ID] = INDEX(SELECT(Orders[Customer], CONTAINS([Note], "nowhere")), 2)',
  '[Rank] = INDEX(SELECT(Orders[Customer], CONTAINS([Note], "99"))[Rank], 300)',
  'IN([Rank], SELECT(Orders[Customer], CONTAINS([Note], "999"))[Rank])',
  '[Rank] * 40 > SUM(SELECT(Orders[Customer], CONTAINS([Note], "999"))[Rank])',
  'IN([Country], SELECT(Orders[ID], CONTAINS([Note], "999"))[Customer][Country])',
  '[Rank] > COUNT(UNIQUE(SELECT(Orders[ID], CONTAINS([Note], "nowhere"))[Customer][Country]))',
  '[Rank] * 3 > MAX(SELECT(Orders[ID], CONTAINS([Note], "999"))[Customer][Rank])',
] as const;

test.each(IN_CUSTOMERS)("left to the engine once it takes long: %s", async (source) => {
  await expectLeftToEngine(orders.store, plan(source, "Customers"));
});

test.each([
  '[ID] * 0 + 6 = MAX(SELECT(Customers[Rank], CONTAINS([Country], "hil")))',
  '[ID] - 30 < MIN(SELECT(Customers[Rank], CONTAINS([Country], "hil")))',
  'NOT(IN([Status], SELECT(Orders[Status], CONTAINS([Note], "4"))))',
])("of the orders: %s", async (source) => {
  await expectLeftToEngine(orders.store, plan(`AND([ID] < 50, ${source})`));
});

describe("also", () => {
  const searching = 'IN([ID], SELECT(Orders[Customer], CONTAINS([Note], "77")))';

  test("in an order, and up to a limit", async () => {
    const order = [{ expression: checked("[Rank]", "Customers"), descending: true }];
    await expectLeftToEngine(orders.store, { ...plan(searching, "Customers"), order, limit: 7 });
  });

  test("in an order that is read of it", async () => {
    const by = `IF(IN([Status], SELECT(Orders[Status], CONTAINS([Note], "19998"))), [Total], 0)`;
    await expectLeftToEngine(orders.store, { ...plan("[ID] < 4000"), order: [sorted(by, true)], limit: 50 });
  });

  test("behind a security filter that reads other tables", async () => {
    const filtering = { ...context, meter: new Meter() };
    const ofOrders = checked("IN([Customer], SELECT(Customers[ID], [Rank] = 3))", "Orders");
    const filterOf = (table: string) => (table === "Orders" ? ofOrders : undefined);
    const rowSecurity = { filterOf, filtering };
    await expectLeftToEngine(orders.store, { ...plan(searching, "Customers"), rowSecurity });
  });
});

test("the time of a request ends a search inside", async () => {
  let now = 0;
  const meter = new Meter({ ...new Meter().limits, milliseconds: 20 }, () => now++);
  const late = {
    ...plan('IN([Status], SELECT(Orders[Status], CONTAINS([Note], "9")))'),
    context: { ...context, meter },
  };
  const ended = orders.store.read((transaction) => findAll(transaction, late));
  await expect(ended).rejects.toThrow(EvaluationError);
});
