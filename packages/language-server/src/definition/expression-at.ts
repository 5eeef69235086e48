import type { PlacedExpression } from "@tablewright/core/definition";
import { type DefinitionIndex, scalarSpan } from "./index-definition.ts";

/** The expression that the cursor is in, and where in its source. */
export interface ExpressionAt {
  readonly expression: PlacedExpression;
  readonly offset: number;
}

export function expressionAt({ expressions }: DefinitionIndex, at: number): ExpressionAt | undefined {
  for (const expression of expressions) {
    const { text, start, source } = expression;
    if (at < scalarSpan(text).start || at > endOfBody(expression)) continue;
    const inScalar = text.toValue(at);
    const offset = inScalar - start;
    if (inScalar >= 0 && offset >= 0 && offset <= source.length) return { expression, offset };
  }
  return undefined;
}

/** Before the closing quote; with the blanks after a plain scalar, which YAML leaves out of its value. */
function endOfBody({ text }: PlacedExpression): number {
  const { end } = scalarSpan(text);
  const { type } = text.scalar;
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") return end - 1;
  const blanks = /[^\S\n]*/y;
  blanks.lastIndex = end;
  return end + (blanks.exec(text.text)?.[0].length ?? 0);
}
