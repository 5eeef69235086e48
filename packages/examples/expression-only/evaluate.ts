/** The expression language on its own, also shown in the README. Run it with `npx node --conditions=source`. */
import { compile } from "@tablewright/core/expression";

const columns = { "Unit Price": "Price", Quantity: "Number", Discount: "Percent" };
const total = compile("[Unit Price] * [Quantity] * (1 - [Discount])", { columns });
console.log(total.type, total.evaluate({ row: { "Unit Price": 21.35, Quantity: 11, Discount: 0.03 } }));
console.log(compile("[Unit Price] * [Quantty]", { columns }).diagnostics);
