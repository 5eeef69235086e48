/** A program for any runtime that knows web requests: asks an application, and prints what came back. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { fetchHandler } from "@tablewright/http/fetch";
import { memoryStore } from "@tablewright/store-memory";

const { output: definition } = loadDefinition(`
tablewright: 1
app: { id: shop, name: Shop, api: { enabled: true, accessKeys: [{ name: all, key: V2-all }] } }
tables:
  Items:
    key: [Item]
    columns: { Item: { type: Text }, Price: { type: Price, min: 0 }, Gross: { type: Price, formula: "[Price] * 1.19" } }
`);
if (definition === undefined) throw new Error("The definition has errors.");
const services = { now: () => Date.UTC(2026, 2, 14), random: () => 0.5, newId: () => "id" };
const handle = fetchHandler({
  engines: [await createEngine({ definition, store: memoryStore(), services })],
});
const many = Array.from({ length: 300 }, (_, at) => ({ Item: `Zoë ${at} 🚢`, Price: at / 4 }));
const calls = [
  { Action: "Add", Rows: many },
  { Action: "Add", Rows: [{ Item: "tea", Price: "-1", Prise: 2 }] },
  { Action: "Find", Properties: { Selector: 'FILTER("Items", [Price] > 74)' } },
  { Action: "Find" },
  { Action: "Nothing" },
];
const answers: unknown[] = [];
for (const call of calls) answers.push(await ask(JSON.stringify(call)));
const small = new Blob([JSON.stringify(calls[2])]).stream().pipeThrough(new CompressionStream("gzip"));
const packed = new Uint8Array(await new Response(small).arrayBuffer());
answers.push(await ask(packed, { "content-encoding": "gzip" }), await ask('{"a'), await ask("", {}, "GET"));
console.log(JSON.stringify(answers));

async function ask(body: string | Uint8Array<ArrayBuffer>, headers = {}, method = "POST"): Promise<unknown> {
  const response = await handle(
    new Request("http://localhost/api/v2/apps/shop/tables/Items/Action", {
      method,
      headers: { ApplicationAccessKey: "V2-all", "content-type": "application/json", ...headers },
      ...(method === "GET" ? {} : { body }),
    }),
  );
  const text = await response.text();
  return { status: response.status, text: text.replace(/"traceId":"[^"]*"/u, "") };
}
