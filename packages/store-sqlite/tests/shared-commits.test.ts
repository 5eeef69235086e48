/** Writers that share a commit: who is answered when, and what a failure takes with it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { DatabaseSync } from "node:sqlite";
import { WriteQueue } from "@tablewright/core/storage";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SqliteConnection } from "../src/connection.ts";
import { SharedCommits } from "../src/shared-commits.ts";
import { SqliteError } from "../src/sqlite-error.ts";
import { temporaryFile } from "./temporary-file.ts";

const PATIENT = { members: 64, milliseconds: Number.POSITIVE_INFINITY, wait: 1_000 };
let place = temporaryFile();
let connection: SqliteConnection;
/** What was run beside the writers' own work. */
let log: string[] = [];
/** Statements that fail the next time. */
let failing: string[] = [];

beforeEach(() => {
  place = temporaryFile();
  connection = new SqliteConnection(place.file, { readOnly: false, timeout: 0 });
  connection.all("pragma journal_mode = wal");
  connection.exec("create table T (Id text primary key) strict");
  log = [];
  failing = [];
});

afterEach(() => {
  connection.close();
  place.remove();
});

function commitsOf(limits = PATIENT): SharedCommits {
  const watched = {
    get isInTransaction() {
      return connection.isInTransaction;
    },
    run(sql: string) {
      log.push(sql);
      if (failing.includes(sql)) {
        failing = failing.filter((one) => one !== sql);
        throw new SqliteError(`${sql} failed`);
      }
      return connection.run(sql);
    },
  };
  return new SharedCommits(watched, new WriteQueue(new AsyncLocalStorage()), limits);
}

/** Inserts a row after a pause; fails when told to. */
async function insert(id: string, fails = false): Promise<string> {
  connection.run("insert into T values (?)", [id]);
  await Promise.resolve();
  if (fails) throw new Error(id);
  return id;
}

/** What others see: the rows that are committed. */
function committed(): readonly unknown[] {
  const other = new DatabaseSync(place.file);
  const rows = other.prepare("select Id from T order by rowid").all();
  other.close();
  return rows.map(({ Id }) => Id);
}

const count = (sql: string) => log.filter((one) => one === sql).length;

test("writers that wait for one another share a commit, and none is answered before it", async () => {
  const commits = commitsOf();
  const ids = Array.from({ length: 16 }, (_, at) => `k${at}`);
  const answers = ids.map(async (id) => {
    const answer = await commits.run(() => insert(id));
    expect(committed()).toEqual(ids);
    return answer;
  });
  expect(await Promise.all(answers)).toEqual(ids);
  expect(count("commit")).toBe(1);
});

test("who comes in while the event loop goes round once shares, too", async () => {
  const commits = commitsOf();
  const second = new Promise((resolve) => setImmediate(() => resolve(commits.run(() => insert("b")))));
  await commits.run(() => insert("a"));
  await second;
  expect([committed(), count("commit")]).toEqual([["a", "b"], 1]);
});

test.each([
  ["members", { ...PATIENT, members: 4 }, 4],
  ["time", { ...PATIENT, milliseconds: 0 }, 16],
])("a group is bounded by its %s", async (_, limits, groups) => {
  const commits = commitsOf(limits);
  await Promise.all(Array.from({ length: 16 }, (__, at) => commits.run(() => insert(`k${at}`))));
  expect([count("commit"), committed().length]).toEqual([groups, 16]);
});

test("a writer that fails takes back its own work and nobody else's", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (fails, members) => {
        connection.exec("delete from T");
        const commits = commitsOf({ ...PATIENT, members });
        const ended = await Promise.allSettled(
          fails.map((one, at) => commits.run(() => insert(`k${at}`, one))),
        );
        expect(ended.map(({ status }) => status === "rejected")).toEqual(fails);
        expect(committed()).toEqual(fails.flatMap((one, at) => (one ? [] : [`k${at}`])));
      },
    ),
    { numRuns: 40 },
  );
});

test("a commit that fails rejects all who shared it, the refused ones too; the next one goes well", async () => {
  const commits = commitsOf();
  failing = ["commit"];
  const ended = await Promise.allSettled([
    commits.run(() => insert("a")),
    commits.run(() => insert("b", true)),
    commits.run(() => insert("c")),
  ]);
  expect(ended.map((one) => one.status === "rejected" && String(one.reason.message))).toEqual([
    "commit failed",
    "commit failed",
    "commit failed",
  ]);
  expect(committed()).toEqual([]);
  await commits.run(() => insert("d"));
  expect(committed()).toEqual(["d"]);
});

test("a transaction that SQLite drops fails for all who shared it; the next one goes well", async () => {
  const commits = commitsOf();
  const error = new SqliteError("the disk is full");
  const ended = await Promise.allSettled([
    commits.run(() => insert("a")),
    commits.run(async () => {
      connection.run("rollback");
      throw error;
    }),
    commits.run(() => insert("c")),
  ]);
  expect(ended).toEqual([
    { status: "rejected", reason: error },
    { status: "rejected", reason: error },
    { status: "fulfilled", value: "c" },
  ]);
  expect(committed()).toEqual(["c"]);
});

test("a writer that does not notice that its transaction was dropped is not answered", async () => {
  const commits = commitsOf();
  await expect(commits.run(async () => connection.run("rollback"))).rejects.toThrow("lost");
  failing = ["savepoint member"];
  await expect(commits.run(() => insert("a"))).rejects.toThrow("savepoint member failed");
  await commits.run(() => insert("b"));
  expect(committed()).toEqual(["b"]);
});

test("who works alone finds the others' work committed", async () => {
  const commits = commitsOf();
  const [, seen] = await Promise.all([
    commits.run(() => insert("a")),
    commits.runAlone(async () => [committed(), connection.isInTransaction]),
    commits.run(() => insert("b")),
  ]);
  expect(seen).toEqual([["a"], false]);
  expect([committed(), count("commit")]).toEqual([["a", "b"], 2]);
});

test("while another program writes this one goes on with other work, and then has its turn", async () => {
  const commits = commitsOf({ ...PATIENT, wait: 10_000 });
  const other = new DatabaseSync(place.file);
  other.exec("begin immediate");
  let rounds = 0;
  const timer = setInterval(() => {
    if (++rounds === 3) other.exec("rollback");
  }, 20);
  await commits.run(() => insert("a"));
  clearInterval(timer);
  other.close();
  expect(rounds).toBeGreaterThanOrEqual(3);
  expect(committed()).toEqual(["a"]);
});
