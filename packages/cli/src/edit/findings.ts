import { basename } from "node:path";
import type { Diagnostic } from "@tablewright/core";
import { type DefinitionEdit, type DefinitionPart, partOfMember } from "@tablewright/core/definition";

/** What is said of a definition as it would be, by the parts of its text. */
export interface Findings {
  /** Of the candidate. */
  readonly parts: readonly DefinitionPart[];
  readonly edits: readonly DefinitionEdit[];
  /** What is said of the present definition. */
  readonly present: readonly Diagnostic[];
  /** Whether the places of diagnostics count in the texts of edits, which could not be put into the file. */
  readonly areInEdits: boolean;
}

/** Diagnostics of a definition in the form of the API: with the part and the edit that each is in, and its place in their text. */
export function writeFindings(
  diagnostics: readonly Diagnostic[],
  { parts, edits, present, areInEdits }: Findings,
): readonly object[] {
  const known = new Set(present.map(identityOf));
  return diagnostics.map((diagnostic) => {
    const { severity, code, message, hint, member, line, character, start, end, example, file } = diagnostic;
    const part = file === undefined && !areInEdits ? partOfMember(parts, member) : undefined;
    const path = part?.path ?? edits.find((edit) => edit.path.join(".") === member)?.path;
    const at = part ? placeIn(part, diagnostic) : areInEdits && line !== undefined && { line, character };
    const edit = edits.findIndex((one) => path !== undefined && isWithin(one.path, path));
    return {
      severity,
      code,
      message: file === undefined ? message : `${basename(file)}: ${message}`,
      hint,
      path,
      ...(edit >= 0 && { edit }),
      ...(at && { at }),
      start,
      end,
      ...(file === undefined && !areInEdits && { line, character }),
      isNew: !known.has(identityOf(diagnostic)),
      example,
    };
  });
}

/** The same in both definitions, wherever it is in the text. */
function identityOf({ code, member, message }: Diagnostic): string {
  return JSON.stringify([code, member, message]);
}

function isWithin(path: readonly (string | number)[], inner: readonly (string | number)[]): boolean {
  return path.every((step, at) => String(step) === String(inner[at]));
}

/** Line and character, from 1, in the text of a part. */
function placeIn(
  { text, kind, line: firstLine, character: column }: DefinitionPart,
  { start, line = 1, character = 1 }: Diagnostic,
): { readonly line: number; readonly character: number } {
  const isBlock = BLOCKS.has(kind);
  if (!isBlock) {
    const before = text.slice(0, start ?? 0).split("\n");
    return { line: before.length, character: (before.at(-1)?.length ?? 0) + 1 };
  }
  const isIndented = !/^[{[]/.test(text) || line === firstLine;
  return {
    line: Math.max(line - firstLine + 1, 1),
    character: Math.max(isIndented ? character - column + 1 : character, 1),
  };
}

/** Kinds of parts whose text is YAML. */
const BLOCKS: ReadonlySet<string> = new Set(["decision", "rule", "function"]);
