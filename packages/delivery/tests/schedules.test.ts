/** What runs by the clock, over each store, with time that the test gives. */
import { createEngine, type LogEntry, loadDefinition } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import { type VirtualClock, virtualClock } from "@tablewright/tooling/virtual-time";
import { describe, expect, test } from "vitest";
import { startSchedules } from "../src/index.ts";
import { listed, stores, watched } from "./stores.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const TABLES = `
tablewright: 1
app: { id: shop, name: Shop, owner: owner@example.com, timezone: UTC, api: { invocable: dataChange } }
tables:
  Orders:
    key: [Order]
    securityFilter: 'OR([Note] <> "hidden", USEREMAIL() <> "owner@example.com")'
    columns:
      Order: { type: Number }
      Due: { type: DateTime }
      Count: { type: Number, max: 3, initialValue: 0 }
      Note: { type: Text }
slices: { Noted: { table: Orders, filter: 'ISNOTBLANK([Note])' } }
actions:
  Count: { table: Orders, set: { Count: "[Count] + 1" } }
rules:
`;

const COUNT = (members: string) => `  Count up: { table: Orders, ${members}, steps: [{ action: Count }] }`;

describe.each(stores)("schedules over %s", (_, make) => {
  test("run at their time, for each row that meets the condition and that the owner sees", async () => {
    const shop = await open(make(), COUNT('every: "0 6 * * *", condition: "[Due] <= NOW()"'));
    await shop.add({ Due: "2026-11-22T05:00:00" }, { Due: "2027-01-01T00:00:00" }, { Note: "hidden" });
    await shop.add({ Due: "2026-11-22T05:00:00", Note: "hidden" });
    const { stop } = shop.start();
    await shop.clock.advance(6 * HOUR - 1);
    expect(await shop.counts()).toEqual([0, 0]);
    await shop.clock.advance(1);
    expect(await shop.counts()).toEqual([1, 0]);
    await shop.clock.advance(DAY - 1);
    expect(await shop.counts()).toEqual([1, 0]);
    await stop();
    expect(await shop.runs()).toEqual(["Count up 1 schedule Done"]);
    expect(shop.log).toMatchObject([{ level: "info", details: { rule: "Count up", rows: 1 } }]);
  });

  test("runs that were missed are made up once", async () => {
    const shop = await open(make(), COUNT('every: "0 * * * *"'));
    await shop.add({});
    await shop.start().stop();
    await shop.clock.advance(5 * HOUR + MINUTE);
    const { stop } = shop.start();
    await shop.clock.advance(0);
    expect(await shop.counts()).toEqual([1]);
    await shop.clock.advance(HOUR);
    expect(await shop.counts()).toEqual([2]);
    await stop();
  });

  test("two workers run a schedule once", async () => {
    const shop = await open(make(), COUNT('every: "@hourly"'));
    await shop.add({});
    const workers = [shop.start(), shop.start()];
    await shop.clock.advance(2 * HOUR);
    expect(await shop.counts()).toEqual([2]);
    expect(await shop.runs()).toHaveLength(2);
    await Promise.all(workers.map(({ stop }) => stop()));
  });

  test("a schedule that has changed starts over, and one whose last run is in the far future too", async () => {
    const store = make();
    const old = await open(store, COUNT('every: "@yearly"'));
    await old.add({});
    await old.start().stop();
    await old.clock.advance(3 * HOUR);
    const shop = await open(store, COUNT('every: "0 * * * *"'), old.clock);
    const { stop } = shop.start();
    await shop.clock.advance(0);
    expect(await shop.counts()).toEqual([0]);
    await shop.clock.advance(HOUR);
    expect(await shop.counts()).toEqual([1]);
    shop.clock.setBack(3 * DAY);
    await shop.clock.advance(HOUR - 1);
    expect(await shop.counts()).toEqual([1]);
    await shop.clock.advance(1);
    expect(await shop.counts()).toEqual([2]);
    await stop();
  });

  test.each([
    [1, ["Count up 1 schedule Done"]],
    [2, ["Count up 2 schedule Done", "Count up 1 schedule Done"]],
    [3, ["Count up  schedule Failed"]],
  ])("of a limit of two rows at once, %d", async (rows, runs) => {
    const shop = await open(make(), COUNT('every: "@hourly"'));
    await shop.add(...Array.from({ length: rows }, () => ({})));
    const { stop } = shop.start();
    await shop.clock.advance(HOUR);
    await stop();
    expect(await shop.runs()).toEqual(runs);
    const code = shop.log.flatMap(({ details }) => details.code ?? []);
    expect(code).toEqual(rows > 2 ? ["limit/scheduled-rows"] : []);
  });

  test("what a schedule writes sets off rules of changes", async () => {
    const shop = await open(
      make(),
      `${COUNT('every: "@hourly"')}\n  Again: { table: Orders, on: [edit], steps: [{ action: Count }] }`,
    );
    await shop.add({});
    const { stop } = shop.start();
    await shop.clock.advance(HOUR);
    await stop();
    expect(await shop.counts()).toEqual([2]);
    expect(await shop.runs()).toEqual(["Again 1 edit Done", "Count up 1 schedule Done"]);
  });

  test("a run with errors is rolled back, noted and not tried before its next time; others go on", async () => {
    const bad = '  Bad: { table: Orders, every: "@hourly", steps: [{ action: Count }, { action: Count }] }';
    const shop = await open(make(), `${bad}\n${COUNT('every: "@hourly"')}`);
    await shop.add({ Count: 2 });
    const { stop } = shop.start();
    await shop.clock.advance(HOUR);
    expect(await shop.counts()).toEqual([3]);
    await shop.clock.advance(HOUR - 1);
    expect(await shop.runs()).toEqual(["Count up 1 schedule Done", "Bad  schedule Failed"]);
    expect(await shop.reasons()).toEqual([undefined, expect.stringContaining("at most 3")]);
    expect(shop.log).toMatchObject([
      { level: "warning", details: { rule: "Bad", code: "cell/out-of-bounds" } },
      { level: "info" },
    ]);
    await stop();
  });

  test("webhooks and mails tell of the rows; `once` takes the first", async () => {
    const tell = (members: string) => `table: Noted, every: "@daily"${members}, steps: [`;
    const shop = await open(
      make(),
      `
  Hook: { ${tell("")}{ webhook: { url: "https://a.example/", body: '{ "is": "<<[Note]>> <<_UPDATEMODE>>" }' } }] }
  Mail: { ${tell(", once: true")}{ email: { to: a@b.example, subject: "<<COUNT(Orders[Order])>>", body: x } }] }`,
    );
    await shop.add({}, { Note: "a" }, { Note: "b" });
    const { stop } = shop.start();
    await shop.clock.advance(DAY);
    await stop();
    const payloads = (await listed(shop.store)).map(({ payload }) => JSON.parse(payload));
    expect(payloads.map(({ body, subject, key, change }) => [subject ?? body, key, change])).toEqual([
      ['{ "is": "a schedule" }', "2", "schedule"],
      ['{ "is": "b schedule" }', "3", "schedule"],
      ["3", "2", "schedule"],
    ]);
  });
});

test("a store that is away is reported once, and asked again", async () => {
  const clock = virtualClock(() => false);
  const log: LogEntry[] = [];
  let calls = 0;
  const runSchedules = async () => {
    calls++;
    throw new Error("away");
  };
  const engine = { app: { id: "shop" }, runSchedules } as never;
  const { stop } = startSchedules({ engine: () => engine, clock, log: (entry) => log.push(entry) });
  await clock.advance(12_000);
  await stop();
  expect(calls).toBe(3);
  expect(log).toMatchObject([{ level: "warning", details: { reason: "away" } }]);
});

async function open(unwatched: Store, rules: string, known?: VirtualClock) {
  const { store, isBusy } = watched(unwatched);
  const { output: definition, diagnostics } = loadDefinition(TABLES + rules);
  if (definition === undefined) throw new Error(JSON.stringify(diagnostics));
  const clock = known ?? virtualClock(isBusy);
  let ids = 0;
  const services = { now: clock.now, random: () => 0.5, newId: () => `id-${++ids}` };
  const engine = await createEngine({ definition, store, services, limits: { scheduledRows: 2 } });
  const log: LogEntry[] = [];
  let orders = 0;
  const rows = async (request: Parameters<typeof engine.execute>[0]) => {
    const result = await engine.execute(request);
    return result.ok ? result.rows : expect.fail(JSON.stringify(result.diagnostics));
  };
  return {
    store,
    clock,
    log,
    start: () => startSchedules({ engine: () => engine, clock, log: (entry) => log.push(entry) }),
    add: (...cells: readonly object[]) =>
      rows({
        action: "Add",
        table: "Orders",
        properties: { RunAsUserEmail: "clerk@example.com" },
        rows: cells.map((one) => ({ Order: ++orders, ...one })),
      }),
    counts: async () => (await rows({ action: "Find", table: "Orders" })).map(({ Count }) => Count),
    reasons: async () => (await engine.listRuns({ limit: 100 })).map(({ reason }) => reason),
    runs: async () => {
      const runs = await engine.listRuns({ limit: 100 });
      return runs.map(({ rule, key, change, outcome }) => `${rule} ${key} ${change} ${outcome}`);
    },
  };
}
