/**
 * Searches inside a condition that read nothing of the row around them: carried out in their place, which is what happens where
 * no time passes, and before, which is what happens where each look at the clock finds that much has.
 */
import { EvaluationError, type FindPlan, findAll, Meter, type Row } from "@tablewright/core/storage";
import { afterEach, describe, expect, test, vi } from "vitest";
import { TemporaryTables } from "../src/connection.ts";
import { expectSameRows, passTime } from "./expect-same-rows.ts";
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
  '[Rank] = INDEX(SELECT(Orders[Customer], CONTAINS([Note], "99"))[Rank], 12)',
  'IN([Rank], SELECT(Orders[Customer], CONTAINS([Note], "999"))[Rank])',
  '[Rank] * 40 > SUM(SELECT(Orders[Customer], CONTAINS([Note], "999"))[Rank])',
  'IN([Country], SELECT(Orders[ID], CONTAINS([Note], "999"))[Customer][Country])',
  '[Rank] > COUNT(UNIQUE(SELECT(Orders[ID], CONTAINS([Note], "nowhere"))[Customer][Country]))',
  '[Rank] * 3 > MAX(SELECT(Orders[ID], CONTAINS([Note], "999"))[Customer][Rank])',
] as const;

test.each(IN_CUSTOMERS)("carried out before, the search gives the same rows: %s", async (source) => {
  await expectSame(plan(source, "Customers"));
});

test.each([
  '[ID] * 0 + 6 = MAX(SELECT(Customers[Rank], CONTAINS([Country], "hil")))',
  '[ID] - 30 < MIN(SELECT(Customers[Rank], CONTAINS([Country], "hil")))',
])("the least and the greatest: %s", async (source) => {
  await expectSame(plan(`AND([ID] < 50, ${source})`));
});

test.each([
  'IN([Status], SELECT(Orders[Status], CONTAINS([Note], "99")))',
  'NOT(IN([Status], SELECT(Orders[Status], CONTAINS([Note], "4"))))',
])("where there are blanks: %s", async (source) => {
  await expectSame(plan(source));
});

describe("also", () => {
  const searching = 'IN([ID], SELECT(Orders[Customer], CONTAINS([Note], "77")))';

  test("in an order, and up to a limit", async () => {
    const order = [{ expression: checked("[Rank]", "Customers"), descending: true }];
    await expectSame({ ...plan(searching, "Customers"), order, limit: 7 });
  });

  test("where an index finds the rows around it", async () => {
    await expectSame(plan(`AND([Country] = "chile", ${searching})`, "Customers"));
  });

  test("in an order that is read of it", async () => {
    const by = `IF(IN([Status], SELECT(Orders[Status], CONTAINS([Note], "19998"))), [Total], 0)`;
    await expectSame({ ...plan("[ID] < 4000"), order: [sorted(by, true)], limit: 50 });
  });

  test("in a security filter, and behind one that reads other tables", async () => {
    const filtering = { ...context, meter: new Meter() };
    const rowFilter = checked(searching, "Customers");
    const asked = { ...plan("[Rank] > 2", "Customers"), rowFilter };
    await expectSame({ ...asked, rowSecurity: { filterOf: () => undefined, filtering } });
    const ofOrders = checked("IN([Customer], SELECT(Customers[ID], [Rank] = 3))", "Orders");
    const filterOf = (table: string) => (table === "Orders" ? ofOrders : undefined);
    await expectSame({ ...plan(searching, "Customers"), rowSecurity: { filterOf, filtering } });
  });

  test("in a transaction that has written, and writes on", async () => {
    const customer: Row = ["C one more", "Peru", 5];
    const order: Row = [1_000_000, "C one more", 1, null, null, "note 77 and more", false];
    const found = orders.store.write(async (transaction) => {
      await transaction.insert("Customers", [customer]);
      await transaction.insert("Orders", [order]);
      passTime();
      const { rows } = await findAll(transaction, plan(searching, "Customers"));
      await transaction.delete("Orders", [[1_000_000]]);
      const { rows: without } = await findAll(transaction, plan(searching, "Customers"));
      throw [rows.at(-1)?.slice(0, 3), without.length - rows.length];
    });
    await expect(found).rejects.toEqual([customer, -1]);
  });
});

test("what was found is let go, also of a search whose rows are not read to their end, or that is given up", async () => {
  const held = vi.spyOn(TemporaryTables.prototype, "take");
  const letGo = vi.spyOn(TemporaryTables.prototype, "giveBack");
  passTime();
  const everything = plan('IN([Status], SELECT(Orders[Status], CONTAINS([Note], "9")))');
  await orders.store.read(async (transaction) => {
    const { batches } = await transaction.find(everything);
    for await (const _ of batches) break;
  });
  let now = 0;
  const meter = new Meter({ ...new Meter().limits, milliseconds: 20 }, () => now++);
  const late = { ...everything, context: { ...context, meter } };
  const ended = orders.store.read((transaction) => findAll(transaction, late));
  await expect(ended).rejects.toThrow(EvaluationError);
  expect(held.mock.calls.length).toBeGreaterThan(1);
  expect(letGo.mock.calls.length).toBe(held.mock.calls.length);
});

/** Of the orders. */
function expectSame(asked: FindPlan): Promise<void> {
  return expectSameRows(orders.store, asked);
}
