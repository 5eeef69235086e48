import { finiteOrBlank, remainderOfDecimals } from "../../../values/index.ts";
import type { Scale } from "../../node.ts";
import { isWholeNumber, scalar } from "../../type.ts";
import { defineFunction } from "../define-function.ts";

export const mod = defineFunction({
  name: "MOD",
  category: "number",
  summary: "The remainder of a division, as the operator % gives it.",
  details:
    "It has the sign of the dividend: MOD(-7, 3) is -1. Decimals keep their fraction. Division by zero gives blank.",
  parameters: [
    { name: "dividend", type: "Decimal" },
    { name: "divisor", type: "Decimal" },
  ],
  result: {
    name: "Number, or Decimal when an argument is one",
    of: (parts) => {
      if (parts.every(({ type }) => isWholeNumber(type))) return { type: scalar("Number"), scale: 0 };
      const scale: Scale = parts.some((part) => part.scale === "inexact") ? "inexact" : "exact";
      return { type: scalar("Decimal"), scale };
    },
  },
  evaluate: (dividend, divisor) => finiteOrBlank(remainderOfDecimals(dividend, divisor)),
  examples: [
    ["MOD(7, 3)", 1],
    ["MOD(-7, 3)", -1],
    ["MOD(7.5, 2)", 1.5],
    ["MOD(5, 0)", null],
  ],
});
