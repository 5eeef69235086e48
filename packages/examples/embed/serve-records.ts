/** The engine as a library: a definition, a store, and calls that answer rows. Run it with `npx node --conditions=source`. */
import { readFile } from "node:fs/promises";
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

const source = await readFile(new URL("../people/app.yaml", import.meta.url), "utf8");
const { output: app, diagnostics } = loadDefinition(source);
if (app === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
const engine = await createEngine({
  definition: app,
  store: memoryStore(),
  services: { now: Date.now, random: Math.random },
});

const people = [
  { Name: "Ελένη Παππά", Born: "1979-12-05", "Day Rate": 780 },
  { Name: "Łukasz Wójcik", Born: "1986-10-19", "Day Rate": 660 },
  { Name: "林美玲", Born: "1987-01-26", "Day Rate": 705 },
];
await engine.execute({ action: "Add", table: "People", rows: people });

const Selector = 'ORDERBY(FILTER("People", [Day Rate] > 700), [Name])';
const found = await engine.execute({ action: "Find", table: "People", properties: { Selector } });
if (!found.ok) throw new Error(found.diagnostics.map(({ message }) => message).join("\n"));
for (const row of found.rows) console.log(`${row.Name} asks ${row["Day Rate"]} a day`);
await engine.close();
