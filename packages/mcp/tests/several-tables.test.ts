/** Changes of several tables: tried together, and carried out all or none. */
import { expect, test } from "vitest";
import { withBoss } from "./shop.ts";

const EDIT = { table: "Orders", action: "Edit", rows: [{ Order: 2, Total: 25 }] };

const NEW_ORDER = { table: "Orders", action: "Add", rows: [{ Total: 5 }] };
const LINE = {
  table: "Lines",
  action: "Add",
  rows: [{ Order: { $ref: "#/0/Rows/0/Order" }, No: 1, Text: "a" }],
};

test("are tried, and carried out together with what they refer to", async () => {
  const { boss, engine } = await withBoss();
  const tried = await boss.use("prepare_changes", { changes: [NEW_ORDER, LINE] });
  expect(tried.changes).toMatchObject([
    { table: "Orders", action: "Add", rows: [{ Order: 4, Total: 5 }] },
    { table: "Lines", rows: [{ Order: 4, No: 1, Text: "a" }] },
  ]);
  expect(await engine.find("Lines")).toMatchObject({ rows: [] });
  // The key that is drawn when they are carried out is another one, and the line follows it.
  await engine.add("Orders", [{ Order: 9, Total: 1 }]);
  const done = await boss.use("carry_out", { token: tried.token });
  expect(done).toMatchObject({
    call: expect.any(String),
    changes: [{ rows: [{ Order: 5 }] }, { rows: [{ Order: 5 }] }],
  });
  expect(await engine.find("Lines")).toMatchObject({ rows: [{ Order: 5, Text: "a" }] });
  expect(await boss.use("prepare_undo", { call: done.call })).toMatchObject({ rows: { length: 2 } });
});

test("are refused with the call of each error, and nothing is kept", async () => {
  const { boss, engine } = await withBoss();
  const wrong = { ...EDIT, rows: [{ Order: 2, Total: -1 }] };
  const { errors, token } = await boss.use("prepare_changes", { changes: [NEW_ORDER, wrong] });
  expect(errors).toMatchObject([{ call: 2, row: 1, column: "Total", code: "cell/out-of-bounds" }]);
  expect(token).toBeUndefined();
  const before = await engine.unload(["Orders", "Lines"], () => {});
  const prepared = await boss.use("prepare_changes", { changes: [NEW_ORDER, EDIT] });
  await engine.edit("Orders", [{ Order: 2, Total: 20, Sent: true }]);
  expect(await boss.codesOf("carry_out", { token: prepared.token })).toEqual(["row/changed"]);
  await engine.edit("Orders", [{ Order: 2, Sent: false }]);
  expect(await engine.unload(["Orders", "Lines"], () => {})).toEqual(before);
});

test("may change a row twice: it is compared with what was tried before the first of them", async () => {
  const { boss, engine, totalOf } = await withBoss();
  const send = { table: "Orders", action: "Send", rows: [{ Order: 2 }, { Order: 1 }] };
  const changes = [EDIT, send, { ...EDIT, rows: [{ Order: 1, Total: 11 }] }];
  const { token } = await boss.use("prepare_changes", { changes });
  expect(await boss.codesOf("carry_out", { token })).toEqual([]);
  expect([await totalOf(2), await totalOf(1)]).toEqual([25, 11]);
  await engine.edit("Orders", [
    { Order: 2, Sent: false },
    { Order: 1, Sent: false },
  ]);
  for (const Order of [1, 2]) {
    const late = await boss.use("prepare_changes", { changes });
    await engine.edit("Orders", [{ Order, Total: 77 }]);
    expect(await boss.codesOf("carry_out", { token: late.token }), `order ${Order}`).toEqual(["row/changed"]);
  }
});

test.each([
  [200, []],
  [201, ["input"]],
])("%d rows in all", async (count, codes) => {
  const { boss } = await withBoss();
  const rows = Array.from({ length: 100 }, (_, at) => ({ Order: 10 + at, Total: 1 }));
  const more = Array.from({ length: count - 100 }, (_, at) => ({ Order: 1, No: at }));
  const changes = [
    { ...NEW_ORDER, rows },
    { table: "Lines", action: "Add", rows: more },
  ];
  expect(await boss.codesOf("prepare_changes", { changes })).toEqual(codes);
});
