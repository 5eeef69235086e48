import { compile, ExpressionError } from "@tablewright/core/expression";

/** The value, or what to tell the person who wrote it. Nothing else is ever thrown. */
function evaluate(source: string, row: object) {
  const compiled = compile(source, { columns: { N: "Number" } });
  if (!compiled.ok) return compiled.diagnostics.map(({ message }) => message).join(" ");
  try {
    return compiled.evaluate({ row, limits: { fuel: 100_000 } });
  } catch (error) {
    if (error instanceof ExpressionError) return `${error.code}: ${error.message}`;
    throw error;
  }
}

console.log(evaluate("[N] * 2", { N: 21 }));
console.log(evaluate("[M] * 2", { N: 21 }));
console.log(evaluate("[N] * 9007199254740991", { N: 21 }));
