import type { BatchResult, CallTrace, EngineRequest, Result } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answersOfThen } from "./answers-of-then.ts";
import { type ArchiveRows, withArchive } from "./archive.ts";
import { type CountedStore, countedStore } from "./fence/counted-store.ts";
import type { Workshop } from "./workshop.ts";

/**
 * Two databases that differ in hidden rows alone give the same answers to the same calls, and the same traces of them, byte for
 * byte, ask their stores the same for the caller, and take as many steps off the caller's budget. Two things are excepted: `_RowNumber`, which
 * counts hidden rows, and an Add with the key of a hidden row.
 */
export function describeHiddenRows(make: MakeStore, effort: number): void {
  describe("hidden rows", () => {
    test("change no answer", async () => {
      const property = fc.asyncProperty(
        archiveRows,
        hidden,
        hidden,
        fc.array(archiveCall, { maxLength: 12 }),
        compare,
      );
      await fc.assert(property, { numRuns: randomRuns(100 * effort) });
    });

    test("change no answer of a batch", async () => {
      const calls = fc.array(archiveCall, { minLength: 1, maxLength: 4 });
      const property = fc.asyncProperty(
        archiveRows,
        hidden,
        hidden,
        calls,
        async (seen, one, other, sent) => {
          const answer = (added: HiddenRows) => answerOfBatch(mixed(seen, added), sent);
          expect([sent, await answer(other)]).toEqual([sent, await answer(one)]);
        },
      );
      await fc.assert(property, { numRuns: randomRuns(60 * effort) });
    });

    test("change nothing of what old calls come to when they are run again", async () => {
      const calls = fc.array(archiveCall, { minLength: 1, maxLength: 6 });
      const property = fc.asyncProperty(
        archiveRows,
        hidden,
        hidden,
        calls,
        async (seen, one, other, sent) => {
          const then = (added: HiddenRows) => answersLater(mixed(seen, added), sent);
          expect([sent, await then(other)]).toEqual([sent, await then(one)]);
        },
      );
      await fc.assert(property, { numRuns: randomRuns(20 * effort) });
    });
  });

  async function answersLater(rows: ArchiveRows, calls: readonly EngineRequest[]): Promise<string> {
    let told = "";
    const execute = async ({ engine }: Workshop) => {
      const answers: Result[] = [];
      for (const one of calls) answers.push(await engine.execute(one));
      told = withoutRowNumbers(await answersOfThen(make, engine, answers));
    };
    await withArchive(make, rows, execute, undefined, { hasHistory: true });
    return told;
  }

  async function compare(
    seen: ArchiveRows,
    one: HiddenRows,
    other: HiddenRows,
    calls: readonly EngineRequest[],
  ): Promise<void> {
    const [first, second] = [
      await answers(mixed(seen, one), calls),
      await answers(mixed(seen, other), calls),
    ];
    for (const [index, answer] of first.entries()) {
      const request = calls[Math.floor(index / ANSWERS)];
      expect([request, second[index]]).toEqual([request, answer]);
    }
  }

  async function answerOfBatch(rows: ArchiveRows, calls: readonly EngineRequest[]): Promise<string> {
    const counted: CountedStore[] = [];
    const count = (store: Store) => {
      const counting = countedStore(store);
      counted.push(counting);
      return counting;
    };
    let answer = "";
    const execute = async ({ engine }: Workshop) => {
      const result = await engine.batch({ calls: calls.map(({ wire: _, ...call }) => call) });
      const costs = counted.map((store) => store.takeCounts()).map(({ finds, steps }) => ({ finds, steps }));
      answer = `${withoutRowNumbers(result)} ${JSON.stringify(costs)}`;
    };
    await withArchive(make, rows, execute, count);
    return answer;
  }

  async function answers(rows: ArchiveRows, calls: readonly EngineRequest[]): Promise<readonly string[]> {
    const differences: string[] = [];
    const counted: CountedStore[] = [];
    const count = (store: Store) => {
      const counting = countedStore(store);
      counted.push(counting);
      return counting;
    };
    const execute = async ({ engine }: Workshop) => {
      for (const one of calls) {
        const answer = withoutRowNumbers(await engine.execute(one));
        const costs = counted
          .map((store) => store.takeCounts())
          .map(({ finds, steps }) => ({ finds, steps }));
        differences.push(`${answer} ${JSON.stringify(costs)}`);
        differences.push(withoutRowNumbers((await engine.why(one)).trace));
        for (const store of counted) store.takeCounts();
      }
    };
    await withArchive(make, rows, execute, count);
    return differences;
  }
}

function withoutRowNumbers(result: Result | BatchResult | CallTrace | readonly unknown[]): string {
  return JSON.stringify(result, (name, value: unknown) => (name === "_RowNumber" ? undefined : value));
}

/** What is compared of a call: its answer with its costs, and why it is so. */
const ANSWERS = 2;

/** Rows, each with the place among the visible ones where it stands. */
type HiddenRows = Readonly<Record<keyof ArchiveRows, readonly (readonly [place: number, row: Row])[]>>;

function mixed(seen: ArchiveRows, added: HiddenRows): ArchiveRows {
  const mix = (table: keyof ArchiveRows): readonly Row[] => {
    const rows = [...seen[table]];
    for (const [place, row] of added[table]) rows.splice(place % (rows.length + 1), 0, row);
    return rows;
  };
  return { Notes: mix("Notes"), Topics: mix("Topics"), Grants: mix("Grants") };
}

const ME = "me@example.com";
const OTHERS = ["other@example.com", "", null];
const names = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start}${index}`);
const [seenNotes, hiddenNotes, newNotes] = [names("v", 5), names("h", 5), names("n", 3)];
const [seenTopics, hiddenTopics] = [names("t", 2), names("x", 2)];

const anyNote = fc.constantFrom(...seenNotes, ...hiddenNotes, ...newNotes, null);
const anyTopic = fc.constantFrom(...seenTopics, ...hiddenTopics, null);
const size = fc.integer({ min: 0, max: 12 });
const place = fc.nat({ max: 9 });

export const archiveRows: fc.Arbitrary<ArchiveRows> = fc
  .subarray(seenNotes)
  .chain((keys) => fc.tuple(...keys.map((key) => note(key, fc.constant(ME), size))))
  .map((notes) => ({
    Notes: notes,
    Topics: seenTopics.map((topic) => [topic, `about ${topic}`]),
    Grants: seenTopics.map((topic, index) => [`g${index}`, ME, topic]),
  }));

const hidden: fc.Arbitrary<HiddenRows> = fc.record({
  Notes: some(hiddenNotes, (key) =>
    fc.oneof(
      note(key, fc.constantFrom(...OTHERS), fc.integer({ min: 0, max: 2_000 })),
      note(key, fc.constant(ME), fc.integer({ min: 992, max: 9_007_199_254_740_991 })),
    ),
  ),
  Topics: some(hiddenTopics, (key) => fc.constant([key, "secret"])),
  Grants: some(["s0", "s1"], (key) =>
    fc.tuple(fc.constantFrom(...OTHERS), anyTopic).map(([who, topic]) => [key, who, topic]),
  ),
});

function note(
  key: string,
  owner: fc.Arbitrary<string | null>,
  sized: fc.Arbitrary<number>,
): fc.Arbitrary<Row> {
  return fc
    .tuple(owner, sized, anyTopic, anyNote)
    .map(([whose, large, topic, parent]) => [key, whose, large, topic, parent, 0]);
}

function some(keys: readonly string[], row: (key: string) => fc.Arbitrary<Row>) {
  return fc
    .subarray([...keys])
    .chain((chosen) => fc.tuple(...chosen.map((key) => fc.tuple(place, row(key)))));
}

const SELECTORS = [
  'FILTER("Notes", TRUE)',
  'TOP(ORDERBY(FILTER("Notes", TRUE), [Size], TRUE, [Note]), 2)',
  "TOP(Notes[Note], 2)",
  "ORDERBY(Notes[Parent], [Rank], TRUE)",
  "SELECT(Notes[Parent], TRUE, TRUE)",
  'MAXROW("Notes", "Size")',
  'FILTER("Notes", [Size] = MIN(Notes[Size]))',
  'FILTER("Notes", [Parent].[Parent].[Size] > 3)',
  'FILTER("Notes", ISBLANK([Topic].[Title]))',
  'FILTER("Notes", [Siblings] > COUNT(Topics[Topic]))',
  'FILTER("Notes", LOOKUP("h1", "Notes", "Note", "Size") >= 0)',
  'FILTER("Notes", [Size] < SUM(SELECT(Notes[Size], [Topic] = [_THISROW-1].[Topic])) + COUNT(Grants[Grant]))',
  'FILTER("Big Notes", TRUE)',
  'LIST("h0", "v0", "h1", "v1")',
  'FILTER("Notes", [Nope] = 1)',
];

/** Slices have some of the columns. */
const EXPANDED = ["Parent", "Topic", "Parent.Topic", "Topic.Largest", "Related Notes.Parent"];

const table = fc.constantFrom("Notes", "Big Notes");
const named = fc.record({ Note: fc.constantFrom(...seenNotes, ...hiddenNotes, ...newNotes) });
const cells = fc.record(
  {
    Size: fc.integer({ min: 0, max: 20 }),
    Topic: anyTopic,
    Parent: anyNote,
    Owner: fc.constantFrom(ME, "other@example.com"),
  },
  { requiredKeys: [] },
);
const changes = fc.array(
  fc.tuple(named, cells).map(([key, rest]) => ({ ...rest, ...key })),
  { minLength: 1, maxLength: 3 },
);
const added = changes.map((rows) => rows.filter(({ Note }) => !hiddenNotes.includes(Note)));
const boards = fc.array(fc.record({ Board: fc.constantFrom("a", "b", "c"), Pinned: anyNote }), {
  minLength: 1,
  maxLength: 2,
});
const wire = fc.constantFrom("typed" as const, "spec" as const, "appsheet" as const);

const actions = fc.constantFrom("Grow", "Give Away", "Grow Siblings", "Pin", "Throw Away", "Drop");

export const archiveCall: fc.Arbitrary<EngineRequest> = fc.oneof(
  fc.record({
    action: fc.constant("Find"),
    table: fc.constantFrom("Notes", "Big Notes", "Topics", "Grants", "Boards"),
    wire,
  }),
  fc.record({ action: fc.constant("Find"), table, rows: fc.array(named, { maxLength: 6 }) }),
  fc.record({
    action: fc.constant("Find"),
    table,
    properties: fc.record({ Selector: fc.constantFrom(...SELECTORS) }),
  }),
  fc.record({
    action: fc.constant("Find"),
    table,
    properties: fc.record({ Columns: fc.constant(["Note"]), Expand: fc.subarray(EXPANDED) }),
  }),
  fc.record({ action: fc.constant("Edit"), table, rows: changes }),
  fc.record({ action: fc.constant("Delete"), table, rows: fc.array(named, { minLength: 1, maxLength: 2 }) }),
  fc.record({ action: fc.constant("Add"), table, rows: added }),
  fc.record({ action: actions, table, rows: fc.array(named, { minLength: 1, maxLength: 3 }) }),
  fc.record({ action: fc.constantFrom("Add", "Edit"), table: fc.constant("Boards"), rows: boards }),
);
