/** Answers of the engine compared with figures that `compute-expected.ts` computes from the CSV files alone. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { Engine, EngineRequest, ResultRow } from "@tablewright/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeFigures, describeWholeRows } from "./describe-expected.ts";
import { type ExampleFiles, exampleFiles } from "./example-files.ts";
import { fillEngine } from "./fill-engine.ts";

const northwind = exampleFiles("northwind");

describe("sales", () => describeAnswers(exampleFiles("sales")));

describe.skipIf(!northwind.hasData)(`Northwind${northwind.skipped}`, () => describeAnswers(northwind));

function describeAnswers({ folder, definition, data, expected }: ExampleFiles): void {
  let engine: Engine;
  beforeAll(async () => {
    engine = await fillEngine(definition, data);
  });
  afterAll(() => engine?.close());

  test("expected.json is what the CSV files say", () => {
    const output = execFileSync(process.execPath, [join(folder, "compute-expected.ts"), data], {
      encoding: "utf8",
    });
    expect(JSON.parse(output)).toEqual(expected);
  });

  describeFigures(expected, find);
  describeWholeRows(expected, (table) => rowsOf({ action: "Find", table, wire: "spec" }));

  test("new rows come back with what is computed", async () => {
    const { table, rows, key, keys, column, values, selector, countBefore } = expected.newRows;
    const added = await rowsOf({ action: "Add", table, rows });
    expect(added.map((row) => row[key])).toEqual(keys);
    expect(added.map((row) => row[column])).toEqual(values);
    expect(await find(table, selector)).toHaveLength(countBefore + rows.length);
  });

  function find(table: string, selector?: string): Promise<readonly ResultRow[]> {
    const properties = selector === undefined ? {} : { Selector: selector };
    return rowsOf({ action: "Find", table, properties });
  }

  async function rowsOf(request: EngineRequest): Promise<readonly ResultRow[]> {
    const result = await engine.execute(request);
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
    return result.rows;
  }
}
