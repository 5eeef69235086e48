/** A server that answers while it loads its rows. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";
import { systemServices } from "../src/platform.ts";
import { withReadiness } from "../src/serve/serve-applications.ts";
import { definitionOf } from "./folder.ts";

test("is not ready before its rows are there, and answers calls all the same", async () => {
  const { output: definition } = loadDefinition(definitionOf());
  if (definition === undefined) return expect.fail();
  const engine = await createEngine({ definition, store: memoryStore(), services: systemServices });
  let isReady = false;
  const ready = withReadiness(engine, () => isReady);
  await expect(ready.check()).rejects.toThrow("being loaded");
  expect(await ready.find("Notes")).toMatchObject({ ok: true });
  isReady = true;
  await ready.check();
});
