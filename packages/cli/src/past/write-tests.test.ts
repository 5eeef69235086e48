/** Rule tests of calls that differ: each row that differs is one expected row. */
import { type CallDifference, loadDefinition } from "@tablewright/core";
import { expect, test } from "vitest";
import { writeTests } from "./write-tests.ts";

const cell = (key: string, column: string, now: number) =>
  ({ about: "cell", name: `T.${column}`, table: "T", key, column, old: 0, new: now }) as const;

const { output } = loadDefinition(`
tablewright: 1
app: { id: a, name: A }
tables:
  T: { key: [K], columns: { K: { type: Text }, N: { type: Number }, M: { type: Number, was: Old }, F: { type: Number, formula: "1" } } }
rules:
  Tell: { table: T, on: [edit], steps: [{ webhook: { url: "https://x.example/" } }] }
`);
const candidate = output ?? expect.fail();

/** The only test that is written of an Edit. */
function testOf(parts: Partial<CallDifference>) {
  const difference: CallDifference = {
    call: "c",
    time: "2026-03-14T15:09:26.000Z",
    user: null,
    action: "Edit",
    version: "v",
    changed: [],
    sent: [{ action: "Edit", table: "T", rows: [{ K: "a" }, { K: "b" }] }],
    keys: { T: { a: { K: "a" }, b: { K: "b" } } },
    given: {},
    ...parts,
  };
  return Object.values(writeTests([difference], candidate))[0];
}

test("a batch is one step, with what holds for all of its calls", () => {
  const one = testOf({
    changed: [cell("a", "N", 1)],
    sent: [
      { action: "Add", table: "T", rows: [{ K: "a" }] },
      { action: "Find", table: "T", properties: { Selector: "T" } },
    ],
    batch: { properties: { Locale: "de-DE" } },
  });
  expect(one).toHaveProperty("when", [
    {
      batch: [
        { table: "T", Action: "Add", Rows: [{ K: "a" }] },
        { table: "T", Action: "Find", Properties: { Selector: "T" } },
      ],
      Properties: { Locale: "de-DE" },
    },
  ]);
});

const event = (from: object | undefined, to: object | undefined, name = "Tell") =>
  ({ about: "event", name, old: from, new: to }) as CallDifference["changed"][number];
const payload = {
  kind: "webhook",
  app: "a",
  table: "T",
  key: "a",
  change: "edit",
  method: "POST",
  url: "https://x.example/",
};
const content = { key: "a", method: "POST", url: "https://x.example/" };

test.each<[string, CallDifference["changed"], object | undefined]>([
  [
    "cells of a row are one expected row, and cells of another row are another",
    [cell("a", "N", 1), cell("a", "M", 2), cell("b", "N", 3)],
    {
      tables: {
        T: {
          contains: [
            { K: "a", N: 1, M: 2 },
            { K: "b", N: 3 },
          ],
        },
      },
    },
  ],
  [
    "an event is expected with what it sends",
    [event({ ...payload, body: "1" }, { ...payload, body: "2" })],
    { events: { contains: [{ rule: "Tell", ...content, body: "2" }] } },
  ],
  [
    "an event that is not sent is expected not to be there",
    [event(payload, undefined), event(payload, undefined, "Gone")],
    { events: { not: { contains: [{ rule: "Tell", ...content }, content] } } },
  ],
  [
    "a call that is not refused any more has no errors",
    [{ about: "refusal", name: "refusal", old: ["No."], new: undefined }],
    { errors: [] },
  ],
  [
    "rows of a table that there is no more are not expected",
    [{ about: "row", name: "S", table: "S", key: "a", old: "edited", new: undefined }],
    undefined,
  ],
])("%s", (_, changed, expected) => {
  expect(testOf({ changed })).toEqual(expected && expect.objectContaining({ expect: expected }));
});

test("rows are given by the names that their columns have now, without those that are computed or are no more", () => {
  const given = { T: [{ K: "a", Old: 1, F: 2, Gone: 3 }], S: [{ K: "a" }] };
  expect(testOf({ changed: [cell("a", "N", 1)], given })).toHaveProperty("given", { T: [{ K: "a", M: 1 }] });
});
