import type { Properties } from "@tablewright/core";
import type { Row, Store } from "@tablewright/core/storage";
import type { MakeStore } from "@tablewright/store-contract";
import { randomRuns } from "@tablewright/store-contract/parts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

/**
 * A Selector that is planned answers, byte for byte, what evaluating it to a list of keys answers: rows, their order,
 * warnings and errors. A list added behind it makes a Selector that cannot be planned and means the same.
 */
export function describeFindPlans(make: MakeStore, effort: number): void {
  describe("plans of a Find", () => {
    test("answer what evaluating the Selector answers", () =>
      withDepot(make, async (depot) => {
        const property = fc.asyncProperty(find, ({ table, selector, Params }) =>
          compare(depot, table, selector, Params),
        );
        await fc.assert(property, { numRuns: randomRuns(250 * effort) });
      }));

    test.each(FIXED)("also for %s", (selector) =>
      withDepot(make, async (depot) => {
        for (const table of TABLES) {
          const named = selector.replaceAll("Jobs", table);
          for (const path of [table, `Large ${table}`, `Failing ${table}`])
            await compare(depot, path, named, {});
        }
      }),
    );

    test("all rows of a table or slice are those of its key list", () =>
      withDepot(make, async ({ engine }) => {
        for (const table of TABLES.flatMap((name) => [name, `Large ${name}`, `Failing ${name}`])) {
          const all = await engine.execute({ action: "Find", table });
          const Selector = unplanned(`${baseOf(table)}[Job]`);
          expect([table, all]).toEqual([
            table,
            await engine.execute({ action: "Find", table, properties: { Selector } }),
          ]);
        }
      }));
  });
}

async function compare(
  { engine }: Workshop,
  table: string,
  selector: string,
  Params: NonNullable<Properties["Params"]>,
): Promise<void> {
  const answerTo = async (Selector: string) =>
    JSON.stringify(await engine.execute({ action: "Find", table, properties: { Selector, Params } }));
  const planned = await answerTo(selector);
  expect([table, selector, planned]).toEqual([table, selector, await answerTo(unplanned(selector))]);
}

/** The same list; its text before the addition keeps its places, so that errors are reported at the same ones. */
function unplanned(selector: string): string {
  return `${selector} + SELECT(Jobs[Job], FALSE)`;
}

const TABLES = ["Jobs", "Mine", "Granted"];

function baseOf(name: string): string {
  return name.replace(/^(?:Large|Failing) /u, "");
}

const columns = `
    columns:
      Job: { type: Text }
      Owner: { type: Text }
      Size: { type: Number, index: true }
      Label: { type: Text }
      Cost: { type: Price }
      Done: { type: Yes/No }
      Day: { type: Date }
      Parent: { type: Ref, table: Jobs }
      Huge: { type: Number, virtual: true, formula: '[Size] + 9007199254740000' }
      Parent Size: { type: Number, virtual: true, formula: '[Parent].[Size]' }`;

/** One table everybody sees, one with a filter about its own row that fails on a `Size` above 991, one that asks another table. */
const DEFINITION = `
tablewright: 1
app: { id: depot, name: Depot, owner: me@example.com, locale: en-US, timezone: UTC }
tables:
  Jobs:
    key: [Job]${columns}
  Mine:
    key: [Job]
    securityFilter: 'AND([Size] + 9007199254740000 > 0, [Owner] = USEREMAIL())'${columns}
  Granted:
    key: [Job]
    securityFilter: 'IN([Job], SELECT(Grants[Job], [Who] = USEREMAIL()))'${columns}
  Grants:
    key: [Grant]
    columns:
      Grant: { type: Text }
      Who: { type: Text }
      Job: { type: Text }
slices:
${TABLES.map(
  (table) => `  Large ${table}: { table: ${table}, filter: 'AND([Size] > 1, [Size] >= MIN(${table}[Size]))' }
  Failing ${table}: { table: ${table}, filter: 'AND([Size] <> 5, [Size] + 9007199254740990 > 0)' }`,
).join("\n")}
`;

const ME = "me@example.com";

/** Ties, blanks, keys that are one text to the language, sizes at which sums and filters fail. */
const JOBS: readonly Row[] = [
  ["a", ME, 3, "b", 2.5, true, 20_500, null, 0],
  ["A", ME, 3, "B", 2.5, false, null, "a", 0],
  ["c", "other@example.com", 992, "b", 1, true, 20_510, "A", 0],
  ["d", ME, null, null, null, null, null, "nobody", 0],
  ["e", ME, 1, "Å", 0.1, true, 20_499, "c", 0],
  ["f", "other@example.com", 2, "a", 30, false, 20_500, "e", 0],
  ["g", ME, 5, "ab", 2.5, true, 20_520, "g", 0],
  ["h", ME, 4, "b", -1, null, 20_490, "d", 0],
  ["i", null, 3, "straße", 2.5, true, 20_500, "f", 0],
  ["j", ME, 2, "STRASSE", 12, false, 20_511, "h", 0],
];

/** Nothing fails on these, so that what is planned is not always evaluated after all. */
const GRANTS: readonly Row[] = ["a", "d", "f", "h", "j"].map((job, at) => [`g${at}`, ME, job]);

async function withDepot(make: MakeStore, run: (depot: Workshop) => Promise<void>): Promise<void> {
  const stores: Store[] = [];
  const keep = (store: Store) => {
    stores.push(store);
    return store;
  };
  const fillAndRun = async (depot: Workshop) => {
    for (const store of stores) {
      await store.write(async (transaction) => {
        for (const table of TABLES) await transaction.insert(table, JOBS);
        await transaction.insert("Grants", GRANTS);
      });
    }
    await run(depot);
  };
  await withWorkshop(make, fillAndRun, keep, DEFINITION);
}

const FIXED = [
  'FILTER("Jobs", TRUE)',
  "Jobs[Job]",
  "SELECT(Jobs[Job], [Size] > 1, TRUE)",
  "SELECT(Jobs[Parent], [Size] > 1)",
  'TOP(FILTER("Jobs", [Size] > 1), 3)',
  "TOP(TOP(Jobs[Job], 5), 3)",
  "TOP(TOP(Jobs[Job], 3), 5)",
  "TOP(Jobs[Job], 0)",
  "TOP(Jobs[Job], -2)",
  "ORDERBY(TOP(Jobs[Job], 4), [Label])",
  "ORDERBY(ORDERBY(Jobs[Job], [Cost], TRUE), [Size])",
  "TOP(ORDERBY(ORDERBY(Jobs[Job], [Label]), [Done], TRUE), 4)",
  'FILTER("Jobs", AND([Size] <> 992, [Huge] > 0))',
  'FILTER("Jobs", AND([Huge] > 0, [Size] <> 992))',
  'FILTER("Jobs", AND([Huge] > 0, [Size] = 3))',
  'TOP(FILTER("Jobs", [Huge] > 0), 1)',
  'ORDERBY(FILTER("Jobs", [Size] < 900), [Huge], TRUE)',
  'TOP(ORDERBY(FILTER("Jobs", [Size] > 1), [Huge]), 2)',
  'TOP(ORDERBY(FILTER("Jobs", [Parent Size] > 1), [Parent].[Label], TRUE, [Size]), 3)',
  "SELECT(Large Jobs[Job], [Done])",
  'FILTER("Failing Jobs", [Size] < 5)',
  'FILTER("Jobs", COUNT(FILTER("Jobs", [Size] = [_THISROW-1].[Size])) > 1)',
  "TOP(Jobs[Job], RANDBETWEEN(2, 2))",
  "SELECT(Grants[Job], TRUE)",
] as const;

const number = fc.constantFrom("-1", "0", "1", "2", "3.7", "100", "[_PARAM].[count]", "1 + 2");

const leaf = fc.constantFrom(
  "[Size] > 2",
  "[Size] = 3",
  "3 = [Size]",
  "[Size] <= [Cost]",
  "[Size] = [_PARAM].[count]",
  '[Label] = "B"',
  '[Label] <> "straße"',
  "ISBLANK([Label])",
  "[Done]",
  '[Day] > "2026-02-15"',
  'IN([Label], LIST("a", "STRASSE"))',
  '[Parent] = "A"',
  '[Parent].[Label] = "b"',
  "[Parent Size] > 2",
  "[Huge] > 0",
  "[Size] + 9007199254740989 > 0",
  "[Cost] * 2 > 4",
  "[Size] / 0 = 1",
  'CONTAINS([Label], "A")',
  '[Label] & "x" = "bx"',
  "LEN([Label]) > 1",
  "[_RowNumber] > 3",
  "IF([Done], [Size] > 1, [Cost] > 2)",
  "[Owner] = USEREMAIL()",
  "COUNT(SELECT(Jobs[Job], [Size] = [_THISROW-1].[Size])) > 1",
  "TRUE",
  "FALSE",
);

const { condition } = fc.letrec<{ condition: string; joined: string }>((tie) => ({
  condition: fc.oneof({ maxDepth: 2, withCrossShrink: true }, leaf, tie("joined")),
  joined: fc
    .tuple(
      fc.constantFrom("AND", "AND", "OR", "NOT"),
      fc.array(tie("condition"), { minLength: 1, maxLength: 3 }),
    )
    .map(([name, parts]) => (name === "NOT" ? `NOT(${parts[0]})` : `${name}(${parts.join(", ")})`)),
}));

const sortValue = fc
  .tuple(
    fc.constantFrom("[Size]", "[Label]", "[Cost]", "[Done]", "[Day]", "[Job]", "[Parent].[Size]", "[Huge]"),
    fc.constantFrom("", ", TRUE", ", FALSE"),
  )
  .map((parts) => parts.join(""));

const rows = (table: string) =>
  fc
    .tuple(
      fc.constantFrom("FILTER", "SELECT", "WHOLE", "DISTINCT"),
      fc.constantFrom("", "", "Large ", "Failing "),
      condition,
    )
    .map(([form, slice, condition]) => {
      const name = `${slice}${table}`;
      if (form === "FILTER") return `FILTER("${name}", ${condition})`;
      if (form === "WHOLE") return `${name}[Job]`;
      return `SELECT(${name}[Job], ${condition}${form === "DISTINCT" ? ", TRUE" : ""})`;
    });

const wrap = fc.array(
  fc.oneof(
    number.map((count) => (list: string) => `TOP(${list}, ${count})`),
    fc
      .array(sortValue, { minLength: 1, maxLength: 2 })
      .map((keys) => (list: string) => `ORDERBY(${list}, ${keys.join(", ")})`),
  ),
  { maxLength: 3 },
);

const find = fc.constantFrom(...TABLES).chain((name) =>
  fc.record({
    table: fc.constantFrom(name, name, `Large ${name}`, `Failing ${name}`),
    selector: fc
      .tuple(rows(name), wrap)
      .map(([list, wraps]) => wraps.reduce((inner, around) => around(inner), list)),
    Params: fc.constantFrom<NonNullable<Properties["Params"]>[]>(
      {},
      { count: 3 },
      { count: "2" },
      { count: "no number" },
    ),
  }),
);
