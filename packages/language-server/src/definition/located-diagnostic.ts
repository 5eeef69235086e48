import type { Diagnostic } from "@tablewright/core";
import type { PlacedExpression, Span } from "@tablewright/core/definition";
import type { DefinitionIndex } from "./index-definition.ts";

/** A diagnostic with its span in the text of the definition. */
export interface LocatedDiagnostic extends Span {
  readonly diagnostic: Diagnostic;
  /** The expression that it is in, which its own offsets count in. */
  readonly expression: PlacedExpression | undefined;
}

/** The diagnostics of a definition in the order of its text. */
export function locateDiagnostics({
  source,
  diagnostics,
  expressions,
}: DefinitionIndex): readonly LocatedDiagnostic[] {
  return diagnostics.map((diagnostic) => {
    const at = source.offsetOf(diagnostic);
    const { start = 0, end = start } = diagnostic;
    const expression =
      diagnostic.start === undefined
        ? undefined
        : expressions.find(
            (one) =>
              one.path.join(".") === diagnostic.member &&
              (one.cell !== undefined || (one.start <= start && end <= one.start + one.source.length)),
          );
    if (expression !== undefined) {
      const { cell } = expression;
      const spanEnd = (cell ?? expression.text).endToText(end);
      // The offsets of a diagnostic of a cell count in that.
      const placed = cell === undefined ? expression : { ...expression, source: cell.value, text: cell };
      return { diagnostic, expression: placed, start: at, end: Math.max(spanEnd, at) };
    }
    return { diagnostic, expression, start: at, end: endOfScalar(source.text, at) };
  });
}

/** The end of the name or value that begins at `at`. */
function endOfScalar(text: string, at: number): number {
  const scalar = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s,:{}[\]][^\n,:{}[\]#]*/y;
  scalar.lastIndex = at;
  const [words = ""] = scalar.exec(text) ?? [];
  return at + words.trimEnd().length;
}
