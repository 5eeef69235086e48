import type { Measure } from "../figure.ts";

/** From the import of the language to the first answer, in a process that has done nothing else; `of` is the built file. */
export const measure: Measure = async ({ of = "" }) => {
  const start = performance.now();
  const { compile } = (await import(of)) as typeof import("@tablewright/core/expression");
  const loaded = performance.now();
  const compiled = compile('IF([Price] * [Quantity] > 500, LEFT([Name], 3), "small")', {
    columns: { Price: "Price", Quantity: "Number", Name: "Text" },
  });
  const answer = compiled.evaluate({ row: { Price: 99.5, Quantity: 8, Name: "Annika" } });
  const end = performance.now();
  if (answer !== "Ann") throw new Error(`The first answer is ${JSON.stringify(answer)}.`);
  const name = of.endsWith("index.js") ? "first result" : "first result, bundled";
  return [{ name, ratio: end - start, milliseconds: [end - start, loaded - start] }];
};
