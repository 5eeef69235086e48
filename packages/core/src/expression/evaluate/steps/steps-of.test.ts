import { expect, test } from "vitest";
import { check } from "../../check/check.ts";
import { bindContext } from "../../context/bind-context.ts";
import { readScope } from "../../context/read-scope.ts";
import { defaultLimits } from "../../runtime/limits.ts";
import { Meter } from "../../runtime/meter.ts";
import type { RequestContext } from "../../runtime/request-context.ts";
import type { Turn } from "../../runtime/turn.ts";
import { RowEvaluation, UNFINISHED } from "./row-evaluation.ts";

const scope = readScope({
  table: "Rows",
  tables: {
    Rows: {
      key: "Id",
      columns: { Id: "Number", N: "Number", Next: { type: "Ref", table: "Rows" }, Text: "LongText" },
    },
  },
});
const ended: Turn = { isOver: true, pause: async () => {} };
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
  const { request, evaluation, row } = evaluationOf(source);
  expect(evaluation.attempt(row)).toBe(UNFINISHED);
  expect(request.meter.spent).toBe(0);
  const work = evaluation.inSteps(row);
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
  ["LEN(UPPER([Text])) + LEN(TRIM([Text])) + LEN(INITIALS([Text]))", 5],
  ["LEN(INITIALS([Text]))", 4],
  ["COUNT(ORDERBY(Rows[Id], [N]))", 9],
  ["COUNT(LIST(1, 2) + Rows[Next][Next])", 9],
] as const;

test.each(PIECES)("%s pauses at least %i times", (source, fewest) => {
  const { evaluation, row } = evaluationOf(source);
  const work = evaluation.inSteps(row);
  let pauses = 0;
  for (let step = work.next(); !step.done; step = work.next()) pauses += 1;
  expect(pauses).toBeGreaterThanOrEqual(fewest);
});

test.each([
  "COUNT(EXTRACTDATES([Text]))",
  "COUNT(EXTRACTPRICES([Text]))",
  'COUNT(SORT(SPLIT([Text], " ")))',
  'COUNT(UNIQUE(SPLIT([Text], " ")))',
  'COUNT(INTERSECT(SPLIT([Text], " "), SPLIT([Text], " ")))',
  "LEN(INITIALS([Text]))",
])("%s is not attempted on a long text, although the turn is not over", (source) => {
  const { request, evaluation, row } = evaluationOf(source, { isOver: false, pause: async () => {} });
  expect(evaluation.attempt(row)).toBe(UNFINISHED);
  expect(request.meter.spent).toBe(0);
});

test("a short evaluation is attempted again after the end of a turn, until two attempts in turn were interrupted", () => {
  const turn = { isOver: false, pause: async () => {} };
  const { evaluation, row } = evaluationOf("COUNT(SELECT(Rows[Id], [N] > 2 + [_THISROW].[N] * 0))", turn);
  const attempt = (isOver: boolean) => {
    turn.isOver = isOver;
    return evaluation.attempt([...row]);
  };
  expect([true, false, true, true, false].map(attempt)).toEqual([
    UNFINISHED,
    342,
    UNFINISHED,
    UNFINISHED,
    UNFINISHED,
  ]);
});

test("a row whose evaluation was interrupted is not attempted again", () => {
  const turn = { isOver: true, pause: async () => {} };
  const { evaluation, row } = evaluationOf("COUNT(SELECT(Rows[Id], [N] > 2 + [_THISROW].[N] * 0))", turn);
  expect(evaluation.attempt(row)).toBe(UNFINISHED);
  turn.isOver = false;
  expect(evaluation.attempt(row)).toBe(UNFINISHED);
  expect(evaluation.attempt([...row])).toBe(342);
});

test("counting what a search finds costs the same in steps, where no list is made, as at once", () => {
  const source = "COUNT(SELECT(Rows[Id], [N] > 2 + [_THISROW].[N] * 0))";
  const many = [...rows, ...rows, ...rows, ...rows].map((row, at) => ({ ...row, Id: at }));
  const atOnce = evaluationOf(source, { isOver: false, pause: async () => {} }, many);
  const inSteps = evaluationOf(source, ended, many);
  const work = inSteps.evaluation.inSteps(inSteps.row);
  let step = work.next();
  while (!step.done) step = work.next();
  expect([atOnce.evaluation.attempt(atOnce.row), step.value]).toEqual([1_368, 1_368]);
  expect(inSteps.request.meter.spent).toBe(atOnce.request.meter.spent);
});

test.each([
  ["COUNT(SELECT(Rows[N], TRUE, TRUE))", 7],
  ["COUNT(SELECT(Rows[N], [N] > 99))", 0],
  ["COUNT(SELECT(Rows[Id], [N] > [_THISROW].[N] + 1))", 342],
])("%s counts %i in steps", (source, expected) => {
  const { evaluation, row } = evaluationOf(source);
  const work = evaluation.inSteps(row);
  let step = work.next();
  while (!step.done) step = work.next();
  expect(step.value).toBe(expected);
});

function evaluationOf(source: string, turn: Turn = ended, all = rows) {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const bound = bindContext(scope, { tables: { Rows: all }, row: { Id: 1, N: 1, Next: 2, Text: long } });
  const meter = new Meter(defaultLimits, undefined, undefined, turn);
  const request: RequestContext = { ...bound.request, meter };
  return { request, evaluation: new RowEvaluation(output, request), row: bound.row };
}
