import { check, runToEnd } from "@tablewright/core/compiler";
import {
  type CheckedExpression,
  type FindPlan,
  Meter,
  type RequestContext,
  type StoredTable,
} from "@tablewright/core/storage";
import { expect, test } from "vitest";
import { readScope } from "../../core/conformance/read-context.ts";
import { findInTables } from "./find-rows.ts";
import { explainRows } from "./memory-read.ts";
import { TableVersion } from "./table-version.ts";

const scope = readScope({
  tables: { T: { key: "Id", columns: { Id: "Number", City: "Text", Group: "Number" } } },
  table: "T",
});
const table: StoredTable = {
  name: "T",
  columns: [
    { name: "Id", kind: "integer", family: "number", indexed: false },
    { name: "City", kind: "text", family: "text", indexed: true },
    { name: "Group", kind: "integer", family: "number", indexed: false },
  ],
  key: [0],
  rowNumbers: "position",
};
const version = TableVersion.empty(table);
version.insert(Array.from({ length: 100 }, (_, id) => [id, `city ${id % 20}`, id % 10]));

const cityInList = { column: 1, family: "text", values: ["City 3", "city 4"] } as const;
const groupInList = { column: 2, family: "number", values: [3] } as const;

test.each<[string, readonly string[], FindPlan["inList"], readonly string[] | undefined, number]>([
  ["nothing", [], undefined, undefined, 100],
  ["a column without an index", ["[Group] = 3"], undefined, undefined, 100],
  ["an indexed column", ["[Group] = 3", '[City] = "CITY 3"'], undefined, ["City"], 5],
  ["the most telling index", ['[City] = "city 7"', "[Id] = 7"], undefined, ["Id"], 1],
  ["values of an indexed column", [], cityInList, ["City"], 10],
  ["values that tell more than a condition", ['[City] <> "a"'], cityInList, ["City"], 10],
  ["a condition that tells more than values", ["[Id] = 3"], cityInList, ["Id"], 1],
  ["values of a column without an index", [], groupInList, undefined, 100],
  ["no such row", ["[Id] = 1000"], undefined, ["Id"], 0],
])("%s: which index, and how many rows are looked at", (_, sources, inList, indexes, estimatedRows) => {
  const conditions = sources.map(checked);
  const plan = { table: "T", conditions, order: [], context: request(), ...(inList && { inList }) };
  expect(explainRows(version, plan)).toEqual({
    filtered: true,
    residual: [],
    ordered: true,
    limited: false,
    ...(indexes && { indexes }),
    estimatedRows,
  });
  const context = request();
  runToEnd(findInTables(version, { ...plan, context }));
  expect(context.meter.spent).toBe(sources.length === 0 ? 0 : estimatedRows);
});

function checked(source: string): CheckedExpression {
  return check(source, scope).output as CheckedExpression;
}

function request(): RequestContext {
  return { meter: new Meter(), locale: "en-US" } as RequestContext;
}
