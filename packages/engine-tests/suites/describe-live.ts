import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Engine, LiveRequest, ResultRow } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LiveReader, type LiveWorkshop, withLive, withLiveServers } from "./live/live-workshop.ts";

const [ada, bea] = ["ada@example.com", "bea@example.com"].map((email) => ({ email })) as [Person, Person];
type Person = { readonly email: string };

/** After which one that is still there is kept. */
const MOST_READERS = 50;

/** Live Selectors: what their readers have is what a Find answers, whatever is written, hidden, shown or cut off. */
export function describeLive(make: MakeStore, effort: number): void {
  describe("live Selectors", () => {
    test("give the rows that are there, then which enter, change and leave", () =>
      withLive(make, async ({ engine, quiet }) => {
        await engine.add("Tasks", [task("a", 3), task("b", 7)]);
        const { output, diagnostics } = await engine.live(selecting("Tasks", "[Size] > 5", ["Task", "Size"]));
        expect(diagnostics).toEqual([]);
        const steps = output as NonNullable<typeof output>;
        const row = (Task: string, Size: number) => ({ key: Task, row: { Task, Size } });
        const nothing = { reset: false, enter: [], change: [], leave: [] };
        expect((await steps.next()).value).toMatchObject({ ...nothing, reset: true, enter: [row("b", 7)] });
        const next = steps.next();
        await engine.edit("Tasks", [{ Task: "a", Size: 6 }]);
        await engine.edit("Tasks", [{ Task: "b", Owner: "c" }]);
        await quiet();
        expect((await next).value).toMatchObject({ ...nothing, enter: [row("a", 6)] });
        await engine.edit("Tasks", [{ Task: "a", Size: 8 }]);
        await engine.delete("Tasks", [{ Task: "b" }]);
        await quiet();
        await engine.edit("Tasks", [{ Task: "a", Size: 9 }]);
        await quiet();
        expect((await steps.next()).value).toMatchObject({ ...nothing, change: [row("a", 9)], leave: ["b"] });
        await steps.return();
        expect(await steps.next()).toEqual({ done: true, value: undefined });
      }));

    test("one without readers is not kept", () =>
      withLive(make, async ({ engine }) => {
        await engine.add("Tasks", tasks(0, 9));
        const read = async (selector: string) => {
          const request = selecting("Tasks", selector);
          const { output } = await engine.live(request);
          await output?.next();
          await output?.return();
          return new WeakRef(request.properties as object);
        };
        const ended = [await read("[Size] > -1"), await read("[Size] > -2")];
        setFlagsFromString("--expose-gc");
        const collect: () => void = runInNewContext("gc");
        const kept = () => ended.filter((request) => request.deref() !== undefined);
        // A register of the machine may hold what was last read until others are read; a reader that is kept is held for ever.
        for (let more = 3; kept().length > 0 && more < MOST_READERS; more++) {
          await read(`[Size] > -${more}`);
          await new Promise((resolve) => setImmediate(resolve));
          collect();
        }
        expect(kept()).toEqual([]);
      }));

    test.each<[string, LiveRequest, readonly string[]]>([
      ["no history", { table: "Plain" }, ["history/none"]],
      ["a part", { table: "Tasks", properties: { Limit: 1 } }, ["request/live-property"]],
      ["a wrong Selector", { table: "Tasks", properties: { Selector: "[Size]" } }, ["name/unknown-column"]],
      ["no such table", { table: "None" }, ["table/not-found"]],
    ])("with %s there is none", (_, request, codes) =>
      withLive(make, async ({ engine }) => {
        const { output, diagnostics } = await engine.live(request);
        expect([output, diagnostics.map(({ code }) => code)]).toEqual([undefined, codes]);
      }),
    );

    test.each([
      [49, 1, []],
      [50, 0, []],
      [50, 1, ["limit/live-rows"]],
    ])("%i rows and %i more: at most 50 are followed", (first, more, errors) =>
      withLive(make, async ({ engine, quiet }) => {
        await engine.add("Tasks", tasks(0, first));
        const readers = [new LiveReader({ table: "Tasks" }), new LiveReader(selecting("Tasks", "FALSE"))];
        for (const reader of readers) await reader.open(engine);
        if (more > 0) await engine.add("Tasks", tasks(first, more));
        await quiet();
        expect(readers[0]?.errors).toEqual(errors);
        for (const reader of readers) await reader.cut();
        const again = new LiveReader({ table: "Tasks" });
        await again.open(engine);
        expect(again.errors).toEqual(errors);
        await again.cut();
      }),
    );

    test("of one key follow at most 70 rows, and those of other keys go on", () =>
      withLive(make, async ({ engine, quiet }) => {
        await engine.add("Tasks", tasks(0, 40));
        const open = async (accessKey: string, selector: string) => {
          const reader = new LiveReader({ ...selecting("Tasks", selector), accessKey });
          await reader.open(engine);
          return reader;
        };
        const thirty = await open("one", "[_RowNumber] <= 30");
        const all = await open("one", "TRUE");
        const again = await open("one", "TRUE");
        const other = await open("two", "TRUE");
        const refused = await open("one", "[_RowNumber] = 1");
        expect([all, again, other, refused].map(({ errors }) => errors)).toEqual([
          [],
          [],
          [],
          ["limit/live"],
        ]);
        await engine.add("Tasks", tasks(40, 1));
        await quiet();
        expect([all, again, other, thirty].map(({ errors }) => errors)).toEqual([
          ["limit/live"],
          ["limit/live"],
          [],
          [],
        ]);
        expect(other.rows.size).toBe(41);
        for (const reader of [all, again]) await reader.cut();
        const small = await open("one", "[_RowNumber] <= 40");
        expect(small.errors).toEqual([]);
        for (const reader of [small, thirty, other]) await reader.cut();
        expect((await open("one", "TRUE")).errors).toEqual([]);
      }));

    test("go on after a cursor with what has changed since, and from the beginning after none of theirs", () =>
      withLive(make, async ({ engine, quiet }) => {
        await engine.add("Notes", [note(1, "x"), note(2, "y")]);
        const request = selecting("Notes", '[Topic] <> "z"', ["Note", "Topic"]);
        const reader = new LiveReader(request);
        await reader.open(engine);
        await quiet();
        const { cursor } = reader;
        await reader.cut();
        await engine.edit("Notes", [note(1, "z"), note(2, "w")]);
        await engine.add("Notes", [note(3, "x")]);
        await reader.open(engine);
        await quiet();
        expect([reader.resets, reader.steps.length, [...reader.rows.keys()]]).toEqual([
          1,
          2,
          ["2: 01/02/2026", "3: 01/03/2026"],
        ]);
        await reader.cut();
        for (const [after, other] of [
          [cursor, selecting("Notes", "TRUE", ["Note", "Topic"])],
          [cursor?.replace(/\..*/u, ".0"), request],
          ["nonsense", request],
          [`99${cursor}`, request],
        ] as const) {
          const again = new LiveReader(other);
          again.cursor = after;
          await again.open(engine);
          await quiet();
          expect([after, again.resets, again.rows.size, again.errors]).toEqual([
            after,
            1,
            again.rows.size,
            [],
          ]);
          await again.cut();
        }
      }));

    test("readers have what a Find answers", async () => {
      const property = fc.asyncProperty(operations, (all) =>
        withLive(make, (workshop) => follow(workshop, all)),
      );
      await fc.assert(property, { numRuns: randomRuns(20 * effort) });
    });

    test("hidden rows change no step", async () => {
      const property = fc.asyncProperty(operations, operations, async (seen, hidden) => {
        const steps: unknown[] = [];
        for (const isHidden of [false, true])
          await withLive(make, async ({ engine, quiet }) => {
            await engine.add("Grants", [{ Grant: "g", Who: ada.email, Topic: "t0" }]);
            const readers = OF_ADA.map((request) => new LiveReader(request));
            for (const reader of readers) await reader.open(engine);
            const goOn = async () => {
              for (const reader of readers) if (!reader.isOpen) await reader.open(engine);
              await quiet();
            };
            for (const [at, one] of seen.entries()) {
              if (one.kind === "write") await carryOut(engine, { ...one, written: one.written.map(ofAda) });
              const other = hidden[at];
              if (isHidden && other?.kind === "write")
                await carryOut(engine, { ...other, written: other.written.map(hiddenFromAda) });
              if (one.kind === "cut") await readers[one.reader % readers.length]?.cut();
              if (one.kind === "look") await goOn();
            }
            await goOn();
            steps.push(readers.map((reader) => reader.steps));
            for (const reader of readers) await reader.cut();
          });
        expect(steps[1]).toEqual(steps[0]);
      });
      await fc.assert(property, { numRuns: randomRuns(12 * effort) });
    });
  });
}

/** The same of servers over one database, among which writers and readers change. */
export function describeLiveServers(
  open: () => Promise<{ readonly stores: readonly [Store, Store]; dispose(): Promise<void> }>,
): void {
  test("live Selectors of two servers", async () => {
    const property = fc.asyncProperty(operations, async (all) => {
      const { stores, dispose } = await open();
      try {
        await withLiveServers(stores, (workshop) => follow(workshop, all));
      } finally {
        await dispose();
      }
    });
    await fc.assert(property, { numRuns: randomRuns(3) });
  }, 180_000);
}

/** Carries out operations while readers follow the rows, and compares at each look what they have. */
async function follow({ engine, engines, quiet }: LiveWorkshop, all: readonly Operation[]): Promise<void> {
  let turn = 0;
  const someEngine = () => engines[turn++ % engines.length] ?? engine;
  await engine.add("Grants", [{ Grant: "g", Who: ada.email, Topic: "t0" }]);
  const readers = REQUESTS.map((request) => new LiveReader(request));
  for (const reader of readers) await reader.open(someEngine());
  for (const one of all) {
    if (one.kind === "cut") await readers[one.reader % readers.length]?.cut();
    else if (one.kind === "write") await carryOut(someEngine(), one);
    else {
      await quiet(one.milliseconds);
      for (const reader of readers) if (!reader.isOpen) await reader.open(someEngine());
      await quiet(1_000);
      for (const reader of readers) await expectFound(engine, reader);
    }
  }
  for (const reader of readers) await reader.cut();
}

async function expectFound(engine: Engine, reader: LiveReader): Promise<void> {
  const found = await engine.execute({ ...reader.request, action: "Find" });
  const rows = found.ok
    ? found.rows.map((row) => JSON.stringify(asFollowed(reader, row)))
    : found.diagnostics;
  const had = [...reader.rows.values()].map((row) => JSON.stringify(row));
  expect([reader.request, had.sort(), reader.errors]).toEqual([reader.request, [...rows].sort(), []]);
}

/** Numbers of rows are only there where they are asked for. */
function asFollowed({ request }: LiveReader, { _RowNumber, ...row }: ResultRow): object {
  return request.properties?.Columns === undefined ? row : { _RowNumber, ...row };
}

const task = (Task: string, Size: number | null, Owner = ada.email) => ({ Task, Size, Owner });
const note = (Note: number, Topic: string) => ({ Note, Part: `2026-01-0${Note}`, Topic });

function tasks(from: number, count: number): readonly ResultRow[] {
  return Array.from({ length: count }, (_, at) => task(`t${from + at}`, at));
}

function selecting(table: string, condition: string, Columns?: readonly string[]): LiveRequest {
  const Selector = `FILTER("${table}", ${condition})`;
  return { table, properties: { Selector, ...(Columns && { Columns }) } };
}

/** Each kind of reading: by row and not, of several callers, of time, of a slice, of what other tables say. */
const REQUESTS: readonly LiveRequest[] = [
  { table: "Tasks" },
  { table: "Tasks", caller: ada },
  { table: "Tasks", caller: bea, wire: "spec" },
  { table: "Big Tasks", caller: ada },
  { ...selecting("Tasks", "[Size] > 4", ["Task", "Size"]), caller: ada },
  selecting("Tasks", "[Due] <= TODAY()"),
  selecting("Tasks", "[Size] = MAX(Tasks[Size])"),
  { table: "Tasks", properties: { Selector: 'TOP(ORDERBY(FILTER("Tasks", TRUE), [Size], TRUE), 2)' } },
  { table: "Notes", caller: ada },
  { table: "Notes", caller: bea },
  { table: "Vault" },
  { table: "Vault", properties: { Columns: ["_RowNumber", "Door"] } },
  selecting("Tasks", "[_RowNumber] < 3"),
  { ...selecting("Notes", "[Size] < 6", ["Size"]), caller: ada },
];

const sizes = fc.integer({ min: 0, max: 9 });
const people = fc.constantFrom(ada.email, bea.email, "");
const topics = fc.constantFrom("t0", "t1", "t2");
const written = fc.oneof(
  fc.record({
    table: fc.constant("Tasks" as const),
    cells: fc.record({
      Task: fc.constantFrom("a", "b", "c", "d", "A"),
      Size: sizes,
      Owner: people,
      Due: fc.constantFrom("2026-03-14", "2026-03-15", ""),
    }),
  }),
  fc.record({
    table: fc.constant("Notes" as const),
    cells: fc.record({
      Note: fc.integer({ min: 1, max: 3 }),
      Part: fc.constant("2026-01-01"),
      Topic: topics,
      Size: sizes,
    }),
  }),
  fc.record({
    table: fc.constant("Vault" as const),
    cells: fc.record({ Door: fc.constantFrom("a", "b"), Size: sizes, Secret: fc.constantFrom("x", "y") }),
  }),
  fc.record({
    table: fc.constant("Grants" as const),
    cells: fc.record({ Grant: fc.constantFrom("g", "h"), Who: people, Topic: topics }),
  }),
);
const write = fc.record({
  kind: fc.constant("write" as const),
  action: fc.constantFrom("Add" as const, "Add" as const, "Add" as const, "Delete" as const),
  written: fc.array(written, { minLength: 1, maxLength: 3 }),
});
const operation = fc.oneof(
  { weight: 7, arbitrary: write },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cut" as const), reader: fc.nat(100) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("look" as const),
      milliseconds: fc.constantFrom(60, 1_000, 86_400_000),
    }),
  },
);

const operations = fc.array(operation, { minLength: 12, maxLength: 30 });
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;
type Write = typeof write extends fc.Arbitrary<infer T> ? T : never;
type Written = Write["written"][number];

/** What Ada reads in this test is the same whatever numbers rows have. */
const OF_ADA: readonly LiveRequest[] = [
  { table: "Tasks", properties: { Columns: ["Task", "Size"] }, caller: ada },
  { ...selecting("Tasks", "[Size] = MAX(Tasks[Size])", ["Task"]), caller: ada },
  { table: "Notes", properties: { Columns: ["Note", "Size"] }, caller: ada },
  {
    table: "Notes",
    properties: { Columns: ["Note"], Selector: 'TOP(ORDERBY(FILTER("Notes", TRUE), [Size]), 2)' },
    caller: ada,
  },
];

/** A row that Ada sees before and after. */
function ofAda(one: Written): Written {
  if (one.table === "Tasks") return { table: "Tasks", cells: { ...one.cells, Owner: ada.email } };
  if (one.table === "Notes") return { table: "Notes", cells: { ...one.cells, Topic: "t0" } };
  if (one.table === "Vault") return one;
  return { table: "Grants", cells: { Grant: "h", Who: ada.email, Topic: "t1" } };
}

/** A row of another key that Ada never sees, or a grant of another person. */
function hiddenFromAda(one: Written): Written {
  if (one.table === "Tasks")
    return {
      table: "Tasks",
      cells: { ...one.cells, Task: `hidden ${one.cells.Task}` as "a", Owner: bea.email },
    };
  if (one.table === "Notes")
    return { table: "Notes", cells: { ...one.cells, Note: 9 + one.cells.Note, Topic: "t2" } };
  if (one.table === "Vault") return { table: "Vault", cells: { ...one.cells, Door: "hidden" as "a" } };
  return { table: "Grants", cells: { Grant: "i" as "h", Who: bea.email, Topic: one.cells.Topic } };
}

/** In one transaction where it can be; rows that are there are changed, and what cannot be done is not. */
async function carryOut(
  engine: Engine,
  { action, written }: Pick<Write, "action" | "written">,
): Promise<void> {
  const calls = written.map(({ table, cells }) => ({
    action,
    table,
    rows: [cells],
    ...(action === "Add" && { properties: { OnDuplicate: "update" as const } }),
  }));
  await engine.batch({ calls });
}
