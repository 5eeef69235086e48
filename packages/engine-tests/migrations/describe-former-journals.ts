import { claimEvents, readOutbox, readRuns, settleEvents } from "@tablewright/core";
import { type EventState, outboxTable, runsTable, type Store } from "@tablewright/core/storage";
import { number, table } from "@tablewright/store-contract/parts";
import { expect, test } from "vitest";

/** A database in which an earlier program has kept events and runs; what is made in it goes when the test has finished. */
export interface FormerDatabase {
  /** A store that has opened no tables, as another process has it. */
  connect(): Promise<Store>;
  run(sql: string): Promise<unknown>;
  /** The names of all tables. */
  tables(): Promise<readonly string[]>;
  /** After so many further statements that change something, each one throws an error of this message. */
  endAfter(statements: number): void;
  readonly ended: string;
  /** What the tables of earlier programs were made of. */
  readonly types: {
    readonly sequence: string;
    readonly id: string;
    readonly text: string;
    /** The default of a text, as it follows DEFAULT. */
    readonly waiting: string;
    readonly ending: string;
  };
  /** The indexes of the outbox. */
  readonly indexes: readonly string[];
}

/** Events and runs that an earlier program has kept in tables of its own are moved into the engine's when a store is opened. */
export function describeFormerJournals(make: () => Promise<FormerDatabase>): void {
  test("events and runs are moved, once and in their order, and events go on", async () => {
    const database = await make();
    await fill(database, 600);
    const store = await openedBy(database);
    await expectMoved(database, store, 600);
    const claim = { now: DUE, until: DUE + 60_000, limit: 1_000 };
    const claimed = await store.write((transaction) => claimEvents(transaction, claim));
    const due = eventsOf(600).filter(({ state, dueAt }) => state === "waiting" && dueAt <= DUE);
    expect(claimed.map(({ id }) => id)).toEqual(due.map(({ id }) => id));
    await store.write((transaction) =>
      settleEvents(
        transaction,
        claimed.map(({ id }) => ({ id, state: "delivered", dueAt: DUE, error: undefined })),
      ),
    );
    const left = await store.read((transaction) => readOutbox(transaction, { limit: 1_000 }));
    expect(left.filter(({ state }) => state === "waiting")).toHaveLength(150);
    await store.close();
  });

  test("a move that ends before any of its statements is completed by the next start", async () => {
    const database = await make();
    for (let statements = 0, isWhole = false; !isWhole; statements++) {
      await fill(database, 20);
      const ending = await database.connect();
      database.endAfter(statements);
      isWhole = await ending.open(TABLES).then(
        () => true,
        (error: Error) => (error.message === database.ended ? false : expect.fail(error.stack ?? "")),
      );
      database.endAfter(Number.POSITIVE_INFINITY);
      await ending.close();
      const store = await openedBy(database);
      await expectMoved(database, store, 20);
      await store.close();
      if (isWhole) expect(statements).toBeGreaterThan(4);
    }
  });

  test("processes that start together move them once", async () => {
    const database = await make();
    await fill(database, 600);
    const stores = await Promise.all([openedBy(database), openedBy(database), openedBy(database)]);
    for (const store of stores) {
      await expectMoved(database, store, 600);
      await store.close();
    }
  });

  test("a store that is only read says what moves them", async () => {
    const database = await make();
    await fill(database, 4);
    const store = await database.connect();
    await expect(store.open(TABLES, { readOnly: true })).rejects.toThrow(
      /^An earlier version .* let a server that may change it start first\.$/u,
    );
    await store.open([things], { readOnly: true });
    await store.close();
  });

  test("a store that opens other tables leaves them as they are", async () => {
    const database = await make();
    await fill(database, 4);
    const store = await database.connect();
    await store.open([things]);
    await store.open(TABLES);
    await expectMoved(database, store, 4);
    await store.close();
  });
}

const things = table("Things", [number("Id")]);
const TABLES = [things, outboxTable, runsTable];

/** When claims are made. */
const DUE = 100_000;

async function openedBy(database: FormerDatabase): Promise<Store> {
  const store = await database.connect();
  await store.open(TABLES);
  return store;
}

/** Events of each state: some that wait are under way, claimed for a while. */
function eventsOf(count: number) {
  const states = ["waiting", "delivered", "failed", "waiting"] as const satisfies readonly EventState[];
  return Array.from({ length: count }, (_, at) => {
    const state = states[at % states.length] ?? "waiting";
    const isClaimed = at % states.length === 3;
    return {
      id: `event ${count - at}`,
      rule: "Tell's",
      payload: at === 1 ? '"quoted"' : `{"at":${at}}`,
      createdAt: at + 1,
      state,
      attempts: isClaimed || state !== "waiting" ? 1 : 0,
      dueAt: isClaimed ? DUE + 1 : at + 1,
      error: state === "failed" ? "Attempt 1: 503" : undefined,
    };
  });
}

function runsOf(count: number) {
  return Array.from({ length: count }, (_, at) => ({
    id: `run ${count - at}`,
    rule: "Tell's",
    table: "Things",
    key: at === 0 ? "" : `${at}`,
    change: "edit",
    outcome: at % 2 === 0 ? "Done" : "NotMet",
    ...(at % 2 === 0 ? {} : { reason: "[A] = b: c" }),
    depth: 1,
    at: at + 1,
    events: [`event ${count - at}`],
  }));
}

/** Makes what an earlier program has left: a table of the application, and events and runs. */
async function fill(database: FormerDatabase, count: number): Promise<void> {
  const { run, tables, types, indexes } = database;
  if (!(await tables()).includes("tablewright_tables")) {
    const store = await database.connect();
    await store.open([things]);
    await store.close();
  }
  for (const name of await tables())
    if (/^_?tablewright_(?:outbox|runs)/u.test(name)) await run(`drop table "${name}"`);
  await run("delete from tablewright_tables where name in ('tablewright_outbox', 'tablewright_runs')");
  const { sequence, id, text, waiting, ending } = types;
  await run(
    `create table if not exists tablewright_outbox (sequence ${sequence}, id ${id} not null unique, ` +
      `rule ${text} not null, payload ${text} not null, created_at bigint not null, ` +
      `state ${text} not null default ${waiting}, attempts bigint not null default 0, ` +
      `due_at bigint not null, error ${text}) ${ending}`,
  );
  for (const index of indexes) await run(index);
  await run(
    `create table if not exists tablewright_runs (sequence ${sequence}, id ${id} not null unique, ` +
      `rule ${text} not null, table_name ${text} not null, row_key ${text} not null, ` +
      `"change" ${text} not null, outcome ${text} not null, depth bigint not null, ` +
      `run_at bigint not null, events ${text} not null) ${ending}`,
  );
  const events = eventsOf(count).map((event) => [
    ...[event.id, event.rule, event.payload.startsWith('"') ? JSON.stringify(event.payload) : event.payload],
    ...[event.createdAt, event.state, event.attempts, event.dueAt, event.error],
  ]);
  await run(
    `insert into tablewright_outbox (id, rule, payload, created_at, state, attempts, due_at, error) values ${listed(events)}`,
  );
  const runs = runsOf(count).map(({ outcome, reason, ...one }) => [
    ...[one.id, one.rule, one.table, one.key, one.change, reason ? `${outcome}: ${reason}` : outcome],
    ...[one.depth, one.at, JSON.stringify(one.events)],
  ]);
  await run(
    `insert into tablewright_runs (id, rule, table_name, row_key, "change", outcome, depth, run_at, events) values ${listed(runs)}`,
  );
}

function listed(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const literal = (value: string | number | undefined) => {
    if (value === undefined) return "null";
    return typeof value === "number" ? `${value}` : `'${value.replaceAll("'", "''")}'`;
  };
  return rows.map((row) => `(${row.map(literal).join(", ")})`).join(", ");
}

async function expectMoved({ tables }: FormerDatabase, store: Store, count: number): Promise<void> {
  const page = { limit: count * 2 };
  const { events, runs } = await store.read(async (transaction) => ({
    events: await readOutbox(transaction, page),
    runs: await readRuns(transaction, page),
  }));
  expect(events.toReversed().map(({ sequence: _, ...event }) => event)).toEqual(eventsOf(count));
  expect(runs.toReversed().map(({ sequence: _, ...run }) => run)).toEqual(runsOf(count));
  expect(await tables()).not.toContainEqual(expect.stringContaining("_former"));
}
