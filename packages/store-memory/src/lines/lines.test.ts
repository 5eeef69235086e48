import { appendEvents, appendRuns, claimEvents, readOutbox, readRuns, settleEvents } from "@tablewright/core";
import {
  Meter,
  outboxTable,
  type Row,
  runsTable,
  type Store,
  type StoredTable,
  type Value,
} from "@tablewright/core/storage";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../core/conformance/any-text.ts";
import { memoryStore, memoryStoreFrom } from "../store-of-snapshot.ts";

const things: StoredTable = {
  name: "Things",
  columns: [
    { name: "Id", kind: "text", family: "text", indexed: false },
    { name: "__proto__", kind: "text", family: "text", indexed: true },
    { name: "Day", kind: "integer", family: "date", indexed: true },
    { name: "Share", kind: "real", family: "number", indexed: false },
    { name: "Flag", kind: "boolean", family: "yes/no", indexed: false },
    { name: "Tags", kind: "json", family: "list", indexed: false },
    { name: "7", kind: "json", family: "text", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};

const stableThings: StoredTable = { ...things, name: "Stable\u2028\n", rowNumbers: "stable" };

const tables = [things, stableThings, outboxTable, runsTable];

const someText = fc.oneof(
  fc.constantFrom("", "\0", "a\ud800", "\u2028", "\r\n", '"', "__proto__"),
  anyText(),
);
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0);
const anyList = fc.letrec<{ value: Value; list: Value }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, someText, anyNumber, fc.boolean(), fc.constant(null), tie("list")),
  list: fc.array(tie("value"), { maxLength: 3 }),
})).list;

const anyRows = fc.uniqueArray(
  fc.tuple(
    someText,
    fc.option(someText),
    fc.option(fc.maxSafeInteger()),
    fc.option(anyNumber),
    fc.option(fc.boolean()),
    fc.option(anyList),
    fc.option(fc.oneof(someText, anyList)),
  ),
  { selector: ([id]) => id, maxLength: 12 },
) as fc.Arbitrary<readonly Row[]>;

test("any rows, events and runs come back as they were, deletes and row numbers with them", async () => {
  await fc.assert(
    fc.asyncProperty(anyRows, fc.infiniteStream(fc.boolean()), someText, async (rows, isDeleted, word) => {
      const store = memoryStore();
      await store.open(tables);
      await store.write(async (transaction) => {
        for (const { name } of [things, stableThings]) {
          await transaction.insert(name, rows);
          await transaction.delete(
            name,
            rows.filter(() => isDeleted.next().value).map(([id = null]) => [id]),
          );
        }
        await appendEvents(
          transaction,
          ["a", "b"].map((one) => ({ id: one + word, rule: word, payload: word, createdAt: 1 })),
        );
        await claimEvents(transaction, { now: 5, until: 9, limit: 1 });
        await settleEvents(transaction, [{ id: `a${word}`, state: "failed", dueAt: 2, error: word }]);
        await appendRuns(transaction, [runOf(`r${word}`)]);
      });
      const again = await memoryStoreFrom(asThroughAFile(store.toLines()));
      await again.open(tables);
      expect([...again.toLines()]).toEqual([...store.toLines()]);
      expect(await stateOf(again)).toEqual(await stateOf(store));
      const next = await Promise.all([store, again].map((one) => insertNext(one)));
      expect(next[1]).toEqual(next[0]);
    }),
    { numRuns: 60 },
  );
});

test("a store is loaded without its tables, and what a new definition names no more is kept", async () => {
  const store = memoryStore();
  await store.open([things]);
  await store.write((transaction) => transaction.insert("Things", [["a", "kept"], ["b"]]));
  await store.open([{ ...things, columns: things.columns.slice(0, 1) }]);
  const again = await memoryStoreFrom([...store.toLines()]);
  await again.write((transaction) => transaction.delete("Things", [["b"]]));
  await again.open([things]);
  const rows = await again.read((transaction) => transaction.getByKeys("Things", [["a"], ["b"]]));
  expect(rows).toEqual([["a", "kept", null, null, null, null, null, 1], undefined]);
});

test("a claimed event is let go where its lease ends, and sequences go on", async () => {
  const store = memoryStore();
  await store.open([outboxTable]);
  await store.write(async (transaction) => {
    await appendEvents(transaction, [{ id: "a", rule: "r", payload: "{}", createdAt: 1 }]);
    await claimEvents(transaction, { now: 1, until: 9, limit: 1 });
  });
  const again = await memoryStoreFrom(store.toLines());
  await again.write(async (transaction) => {
    await appendEvents(transaction, [{ id: "b", rule: "r", payload: "{}", createdAt: 1 }]);
    expect((await claimEvents(transaction, { now: 8, until: 20, limit: 5 })).map(({ id }) => id)).toEqual([
      "b",
    ]);
    expect((await claimEvents(transaction, { now: 9, until: 20, limit: 5 })).map(({ id }) => id)).toEqual([
      "a",
    ]);
    expect((await readOutbox(transaction, { limit: 5 })).map(({ sequence }) => sequence)).toEqual([2, 1]);
  });
});

test("an empty store is two lines, and a closed one still gives its lines", async () => {
  const store = memoryStore();
  await store.close();
  expect([...store.toLines()]).toEqual(['{"format":"tablewright-store","version":1}', '{"lines":1}']);
  await expect((await memoryStoreFrom(store.toLines())).close()).resolves.toBeUndefined();
});

test("lines are a snapshot of what was committed when they were asked for", async () => {
  const store = memoryStore();
  await store.open([things]);
  const lines = store.toLines();
  const before = [...store.toLines()];
  await store.write(async (transaction) => {
    await transaction.insert("Things", [["a"]]);
    expect([...store.toLines()]).toEqual(before);
  });
  expect([...lines]).toEqual(before);
  expect([...store.toLines()]).toHaveLength(before.length + 1);
});

test("lines that were cut off anywhere are refused", async () => {
  const lines = await linesOfAStore();
  for (let length = 0; length < lines.length; length++) {
    await expect(memoryStoreFrom(lines.slice(0, length))).rejects.toThrow(`Line ${length + 1} is missing`);
    const cut = [...lines.slice(0, length), (lines[length] as string).slice(0, -1)];
    await expect(memoryStoreFrom(cut)).rejects.toThrow(`Line ${length + 1} is cut off`);
  }
  for (let left = 1; left < lines.length - 1; left++)
    await expect(memoryStoreFrom(lines.filter((_, at) => at !== left))).rejects.toThrow(/^Line \d+ /u);
});

const FIRST = '{"format":"tablewright-store","version":1}';
const TABLE =
  '{"table":"T","columns":[{"name":"Id","kind":"text","family":"text","indexed":false},' +
  '{"name":"N","kind":"integer","family":"number","indexed":false}],' +
  '"key":[0],"rowNumbers":"stable","highest":9,"retired":[]}';
const ROW = '{"table":"T","number":3,"row":{"Id":"a"}}';
const EVENT =
  '{"event":{"id":"a","rule":"r","payload":"{}","createdAt":1,"state":"waiting","attempts":0,"dueAt":1}}';
const RUN =
  '{"run":{"id":"a","rule":"r","table":"T","key":"k","change":"add","outcome":"Done","depth":0,"at":1,"events":[]}}';

test.each<[string, readonly string[], string]>([
  [
    "another program's lines",
    ['{"name":"Ada"}'],
    'Line 1 has "name", which is no part of the first line of a store.',
  ],
  ["no JSON", ["Id,Name"], "Line 1 is cut off or is something else, where an object in JSON was expected."],
  ["an empty line", [FIRST, ""], "Line 2 is cut off or is something else"],
  ["a number", [FIRST, "7"], "Line 2 is cut off or is something else"],
  [
    "a list",
    [FIRST, "[]"],
    "Line 2 has [], where a table, a row, an event, a run or the last line was expected.",
  ],
  [
    "a later version",
    ['{"format":"tablewright-store","version":2}'],
    'Line 1 has 2 as "version", where version 1 was expected.',
  ],
  ["a table twice", [FIRST, TABLE, TABLE], 'Line 3 defines the table "T" again.'],
  ["a row before its table", [FIRST, ROW], 'Line 2 has a row of "T", which no line before it defines.'],
  [
    "a key that is no column",
    [FIRST, TABLE.replace('"key":[0]', '"key":[2]')],
    "Line 2 has no key whose parts are positions of its columns.",
  ],
  [
    "a kind nobody knows",
    [FIRST, TABLE.replace('"integer"', '"int"')],
    'Line 2 has "int" as "kind", where "text" or "integer" or "real" or "boolean" or "json" was expected.',
  ],
  ["two columns alike", [FIRST, TABLE.replace('"N"', '"Id"')], "Line 2 names two columns alike."],
  [
    "a column nobody knows",
    [FIRST, TABLE, ROW.replace('"Id"', '"id"')],
    'Line 3 has "id", which is no part of a row of "T".',
  ],
  [
    "a value of another kind",
    [FIRST, TABLE, ROW.replace('"a"', '"a","N":"7"')],
    'Line 3 has "7" as "N", where a whole number was expected.',
  ],
  [
    "a row number given before",
    [FIRST, TABLE, ROW, ROW.replace('"a"', '"b"')],
    "Line 4 has the row number 3, where a number from 4 to 9 was expected.",
  ],
  [
    "a row number above the highest",
    [FIRST, TABLE, ROW.replace("3", "10")],
    "Line 3 has the row number 10, where a number from 1 to 9 was expected.",
  ],
  [
    "a position that is none",
    [FIRST, TABLE.replace("stable", "position"), ROW],
    "Line 3 has the row number 3, where 1 was expected.",
  ],
  [
    "two rows with one key",
    [FIRST, TABLE, ROW, ROW.replace("3", "4")],
    'Line 4 has a row whose key another row of "T" has.',
  ],
  ["two events with one id", [FIRST, EVENT, EVENT], 'Line 3 has the id "a", which a line before it has.'],
  ["two runs with one id", [FIRST, RUN, RUN], 'Line 3 has the id "a", which a line before it has.'],
  [
    "a state nobody knows",
    [FIRST, EVENT.replace("waiting", "gone")],
    'Line 2 has "gone" as "state", where "waiting" or "delivered" or "failed" was expected.',
  ],
  ["half an event", [FIRST, '{"event":{"id":"a"}}'], 'Line 2 has no "rule", which belongs to an event.'],
  ["a wrong count", [FIRST, '{"lines":2}'], "Line 2 says that 2 lines stand before it, where there are 1."],
  [
    "lines behind the last",
    [FIRST, '{"lines":1}', ROW],
    "Line 3 stands behind the last, where nothing was expected.",
  ],
])("%s is refused by line", async (_, lines, sentence) => {
  await expect(memoryStoreFrom(lines)).rejects.toThrow(sentence);
});

test("the lines that are spoilt above are taken as they are", async () => {
  const store = await memoryStoreFrom([FIRST, TABLE, ROW, EVENT, RUN, '{"lines":5}']);
  const rows = await store.read((transaction) => transaction.getByKeys("T", [["a"]]));
  expect(rows).toEqual([["a", null, 3]]);
  await store.open([outboxTable, runsTable]);
  const { events, runs } = await journalsOf(store);
  expect([events, runs]).toMatchObject([[{ id: "a", sequence: 1 }], [{ id: "a", key: "k", sequence: 1 }]]);
});

/** As text of a file in UTF-8, cut at every line end that any reader knows. */
async function* asThroughAFile(lines: Iterable<string>): AsyncIterable<string> {
  const file = new TextEncoder().encode([...lines].join("\n"));
  yield* new TextDecoder().decode(file).split(/\r\n|[\n\r\u2028\u2029]/u);
}

async function linesOfAStore(): Promise<readonly string[]> {
  const store = memoryStore();
  await store.open(tables);
  await store.write(async (transaction) => {
    await transaction.insert(stableThings.name, [["a", "x", 1, 0.5, true, ["y"], "z"], ["b"]]);
    await appendEvents(transaction, [{ id: "a", rule: "r", payload: "{}", createdAt: 1 }]);
    await appendRuns(transaction, [runOf("r")]);
  });
  return [...store.toLines()];
}

function runOf(word: string) {
  const texts = { id: word, rule: word, table: word, key: word, events: [word] };
  return { ...texts, change: "edit", outcome: "Done", depth: 1, at: 2 } as const;
}

function journalsOf(store: Store) {
  return store.read(async (transaction) => ({
    events: await readOutbox(transaction, { limit: 9 }),
    runs: await readRuns(transaction, { limit: 9 }),
  }));
}

function stateOf(store: Store) {
  return store.read(async (transaction) => ({
    ...(await journalsOf(store)),
    tables: await Promise.all(
      [things, stableThings].map(({ name }) =>
        transaction.find({
          table: name,
          conditions: [],
          order: [],
          context: { meter: new Meter() } as never,
        }),
      ),
    ),
  }));
}

/** The numbers of the rows that are added next. */
function insertNext(store: Store) {
  return store.write(async (transaction) =>
    Promise.all(
      [things, stableThings].map(async ({ name }) => (await transaction.insert(name, [["\0next"]])).rows),
    ),
  );
}
