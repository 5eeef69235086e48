/** The sales example on PostgreSQL: figures computed from its CSV files alone, exact to the last digit. */
import { describeFigures, exampleFiles, fillEngine } from "@tablewright/examples";
import { afterAll, beforeAll, describe } from "vitest";
import { makeStore } from "./make-store.ts";
import { server } from "./temporary-schema.ts";

describe.skipIf(server === "")("the sales example", () => {
  const { definition, data, expected } = exampleFiles("sales");
  let engine: Awaited<ReturnType<typeof fillEngine>>;
  let dispose: () => Promise<void>;
  beforeAll(async () => {
    const made = await makeStore();
    dispose = made.dispose;
    engine = await fillEngine(definition, data, made.store);
  });
  afterAll(() => dispose?.());

  describeFigures(expected, async (table, selector) => {
    const properties = selector === undefined ? {} : { Selector: selector };
    const result = await engine.execute({ action: "Find", table, properties });
    if (!result.ok) throw new Error(JSON.stringify(result.diagnostics, null, 2));
    return result.rows;
  });
});
