/** The main job over HTTP: answers are compared with figures computed only from the CSV files of the examples. */
import { join } from "node:path";
import { describeFigures, describeWholeRows, type ExampleName, exampleFiles } from "@tablewright/examples";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { folderOf } from "./folder.ts";
import { START_LIMIT, serveExample } from "./serve-example.ts";

// In memory the tests of the examples compare them, without HTTP.
describe("sales over HTTP, in SQLite", () =>
  describeAnswers("sales", "--store", `sqlite:${join(folderOf({}), "sales.db")}`));

const northwind = exampleFiles("northwind");

describe.skipIf(!northwind.hasData)(`Northwind over HTTP${northwind.skipped}`, () =>
  describeAnswers("northwind"),
);

function describeAnswers(example: ExampleName, ...options: readonly string[]): void {
  const { expected } = exampleFiles(example);
  let served: Awaited<ReturnType<typeof serveExample>>;
  beforeAll(async () => {
    served = await serveExample(example, ...options);
  }, START_LIMIT);
  afterAll(() => served?.stop());

  test("all files are loaded, and it is said", () => {
    for (const [table, count] of Object.entries(expected.rowCounts)) {
      expect(served.out().replaceAll(",", "")).toContain(`${table}: ${count} rows loaded`);
    }
  });

  describeFigures(expected, (table, selector) => served.find(table, selector));
  describeWholeRows(expected, (table) => served.find(table));

  test("new rows come back with what is computed", async () => {
    const { table, rows, key, keys, column, values } = expected.newRows;
    const { status, answer } = await served.call(table, { Action: "Add", Rows: rows });
    expect(status, JSON.stringify(answer)).toBe(200);
    expect(answer.Rows.map((row) => row[column])).toEqual(values);
    expect(answer.Rows.map((row) => row[key])).toEqual(keys);
  });
}
