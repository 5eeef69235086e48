/** Changes: tried first, and carried out as they were tried, once, by who prepared them. */
import { describe, expect, test } from "vitest";
import { PreparedChanges } from "../src/index.ts";
import { assistantOf, openShop } from "./shop.ts";

const EDIT = { table: "Orders", action: "Edit", rows: [{ Order: 2, Total: 25 }] };

async function withBoss(prepared = new PreparedChanges()) {
  const shop = await openShop();
  const boss = await assistantOf(shop.send, "V2-all", { prepared });
  const totalOf = async (Order: number) => {
    const found = await shop.engine.find("Orders", { keys: [{ Order }] });
    return found.ok ? found.rows[0]?.Total : undefined;
  };
  return { ...shop, boss, totalOf };
}

test("a change is tried, nothing is kept, and its token carries it out", async () => {
  const { boss, totalOf } = await withBoss();
  const tried = await boss.use("prepare_change", EDIT);
  expect(tried).toMatchObject({
    what: "Nothing has been changed. carry_out with this token does it, within 300 seconds.",
    rows: [{ Order: 2, Total: 25 }],
  });
  expect(await totalOf(2)).toBe(20);
  expect(await boss.use("carry_out", { token: tried.token })).toMatchObject({
    what: "It is done.",
    rows: [{ Order: 2, Total: 25 }],
  });
  expect(await totalOf(2)).toBe(25);
});

test.each([
  ["Add", { table: "Orders", action: "Add", rows: [{ Total: 40 }] }, [10, 20, 30, 40]],
  ["Delete", { table: "Orders", action: "Delete", rows: [{ order: "1" }] }, [20, 30]],
  ["an action", { table: "Orders", action: "Send", rows: [{ Order: 1 }] }, [10, 20, 30]],
  [
    "an Add that updates",
    { table: "Orders", action: "Add", rows: [{ Order: 3, Total: 7 }], onDuplicate: "update" },
    [10, 20, 7],
  ],
])("%s goes the same way", async (_, change, totals) => {
  const { boss, engine } = await withBoss();
  const { token } = await boss.use("prepare_change", change);
  await boss.use("carry_out", { token });
  const found = await engine.find("Orders");
  expect(found).toMatchObject({ ok: true, rows: totals.map((Total) => ({ Total })) });
});

test("errors are reported by row and column, and there is no token", async () => {
  const { boss } = await withBoss();
  const refused = await boss.use("prepare_change", { ...EDIT, rows: [{ Order: 2, Total: -1 }] });
  expect(refused).toEqual({
    errors: [expect.objectContaining({ row: 1, column: "Total", code: "cell/out-of-bounds" })],
  });
});

test("a Find is not prepared", async () => {
  const { boss } = await withBoss();
  const { errors } = await boss.use("prepare_change", { ...EDIT, action: "find" });
  expect(errors[0].message).toContain("A Find changes nothing: use find_rows.");
});

test.each([
  [0, ["input"]],
  [1, []],
  [199, []],
  [200, []],
  [201, ["input"]],
])("a change of %d rows", async (count, codes) => {
  const { boss } = await withBoss();
  const rows = Array.from({ length: count }, (_, at) => ({ Order: 10 + at, Total: 1 }));
  expect(await boss.codesOf("prepare_change", { table: "Orders", action: "Add", rows })).toEqual(codes);
});

describe("a token", () => {
  const REFUSED = ["request/unknown-token"];

  test("is good once", async () => {
    const { boss, engine } = await withBoss();
    const { token } = await boss.use("prepare_change", { ...EDIT, action: "Add", rows: [{ Total: 1 }] });
    const both = await Promise.all([
      boss.codesOf("carry_out", { token }),
      boss.codesOf("carry_out", { token }),
    ]);
    expect(both).toEqual([[], REFUSED]);
    expect(await engine.find("Orders")).toMatchObject({ rows: { length: 4 } });
  });

  test("is its caller's alone", async () => {
    const prepared = new PreparedChanges();
    const { boss, send, totalOf } = await withBoss(prepared);
    const { token } = await boss.use("prepare_change", EDIT);
    for (const [key, runAs] of [["V2-ann"], ["V2-reader"], ["V2-all", "ann@example.com"]] as const) {
      const other = await assistantOf(send, key, { prepared, runAs });
      expect(await other.codesOf("carry_out", { token })).toEqual(REFUSED);
    }
    expect(await totalOf(2)).toBe(20);
    expect(await boss.codesOf("carry_out", { token })).toEqual([]);
  });

  test("is good until its time is over", async () => {
    let time = 0;
    const prepared = new PreparedChanges({ lifetime: 1_000 }, () => time);
    const { boss } = await withBoss(prepared);
    for (const [later, codes] of [
      [999, []],
      [1_000, REFUSED],
      [1_001, REFUSED],
    ] as const) {
      time = 0;
      const { token } = await boss.use("prepare_change", EDIT);
      time = later;
      expect(await boss.codesOf("carry_out", { token }), `after ${later} ms`).toEqual(codes);
      time = 10_000;
      await boss.codesOf("carry_out", { token: "" });
    }
  });

  test("is no word that somebody makes up", async () => {
    const { boss } = await withBoss();
    expect(await boss.codesOf("carry_out", { token: "" })).toEqual(REFUSED);
    expect(await boss.codesOf("carry_out", { token: "constructor" })).toEqual(REFUSED);
  });
});

describe("a change is refused when meanwhile one of its rows", () => {
  test.each<[string, object, object]>([
    ["was changed", EDIT, { action: "Edit", rows: [{ Order: 2, Sent: true }] }],
    ["was deleted", EDIT, { action: "Delete", rows: [{ Order: 2 }] }],
    [
      "was added",
      { ...EDIT, action: "Add", rows: [{ Order: 9, Total: 1 }], onDuplicate: "update" },
      { action: "Add", rows: [{ Order: 9, Total: 99 }] },
    ],
  ])("%s", async (_, change, meanwhile) => {
    const { boss, engine } = await withBoss();
    const { token } = await boss.use("prepare_change", change);
    await engine.execute({ table: "Orders", ...meanwhile } as Parameters<typeof engine.execute>[0]);
    const before = await engine.unload(["Orders"], () => {});
    expect(await boss.codesOf("carry_out", { token })).toEqual(["request/rows-changed"]);
    expect(await engine.unload(["Orders"], () => {})).toEqual(before);
  });

  test("and not when others were, or time has passed", async () => {
    const { boss, engine } = await withBoss();
    const { token } = await boss.use("prepare_change", EDIT);
    await engine.edit("Orders", [{ Order: 1, Total: 11 }]);
    expect(await boss.codesOf("carry_out", { token })).toEqual([]);
  });
});

test("a caller who may not change is refused, and hidden rows are not there", async () => {
  const { send, boss, totalOf } = await withBoss();
  const reader = await assistantOf(send, "V2-reader");
  expect(await reader.codesOf("prepare_change", EDIT)).toEqual(["access/not-allowed"]);
  const ann = await assistantOf(send, "V2-ann");
  const hidden = { ...EDIT, rows: [{ Order: 1, Total: 1 }] };
  const missing = { ...EDIT, rows: [{ Order: 8, Total: 1 }] };
  const ofHidden = JSON.stringify(await ann.use("prepare_change", hidden));
  const ofMissing = JSON.stringify(await ann.use("prepare_change", missing));
  expect(ofHidden).toBe(ofMissing.replaceAll("8", "1"));
  expect(await boss.codesOf("prepare_change", hidden)).toEqual([]);
  expect(await totalOf(1)).toBe(10);
});

describe("prepared changes that wait", () => {
  test.each([
    [2, []],
    [3, []],
    [4, ["limit/prepared"]],
  ])("%d of one caller of at most 3", async (count, codes) => {
    const { boss } = await withBoss(new PreparedChanges({ perCaller: 3 }));
    for (let at = 1; at < count; at++) await boss.use("prepare_change", EDIT);
    expect(await boss.codesOf("prepare_change", EDIT)).toEqual(codes);
  });

  test.each([
    [2, []],
    [3, []],
    [4, ["limit/prepared"]],
  ])("%d of all callers of at most 3", async (count, codes) => {
    const prepared = new PreparedChanges({ inAll: 3 });
    const { boss, send } = await withBoss(prepared);
    const ann = await assistantOf(send, "V2-ann", { prepared });
    for (let at = 1; at < count; at++) await boss.use("prepare_change", EDIT);
    expect(await ann.codesOf("prepare_change", EDIT)).toEqual(codes);
  });
});
