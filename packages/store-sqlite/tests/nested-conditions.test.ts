/** Selectors nested in themselves: no level costs more than the one before, in what is planned, in SQL and in the evaluator. */
import { createEngine, type Engine, loadDefinition } from "@tablewright/core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NESTED } from "../../core/conformance/nested-shapes.ts";
import { sqliteStore } from "../src/index.ts";
import { temporaryFile } from "./temporary-file.ts";

const DEFINITION = `
tablewright: 1
app: { id: nested, name: Nested, owner: owner@example.com }
tables:
  T:
    key: [Id]
    columns:
      Id: { type: Number }
      Name: { type: Text }
      On: { type: Yes/No }
      Up: { type: Ref, table: T }
      Tags: { type: EnumList, itemType: Text, values: [a, b] }
`;

const { file, remove } = temporaryFile();
const store = sqliteStore(file);
let engine: Engine;

beforeAll(async () => {
  const { output: definition } = loadDefinition(DEFINITION);
  if (definition === undefined) throw new Error("The definition has errors.");
  const services = { now: () => 0, random: () => 0.5, newId: () => "id" };
  engine = await createEngine({ definition, store, services, limits: { fuel: 20_000 } });
  const rows = [1, 2, 3].map((Id) => ({ Id, Name: `n${Id}`, On: true, Up: 1, Tags: "a" }));
  expect(await engine.add("T", rows)).toMatchObject({ ok: true });
});

afterAll(async () => {
  await store.close();
  remove();
});

test.each(NESTED)("%s within itself", async (shape, leaf) => {
  let part: string = leaf;
  for (let level = 0; level < LEVELS; level++) part = shape.replace("□", () => part);
  const condition = { "[Id]": `${part} > 0`, "[Name]": `${part} <> "z"` }[leaf] ?? part;
  const Selector = `FILTER("T", ${condition})`;
  const found = await engine.find("T", { selector: Selector });
  if (!found.ok) expect(found.diagnostics.map(({ code }) => code)).toEqual(["limit/fuel"]);
  const explained = await engine.explain({ action: "Find", table: "T", properties: { Selector } });
  expect(explained.output).toMatchObject({ table: "T" });
});

/** What doubled at each level would not end. */
const LEVELS = 30;
