import { compile, complete } from "@tablewright/core/expression";

const columns = { "Unit Price": "Price", Quantity: "Number" } as const;

/** What a textarea offers where the cursor is, and what it underlines. */
const assist = (text: string, cursor: number) => ({
  offered: complete(text, cursor, { columns }).completions.map(({ label }) => label),
  underlined: compile(text, { columns }).diagnostics.map(({ start = 0, end }) => text.slice(start, end)),
});

console.log(assist("[Unit Price] * [Quan", 20).offered);
console.log(assist("[Unit Price] * [Quantty]", 24).underlined);
