import { expect, test } from "vitest";
import { check } from "../../../check/check.ts";
import { bindContext } from "../../../context/bind-context.ts";
import { readScope } from "../../../context/read-scope.ts";
import { defaultLimits, type Limits } from "../../../runtime/limits.ts";
import { Meter } from "../../../runtime/meter.ts";
import { evaluateReference } from "../../evaluate-reference.ts";
import { evaluateRow } from "../evaluate-row.ts";

const scope = readScope({
  table: "Parents",
  tables: {
    Parents: { key: "Id", columns: { Id: "Number" } },
    Children: { key: "Id", columns: { Id: "Number", Parent: "Number", Price: "Price", Count: "Number" } },
  },
});

/** The parents 1, 2 and 3 have 4, 1,500 and 4,500 children, and the parent 4 two that are too many together. */
const children = [
  ...[0.1, 0.2, null, 1000.1].map((Price) => ({ Parent: 1, Price, Count: null })),
  ...Array.from({ length: 1_500 }, (_, at) => ({ Parent: 2, Price: at / 10, Count: at % 5 })),
  ...Array.from({ length: 4_500 }, (_, at) => ({ Parent: 3, Price: -at, Count: at })),
  ...[1, 2].map(() => ({ Parent: 4, Price: 9e14, Count: 2 ** 53 - 1 })),
].map((child, Id) => ({ Id, ...child }));

const SOURCES = [
  "SUM(SELECT(Children[Price], [Parent] = [_THISROW].[Id]))",
  "SUM(SELECT(Children[Count], [Parent] = [_THISROW].[Id]))",
  "SUM(SELECT(Children[Price], [_THISROW].[Id] = [Parent], TRUE))",
  "SUM(SELECT(Children[Count], [Parent] = 2)) + [Id]",
  "COUNT(SELECT(Children[Price], [Parent] = [_THISROW].[Id]))",
  "SELECT(Children[Price], [Parent] = [_THISROW].[Id]) - LIST(0.2)",
  "AVERAGE(SELECT(Children[Price], [Parent] = [_THISROW].[Id]))",
  "ANY(SELECT(Children[Count], [Parent] = [_THISROW].[Id]))",
];

test.each(SOURCES)("%s answers what it means, on no, few, many and too many rows", (source) => {
  for (const id of [0, 1, 2, 3, 4]) {
    const { byRow, byReference } = evaluations(source, id);
    expect(byRow()).toEqual(byReference());
  }
});

test("rows whose numbers are read are charged as rows that are looked at", () => {
  const { output, row, within } = evaluations(SOURCES[0] as string, 2);
  const request = within();
  evaluateRow(output, row, request);
  expect(request.meter.spent).toBe(1_500 + Math.ceil(1_500 / 64));
});

test("a list of numbers is no longer than others may be", () => {
  expect(evaluations(SOURCES[0] as string, 2, { listLength: 1_499 }).byRow()).toBe("limit/list-length");
  expect(evaluations(SOURCES[0] as string, 2, { listLength: 1_500 }).byRow()).toBe(112_425);
});

function evaluations(source: string, id: number, limits: Partial<Limits> = {}) {
  const { output, diagnostics } = check(source, scope);
  if (output === undefined) throw new Error(JSON.stringify(diagnostics));
  const { row, request } = bindContext(scope, { tables: { Children: children }, row: { Id: id } });
  const within = () => ({ ...request, meter: new Meter({ ...defaultLimits, ...limits }) });
  return {
    output,
    row,
    within,
    byRow: () => outcome(() => evaluateRow(output, row, within())),
    byReference: () => outcome(() => evaluateReference(output, row, within())),
  };
}

function outcome(evaluate: () => unknown): unknown {
  try {
    return evaluate();
  } catch (thrown) {
    return (thrown as { readonly code: string }).code;
  }
}
