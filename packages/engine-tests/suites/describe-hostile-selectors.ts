import type { MakeStore } from "@tablewright/store-contract";
import { describe, expect, test } from "vitest";
import { type Workshop, withWorkshop } from "./workshop.ts";

const YARD = `
tablewright: 1
app: { id: yard, name: Yard, timezone: UTC }
tables:
  Owners:
    key: [Owner]
    columns: { Owner: { type: Text }, City: { type: Text } }
  Ships:
    key: [Ship]
    columns:
      Ship: { type: Text }
      Owner: { type: Ref, table: Owners }
      Length: { type: Number, index: true }
      Built: { type: Date }
      Note: { type: Text }
  Berths:
    key: [Pier, Place]
    columns: { Pier: { type: Text }, Place: { type: Number } }
`;

const ships = [
  ["Mara", "ada", 12, "2020-01-31", "blue"],
  ["Nils", "ada", 9, "2021-06-30", ""],
  ["Ole", "bea", 30, "", "red"],
  ["Pax", "", "", "1999-12-31", "blue"],
];

/** Selectors that a careless compiler of SQL trips over: they are answered, or refused, and never an error of the store. */
export function describeHostileSelectors(make: MakeStore): void {
  const withYard = (work: (workshop: Workshop) => Promise<void>) =>
    withWorkshop(make, (workshop) => fillYard(workshop).then(() => work(workshop)), undefined, YARD);

  describe("hostile Selectors", () => {
    for (const [selector, result] of CASES)
      test(selector, () =>
        withYard(async ({ rows }) => {
          const Params = { word: "a", blank: "", count: 2 };
          const properties = { Selector: selector, Params };
          const answer = await rows({ action: "Find", table: "Ships", properties });
          expect(answer.map(({ Ship }) => Ship).join(" ")).toBe(result);
        }),
      );

    for (const text of ["\0", "a\0b", "\ud800", "\udc00x", "Mara\0"])
      test(`${JSON.stringify(text)} is the key of no row and the value of no cell`, () =>
        withYard(async ({ rows, errors }) => {
          const find = (selector: string) => {
            const Selector = selector.replaceAll("[_PARAM].[text]", `"${text}"`);
            return rows({ action: "Find", table: "Ships", properties: { Selector } });
          };
          for (const selector of SEEKING) expect([selector, await find(selector)]).toEqual([selector, []]);
          const one = await find('FILTER("Ships", IN([Ship], LIST([_PARAM].[text], "Ole")))');
          expect(one).toMatchObject([{ Ship: "Ole" }]);
          for (const action of ["Find", "Edit", "Delete"])
            expect(await errors({ action, table: "Ships", rows: [{ Ship: text }, { Ship: "Ole" }] })).toEqual(
              ["1 Ship cell/unreadable"],
            );
        }));
  });
}

const CASES: readonly [selector: string, found: string][] = [
  ['FILTER("Ships", COUNT([Owner].[Related Ships]) > 1)', "Mara Nils"],
  ['FILTER("Ships", SUM([Owner].[Related Ships][Length]) = 30)', "Ole"],
  ['FILTER("Ships", IN("Nils", [Owner].[Related Ships][Ship]))', "Mara Nils"],
  ['FILTER("Ships", ISBLANK([Owner].[Related Ships]))', "Pax"],
  ['ORDERBY(FILTER("Ships", TRUE), COUNT([Owner].[Related Ships]), TRUE, [Ship], TRUE)', "Nils Mara Ole Pax"],
  ...[
    "1",
    "-1",
    "0.5",
    '"a"',
    '""',
    "TRUE",
    "TODAY()",
    "NOW()",
    "[_PARAM].[word]",
    "[_PARAM].[blank]",
    "[_PARAM].[count]",
    'CONTAINS([Note], "")',
    "CONTAINS([Note], [_PARAM].[blank])",
    'NOT(CONTAINS([Note], ""))',
    'SUBSTITUTE("", [Note], "x")',
    'LEN("")',
    'IF(ISBLANK([Note]), "", "")',
    "IF(ISBLANK([Note]), 1, 1)",
    "IF(TRUE, TODAY(), [Built])",
    "COUNT(Owners[Owner])",
    "MAX(Ships[Built])",
  ].flatMap((key): [string, string][] => [
    [`ORDERBY(FILTER("Ships", TRUE), ${key})`, "Mara Nils Ole Pax"],
    [`TOP(ORDERBY(FILTER("Ships", TRUE), ${key}, TRUE, [Ship], TRUE), 2)`, "Pax Ole"],
  ]),
];

/** Each names the parameter `text` where a row or a value is looked for; none finds a ship. */
const SEEKING = [
  'FILTER("Ships", [Ship] = [_PARAM].[text])',
  'FILTER("Ships", [Note] = [_PARAM].[text])',
  'FILTER("Ships", [Owner] = [_PARAM].[text])',
  'FILTER("Ships", IN([Ship], LIST([_PARAM].[text])))',
  'FILTER("Ships", IN([Note], LIST([_PARAM].[text], [_PARAM].[text], "x", "y", "z")))',
  'FILTER("Ships", CONTAINS([Note], [_PARAM].[text]))',
  'FILTER("Ships", STARTSWITH([Note], [_PARAM].[text]))',
  'FILTER("Ships", ENDSWITH([Note], [_PARAM].[text]))',
  'FILTER("Ships", FIND([_PARAM].[text], [Note]) > 0)',
  'FILTER("Ships", [Note] & [_PARAM].[text] = "x")',
  'FILTER("Ships", NOT(ISBLANK(LOOKUP([_PARAM].[text], "Ships", "Ship", "Note"))))',
  'FILTER("Ships", LOOKUP([_PARAM].[text], "Owners", "Owner", "City") = "x")',
  'FILTER("Ships", IN([_PARAM].[text], Ships[Ship]))',
  'FILTER("Ships", COUNT(SELECT(Owners[Owner], [Owner] = [_PARAM].[text])) > 0)',
  "LIST([_PARAM].[text])",
];

async function fillYard({ rows }: Workshop): Promise<void> {
  const owners = [
    { Owner: "ada", City: "Kiel" },
    { Owner: "bea", City: "" },
  ];
  await rows({ action: "Add", table: "Owners", rows: owners });
  const cells = ships.map(([Ship, Owner, Length, Built, Note]) => ({ Ship, Owner, Length, Built, Note }));
  await rows({ action: "Add", table: "Ships", rows: cells as Record<string, string | number>[] });
  await rows({ action: "Add", table: "Berths", rows: [{ Pier: "a", Place: 1 }] });
}
