/** Changes: tried first, and carried out as they were tried, once, by who prepared them. */
import { describe, expect, test } from "vitest";
import { PreparedChanges } from "../src/index.ts";
import { assistantOf, openShop, withBoss } from "./shop.ts";

const EDIT = { table: "Orders", action: "Edit", rows: [{ Order: 2, Total: 25 }] };

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

test("JSON and objects go in and out as they are", async () => {
  const { boss } = await withBoss();
  const line = {
    Order: 1,
    No: 1,
    Extra: "12",
    Place: { city: "Oslo", since: "2026-03-14" },
    Marks: ["[", 1],
  };
  const { token } = await boss.use("prepare_change", { table: "Lines", action: "Add", rows: [line] });
  await boss.use("carry_out", { token });
  const { rows } = await boss.use("find_rows", { table: "Lines" });
  expect(rows).toMatchObject([line]);
  const wrong = { ...line, No: 2, Place: { city: "Oslo", sinse: 1 } };
  const refused = await boss.use("prepare_change", { table: "Lines", action: "Add", rows: [wrong] });
  expect(refused.errors).toMatchObject([{ column: "Place", code: "cell/unknown-field" }]);
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
  const SAVE = { table: "Orders", action: "Add", onDuplicate: "update" };
  test.each<[string, object, object, string]>([
    ["was changed", EDIT, { action: "Edit", rows: [{ Order: 2, Sent: true }] }, "row/changed"],
    ["was deleted", EDIT, { action: "Delete", rows: [{ Order: 2 }] }, "row/not-found"],
    [
      "was changed before it is deleted",
      { table: "Orders", action: "Delete", rows: [{ order: "3" }, { ORDER: 2 }] },
      { action: "Edit", rows: [{ Order: 2, Sent: true }] },
      "row/changed",
    ],
    [
      "was changed before an action",
      { table: "Orders", action: "Send", rows: [{ Order: 2 }, { Order: 1 }, { Order: 2 }] },
      { action: "Edit", rows: [{ Order: 1, Total: 11 }] },
      "row/changed",
    ],
    [
      "was added",
      { ...SAVE, rows: [{ Order: 9, Total: 1 }] },
      { action: "Add", rows: [{ Order: 9, Total: 99 }] },
      "row/changed",
    ],
    [
      "that would be updated was changed",
      {
        ...SAVE,
        rows: [
          { Order: 8, Total: 1 },
          { Order: 2, Total: 1 },
        ],
      },
      { action: "Edit", rows: [{ Order: 2, Total: 99 }] },
      "row/changed",
    ],
    [
      "that would be updated was deleted",
      { ...SAVE, rows: [{ Order: 2, Total: 1 }] },
      { action: "Delete", rows: [{ Order: 2 }] },
      "row/not-found",
    ],
  ])("%s", async (_, change, meanwhile, code) => {
    const { boss, engine } = await withBoss();
    const { token } = await boss.use("prepare_change", change);
    await engine.execute({ table: "Orders", ...meanwhile } as Parameters<typeof engine.execute>[0]);
    const before = await engine.unload(["Orders"], () => {});
    expect(await boss.codesOf("carry_out", { token })).toContain(code);
    expect(await engine.unload(["Orders"], () => {})).toEqual(before);
  });

  test("and not when others were, or time has passed", async () => {
    const { boss, engine } = await withBoss();
    const { token } = await boss.use("prepare_change", EDIT);
    await engine.edit("Orders", [{ Order: 1, Total: 11 }]);
    expect(await boss.codesOf("carry_out", { token })).toEqual([]);
  });

  test("and not when rows are new, or named twice", async () => {
    const { boss, totalOf } = await withBoss();
    const rows = [
      { Order: 9, Total: 1 },
      { Order: 2, Total: 1 },
    ];
    const { token } = await boss.use("prepare_change", { ...SAVE, rows });
    expect(await boss.codesOf("carry_out", { token })).toEqual([]);
    expect([await totalOf(9), await totalOf(2)]).toEqual([1, 1]);
    const sent = { table: "Orders", action: "Send", rows: [{ Order: 2 }, { Order: 2 }] };
    const { token: second } = await boss.use("prepare_change", sent);
    expect(await boss.codesOf("carry_out", { token: second })).toEqual([]);
  });
});

test("of two changes of one row that are carried out at once, one is refused and shows in nothing", async () => {
  const { boss, totalOf } = await withBoss();
  for (const start of [100, 200, 300, 400]) {
    const totals = [start, start + 1, start + 2];
    const tokens: string[] = [];
    for (const Total of totals)
      tokens.push((await boss.use("prepare_change", { ...EDIT, rows: [{ Order: 2, Total }] })).token);
    const codes = await Promise.all(tokens.map((token) => boss.codesOf("carry_out", { token })));
    const first = codes.findIndex(({ length }) => length === 0);
    expect(codes.filter((one) => one[0] === "row/changed")).toHaveLength(2);
    expect(await totalOf(2)).toBe(totals[first]);
  }
});

test("a write that falls right before the change is not overwritten", async () => {
  const { engine, send, totalOf } = await withBoss();
  let isMeddling = false;
  const meddled: typeof send = async (request) => {
    if (isMeddling && request.method === "POST") await engine.edit("Orders", [{ Order: 2, Total: 7 }]);
    return send(request);
  };
  const boss = await assistantOf(meddled, "V2-all");
  const { token } = await boss.use("prepare_change", EDIT);
  isMeddling = true;
  expect(await boss.codesOf("carry_out", { token })).toEqual(["row/changed"]);
  expect(await totalOf(2)).toBe(7);
});

test("rows of a composite key are distinguished, however they are named", async () => {
  const { engine, boss } = await withBoss();
  await engine.add("Lines", [
    { Order: 1, No: 1, Text: "a" },
    { Order: 1, No: 2, Text: "b" },
  ]);
  const rows = [
    { _ComputedKey: "1: 2", Text: "d" },
    { no: 1, order: "1", Text: "c" },
  ];
  const prepare = () => boss.use("prepare_change", { table: "Lines", action: "Edit", rows });
  const { token } = await prepare();
  expect(await boss.use("carry_out", { token })).toMatchObject({ rows: [{ Text: "d" }, { Text: "c" }] });
  const { token: late } = await prepare();
  await engine.edit("Lines", [{ Order: 1, No: 1, Text: "e" }]);
  expect(await boss.codesOf("carry_out", { token: late })).toEqual(["row/changed"]);
});

test.each(["V2-adder", "V2-writer"])(
  "an Add that updates needs Edit, and Find for its versions: %s",
  async (key) => {
    const { send, engine } = await openShop();
    const caller = await assistantOf(send, key);
    const change = { table: "Orders", action: "Add", rows: [{ Order: 2, Total: 1 }], onDuplicate: "update" };
    const { errors } = await caller.use("prepare_change", change);
    expect(errors).toEqual([expect.objectContaining({ code: "access/not-allowed" })]);
    expect(JSON.stringify(errors)).not.toMatch(/20/u);
    expect(await engine.find("Orders", { keys: [{ Order: 2 }] })).toMatchObject({ rows: [{ Total: 20 }] });
  },
);

test("a key that may only Add prepares and adds rows under keys of its own, and learns nothing of others", async () => {
  const { send, engine } = await openShop();
  const form = await assistantOf(send, "V2-form");
  const add = (...rows: object[]) => ({ table: "Orders", action: "Add", rows });
  const tried = await form.use("prepare_change", add({ Order: 7, Total: 1 }, { Total: 2 }));
  expect(tried.rows).toMatchObject([{ Order: 7 }, { Order: 4 }]);
  const done = await form.use("carry_out", { token: tried.token });
  expect(done.rows).toMatchObject([{ Order: 7 }, { Order: 4 }]);
  expect(await form.codesOf("prepare_change", add({ Order: 7, Total: 1 }))).toEqual(["key/duplicate"]);
  const { token } = await form.use("prepare_change", add({ Order: 8, Total: 1 }));
  await engine.add("Orders", [{ Order: 8, Total: 80 }]);
  expect(await form.codesOf("carry_out", { token })).toEqual(["key/duplicate"]);
});

test("a key that may not find rows is told why it prepares no change of stored ones", async () => {
  const { send } = await openShop();
  const writer = await assistantOf(send, "V2-writer");
  const { errors } = await writer.use("prepare_change", EDIT);
  expect(errors).toEqual([
    expect.objectContaining({
      code: "access/not-allowed",
      hint: expect.stringContaining("versions are read by a Find"),
    }),
  ]);
  const form = await assistantOf(send, "V2-form");
  expect(await form.codesOf("prepare_change", EDIT)).toEqual(["access/not-allowed"]);
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
