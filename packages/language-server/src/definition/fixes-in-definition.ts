import type { Diagnostic } from "@tablewright/core";
import {
  fixesOf,
  moveDiagnostic,
  type PlacedExpression,
  type QuickFix,
  type Span,
} from "@tablewright/core/definition";
import type { DefinitionIndex } from "./index-definition.ts";
import { escapedIn, scalarOfWords } from "./yaml-places.ts";

/** The changes that the diagnostics of a definition suggest, all spans in its text. */
export function fixesInDefinition(index: DefinitionIndex): readonly QuickFix[] {
  return locateDiagnostics(index).flatMap((located) =>
    located.expression === undefined
      ? fixesOfName(index, located)
      : fixesInExpression(located, located.expression),
  );
}

/** A name or a word of the definition that was meant to be another. */
function fixesOfName(
  { source }: DefinitionIndex,
  { diagnostic, start, end }: LocatedDiagnostic,
): readonly QuickFix[] {
  const { suggestion: name } = diagnostic;
  if (name === undefined || start === end) return [];
  const text = scalarOfWords(name, source.text.charAt(start));
  return [{ title: `Change to ${name}`, code: diagnostic.code, start, end, edits: [{ start, end, text }] }];
}

function fixesInExpression(
  { diagnostic, start, end }: LocatedDiagnostic,
  { source, start: from, text }: NonNullable<LocatedDiagnostic["expression"]>,
): readonly QuickFix[] {
  if (!text.isExact) return [];
  return fixesOf(source, moveDiagnostic(diagnostic, -from)).flatMap((fix) => {
    const edits = fix.edits.map((edit) => {
      const at = edit.start === edit.end ? placeOf(text, from + edit.start) : text.toText(from + edit.start);
      const stop = edit.start === edit.end ? at : text.endToText(from + edit.end);
      return { start: at, end: Math.max(at, stop), text: escapedIn(text.scalar.type, edit.text) };
    });
    const canStay = edits.every((edit) => edit.text !== undefined);
    return canStay ? [{ ...fix, start, end, edits: edits as QuickFix["edits"] }] : [];
  });

  /** Where something is put in: after what is before it. */
  function placeOf(scalarText: typeof text, offset: number): number {
    return offset === 0 ? scalarText.toText(0) : scalarText.endToText(offset);
  }
}

/** A diagnostic with its span in the text of the definition. */
interface LocatedDiagnostic extends Span {
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
