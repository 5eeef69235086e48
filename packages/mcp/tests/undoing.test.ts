/** Calls that are undone: tried first, and carried out as long as their rows are as the call left them. */
import { expect, test } from "vitest";
import { assistantOf, openShop } from "./shop.ts";

const EDIT = { table: "Orders", action: "Edit", rows: [{ Order: 2, Total: 25 }] };

async function withEdit(change: object = EDIT) {
  const shop = await openShop();
  const boss = await assistantOf(shop.send, "V2-all");
  const { token } = await boss.use("prepare_change", change);
  const { call } = await boss.use("carry_out", { token });
  const totalOf = async (Order: number) => {
    const found = await shop.engine.find("Orders", { keys: [{ Order }] });
    return found.ok ? found.rows[0]?.Total : undefined;
  };
  return { ...shop, boss, call: String(call), totalOf };
}

test("a call is tried, nothing is kept, and its token undoes it; so is the undo itself", async () => {
  const { boss, call, totalOf } = await withEdit();
  const row = { table: "Orders", operation: "edit", key: "2", before: { Total: 25 }, after: { Total: 20 } };
  const tried = await boss.use("prepare_undo", { call });
  expect(tried).toEqual({
    what: "Nothing has been changed. carry_out with this token does it, within 300 seconds.",
    token: expect.any(String),
    undone: call,
    rows: [row],
  });
  expect(await totalOf(2)).toBe(25);
  const done = await boss.use("carry_out", { token: tried.token });
  expect(done).toEqual({ what: "It is done.", undone: call, call: expect.any(String), rows: [row] });
  expect(await totalOf(2)).toBe(20);
  const { token } = await boss.use("prepare_undo", { call: done.call });
  await boss.use("carry_out", { token });
  expect(await totalOf(2)).toBe(25);
});

test("the history of a row names the call", async () => {
  const { boss, call } = await withEdit();
  const { versions } = await boss.use("row_history", { table: "Orders", key: 2 });
  expect(versions[0]).toMatchObject({ call, operation: "edit" });
});

test("what was changed since is not changed back, whether before or after it was tried", async () => {
  const { boss, call, engine, totalOf } = await withEdit();
  const { token } = await boss.use("prepare_undo", { call });
  await engine.edit("Orders", [{ Order: 2, Total: 7 }]);
  expect(await boss.codesOf("carry_out", { token })).toEqual(["history/undo-conflict"]);
  expect(await boss.codesOf("prepare_undo", { call })).toEqual(["history/undo-conflict"]);
  expect(await totalOf(2)).toBe(7);
});

test("a call whose rows the caller does not see is as one that is not there, and a key without the right is refused", async () => {
  const { send, call } = await withEdit({ ...EDIT, rows: [{ Order: 1, Total: 11 }] });
  const ann = await assistantOf(send, "V2-ann");
  const ofHidden = await ann.use("prepare_undo", { call });
  expect(ofHidden.errors[0].code).toBe("history/no-call");
  expect(await ann.use("prepare_undo", { call: "other" })).toEqual(
    JSON.parse(JSON.stringify(ofHidden).replaceAll(call, "other")),
  );
  const reader = await assistantOf(send, "V2-reader");
  expect(await reader.codesOf("prepare_undo", { call })).toEqual(["access/not-allowed"]);
  expect(await reader.codesOf("prepare_undo", { call: "" })).toEqual(["input"]);
});
