/** The engine as a library, also shown in the README. Run it with `npx node --conditions=source`. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { memoryStore } from "@tablewright/store-memory";

const { output: definition, diagnostics } = loadDefinition(`
  { tablewright: 1, app: { id: shop, name: Shop }, tables: { Items: { key: [Item], columns: {
      Item: { type: Text }, Price: { type: Price, min: 0 }, Gross: { type: Price, formula: "[Price] * 1.19" } } } } }`);
if (definition === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
const random = () => Number(crypto.getRandomValues(new Uint32Array(1))[0]) / 2 ** 32;
const services = { now: Date.now, random, newId: () => crypto.randomUUID() };
const engine = await createEngine({ definition, store: memoryStore(), services });

console.log(await engine.add("Items", [{ Item: "tea", Price: "0.10" }]));
console.log(await engine.add("Items", [{ Item: "rum", Prise: 1 }]));
await engine.close();
