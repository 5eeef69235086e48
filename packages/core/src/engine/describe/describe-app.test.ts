import { expect, test } from "vitest";
import { loadDefinition } from "../../schema/index.ts";
import { describeApp } from "./describe-app.ts";

test("functions are described by their signatures, to callers who may name what they read", () => {
  const { output } = loadDefinition(`tablewright: 1
app: { id: a, name: A }
functions:
  Net: { description: Without tax., parameters: { price: Price }, result: Price, formula: "[price] / 1.2" }
  MANY: { result: Number, formula: "COUNT(T[ID])" }
  FX: { host: true, result: Decimal }
tables: { T: { key: [ID], columns: { ID: { type: Text } } } }`);
  if (output === undefined) throw new Error("The definition does not load.");
  const net = {
    name: "NET",
    description: "Without tax.",
    parameters: [{ name: "price", type: "Price" }],
    result: "Price",
  };
  const fx = { name: "FX", parameters: [], result: "Decimal" };
  const many = { name: "MANY", parameters: [], result: "Number" };
  expect(describeApp(output).functions).toEqual([net, many, fx]);
  const nameable = { table: () => false, action: () => true };
  expect(describeApp(output, nameable).functions).toEqual([net, fx]);
});
