import { expect, test } from "vitest";
import { bindContext, readScope } from "../../../conformance/read-context.ts";
import { check } from "../check/check.ts";
import { defaultLimits, Meter } from "../runtime/meter.ts";
import type { RequestContext } from "../runtime/request-context.ts";
import { runToEnd, type TimeSlice } from "../runtime/time-slice.ts";
import { evaluateAsTask } from "./sort-rows.ts";

const scope = readScope({
  table: "Rows",
  tables: {
    Rows: {
      key: "Id",
      columns: { Id: "Number", N: "Number", Next: { type: "Ref", table: "Rows" }, Text: "LongText" },
    },
  },
});
const ended: TimeSlice = { isOver: true, pause: async () => {} };
const ROWS = 600;
const rows = Array.from({ length: ROWS }, (_, at) => ({
  Id: at,
  N: at % 7,
  Next: (at + 1) % ROWS,
  Text: "on the 3rd of May for $5 ",
}));
const long =
  "On the 3rd of May 2026 Ann paid $5 and 20 cents to ann@example.com, see www.example.com. ".repeat(200);

/** What looks at many rows is paid for row by row. */
const SCANS = [
  "COUNT(SELECT(Rows[Id], [N] > 2))",
  "COUNT(SELECT(Rows[Id], COUNT(SELECT(Rows[Id], [N] = [_THISROW-1].[N])) > 3))",
  'COUNT(FILTER("Rows", IN([N], SELECT(Rows[N], [Id] > 590))))',
  "SUM(SELECT(Rows[N], ANY(SELECT(Rows[Id], [N] = 99)) = 1))",
  'LOOKUP(MAX(Rows[N]), "Rows", "N", "Id")',
  'MAXROW("Rows", "N", [N] < 5)',
  "COUNT(SELECT(Rows[Id], [Next].[Next].[N] > 9))",
  "IF(COUNT(Rows[Id]) > 5, COUNT(Rows[N]), 0)",
  "AND(COUNT(Rows[Id]) > 5, OR(COUNT(Rows[N]) < 3, COUNT(Rows[Next]) > 3))",
  "SWITCH(COUNT(Rows[Id]), 5, 1, COUNT(Rows[N]))",
];

test.each(SCANS)("no more than 64 rows are looked at between two pauses of %s", (source) => {
  const { request, work } = evaluationOf(source);
  let [last, most] = [0, 0];
  for (let step = work.next(); !step.done; step = work.next()) {
    most = Math.max(most, request.meter.spent - last);
    last = request.meter.spent;
  }
  expect(last).toBeGreaterThanOrEqual(ROWS - 64);
  expect(most).toBeLessThanOrEqual(64 + 2);
});

/** What works on a long text or list is paid for at once, and pauses piece by piece. */
const PIECES = [
  ["COUNT(EXTRACTPRICES([Text]))", 200],
  ["COUNT(EXTRACTNUMBERS([Text]))", 200],
  ["COUNT(EXTRACTDATES([Text]))", 15],
  ["COUNT(EXTRACTDURATIONS([Text]))", 15],
  ["COUNT(EXTRACTEMAILS([Text]))", 200],
  ["COUNT(EXTRACTDOMAINS([Text]))", 200],
  ['COUNT(EXTRACT("TIMES", [Text]))', 15],
  ['COUNT(SORT(SPLIT([Text], " ")))', 2],
  ['COUNT(UNIQUE(SPLIT([Text], " ")))', 40],
  ['COUNT(INTERSECT(SPLIT([Text], " "), SPLIT([Text], " ")))', 80],
  ["LEN(INITIALS([Text]))", 4],
  ["COUNT(ORDERBY(Rows[Id], [N]))", 9],
  ["COUNT(LIST(1, 2) + Rows[Next][Next])", 9],
] as const;

test.each(PIECES)("%s pauses at least %i times", (source, fewest) => {
  const { work } = evaluationOf(source);
  let pauses = 0;
  for (let step = work.next(); !step.done; step = work.next()) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(fewest);
});

test("an expression with more long calls than one closure may make pauses after each", () => {
  const calls = Array.from({ length: 17 }, () => "LEN(UPPER([Text]))").join(" + ");
  const { work } = evaluationOf(calls);
  expect([...work].length).toBeGreaterThanOrEqual(34);
});

test("a few calls on texts are one closure", () => {
  expect([...evaluationOf("LEN(UPPER([Text])) + LEN(TRIM([Text]))").work]).toEqual([]);
});

test("values that are only counted cost what a list of them costs", () => {
  const counted = evaluationOf("COUNT(SELECT(Rows[Id], [N] > 2 + [_THISROW].[N] * 0))");
  const listed = evaluationOf("COUNT(LIST() + SELECT(Rows[Id], [N] > 2 + [_THISROW].[N] * 0))");
  expect([runToEnd(counted.work), runToEnd(listed.work)]).toEqual([342, 342]);
  expect(listed.request.meter.spent - counted.request.meter.spent).toBe(342);
});

test.each([
  ["COUNT(SELECT(Rows[N], TRUE, TRUE))", 7],
  ["COUNT(SELECT(Rows[N], [N] > 99))", 0],
  ["COUNT(SELECT(Rows[Id], [N] > [_THISROW].[N] + 1))", 342],
])("%s counts %i in steps", (source, expected) => {
  const { work } = evaluationOf(source);
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value).toBe(expected);
});

function evaluationOf(source: string) {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const bound = bindContext(scope, { tables: { Rows: rows }, row: { Id: 1, N: 1, Next: 2, Text: long } });
  const meter = new Meter(defaultLimits, undefined, undefined, ended);
  const request: RequestContext = { ...bound.request, meter };
  return { request, work: evaluateAsTask(output, bound.row, request) };
}
