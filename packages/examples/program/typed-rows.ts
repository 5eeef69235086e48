import { compile, defineScope, ExpressionError, scopeFrom } from "@tablewright/core/expression";

const scope = defineScope({
  strict: true,
  types: { Line: { price: "Price", quantity: "Number" } },
  columns: { tier: { type: "Enum", values: ["none", "gold"] }, lines: "List of Line" },
  result: "Decimal",
});
const total = compile("SUM(MAP([lines], [price] * [quantity]))", scope);
const sum: number | null = total.evaluate({ row: { tier: "gold", lines: [{ price: 2.5, quantity: 2 }] } });
console.log(sum);

try {
  total.map([{ lines: [{ price: 2.5 }] }]);
} catch (error) {
  if (error instanceof ExpressionError) console.log(error.code, error.details);
}

const schema = { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } } };
const [wrong] = compile("[agee] > 17", scopeFrom(schema)).diagnostics;
if (wrong?.code === "name/unknown-column")
  console.log(`Spalte „${wrong.details.name}“ fehlt; ist „${wrong.details.suggestion}“ gemeint?`);
