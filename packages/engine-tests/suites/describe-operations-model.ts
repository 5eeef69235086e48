import { createEngine, type Engine, type EngineRequest, loadDefinition } from "@tablewright/core";
import type { MakeStore, StoreUnderTest } from "@tablewright/store-contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitraryRequests } from "./model/arbitrary-requests.ts";
import { Model, type ModelAnswer } from "./model/model.ts";
import { YARD } from "./model/yard.ts";
import { pausingEngine } from "./pausing-engine.ts";

/** The same on every store and on every run, so that all stores agree with one another, too. */
const SEEDS = [20_260_314, 1, 2, 3, 4];

/** Sequences in all; `TABLEWRIGHT_SEQUENCES` asks for more. */
const ASKED = process.env.TABLEWRIGHT_SEQUENCES;
const SEQUENCES = Number(ASKED ?? 150);

const TABLES = ["Sites", "Crates", "Items"];

/** Random lives of an application, step by step against a model that is made of the design and of plain arrays. */
export function describeOperationsModel(make: MakeStore, effort: number): void {
  describe("operations answer as the model does", () => {
    test("pausing wherever they can", { timeout: 600_000 }, async () => {
      const property = fc.asyncProperty(arbitraryRequests, (requests) => live(make, requests, pausingEngine));
      await fc.assert(property, { seed: 5, numRuns: Math.ceil((SEQUENCES / SEEDS.length / 4) * effort) });
    });

    test.each(SEEDS)("seed %i", { timeout: 600_000 }, async (seed) => {
      const property = fc.asyncProperty(arbitraryRequests, (requests) => live(make, requests));
      await fc.assert(property, {
        seed,
        numRuns: Math.ceil((SEQUENCES / SEEDS.length) * (ASKED === undefined ? effort : 1)),
      });
    });
  });
}

async function live(
  make: MakeStore,
  requests: readonly EngineRequest[],
  wrap: (engine: Engine) => Engine = (engine) => engine,
): Promise<void> {
  const model = new Model();
  await withEngine(make, async (opened) => {
    const engine = wrap(opened);
    for (const request of requests)
      expect(await answerOf(engine, request)).toEqual(sorted(model.execute(request)));
    for (const table of TABLES) {
      const all = { action: "Find", table };
      expect(await answerOf(engine, all)).toEqual(model.execute(all));
    }
  });
}

async function withEngine(make: MakeStore, work: (engine: Engine) => Promise<void>): Promise<void> {
  const underTest: StoreUnderTest = await make("operations model");
  try {
    let ids = 0;
    const services = { now: () => Date.UTC(2026, 2, 14), random: () => 0.5, newId: () => `id-${++ids}` };
    await work(await createEngine({ definition, store: underTest.store, services }));
  } finally {
    await underTest.dispose();
  }
}

const definition = loadDefinition(YARD).output ?? expect.fail("The yard's definition does not load.");

async function answerOf(engine: Engine, request: EngineRequest): Promise<ModelAnswer> {
  const result = await engine.execute(request);
  if (result.ok) return { rows: result.rows };
  const errors = result.diagnostics.map(({ row, column, code }) =>
    [row, column, code].filter(Boolean).join(" "),
  );
  return sorted({ errors });
}

function sorted(answer: ModelAnswer): ModelAnswer {
  return "rows" in answer ? answer : { errors: [...new Set(answer.errors)].sort() };
}
