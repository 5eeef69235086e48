/** The client knows the facts and outputs of decisions. */
import { createEngine, loadDefinition } from "@tablewright/core";
import { fetchHandler } from "@tablewright/http";
import { memoryStore } from "@tablewright/store-memory";
import { expect, test } from "vitest";
import { createClient } from "../src/index.ts";

const DEFINITION = `tablewright: 1
app: { id: shop, name: Shop, api: { enabled: true, accessKeys: [{ name: all, key: V2-all }] } }
tables: { Notes: { key: [Id], columns: { Id: { type: Text } } } }
decisions:
  DISCOUNT:
    parameters: { tier: { type: Enum, values: [none, gold], required: true }, total: { type: Price, required: true } }
    outputs: { rate: Percent, offer: { type: Object, fields: { name: Text } } }
    hit: first
    rows:
      - [gold, ">= 1000", 0.15, { name: big }]
      - [gold, "-", 0.1, null]
    otherwise: [0, null]
`;

interface Shop {
  id: "shop";
  tables: Record<never, never>;
  decisions: {
    DISCOUNT: {
      facts: { tier: "none" | "gold"; total: number };
      outputs: { rate: number | null; offer: { readonly name: string | null } | null };
    };
  };
}

test("the client knows the facts and outputs of decisions", async () => {
  const { output } = loadDefinition(DEFINITION);
  if (output === undefined) throw new Error("The definition has errors.");
  const services = { now: Date.now, random: Math.random, newId: () => crypto.randomUUID() };
  const handle = fetchHandler({
    engines: [await createEngine({ definition: output, store: memoryStore(), services })],
  });
  const client = createClient<Shop>({
    url: "http://records",
    app: "shop",
    headers: { ApplicationAccessKey: "V2-all" },
    fetch: async (url, init) => handle(new Request(url, init)),
  });
  const { outputs, errors } = await client.decide("DISCOUNT", { tier: "gold", total: 5000 });
  const rate: number | null | undefined = outputs.rate;
  expect([rate, outputs.offer?.name, errors]).toEqual([0.15, "big", []]);
  // @ts-expect-error: no tier is called silver
  const [wrong] = await client.decideMany("DISCOUNT", [{ tier: "silver", total: 1 }]);
  expect(wrong?.errors).toMatchObject([{ pointer: "/tier" }]);
  const explained = await client.explainDecision("DISCOUNT", { tier: "none", total: 1 });
  expect(explained.rows.map(({ state }) => state)).toEqual(["not matched", "not matched"]);
  // @ts-expect-error: no decision is called so
  const unknown = client.decideMany("DISCONT", []);
  await expect(unknown).rejects.toMatchObject({ errors: [{ code: "decision/not-found" }] });
  expect((await client.decisions()).map(({ name }) => name)).toEqual(["DISCOUNT"]);
});
