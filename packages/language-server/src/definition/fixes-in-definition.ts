import { fixesOf, moveDiagnostic, type QuickFix } from "@tablewright/core/definition";
import { escapedIn } from "./escaped-in.ts";
import type { DefinitionIndex } from "./index-definition.ts";
import { type LocatedDiagnostic, locateDiagnostics } from "./located-diagnostic.ts";
import { scalarOfWords } from "./scalar-of-words.ts";

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
