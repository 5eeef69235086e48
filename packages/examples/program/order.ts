import { compile } from "@tablewright/core/expression";

const types = { Line: { sku: "Text", price: "Price", quantity: "Number" } } as const;
const columns = {
  customer: { type: "Object", fields: { tier: "Text" } },
  lines: "List of Line",
} as const;
const total = compile("SUM(MAP([lines], [price] * [quantity]))", { types, columns });
const isFree = compile('OR([customer].[tier] = "gold", COUNT(FILTER([lines], [quantity] > 9)) > 0)', {
  types,
  columns,
});

const order = {
  customer: { tier: "silver" },
  lines: [
    { sku: "tea", price: 2.5, quantity: 10 },
    { sku: "rum", price: 30, quantity: 1 },
  ],
};
console.log(total.evaluate({ row: order }), isFree.evaluate({ row: order }));
