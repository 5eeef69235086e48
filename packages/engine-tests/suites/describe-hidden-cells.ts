import type { EngineRequest, Result, ResultRow } from "@tablewright/core";
import type { Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { answersOfThen } from "./answers-of-then.ts";
import { type CountedStore, countedStore } from "./fence/counted-store.ts";
import { type Workshop, withWorkshop } from "./workshop.ts";

/** Ann reads the `Pay` and `Tags` of her own people, the `Chief` of those of low levels (of high ones its condition ends in an error), and no `Review` at all. */
const DEFINITION = `
tablewright: 1
app: { id: cells, name: Cells, owner: hr@example.com, locale: en-US, timezone: UTC, roles: { hr@example.com: HR }, history: { keep: 2d }, api: { invocable: dataChange } }
tables:
  People:
    key: [Person]
    columns:
      Person: { type: Text }
      Owner: { type: Text, writeIf: 'USERROLE() = "HR"' }
      Level: { type: Number, writeIf: 'USERROLE() = "HR"' }
      Pay: { type: Number, readIf: 'OR(USERROLE() = "HR", [Owner] = USEREMAIL())', validIf: '[_THIS] <> 13' }
      Tags: { type: EnumList, values: [x, y], readIf: 'OR(USERROLE() = "HR", [Owner] = USEREMAIL())' }
      Review: { type: Text, index: true, readIf: 'USERROLE() = "HR"' }
      Chief: { type: Ref, table: People, readIf: 'OR(USERROLE() = "HR", [Level] * 2 + 9007199254740980 < 9007199254740987)' }
      Twice: { type: Number, virtual: true, formula: '[Pay] * 2', readIf: 'OR(USERROLE() = "HR", [Owner] = USEREMAIL())' }
      Text: { type: Text }
slices:
  Low: { table: People, filter: '[Level] < 3', columns: [Person, Pay, Level, Chief] }
actions:
  Mark: { table: People, set: { Text: '[Text] & [Level]' } }
`;

interface Cells {
  readonly Pay: number | null;
  readonly Tags: readonly string[];
  readonly Review: string | null;
  readonly Chief: string | null;
}

const PEOPLE = ["p0", "p1", "p2", "p3", "p4"];
const isOwn = (at: number) => at % 2 === 0;
const levelOf = (at: number) => at * 2;
const ANN = { caller: { email: "ann@example.com" } } as const;

/**
 * Two databases that differ only in cells which the caller may not read give the same answers, errors, histories and feeds, and take
 * as many steps off the caller's budget.
 */
export function describeHiddenCells(make: MakeStore, effort: number): void {
  test("hidden cells change no answer", async () => {
    const world = fc.array(cells, { minLength: PEOPLE.length, maxLength: PEOPLE.length });
    const calls = fc.array(anyCall, { minLength: 1, maxLength: 8 });
    const property = fc.asyncProperty(world, world, world, calls, async (one, other, seen, sent) => {
      const [first, second] = [await answers(one, seen, sent), await answers(other, seen, sent)];
      for (const [at, answer] of first.entries()) expect([sent[at], second[at]]).toEqual([sent[at], answer]);
    });
    await fc.assert(property, { numRuns: randomRuns(60 * effort) });
  });

  test("hidden cells change nothing of what old calls come to when they are run again", async () => {
    const world = fc.array(cells, { minLength: PEOPLE.length, maxLength: PEOPLE.length });
    const calls = fc.array(anyChange, { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(world, world, world, calls, async (one, other, seen, sent) => {
      const then = (hidden: readonly Cells[]) => answersLater(hidden, seen, sent);
      expect([sent, await then(other)]).toEqual([sent, await then(one)]);
    });
    await fc.assert(property, { numRuns: randomRuns(20 * effort) });
  });

  async function answersLater(
    hidden: readonly Cells[],
    seen: readonly Cells[],
    calls: readonly EngineRequest[],
  ): Promise<unknown> {
    let told: unknown;
    const work = async (workshop: Workshop) => {
      await fillPeople(workshop, hidden, seen);
      const answers: Result[] = [];
      for (const one of calls) answers.push(await workshop.engine.execute({ ...one, ...ANN }));
      told = await answersOfThen(make, workshop.engine, answers);
    };
    await withWorkshop(make, work, undefined, DEFINITION);
    return told;
  }

  async function answers(
    hidden: readonly Cells[],
    seen: readonly Cells[],
    calls: readonly AnyCall[],
  ): Promise<readonly string[]> {
    const counted: CountedStore[] = [];
    const count = (store: Store) => {
      const counting = countedStore(store);
      counted.push(counting);
      return counting;
    };
    const told: string[] = [];
    const work = async (workshop: Workshop) => {
      await fillPeople(workshop, hidden, seen);
      for (const store of counted) store.takeCounts();
      for (const call of calls) {
        const answer = await call(workshop);
        const costs = counted
          .map((store) => store.takeCounts())
          .map(({ finds, steps }) => ({ finds, steps }));
        told.push(JSON.stringify([answer, costs]));
      }
    };
    await withWorkshop(make, work, count, DEFINITION);
    return told;
  }
}

/** The people, whose cells that Ann reads are those of `seen`; every one has come by an Add and an Edit. */
async function fillPeople(
  { rows }: Workshop,
  hidden: readonly Cells[],
  seen: readonly Cells[],
): Promise<void> {
  const people = PEOPLE.map((Person, at): ResultRow => {
    const [own, shown] = [hidden[at] as Cells, seen[at] as Cells];
    const { Pay, Tags } = isOwn(at) ? shown : own;
    const { Chief } = levelOf(at) < 4 ? shown : own;
    return {
      Person,
      Owner: isOwn(at) ? ANN.caller.email : "bob@example.com",
      Level: levelOf(at),
      Pay,
      Tags,
      Review: own.Review,
      Chief,
    };
  });
  await rows({
    action: "Add",
    table: "People",
    rows: people.map((row) => ({ ...row, Pay: 1, Review: "new" })),
  });
  await rows({ action: "Edit", table: "People", rows: people });
  await rows({ action: "Edit", table: "People", rows: PEOPLE.map((Person) => ({ Person, Text: "t" })) });
}

const cells: fc.Arbitrary<Cells> = fc.record({
  Pay: fc.option(fc.constantFrom(0, 7, 500, 9_007_199_254_740_991)),
  Tags: fc.subarray(["x", "y"]),
  Review: fc.option(fc.constantFrom("geheim", "best", "worst")),
  Chief: fc.option(fc.constantFrom(...PEOPLE, "nobody")),
});

/** What Ann asks; its answer in any form that JSON has. */
type AnyCall = (workshop: Workshop) => Promise<unknown>;

const call = (request: EngineRequest): AnyCall =>
  Object.assign(async ({ engine }: Workshop) => engine.execute({ ...request, ...ANN }) as Promise<Result>, {
    toJSON: () => request,
  });

const SELECTORS = [
  'FILTER("People", [Pay] > 5)',
  'FILTER("People", [Pay] * 9007199254740991 > 0)',
  'FILTER("People", [Twice] >= 0)',
  'FILTER("People", ISBLANK([Pay]))',
  'FILTER("People", IN("x", [Tags]))',
  'FILTER("People", COUNT([Tags]) > 0)',
  'FILTER("People", [Chief].[Pay] > 5)',
  'FILTER("People", [Chief].[Chief].[Level] > 1)',
  'FILTER("People", ISBLANK([Chief]))',
  'FILTER("People", [Review] = "best")',
  'FILTER("People", STARTSWITH([Review], "ge"))',
  'FILTER("People", [Chief].[Review] = "best")',
  'FILTER("People", [Reviw] = "best")',
  'FILTER("People", IF([Pay] = 500, [Level] * 9007199254740991 > 0, TRUE))',
  'FILTER("People", IF(STARTSWITH([Pay], "5"), LEN(SUBSTITUTE([Text], "t", "XXXXXXXX")) > 0, TRUE))',
  'FILTER("People", COUNT(FILTER("People", [Pay] > [_THISROW-1].[Pay])) > 0)',
  'FILTER("People", COUNT(FILTER("People", [Chief] = [_THISROW-1].[Person])) > 0)',
  'FILTER("People", SUM(People[Pay]) > 1000)',
  'FILTER("People", IN(500, SELECT(People[Pay], TRUE)))',
  'FILTER("People", IN([Person], People[Chief]))',
  'FILTER("People", LOOKUP("p1", "People", "Person", "Pay") > 5)',
  'FILTER("People", ISNOTBLANK(LOOKUP(500, "People", "Pay", "Person")))',
  'FILTER("People", IN([_PARAM].[n], People[Pay]))',
  'FILTER("Low", [Pay] > 5)',
  'FILTER("Low", [Chief].[Pay] > 5)',
  'ORDERBY(FILTER("People", TRUE), [Pay], TRUE, [Person])',
  'ORDERBY(FILTER("People", TRUE), [Chief].[Pay], FALSE, [Review])',
  'TOP(ORDERBY(FILTER("People", TRUE), [Pay]), 2)',
  'MAXROW("People", "Pay")',
  'MINROW("People", "Pay", [Level] > 0)',
  "SELECT(People[Chief], TRUE)",
  "SELECT(People[Chief], [Pay] > 5)",
  'LIST("p0", ANY(People[Chief]))',
  'FILTER("People", [Person] <> INDEX(SORT(People[Chief]), 1))',
] as const;

const selector = fc.constantFrom(...SELECTORS);
const key = fc.record({ Person: fc.constantFrom(...PEOPLE, "p9") });
const changes = fc.array(
  fc
    .tuple(
      key,
      fc.record(
        {
          Pay: fc.constantFrom(0, 7, 13, 500),
          Tags: fc.subarray(["x", "y"]),
          Review: fc.constantFrom("best", "x"),
          Chief: fc.constantFrom("p0", "p1"),
          Level: fc.integer({ min: 0, max: 4 }),
          Text: fc.constantFrom("t", "u"),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([named, cells]) => ({ ...cells, ...named })),
  { minLength: 1, maxLength: 3 },
);
const table = fc.constantFrom("People", "Low");
const wire = fc.constantFrom("typed" as const, "spec" as const, "appsheet" as const);
const column = fc.constantFrom("Pay", "Tags", "Review", "Chief", "Twice", "Level", "Reviw");

const anyChange: fc.Arbitrary<EngineRequest> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .record({
        action: fc.constantFrom("Edit", "Add"),
        table,
        rows: changes,
        properties: fc.record({ DryRun: fc.boolean() }),
      })
      .map((one) => one as EngineRequest),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constantFrom("Mark", "Delete"),
      table,
      rows: fc.array(key, { minLength: 1, maxLength: 2 }),
    }),
  },
);

const anyCall: fc.Arbitrary<AnyCall> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        action: fc.constant("Find"),
        table,
        properties: fc.record({ Selector: selector, Params: fc.constant({ n: 500 }) }),
      })
      .map(call),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({
        action: fc.constant("Find"),
        table,
        wire,
        properties: fc.record(
          {
            Selector: selector,
            Columns: fc.array(column, { minLength: 1, maxLength: 2 }),
            Expand: fc.constantFrom(["Chief"], ["Chief.Chief"], ["Review"]),
            Form: fc.boolean(),
            Version: fc.boolean(),
            Limit: fc.constant(2),
            Count: fc.boolean(),
            AsOf: fc.constant("2026-03-14T15:09:26Z"),
          },
          { requiredKeys: [] },
        ),
      })
      .map(call),
  },
  { weight: 3, arbitrary: anyChange.map(call) },
  {
    weight: 2,
    arbitrary: fc
      .record({
        by: fc.array(column, { maxLength: 2 }),
        on: column,
        fold: fc.constantFrom("SUM", "MAX", "COUNT"),
        selector,
      })
      .map(
        ({ by, on, fold, selector: Selector }): AnyCall =>
          ({ engine }) =>
            engine.summarise({
              table: "People",
              by,
              values: { n: "COUNT", v: { [fold]: on } },
              properties: { Selector, Params: { n: 500 } },
              ...ANN,
            }),
      ),
  },
  {
    weight: 1,
    arbitrary: key.map(
      ({ Person }): AnyCall =>
        ({ engine }) =>
          engine.history({ table: "People", key: Person, ...ANN }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(3, 30).map(
      (limit): AnyCall =>
        ({ engine }) =>
          changesWithoutCursors(engine.changes({ limit, ...ANN })),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(selector, changes).map(
      ([Selector, rows]): AnyCall =>
        ({ engine }) =>
          engine.batch({
            calls: [
              { action: "Find", table: "People", properties: { Selector, Params: { n: 500 } } },
              { action: "Edit", table: "People", rows: rows as never },
            ],
            ...ANN,
          }),
    ),
  },
  {
    weight: 2,
    arbitrary: selector.map(
      (Selector): AnyCall =>
        ({ engine }) =>
          engine.why({
            action: "Find",
            table: "People",
            properties: { Selector, Params: { n: 500 } },
            ...ANN,
          }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom("Add", "Edit", "Mark"), changes).map(
      ([action, rows]): AnyCall =>
        ({ engine }) =>
          engine.why({ action, table: "People", rows: rows as never, ...ANN }),
    ),
  },
);

/** Cursors are sealed, and so another text each time. */
async function changesWithoutCursors(changes: Promise<unknown>): Promise<unknown> {
  return JSON.parse(
    JSON.stringify(await changes, (name, value: unknown) => (name === "cursor" ? undefined : value)),
  );
}
