import { check, type Type } from "@tablewright/core/compiler";
import type { CheckedExpression } from "@tablewright/core/storage";
import { scope } from "./tables/specimens.ts";

/** An expression about a row of `Specimens`. Throws when the language does not take it. */
export function checkSource(source: string, expected?: Type): CheckedExpression {
  const { output, diagnostics } = check(source, scope, expected);
  if (output !== undefined) return output;
  throw new Error(`${source}: ${diagnostics.map(({ message }) => message).join(" ")}`);
}
